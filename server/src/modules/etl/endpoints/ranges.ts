import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { KeyRange, RangedTable } from '../../../platform/engine/port.ts';

// A table in ranges of its key: how many rows each has, and where it ends.

/** The column that a table is read by, and what its database knows of the table without counting. */
export interface TableKey {
  column: DataColumn;
  rows: number;
  /** Undefined where that is not known. */
  bytes: number | undefined;
  /** No two rows have the same value. */
  alone: boolean;
  /** The rows lie in another order than that of the key, so that each range is looked for in all of the table. */
  scattered: boolean;
}

/** What is kept of a range goes into the store at once. */
const mostBytes = 64 * 2 ** 20;
/** Each range becomes a file that the engine opens. */
const mostRanges = 64;
const [mostScattered, mostScatteredBytes] = [8, 2 * 2 ** 30];

/** How many rows a range has; undefined where the table is not parted. What was begun is gone on with, however few rows are left. */
export function rowsOfRange(
  { column, rows, bytes, scattered }: TableKey,
  { rows: usual, earlier }: Pick<RangedTable, 'rows' | 'earlier'>,
): number | undefined {
  const width = bytes !== undefined && rows > 0 ? bytes / rows : 0;
  const each = Math.max(1, Math.min(usual, width > 0 ? Math.floor(mostBytes / width) : usual));
  const isTooSlow = scattered && (bytes ?? 0) > mostScatteredBytes;
  if ((rows < 2 * each || isTooSlow) && earlier?.key !== column.name) return undefined;
  return Math.max(each, Math.ceil(rows / (scattered ? mostScattered : mostRanges)));
}

interface Bounds {
  lowest: string;
  upTo: string;
  /** So many rows behind a key; undefined where there are less. */
  behind(after: string | undefined, rows: number): Promise<string | undefined>;
}

/** Where the ranges of a table end, one after the other. */
export function rangesBetween(key: TableKey, each: number, { lowest, upTo, behind }: Bounds) {
  const step = stepOf(key, each, { lowest, upTo });
  return async (after: string | undefined): Promise<KeyRange | undefined> => {
    if (after === upTo) return undefined;
    if (step === undefined) return { after, upTo: (await behind(after, each)) ?? upTo };
    const end = (after === undefined ? BigInt(lowest) - 1n : BigInt(after)) + step;
    return { after, upTo: end < BigInt(upTo) ? String(end) : upTo };
  };
}

/** Numbers of which at least half are there need not be looked for. */
function stepOf(
  { column, rows, alone }: TableKey,
  each: number,
  { lowest, upTo }: Pick<Bounds, 'lowest' | 'upTo'>,
): bigint | undefined {
  if (column.type !== 'integer' || !alone) return undefined;
  const span = Number(BigInt(upTo) - BigInt(lowest)) + 1;
  const filled = Math.min(1, rows / span);
  return filled < 0.5 ? undefined : BigInt(Math.ceil(each / filled));
}
