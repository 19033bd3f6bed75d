import type { ValueType } from '@formwork/contract/etl/columns.ts';
import type { Opened } from '../../../platform/connection-kind.ts';

/** What one reading takes at most; what is beyond is cut off, and said so. */
export interface ReadLimits {
  rows?: number;
  bytes?: number;
  ms?: number;
}

export interface ReadResult {
  columns: { name: string; type: ValueType }[];
  rows: (string | null)[][];
  /** Which limit ended it before everything was read. */
  cut: 'rows' | 'bytes' | null;
}

/** Reads a database and changes nothing in it: each reading is a transaction that is read only there. */
export interface ReadingClient extends Opened {
  /** One statement that answers rows. Parameters are `$1` in PostgreSQL, `?` in MySQL. */
  query(text: string, params?: readonly (string | number | boolean | null)[], limits?: ReadLimits): Promise<ReadResult>;
}

export const usualLimits: Required<ReadLimits> = { rows: 10_000, bytes: 50 * 1024 * 1024, ms: 60_000 };

/** Takes rows until a limit is reached. */
export function takeUp(limits: Required<ReadLimits>, rows: (string | null)[][]) {
  let bytes = 0;
  return {
    cut: null as ReadResult['cut'],
    /** False when there is no room for it. */
    take(row: (string | null)[]): boolean {
      bytes += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (rows.length >= limits.rows) this.cut = 'rows';
      else if (bytes > limits.bytes) this.cut = 'bytes';
      else rows.push(row);
      return this.cut === null;
    },
  };
}
