import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import type { UsedBy } from '../../connections/public.ts';
import { openEndpoint } from './open.ts';

export interface ReadRows {
  columns: DataColumn[];
  rows: (string | null)[][];
}

const patienceMs = 60_000;

/** The first rows of a table of a connection, or of a form among the own forms, as the caller may read them. */
export async function readTable(
  ctx: Ctx,
  { source, schema, name }: { source: string; schema: string; name: string },
  limit: number,
  usedBy: UsedBy,
): Promise<ReadRows> {
  const endpoint = await openEndpoint(ctx, source, usedBy);
  try {
    const { columns, bytes } = await endpoint.read(
      { table: { schema, name }, limit },
      { signal: AbortSignal.timeout(patienceMs) },
    );
    const rows: (string | null)[][] = [];
    for await (const batch of rowsOf(bytes)) rows.push(...batch);
    return { columns, rows };
  } finally {
    await endpoint.close();
  }
}
