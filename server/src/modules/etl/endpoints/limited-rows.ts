import type { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { usualLimits, type QueryLimits, type QueryResult } from '../../../platform/engine/port.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';

/** What a statement answers, as far as its limits reach. `open` begins it, and ends it with the signal; `refuse` says what went wrong. */
export async function limitedRows(
  columns: DataColumn[],
  { signal, ...given }: QueryLimits,
  open: (limits: { rows: number; ms: number; signal: AbortSignal }) => Readable | Promise<Readable>,
  refuse: (error: unknown) => never,
): Promise<QueryResult> {
  const { rows: most, bytes: mostBytes, ms } = { ...usualLimits, ...given };
  const until = AbortSignal.timeout(ms);
  const rows: (string | null)[][] = [];
  let size = 0;
  try {
    const stream = await open({ rows: most, ms, signal: signal ? AbortSignal.any([signal, until]) : until });
    for await (const batch of rowsOf(stream))
      for (const row of batch) {
        size += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
        if (rows.length >= most) return { columns, rows, cut: 'rows' };
        if (size > mostBytes) return { columns, rows, cut: 'bytes' };
        rows.push(row);
      }
    return { columns, rows, cut: null };
  } catch (error) {
    signal?.throwIfAborted();
    if (until.aborted) throw new AppError('etl.sql.time', { seconds: ms / 1_000 });
    return refuse(error);
  }
}
