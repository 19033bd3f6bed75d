import type { CellEdit, Edit } from './edits.ts';
import { planFillDown, planPaste, type CellRange } from './range.ts';
import { isReadOnly, parseText, textOf, valueOf, withValue, type SheetColumn } from './sheet-columns.ts';
import { parseTsv, toTsv } from './tsv.ts';

/** What the commands of a sheet change, worked out on the rows in the order they are shown. */

export interface SheetView<R> {
  rows: readonly R[];
  columns: readonly SheetColumn<R>[];
  id: (row: R) => string;
}

/** Cells that pasted text did not fit: how many hold it all the same, how many were left alone. */
export interface Misfits {
  kept: number;
  left: number;
}

export function setCell<R>(view: SheetView<R>, row: R, column: SheetColumn<R>, value: unknown): Edit<R>[] {
  return cellEdits([cellEdit(view, row, column, value)]);
}

export function clearRange<R>(view: SheetView<R>, range: CellRange): Edit<R>[] {
  return cellEdits(
    cellsOf(view, range).map(({ row, column }) => cellEdit(view, row, column, column.emptyValue ?? null)),
  );
}

export function fillDown<R>(view: SheetView<R>, range: CellRange): Edit<R>[] {
  return cellEdits(
    planFillDown(range).map(({ from, to }) => {
      const column = view.columns[to.column]!;
      return cellEdit(view, view.rows[to.row]!, column, valueOf(column, view.rows[from.row]!));
    }),
  );
}

/** Where the text does not fit it is kept as it is, or the cell left alone: both are counted. Rows beyond the last are made by `newRow`, placed at `end`. */
export function pasteText<R>(
  view: SheetView<R>,
  range: CellRange,
  text: string,
  newRow: (() => R) | undefined,
  end: number,
): { edits: Edit<R>[]; misfits: Misfits; block: CellRange | undefined } {
  const planned = planPaste(parseTsv(text), range, view.columns.length);
  const cells: CellEdit[] = [];
  const made: R[] = [];
  const misfits: Misfits = { kept: 0, left: 0 };
  let bottom = range.top;
  let right = range.left;
  for (const { row: at, column: across, text: cell } of planned) {
    const column = view.columns[across]!;
    const beyond = at - view.rows.length;
    while (newRow && made.length <= beyond) made.push(newRow());
    const row = view.rows[at] ?? made[beyond];
    if (!row) continue;
    bottom = Math.max(bottom, at);
    right = Math.max(right, across);
    if (isReadOnly(column, row)) continue;
    const parsed = parseText(column, cell, row);
    if ('error' in parsed) misfits[column.keepsWrong ? 'kept' : 'left']++;
    if ('error' in parsed && !column.keepsWrong) continue;
    const value = 'error' in parsed ? cell.trim() : parsed.value;
    if (beyond >= 0) made[beyond] = withValue(column, row, value);
    else cells.push(...cellEdit(view, row, column, value));
  }
  const insert = made.map((row, at) => ({ at: end + at, row }));
  return {
    edits: [...cellEdits<R>([cells]), ...(insert.length > 0 ? [{ insert }] : [])],
    misfits,
    block: planned.length > 0 ? { top: range.top, left: range.left, bottom, right } : undefined,
  };
}

export function copyText<R>(view: SheetView<R>, range: CellRange): string {
  return toTsv(
    view.rows
      .slice(range.top, range.bottom + 1)
      .map((row) => view.columns.slice(range.left, range.right + 1).map((column) => textOf(column, row))),
  );
}

function cellsOf<R>(view: SheetView<R>, range: CellRange) {
  return view.rows
    .slice(range.top, range.bottom + 1)
    .flatMap((row) => view.columns.slice(range.left, range.right + 1).map((column) => ({ row, column })));
}

function cellEdit<R>(view: SheetView<R>, row: R, column: SheetColumn<R>, after: unknown): CellEdit[] {
  const before = valueOf(column, row);
  if (isReadOnly(column, row) || Object.is(before, after)) return [];
  return [{ row: view.id(row), column: column.id, before, after }];
}

function cellEdits<R>(cells: CellEdit[][]): Edit<R>[] {
  const all = cells.flat();
  return all.length > 0 ? [{ cells: all }] : [];
}
