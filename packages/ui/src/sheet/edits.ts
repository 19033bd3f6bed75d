/** Changes of a sheet as data, so that each can be taken back without touching what others changed meanwhile. */

export interface CellEdit {
  row: string;
  column: string;
  before: unknown;
  after: unknown;
}
export interface PlacedRow<R> {
  at: number;
  row: R;
}
export type Edit<R> = { cells: CellEdit[] } | { insert: PlacedRow<R>[] } | { remove: PlacedRow<R>[] };

export interface RowAccess<R> {
  id: (row: R) => string;
  set: (row: R, column: string, value: unknown) => R;
}

/** Untouched rows keep their identity: only the edited ones are drawn again. */
export function applyEdits<R>(
  rows: readonly R[],
  edits: readonly Edit<R>[],
  access: RowAccess<R>,
): { rows: R[]; changed: string[] } {
  let next = [...rows];
  const changed = new Set<string>();
  for (const edit of edits) {
    if ('cells' in edit) {
      const byRow = Map.groupBy(edit.cells, (cell) => cell.row);
      next = next.map((row) =>
        (byRow.get(access.id(row)) ?? []).reduce((now, cell) => access.set(now, cell.column, cell.after), row),
      );
      for (const id of byRow.keys()) changed.add(id);
    } else if ('insert' in edit) {
      for (const { at, row } of edit.insert) next.splice(Math.min(at, next.length), 0, row);
      for (const { row } of edit.insert) changed.add(access.id(row));
    } else {
      const gone = new Set(edit.remove.map(({ row }) => access.id(row)));
      next = next.filter((row) => !gone.has(access.id(row)));
      for (const id of gone) changed.add(id);
    }
  }
  return { rows: next, changed: [...changed] };
}

export function invertEdits<R>(edits: readonly Edit<R>[]): Edit<R>[] {
  return edits.toReversed().map((edit) => {
    if ('cells' in edit)
      return { cells: edit.cells.toReversed().map((cell) => ({ ...cell, before: cell.after, after: cell.before })) };
    if ('insert' in edit) return { remove: edit.insert };
    return { insert: edit.remove.toSorted((a, b) => a.at - b.at) };
  });
}

export interface History<R> {
  past: Edit<R>[][];
  future: Edit<R>[][];
}

const longest = 100;

export function remembered<R>(history: History<R>, edits: Edit<R>[]): History<R> {
  return { past: [...history.past.slice(1 - longest), edits], future: [] };
}

/** The edits to apply for undo (or redo), and the history after it. */
export function stepBack<R>(history: History<R>): { edits: Edit<R>[]; history: History<R> } | undefined {
  const last = history.past.at(-1);
  if (!last) return undefined;
  return { edits: invertEdits(last), history: { past: history.past.slice(0, -1), future: [...history.future, last] } };
}

export function stepForward<R>(history: History<R>): { edits: Edit<R>[]; history: History<R> } | undefined {
  const next = history.future.at(-1);
  if (!next) return undefined;
  return { edits: next, history: { past: [...history.past, next], future: history.future.slice(0, -1) } };
}
