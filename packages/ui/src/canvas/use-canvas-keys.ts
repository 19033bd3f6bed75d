import { useEffect, useRef, type RefObject } from 'react';
import { matchesCombo } from '../designer/key-combo.ts';
import { isTyping } from '../designer/use-keys.ts';
import { kept } from '../kept.ts';
import type { CanvasHistory } from './canvas-types.ts';
import { clipOf, readClip, type CanvasGraph } from './graph.ts';

export interface CanvasKeysOptions {
  root: RefObject<HTMLElement | null>;
  kind: string;
  graph: CanvasGraph;
  selected: ReadonlySet<string>;
  editable: boolean;
  takes: (type: string) => boolean;
  history: CanvasHistory | undefined;
  onSave: (() => void) | undefined;
  onDelete: () => void;
  onSelectAll: () => void;
  onPaste: (part: CanvasGraph) => void;
}

// beside the clipboard: the paste button may not read that one, and over plain http neither may
const clipKey = 'fw.canvas.clip';

/** Keys work while the focus is in the canvas; in a field they belong to the field, except saving. */
export function useCanvasKeys(options: CanvasKeysOptions) {
  const latest = useRef(options);
  latest.current = options;

  const keepClip = () => {
    const { graph, selected, kind } = latest.current;
    const clip = clipOf(graph, selected, kind);
    if (clip) kept.write(clipKey, clip);
    return clip;
  };
  const pasteText = (text: string) => {
    const { kind, takes, editable, onPaste } = latest.current;
    const part = editable ? readClip(text, kind, takes) : undefined;
    if (part) onPaste(part);
    return !!part;
  };

  useEffect(() => {
    // a node that goes takes the focus with it to the body: then the last place counts
    let wasHere = false;
    const holds = (element: EventTarget | null) =>
      latest.current.root.current?.contains(element as Node | null) === true;
    const onPlace = (event: Event) => {
      wasHere = holds(event.target);
    };
    const isHere = () => (document.activeElement === document.body ? wasHere : holds(document.activeElement));
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isHere() || event.isComposing) return;
      const { editable, history, onSave, onDelete, onSelectAll } = latest.current;
      const run = (combo: string, action: (() => void) | undefined) => {
        if (!action || !matchesCombo(event, combo)) return false;
        event.preventDefault();
        action();
        return true;
      };
      if (run('mod+s', onSave)) return;
      if (isTyping(event.target)) return;
      if (run('mod+a', onSelectAll) || !editable) return;
      if (run('delete', onDelete) || run('backspace', onDelete)) return;
      if (!history) return;
      if (run('mod+shift+z', history.redo) || run('mod+y', history.redo)) return;
      run('mod+z', history.undo);
    };
    const onCopy = (event: ClipboardEvent) => {
      if (!isHere() || isTyping(document.activeElement)) return;
      const clip = keepClip();
      if (!clip) return;
      event.clipboardData?.setData('text/plain', clip);
      event.preventDefault();
      if (event.type === 'cut' && latest.current.editable) latest.current.onDelete();
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!isHere() || isTyping(document.activeElement)) return;
      if (pasteText(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('focusin', onPlace);
    document.addEventListener('pointerdown', onPlace, true);
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('focusin', onPlace);
      document.removeEventListener('pointerdown', onPlace, true);
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, []);

  return {
    copy: () => {
      const clip = keepClip();
      if (clip) void navigator.clipboard?.writeText(clip);
    },
    paste: () => {
      pasteText(kept.read(clipKey) ?? '');
    },
  };
}
