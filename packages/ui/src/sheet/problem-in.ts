import type { CellPlace } from './range.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { RowProblems } from './sheet-row.tsx';

/** What is wrong in a cell, or in the first one where anything is. */
export function problemIn<R>(
  problems: ReadonlyMap<string, RowProblems>,
  rowId: (row: R) => string,
  rows: readonly R[],
  columns: readonly SheetColumn<R>[],
  place?: CellPlace,
): { row: number; title: string; problem: string } | undefined {
  const row = place?.row ?? rows.findIndex((one) => problems.has(rowId(one)));
  const found = rows[row] && problems.get(rowId(rows[row]));
  const column =
    found && columns.find(({ id }, at) => (place === undefined || at === place.column) && found[id] !== undefined);
  return column && { row, title: column.title, problem: found[column.id]! };
}
