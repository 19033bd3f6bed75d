import type { ReactNode } from 'react';

export type Parsed = { value: unknown } | { error: string };

export interface SheetEditorProps<R> {
  value: unknown;
  row: R;
  /** What was typed to start editing, if typing started it. */
  typed: string | undefined;
  /** Keeps a value without leaving the cell; it is committed by Tab, Enter or a click elsewhere. */
  onDraft: (value: unknown) => void;
  /** Takes the value and leaves: `down`, `right` or staying on the cell. */
  onCommit: (value: unknown, then?: 'down' | 'right' | 'stay') => void;
  onCancel: () => void;
}

export interface SheetColumn<R> {
  id: string;
  title: string;
  width?: number;
  align?: 'start' | 'end' | 'center';
  required?: boolean;
  readOnly?: boolean | ((row: R) => boolean);
  /** `row[id]` unless given. */
  get?: (row: R) => unknown;
  set?: (row: R, value: unknown) => R;
  /** The value as people read and copy it. */
  format?: (value: unknown, row: R) => string;
  /** Text that was typed or pasted as a value; the text itself unless given. */
  parse?: (text: string, row: R) => Parsed;
  /** Text that was pasted, or left behind, and does not fit stands in the cell all the same, for whoever owns the rows to say what is wrong with it. */
  keepsWrong?: boolean;
  /** What an emptied cell holds: null unless given. */
  emptyValue?: unknown;
  renderCell?: (value: unknown, row: R) => ReactNode;
  /** An editor of one's own instead of the text field: selects, dates, people. */
  renderEditor?: (editor: SheetEditorProps<R>) => ReactNode;
  /** Cells with two states change at once, on Space, Enter or a double click, without an editor. */
  toggle?: (value: unknown) => unknown;
  /** Stands in the row of totals. */
  total?: (rows: readonly R[]) => ReactNode;
  /** What sorting compares; the value unless given. */
  sortValue?: (row: R) => string | number | boolean | Date | null | undefined;
}

export const defaultSheetWidth = 140;
export const minSheetWidth = 56;

export function valueOf<R>(column: SheetColumn<R>, row: R): unknown {
  return column.get ? column.get(row) : (row as Record<string, unknown>)[column.id];
}

export function withValue<R>(column: SheetColumn<R>, row: R, value: unknown): R {
  return column.set ? column.set(row, value) : { ...row, [column.id]: value };
}

export function textOf<R>(column: SheetColumn<R>, row: R): string {
  const value = valueOf(column, row);
  if (column.format) return column.format(value, row);
  return value === null || value === undefined ? '' : String(value);
}

export function parseText<R>(column: SheetColumn<R>, text: string, row: R): Parsed {
  if (text.trim() === '') return { value: column.emptyValue ?? null };
  return column.parse ? column.parse(text, row) : { value: text };
}

export function isReadOnly<R>(column: SheetColumn<R>, row: R): boolean {
  return typeof column.readOnly === 'function' ? column.readOnly(row) : column.readOnly === true;
}
