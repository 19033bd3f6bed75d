import { useCallback, useMemo, useRef, useState } from 'react';
import { sortRows, type SortBy } from '../list/sorting.ts';
import { applyEdits, remembered, stepBack, stepForward, type Edit, type History } from './edits.ts';
import { valueOf, withValue, type SheetColumn } from './sheet-columns.ts';
import type { SheetView } from './changes.ts';

export interface SheetDataOptions<R> {
  rows: readonly R[];
  columns: SheetColumn<R>[];
  rowId: (row: R) => string;
  onChange: ((rows: R[], changed: string[]) => void) | undefined;
  locale: string;
}

/** Rows in the order shown, changes and their history. The rows themselves stay with the caller. */
export function useSheetData<R>({ rows, columns, rowId, onChange, locale }: SheetDataOptions<R>) {
  const [history, setHistory] = useState<History<R>>({ past: [], future: [] });
  const [sort, setSortState] = useState<SortBy[]>([]);
  // the order is taken when one sorts and kept while one types: rows must not run away under the cursor
  const [ranks, setRanks] = useState<Map<string, number>>();

  const view: SheetView<R> = useMemo(() => {
    const rank = (row: R) => ranks?.get(rowId(row)) ?? Infinity;
    return { rows: ranks ? rows.toSorted((a, b) => rank(a) - rank(b) || 0) : rows, columns, id: rowId };
  }, [rows, columns, rowId, ranks]);

  // several edits may come before the caller has rendered: each starts from the last result
  const latest = useRef(rows);
  latest.current = rows;

  const write = useCallback(
    (edits: Edit<R>[]) => {
      const byId = new Map(columns.map((column) => [column.id, column]));
      const access = {
        id: rowId,
        set: (row: R, column: string, value: unknown) => {
          const known = byId.get(column);
          return known ? withValue(known, row, value) : row;
        },
      };
      const done = applyEdits(latest.current, edits, access);
      latest.current = done.rows;
      onChange?.(done.rows, done.changed);
    },
    [columns, rowId, onChange],
  );

  const change = useCallback(
    (edits: Edit<R>[]) => {
      if (edits.length === 0) return;
      setHistory((now) => remembered(now, edits));
      write(edits);
    },
    [write],
  );

  const travel = (step: ReturnType<typeof stepBack<R>>) => {
    if (!step) return;
    setHistory(step.history);
    write(step.edits);
  };

  const setSort = (next: SortBy[]) => {
    const byId = new Map(columns.map((column) => [column.id, column]));
    const comparable = (row: R, id: string) => {
      const column = byId.get(id);
      if (!column) return undefined;
      if (column.sortValue) return column.sortValue(row);
      const value = valueOf(column, row);
      return typeof value === 'object' && value !== null && !(value instanceof Date)
        ? column.format?.(value, row)
        : (value as string | number | boolean | Date | null | undefined);
    };
    setSortState(next);
    setRanks(
      next.length > 0
        ? new Map(sortRows(rows, next, comparable, locale).map((row, at) => [rowId(row), at]))
        : undefined,
    );
  };

  return {
    view,
    change,
    /** Where a row stands in the caller's own order. */
    placeOf: (row: R) => latest.current.indexOf(row),
    end: () => latest.current.length,
    undo: () => travel(stepBack(history)),
    redo: () => travel(stepForward(history)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    sort,
    setSort,
  };
}
