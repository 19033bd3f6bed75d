import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { KeyRange, RangedTable, Ranges, RowStream } from '../../../platform/engine/port.ts';

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

interface Apart {
  /** The first key, by the order of the column, or the last. */
  edge(order: 'asc' | 'desc'): Promise<string | undefined>;
  /** The key of the row that is so many behind `after`, up to `upTo`. */
  behind(range: KeyRange, rows: number): Promise<string | undefined>;
  bytes(range: KeyRange, signal: AbortSignal | undefined): RowStream['bytes'] | Promise<RowStream['bytes']>;
}

/** The ranges of a table whose database has no state that several statements see: each is read by itself. */
export async function rangesApart(
  key: TableKey,
  given: RangedTable,
  columns: DataColumn[],
  { edge, behind, bytes }: Apart,
): Promise<Ranges | undefined> {
  const each = rowsOfRange(key, given);
  if (each === undefined) return undefined;
  const lowest = await edge('asc');
  const highest = await edge('desc');
  const upTo = given.earlier?.key === key.column.name ? given.earlier.upTo : highest;
  if (lowest === undefined || upTo === undefined) return undefined;
  return {
    key: key.column.name,
    upTo,
    still: false,
    columns,
    next: rangesBetween(key, each, { lowest, upTo, behind: (after, rows) => behind({ after, upTo }, rows) }),
    read: async (range, { signal } = {}) => ({ columns, bytes: await bytes(range, signal) }),
    end: () => Promise.resolve(),
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
