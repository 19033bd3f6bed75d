import { sql } from 'kysely';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import type { Hands } from '../organization/public.ts';

const atOnce = 500;

/** What somebody made is owned by whoever takes over from them; what was their own alone is the other's alone. */
export async function handOverDefinitions(job: Job, { from, to }: Hands): Promise<{ moved: number }> {
  let moved = 0;
  for (let some = atOnce; some === atOnce && !job.cancelled(); moved += some)
    some = await inControl(job.platform.control, job.spaceId, async (tx) => {
      const { rows } = await sql<{ kind: string; id: string; name: string }>`
        update definitions.definition set created_by = ${to}, owner = case when owner = ${from} then ${to}::uuid else owner end
        where (space_id, kind, id) in (select space_id, kind, id from definitions.definition where space_id = ${job.spaceId} and created_by = ${from} limit ${atOnce})
        returning kind, id, name ->> 'zh' as name`.execute(tx);
      for (const { kind, id, name } of rows)
        await record({ ...job, tx }, 'definitions.access_changed', { id, kind, name, from, to });
      return rows.length;
    });
  return { moved };
}
