import { completeLayout } from '@formwork/contract/forms/definition.ts';
import { useEffect, useRef } from 'react';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import { shiftSection } from './layout-edits.ts';
import { duplicateField, fieldsOf, moveColumn, moveItem, type Selection } from './edits.ts';
import type { DraftEditor } from './use-draft.ts';

interface Options {
  editor: DraftEditor;
  selection: Selection;
  setSelection: (selection: Selection) => void;
  removeSelected: () => void;
  copySelected: () => void;
  paste: (() => void) | undefined;
  locked: boolean;
}

/** Ctrl-Z, Ctrl-Y, Ctrl-S, Ctrl-D, Ctrl-C, Ctrl-V; Delete removes, Alt with an arrow moves what is selected, Escape selects the form. */
export function useDesignerKeys(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    // heard by the whole page: what had the focus may be gone by now, removed or replaced by the key before
    const onKeyDown = (event: KeyboardEvent) => answerKey(event, latest.current);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

function answerKey(
  event: KeyboardEvent,
  { editor, selection, setSelection, removeSelected, copySelected, paste, locked }: Options,
): void {
  const shift = (by: -1 | 1) =>
    editor.edit((definition) => {
      if (selection.kind === 'section') return shiftSection(definition, selection.section, by);
      if (selection.kind === 'field' && selection.table !== undefined) {
        const at = fieldsOf(definition, selection.table).findIndex(({ id }) => id === selection.field);
        return moveColumn(definition, selection.table, selection.field, by < 0 ? Math.max(0, at - 1) : at + 2);
      }
      const id =
        selection.kind === 'field'
          ? selection.field
          : selection.kind === 'table'
            ? selection.table
            : selection.kind === 'item'
              ? selection.item
              : undefined;
      const section = completeLayout(definition).find(({ items }) => items.some((item) => layoutItemId(item) === id));
      if (!section || id === undefined) return definition;
      const at = section.items.findIndex((item) => layoutItemId(item) === id);
      return moveItem(definition, id, { section: section.id, at: by < 0 ? Math.max(0, at - 1) : at + 2 });
    });

  if (locked || event.defaultPrevented || event.isComposing || isWithin(event.target, '[role=dialog]')) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && key === 's') return take(event, () => void editor.save());
  // In an input, undo and delete belong to its text.
  if (isWithin(event.target, 'input, textarea, select, [contenteditable=true], [role=combobox]')) return;
  if (command && key === 'z' && !event.shiftKey) return take(event, () => editor.undo?.());
  if (command && (key === 'y' || key === 'z')) return take(event, () => editor.redo?.());
  if (command && key === 'd' && selection.kind === 'field')
    return take(event, () => editor.edit((definition) => duplicateField(definition, selection.field, selection.table)));
  // copying a text that is marked stays the browser's
  if (command && key === 'c' && selection.kind !== 'form' && getSelection()?.isCollapsed !== false)
    return take(event, copySelected);
  if (command && key === 'v' && paste) return take(event, paste);
  // a key alone may mean something else on what surrounds the designer
  if (event.target !== document.body && !isWithin(event.target, '.designer')) return;
  if (key === 'delete' || key === 'backspace') return take(event, removeSelected);
  if (event.altKey && (key === 'arrowup' || key === 'arrowleft')) return take(event, () => shift(-1));
  if (event.altKey && (key === 'arrowdown' || key === 'arrowright')) return take(event, () => shift(1));
  if (key === 'escape') setSelection({ kind: 'form' });
}

function take(event: KeyboardEvent, work: () => void): void {
  event.preventDefault();
  work();
}

function isWithin(target: EventTarget | null, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}
