import type { LogRow } from './log-row.ts';
import { openSums, type CallSum } from './sums.ts';

/** What a thread tells of calls: their rows as lines of JSON, which are written as they are, and their sums. */
export interface Told {
  calls: Lines[];
  /** Rows of calls that were refused: kept where others are given up. */
  refused: string[];
  sums: CallSum[];
}

/** So many lines of JSON, each with a line break behind it. */
export interface Lines {
  bytes: Uint8Array<ArrayBuffer>;
  count: number;
}

export interface Teller {
  note(row: LogRow): void;
  /** Undefined where nothing was noted since; without the sums, which say less the more often they are told, they go on. */
  take(withSums: boolean): Told | undefined;
}

const pageBytes = 256 * 1024;
/** A character takes no more of UTF-8 than that for each of its units. */
const mostBytesAUnit = 3;

/**
 * Rows become lines of bytes at once: as objects, or texts, they would be thousands by the time they are told, which whoever
 * cleans up behind the calls would carry from one place to the other each time.
 */
export function openTeller(): Teller {
  const sums = openSums();
  let page = Buffer.allocUnsafeSlow(pageBytes);
  let used = 0;
  let count = 0;
  let full: Lines[] = [];
  let refused: string[] = [];

  function turn(): void {
    if (count > 0) full.push({ bytes: new Uint8Array(page.subarray(0, used)), count });
    used = 0;
    count = 0;
  }

  return {
    note(row) {
      sums.add(row);
      const line = JSON.stringify(row);
      if (row.code !== '') {
        refused.push(line);
        return;
      }
      const most = line.length * mostBytesAUnit + 1;
      if (used + most > page.length) {
        turn();
        if (most > page.length) page = Buffer.allocUnsafeSlow(most);
      }
      used += page.write(line, used);
      page[used++] = 0x0a;
      count += 1;
    },
    take(withSums) {
      turn();
      const told: Told = { calls: full, refused, sums: withSums ? sums.take() : [] };
      full = [];
      refused = [];
      return told.calls.length + told.refused.length + told.sums.length === 0 ? undefined : told;
    },
  };
}
