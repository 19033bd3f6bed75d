import type { DragEvent } from 'react';

const type = 'application/x-formwork-documents';

/** Props of something that is dragged: itself, or all that is chosen when it is among them. */
export function dragged(id: string, selection: ReadonlySet<string>, enabled: boolean) {
  return {
    draggable: enabled,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(type, (selection.has(id) ? [...selection] : [id]).join());
      event.dataTransfer.effectAllowed = 'move' as const;
    },
  };
}

/** Props of a folder that takes what is dragged; null is the top. */
export function droppedInto(folder: string | null, onDrop: (nodes: string[], folder: string | null) => void) {
  const mine = (event: DragEvent) => event.dataTransfer.types.includes(type);
  const mark = (event: DragEvent, over: boolean) => {
    (event.currentTarget as HTMLElement).toggleAttribute('data-over', over);
  };
  return {
    onDragOver: (event: DragEvent) => {
      if (mine(event)) {
        event.preventDefault();
        mark(event, true);
      }
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop: (event: DragEvent) => {
      if (!mine(event)) return;
      event.preventDefault();
      event.stopPropagation();
      mark(event, false);
      const nodes = event.dataTransfer
        .getData(type)
        .split(',')
        .filter((id) => id !== '' && id !== folder);
      if (nodes.length > 0) onDrop(nodes, folder);
    },
  };
}
