import type { LogRow } from './log-row.ts';
import { openSums, type CallSum } from './sums.ts';

/** What a thread tells of calls: their rows as lines of JSON, which are written as they are, and their sums. */
export interface Told {
  calls: string[];
  /** Rows of calls that were refused: kept where others are given up. */
  refused: string[];
  sums: CallSum[];
}

export interface Teller {
  note(row: LogRow): void;
  /** Undefined where nothing was noted since; without the sums, which say less the more often they are told, they go on. */
  take(withSums: boolean): Told | undefined;
}

export function openTeller(): Teller {
  const rows: LogRow[] = [];
  const sums = openSums();
  return {
    note: (row) => void rows.push(row),
    // worked out here, while no call waits for it
    take(withSums) {
      const told: Told = { calls: [], refused: [], sums: [] };
      for (const row of rows.splice(0)) {
        sums.add(row);
        (row.code === '' ? told.calls : told.refused).push(JSON.stringify(row));
      }
      if (withSums) told.sums = sums.take();
      const { calls, refused } = told;
      return calls.length + refused.length + told.sums.length === 0 ? undefined : told;
    },
  };
}
