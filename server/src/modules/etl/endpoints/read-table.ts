import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { allRows } from '../../../platform/engine/rows.ts';
import type { UsedBy } from '../../connections/public.ts';
import { mostLooked } from './files.ts';
import { openTable, type SourceTable } from './in-engine.ts';

export interface ReadRows {
  columns: DataColumn[];
  rows: (string | null)[][];
}

const patienceMs = 60_000;

/** The first rows of a table of a connection, of a form or of a file that a task wrote, as the caller may read them. */
export async function readTable(ctx: Ctx, source: SourceTable, limit: number, usedBy: UsedBy): Promise<ReadRows> {
  const { endpoint, table } = await openTable(ctx, source, usedBy, mostLooked);
  try {
    return await patiently(patienceMs, async (signal) => {
      const { columns, bytes } = await endpoint.read({ table, limit }, { signal });
      return { columns, rows: await allRows(bytes) };
    });
  } finally {
    await endpoint.close();
  }
}
