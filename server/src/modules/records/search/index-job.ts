import type { Job } from '../../../platform/jobs.ts';
import { spaceQuery, spaceSchema } from '../../../platform/space-data.ts';
import type { FormPlan } from '../plan.ts';
import { shapeOf } from './entries.ts';
import { indexRecords } from './index-records.ts';
import { planOrNone } from './plan-or-none.ts';

export const searchIndexJob = 'records.search_index';

const batchRows = 1_000;
const waitMs = 1_000;
const nil = '00000000-0000-0000-0000-000000000000';

/** Reads those records of a form whose entries are missing or old. It may run again from the start: what is right is passed over. */
export async function runSearchIndex(job: Job<{ formId: string }>): Promise<{ records: number }> {
  const schema = spaceSchema(job.spaceId);
  const { formId } = job.payload;
  let records = 0;
  for (;;) {
    const { rows } = await spaceQuery<{ asked_at: string; whole_at: string | null }>(job.platform, { text: `select asked_at::text, whole_at::text from ${schema}.records_search_form where form_id = $1`, values: [formId] });
    const [asked] = rows;
    const plan = await planOrNone(job, formId);
    if (!asked || !plan) return { records };
    // an import is quicker alone, and all it brings is read in one go
    while (await isImporting(job, plan)) {
      if (job.cancelled()) throw new Error('goes on elsewhere');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
    // records that an undone import took along are named by no event
    await spaceQuery(job.platform, { text: `delete from ${schema}.records_search s where form_id = $1 and not exists (select 1 from ${plan.table} r where r.id = s.record_id)`, values: [formId] });
    records += await readAgain(job, plan, asked.whole_at);
    const { rowCount } = await spaceQuery(job.platform, { text: `update ${schema}.records_search_form set done_at = asked_at where form_id = $1 and asked_at = $2::timestamptz`, values: [formId, asked.asked_at] });
    if (rowCount > 0) return { records };
  }
}

async function isImporting(job: Job, plan: FormPlan): Promise<boolean> {
  const { rows } = await spaceQuery(job.platform, { text: `select 1 from ${plan.schema}.records_import where form_id = $1 and state = 'running' and started_at > now() - interval '6 hours' limit 1`, values: [plan.form.formId] });
  return rows.length > 0;
}

async function readAgain(job: Job, plan: FormPlan, wholeAt: string | null): Promise<number> {
  let records = 0;
  for (let after = nil; ;) {
    // stops where the server stops; the queue starts it again
    if (job.cancelled()) throw new Error('goes on elsewhere');
    const { rows } = await spaceQuery<{ id: string }>(job.platform, {
      text: `select r.id from ${plan.table} r left join ${plan.schema}.records_search s on s.record_id = r.id and s.item = ''
        where r.id > $1::uuid and (s.version is distinct from r.version or s.shape <> $2 or s.indexed_at < $3::timestamptz) order by r.id limit ${batchRows}`,
      values: [after, shapeOf(plan), wholeAt],
    });
    const last = rows.at(-1)?.id;
    if (last === undefined) return records;
    await indexRecords(job, plan, rows.map(({ id }) => id));
    records += rows.length;
    after = last;
  }
}
