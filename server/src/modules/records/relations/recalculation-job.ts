import { nobody } from '@formwork/contract/nobody.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/runs/run-kinds.ts';
import { startRunIn } from '../../../platform/runs/runs.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { TextRow } from '../../../platform/db/text-query.ts';
import { forgetForm, recalculationRun } from '../../forms/public.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { recalculationAsked, type Scope } from './deferred.ts';
import { recalculate } from './recalculate.ts';
import { referringSql, spread } from './spread.ts';

const batchRows = 1_000;
/** By then every process has heard of a release; what one of them saved meanwhile with the release before is made again. */
const heardAfterMs = 1_000;

type Payload = { formId: string; release: number; since: string } | { recalculationId: string };

interface Running {
  id: string;
  form_id: string;
  scope: Scope | null;
  cursor: string | null;
  pass: number;
  done: number;
  total: number | null;
  changed: number;
}

/**
 * Makes computed values of stored records again, in batches that commit one by one: writers wait for one batch at most, and
 * only where they write the same records. Its own row says how far it came, so after a crash it goes on from there.
 */
export async function runRecalculation(
  job: Job<Payload>,
): Promise<{ formId: string; records: number; changed: number }> {
  const { payload } = job;
  const released = 'formId' in payload ? payload : undefined;
  const running = await load(job, released);
  const result = () => ({ formId: running.form_id, records: running.done, changed: running.changed });
  let plan = await planFrom(job, running.form_id, released?.release);
  if (!plan) return result();
  running.total ??= await countScope(job, plan, running.scope);
  job.progress(running.done, running.total);
  const since = released?.since;
  while (running.pass === 1 || since !== undefined) {
    // a later release makes everything again by itself
    plan = await planFrom(job, running.form_id, released?.release);
    if (!plan || (released && plan.form.release > released.release)) return result();
    const made = await batch(job, plan, running, running.pass === 1 ? undefined : since);
    if (made) {
      Object.assign(running, {
        cursor: made.last,
        done: running.done + made.done,
        changed: running.changed + made.changed,
      });
      await job.moved();
      job.progress(running.done, running.total);
      if (job.cancelled()) return result();
      continue;
    }
    if (running.pass === 2 || since === undefined) break;
    const left = Date.parse(since) + heardAfterMs - Date.now();
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await spaceQuery(job.platform, {
      text: `update ${spaceSchema(job.spaceId)}.records_recalculation set pass = 2, cursor = null where id = $1`,
      values: [running.id],
    });
    Object.assign(running, { pass: 2, cursor: null });
  }
  await spaceQuery(job.platform, {
    text: `update ${spaceSchema(job.spaceId)}.records_recalculation set finished_at = now() where id = $1`,
    values: [running.id],
  });
  return result();
}

/** Starts the job for what a change has put off; told twice, the second one finds it begun. */
export const recalculationSubscriber: Subscriber = {
  name: 'records.recalculate',
  start: 'now',
  types: [recalculationAsked],
  async handle(platform, spaceId, events) {
    for (const { actor, data, requestId } of events) {
      const user = {
        id: actor ?? nobody,
        name: '',
        login: '',
        role: 'admin' as const,
        homeSpaceId: spaceId,
        sessionId: '',
      };
      const doer = { platform, spaceId, user, requestId, ip: '', locale: 'zh-CN' as const };
      await inSpace(doer, async (tx) => {
        const { rows } = await tx.query<{ job_id: string | null }>({
          text: `select job_id from ${tx.schema}.records_recalculation where id = $1 for update`,
          values: [data.id],
        });
        if (!rows[0] || rows[0].job_id !== null) return;
        const { id: jobId } = await startRunIn(tx, doer, recalculationRun, { recalculationId: String(data.id) });
        await tx.query({
          text: `update ${tx.schema}.records_recalculation set job_id = $2 where id = $1`,
          values: [data.id, jobId],
        });
      });
    }
  },
};

async function load(job: Job, released: { formId: string; release: number } | undefined): Promise<Running> {
  const schema = spaceSchema(job.spaceId);
  const id = released ? job.id : (job.payload as { recalculationId: string }).recalculationId;
  if (released) {
    await spaceQuery(job.platform, {
      text: `insert into ${schema}.records_recalculation (id, form_id, release, job_id, asked_by) values ($1::uuid, $2, $3, $1::uuid::text, $4) on conflict (id) do nothing`,
      values: [id, released.formId, released.release, job.user.id],
    });
  }
  const { rows } = await spaceQuery<Running>(job.platform, {
    text: `select id, form_id, scope, cursor, pass, done, total, changed from ${schema}.records_recalculation where id = $1`,
    values: [id],
  });
  if (!rows[0]) throw new Error(`no recalculation ${id}`);
  return rows[0];
}

/** The form in that release or a later one: this process may not have heard of it yet. */
async function planFrom(job: Job, formId: string, release = 0): Promise<FormPlan | undefined> {
  try {
    const plan = await planOf({ platform: job.platform, spaceId: job.spaceId }, formId);
    if (plan.form.release >= release) return plan;
    forgetForm(job.platform, job.spaceId, formId);
    return await planOf({ platform: job.platform, spaceId: job.spaceId }, formId);
  } catch (error) {
    // removed meanwhile
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  }
}

/** The next records behind the cursor; undefined when there are none. */
async function batch(
  job: Job,
  plan: FormPlan,
  running: Running,
  since: string | undefined,
): Promise<{ last: string; done: number; changed: number } | undefined> {
  return inSpace(job, async (tx) => {
    const params: unknown[] = [running.cursor ?? nobody, batchRows];
    const { from, id, where } = scopeSql(plan, running.scope, params);
    const late =
      since === undefined ? '' : ` and r.modified_at >= $${params.push(since)}::timestamptz - interval '5 seconds'`;
    const { rows } = await tx.query<TextRow>({
      text: `select found.id::text from (select distinct r.${id} as id from ${from} r where r.${id} > $1::uuid and ${where}${late} order by 1 limit $2) found order by found.id`,
      values: params,
      rowMode: 'array',
    });
    const ids = rows.map(([found]) => found ?? '');
    const last = ids.at(-1);
    if (last === undefined) return undefined;
    const worker = { platform: job.platform, spaceId: job.spaceId, user: job.user, giveWay: true };
    const changes = await recalculate(tx, worker, plan, ids);
    await spread(tx, worker, plan, changes);
    if (changes.length > 0)
      await tx.event('records.recalculated', plan.form.formId, { formId: plan.form.formId, count: changes.length });
    const done = running.pass === 1 ? ids.length : 0;
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.records_recalculation set cursor = $2, done = done + $3, changed = changed + $4, total = $5 where id = $1 and cursor is not distinct from $6::uuid`,
      values: [running.id, last, done, changes.length, running.total, running.cursor],
    });
    // another run has gone past this one
    if (rowCount === 0) throw new Error('the recalculation goes on elsewhere');
    return { last, done, changed: changes.length };
  });
}

function scopeSql(plan: FormPlan, scope: Scope | null, params: unknown[]): { from: string; id: string; where: string } {
  if (scope && 'via' in scope) {
    const found = referringSql(plan, scope.via);
    // the relation is gone with a later release, and with it what was to be made right
    return found
      ? { from: found.from, id: found.id, where: `r.${found.column} && $${params.push(scope.targets)}::uuid[]` }
      : { from: plan.table, id: 'id', where: 'false' };
  }
  return { from: plan.table, id: 'id', where: scope ? `r.id = any($${params.push(scope.ids)}::uuid[])` : 'true' };
}

async function countScope(job: Job, plan: FormPlan, scope: Scope | null): Promise<number> {
  const params: unknown[] = [];
  const { from, id, where } = scopeSql(plan, scope, params);
  const { rows } = await spaceQuery<{ count: number }>(job.platform, {
    text: `select count(distinct r.${id})::int as count from ${from} r where ${where}`,
    values: params,
  });
  return rows[0]?.count ?? 0;
}
