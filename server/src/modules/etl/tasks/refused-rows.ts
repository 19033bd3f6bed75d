import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { rowsOf, streamOf } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Rejected } from './rejected.ts';

/** So many rows at most are taken out of a load one by one: each costs another try. */
export const mostRefused = 50;

/** The row that a target named when it refused a load. */
export function refusedRow(error: unknown): number | undefined {
  if (!(error instanceof AppError) || !error.code.startsWith('etl.row.refused')) return undefined;
  const row = Number(error.data?.row);
  return Number.isInteger(row) && row > 0 ? row : undefined;
}

/** The rows of a stage without those at these places, from 0. */
export function without(bytes: Readable, columns: DataColumn[], places: ReadonlySet<number>): RowStream {
  if (places.size === 0) return { columns, bytes };
  async function* kept(): AsyncGenerator<(string | null)[][]> {
    let place = 0;
    for await (const rows of rowsOf(bytes)) yield rows.filter(() => !places.has(place++));
  }
  return { columns, bytes: streamOf(kept()) };
}

/**
 * Which row of the stage a target means by a number of those that it got. PostgreSQL counts lines, and a text may go over several of
 * them.
 */
export async function placeOf(
  bytes: Readable,
  places: ReadonlySet<number>,
  { number, byLine }: { number: number; byLine: boolean },
): Promise<{ place: number; row: (string | null)[] } | undefined> {
  let place = 0;
  let count = 0;
  try {
    for await (const rows of rowsOf(bytes))
      for (const row of rows) {
        const at = place++;
        if (places.has(at)) continue;
        count += byLine ? 1 + row.reduce((lines, value) => lines + (value?.split('\n').length ?? 1) - 1, 0) : 1;
        if (count >= number) return { place: at, row };
      }
    return undefined;
  } finally {
    bytes.destroy();
  }
}

export function rejectedOf(row: readonly (string | null)[], columns: readonly DataColumn[], reason: string): Rejected {
  return { row: Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])), reason };
}
