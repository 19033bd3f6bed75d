import { createHash } from 'node:crypto';
import { changeColumn, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { sourceTable } from '@formwork/etl/graph.ts';
import { quoted } from '@formwork/etl/sql.ts';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Endpoint, EngineSession, RowStream } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { counted } from './counted.ts';
import type { Reading } from './sources.ts';

/** Where a task stands in the log of a database: kept with its checkpoints, so that what is kept over there can be ended. */
export const ChangePosition = z.object({ connection: z.uuid(), table: z.string(), slot: z.string(), at: z.string() });
export type ChangePosition = z.infer<typeof ChangePosition>;

export function positionOf(text: string | undefined): ChangePosition | undefined {
  if (!text?.startsWith('{')) return undefined;
  return ChangePosition.safeParse(JSON.parse(text)).data;
}

interface Filling {
  node: TaskNodeOf<'tableSource'>;
  reading: Reading;
  endpoint: Endpoint;
}

/** What changed since the run before as a table of the session; whoever draws a task sees rows as they are. */
export async function fillChanges(
  ctx: Ctx,
  session: EngineSession,
  { node, reading, endpoint }: Filling,
): Promise<number> {
  const { run, signal, limit, seen } = reading;
  const table = { schema: node.schema, name: node.table };
  const names = node.columns.map(({ name }) => name).filter((name) => name !== changeColumn);
  const stopped = signal ? { signal } : {};
  const fill = async (rows: RowStream) => (await session.fill(sourceTable(node.id), counted(rows, seen), stopped)).rows;
  if (!endpoint.changes) throw new AppError('etl.changes.none');
  if (run === undefined) {
    const rows = await endpoint.read({ table, columns: names, ...(limit !== undefined && { limit }) }, stopped);
    await fill(rows);
    const name = quoted(sourceTable(node.id));
    await session.run(`alter table ${name} add column ${quoted(changeColumn)} varchar default 'upsert'`);
    return Number((await session.query(`select count(*) from ${name}`)).rows[0]![0]);
  }
  const kept = positionOf(reading.after);
  const place = `${node.schema}.${node.table}`;
  const slot = slotOf(ctx.spaceId, reading.usedBy.id, node.id);
  // another table or another database: everything anew
  const same = kept?.slot === slot && kept.connection === node.connection && kept.table === place;
  const { rows, position, anew } = await endpoint.changes(table, {
    slot,
    after: same ? kept.at : undefined,
    columns: names,
    signal,
  });
  const found = await fill(rows);
  if (anew) reading.anew?.(anew);
  const moved: ChangePosition = { connection: node.connection!, table: place, slot, at: position };
  reading.moved?.(JSON.stringify(moved));
  return found;
}

/** Names of slots are small letters, digits and underlines. */
function slotOf(space: string, task: string, node: string): string {
  return `formwork_${createHash('sha256')
    .update(JSON.stringify([space, task, node]))
    .digest('hex')
    .slice(0, 24)}`;
}
