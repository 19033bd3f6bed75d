import { comingBack, goingOut, heldOf, travelling } from '@formwork/etl/cluster/held.ts';
import type { ClusterTable } from '@formwork/etl/cluster/whole.ts';
import { quoted } from '@formwork/etl/sql.ts';
import type { EngineSession, RowStream, TableSession } from '../../../../platform/engine/port.ts';

/** Rows of the embedded engine become a table over there. */
export async function sendRows(
  session: EngineSession,
  cluster: TableSession,
  { name, sql }: { name: string; sql: string },
  signal: AbortSignal,
): Promise<{ table: ClusterTable; rows: number }> {
  const columns = (await session.describe(sql)).map((column) => ({ name: column.name, held: heldOf(column) }));
  const values = columns.map(({ name: own, held }, at) => `${goingOut(own, held)} as c${at}`);
  const { bytes } = await session.drain(`select ${values.join(', ')} from (${sql}\n) as going`, { signal });
  const rows: RowStream = { columns: columns.map(({ held }, at) => travelling(held, `c${at}`)), bytes };
  const filled = await cluster.fill(name, rows, { signal });
  return { table: { table: name, columns }, rows: filled.rows };
}

/** Rows over there become a table of the embedded engine; the answer is the SELECT that has them as they were. */
export async function fetchRows(
  session: EngineSession,
  cluster: TableSession,
  { name, sql, columns }: { name: string; sql: string; columns: ClusterTable['columns'] },
  signal: AbortSignal,
): Promise<string> {
  const { bytes } = await cluster.drain(sql, { signal });
  await session.fill(name, { columns: columns.map(({ held }, at) => travelling(held, `c${at}`)), bytes }, { signal });
  const values = columns.map((column, at) => `${comingBack(`c${at}`, column.held)} as ${quoted(column.name)}`);
  return `select ${values.join(', ')} from ${quoted(name)}`;
}
