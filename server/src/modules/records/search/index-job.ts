import { unfinishedOf } from '../../../platform/runs/run-find.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { FormPlan } from '../plan/plan.ts';
import { shapeOf } from './entries.ts';
import { indexRecords } from './index-records.ts';
import { planOrNone } from './plan-or-none.ts';
import type { RunName } from '../../../platform/runs/runs.ts';
import { z } from 'zod';

export const searchIndexRun = {
  kind: 'records.search_index',
  payload: z.object({ formId: z.string() }),
} satisfies RunName<unknown>;

const batchRows = 1_000;
const waitMs = 1_000;
const leftBehindMs = 120_000;
const nil = '00000000-0000-0000-0000-000000000000';

/** Reads those records of a form whose entries are missing or old. It may run again from the start: what is right is passed over. */
export async function runSearchIndex(job: Job<{ formId: string }>): Promise<{ records: number }> {
  const schema = spaceSchema(job.spaceId);
  const { formId } = job.payload;
  let records = 0;
  for (;;) {
    const { rows } = await spaceQuery<{ asked_at: string; whole_at: string | null }>(job.platform, {
      text: `select asked_at::text, whole_at::text from ${schema}.records_search_form where form_id = $1`,
      values: [formId],
    });
    const [asked] = rows;
    const plan = await planOrNone(job, formId);
    if (!asked || !plan) return { records };
    await othersDone(job, plan);
    // records that an undone import took along are named by no event
    await spaceQuery(job.platform, {
      text: `delete from ${schema}.records_search s where form_id = $1 and not exists (select 1 from ${plan.table} r where r.id = s.record_id)`,
      values: [formId],
    });
    records += await readAgain(job, plan, asked.whole_at);
    const { rowCount } = await spaceQuery(job.platform, {
      text: `update ${schema}.records_search_form set done_at = asked_at where form_id = $1 and asked_at = $2::timestamptz`,
      values: [formId, asked.asked_at],
    });
    if (rowCount > 0) return { records };
  }
}

/**
 * An import, and computed values that are made again, are quicker alone, and what they write is then read once instead of time and
 * again. One that makes no headway was left behind and is not waited for.
 */
async function othersDone(job: Job, plan: FormPlan): Promise<void> {
  for (let [last, since] = ['', Date.now()]; ;) {
    const { rows } = await spaceQuery<{ at: string; job_id: string | null }>(job.platform, {
      text: `select concat(id, ' ', done) as at, job_id from ${plan.schema}.records_import where form_id = $1 and state = 'running'
        union all select concat(id, ' ', pass, ' ', cursor), null from ${plan.schema}.records_recalculation where form_id = $1 and finished_at is null order by 1`,
      values: [plan.form.formId],
    });
    // of an import its own row says how far it came, its job whether it goes on: one that was cancelled does not
    const alive = await unfinishedOf(
      job,
      rows.flatMap(({ job_id: id }) => id ?? []),
    );
    const now = rows
      .filter(({ job_id: id }) => id === null || alive.has(id))
      .map(({ at }) => at)
      .join();
    if (now !== last) [last, since] = [now, Date.now()];
    if (now === '' || Date.now() - since > leftBehindMs) return;
    if (job.cancelled()) throw new Error('goes on elsewhere');
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Stretch by stretch along the ids, so that what is right already costs little to pass over. */
async function readAgain(job: Job, plan: FormPlan, wholeAt: string | null): Promise<number> {
  let records = 0;
  for (let after = nil; ;) {
    // stops where the server stops; the queue starts it again
    if (job.cancelled()) throw new Error('goes on elsewhere');
    const { rows } = await spaceQuery<{ id: string; old: boolean }>(job.platform, {
      text: `with stretch as materialized (select r.id, r.version from ${plan.table} r where r.id > $1::uuid order by r.id limit ${batchRows})
        select r.id, not exists (select 1 from ${plan.schema}.records_search s where s.record_id = r.id and s.item = '' and s.version = r.version and s.shape = $2 and s.indexed_at >= coalesce($3::timestamptz, '-infinity')) as old
        from stretch r order by r.id`,
      values: [after, shapeOf(plan), wholeAt],
    });
    const last = rows.at(-1)?.id;
    if (last === undefined) return records;
    const old = rows.flatMap((row) => (row.old ? [row.id] : []));
    if (old.length > 0) await indexRecords(job, plan, old);
    records += old.length;
    after = last;
  }
}
