import { lineOf } from './log-line.ts';
import type { LogPlace, LogRow } from './log-row.ts';
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
  note(row: LogRow, place: LogPlace): void;
  /** Undefined where nothing was noted since; without the sums, which say less the more often they are told, they go on. */
  take(withSums: boolean): Told | undefined;
  /** How many sums there are to be told. */
  sums(): number;
  /** A page that was told, and is used again. */
  giveBack(page: ArrayBuffer): void;
}

const pageBytes = 256 * 1024;
/** A character takes no more of UTF-8 than that for each of its units. */
const mostBytesAUnit = 3;

const mostSpare = 16;

/**
 * Rows become lines of bytes at once: as objects, or texts, they would be thousands by the time they are told, which whoever
 * cleans up behind the calls would carry from one place to the other each time.
 */
export function openTeller(): Teller {
  const sums = openSums();
  const spare: ArrayBuffer[] = [];
  const newPage = (most: number): Buffer<ArrayBuffer> => {
    const given = most <= pageBytes ? spare.pop() : undefined;
    return given ? Buffer.from(given) : Buffer.allocUnsafeSlow(Math.max(pageBytes, most));
  };
  let page = newPage(0);
  let used = 0;
  let count = 0;
  let full: Lines[] = [];
  let refused: string[] = [];

  /** A page that is well filled changes hands, of another one what is in it is copied; the next line takes `most` bytes. */
  function turn(most = 0): void {
    const isFull = used > pageBytes / 4;
    if (count > 0)
      full.push({ bytes: isFull ? page.subarray(0, used) : new Uint8Array(page.subarray(0, used)), count });
    if (isFull || page.length < most) page = newPage(most);
    used = 0;
    count = 0;
  }

  return {
    note(row, place) {
      sums.add(row, place);
      if (row.code !== '') {
        refused.push(JSON.stringify(row));
        return;
      }
      const line = lineOf(row, place);
      const most = line.length * mostBytesAUnit;
      if (used + most > page.length) turn(most);
      used += page.write(line, used);
      count += 1;
    },
    take(withSums) {
      turn();
      const told: Told = { calls: full, refused, sums: withSums ? sums.take() : [] };
      full = [];
      refused = [];
      return told.calls.length + told.refused.length + told.sums.length === 0 ? undefined : told;
    },
    sums: sums.size,
    giveBack(given) {
      if (given.byteLength === pageBytes && spare.length < mostSpare) spare.push(given);
    },
  };
}
