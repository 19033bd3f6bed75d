import type { Job } from '../../platform/jobs.ts';
import { inSpace } from '../../platform/space-data.ts';
import { releasedFormIds } from '../forms/public.ts';
import type { Hands } from '../organization/public.ts';
import { written } from './count.ts';
import { planOf } from './plan.ts';

const batchRows = 500;

/** Gives a person's records to somebody else, form by form, in batches that commit one by one. */
export async function handOverRecords(job: Job, { from, to }: Hands): Promise<{ moved: number }> {
  let moved = 0;
  for (const formId of await releasedFormIds(job.platform, job.spaceId)) {
    const plan = await planOf(job, formId);
    for (let rows = batchRows; rows === batchRows && !job.cancelled();) {
      rows = await inSpace(job, async (tx) => {
        const { rowCount } = await tx.query({
          text: `with mine as (select id from ${plan.table} where owner = $1 order by id limit ${batchRows} for update),
              changed as (update ${plan.table} r set owner = $2, version = r.version + 1, modifier = $3, modified_at = now() from mine where r.id = mine.id returning r.id, r.version)
            insert into ${plan.schema}.records_history (record_id, id, form_id, version, kind, actor, at, changes, deputy)
              select id, gen_random_uuid(), $4, version, 'updated', $3, now(), $5::jsonb, $6::uuid from changed`,
          values: [from, to, job.user.id, formId, JSON.stringify({ _owner: [[from], [to]] }), job.user.deputy?.id ?? null],
        });
        if (rowCount > 0) await tx.event('records.handed_over', formId, { formId, from, to, count: rowCount });
        return rowCount;
      });
      moved += rows;
    }
  }
  if (moved > 0) written(job.platform, job.spaceId);
  return { moved };
}
