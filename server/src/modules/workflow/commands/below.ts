import type { EventKind } from '@formwork/contract/workflow/process.ts';
import type { SpaceReader } from '../../../platform/db/space-data.ts';
import { prepared } from '../lists/rows.ts';

/** What moves a process on: afterwards it cannot be taken back as if nothing had been. */
const acts: EventKind[] = ['submitted', 'resubmitted', 'returned', 'transferred'];

/**
 * Who was the first to act in processes that this one waits for, and in those that they wait for, by the timer that waits.
 * Locked, they stand still until this transaction is over, from above downward as everywhere.
 */
export async function begunBelow(
  tx: SpaceReader,
  instanceId: string,
  how: 'read' | 'lock',
): Promise<Map<string, { by: string; at: string }>> {
  const { rows: below } = await tx.query<{ top: string; id: string }>({
    ...prepared(`with recursive below as (
        select t.id as top, c.id, 1 as depth from ${tx.schema}.workflow_timer t join ${tx.schema}.workflow_instance c on c.parent_timer = t.id
          where t.instance_id = $1 and t.kind = 'child' and t.state in ('waiting', 'paused')
        union all
        select b.top, c.id, b.depth + 1 from below b join ${tx.schema}.workflow_timer t on t.instance_id = b.id and t.kind = 'child' join ${tx.schema}.workflow_instance c on c.parent_timer = t.id)
      select top, id from below order by depth, id`),
    values: [instanceId],
  });
  if (below.length === 0) return new Map();
  const ids = below.map(({ id }) => id);
  if (how === 'lock')
    for (const id of ids)
      await tx.query({
        ...prepared(`select id from ${tx.schema}.workflow_instance where id = $1 for update`),
        values: [id],
      });
  const { rows } = await tx.query<{ instance_id: string; actor: string; at: Date }>({
    ...prepared(
      `select instance_id, actor, at from ${tx.schema}.workflow_event where instance_id = any($1::uuid[]) and kind = any($2) and actor is not null order by at desc, id desc`,
    ),
    values: [ids, acts],
  });
  // the earliest comes last and stays
  return new Map(
    rows.map(({ instance_id: id, actor, at }) => [
      below.find((one) => one.id === id)!.top,
      { by: actor, at: at.toISOString() },
    ]),
  );
}

/** How many processes stand above one, each started by the next, up to `most`. */
export async function processesAbove(tx: SpaceReader, instanceId: string, most: number): Promise<number> {
  const { rows } = await tx.query<{ depth: number }>({
    ...prepared(`with recursive above as (
        select parent_timer, 0 as depth from ${tx.schema}.workflow_instance where id = $1
        union all
        select p.parent_timer, a.depth + 1 from above a join ${tx.schema}.workflow_timer t on t.id = a.parent_timer join ${tx.schema}.workflow_instance p on p.id = t.instance_id where a.depth < $2)
      select max(depth)::int as depth from above`),
    values: [instanceId, most],
  });
  return rows[0]?.depth ?? 0;
}
