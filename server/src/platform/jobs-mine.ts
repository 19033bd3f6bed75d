import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { JobView, jobsApi } from '@formwork/contract/jobs/api.ts';
import type { Selectable } from 'kysely';
import type { Ctx, TxCtx } from './context.ts';
import { inControl, type ControlTx } from './db.ts';
import { notFound } from './errors.ts';
import { record } from './events.ts';
import { cancelMessage, type JobTable } from './jobs.ts';

export async function listMyJobs(ctx: TxCtx, { query }: InputOf<typeof jobsApi.list>): Promise<JobView[]> {
  let jobs = mine(ctx);
  if (query.kind) jobs = jobs.where('kind', '=', query.kind);
  if (query.state) jobs = jobs.where('state', '=', query.state);
  const rows = await jobs.orderBy('created_at', 'desc').limit(query.limit).execute();
  return rows.map(viewOf);
}

export async function getMyJob(ctx: TxCtx, { params }: InputOf<typeof jobsApi.get>): Promise<JobView> {
  return viewOf(await myJob(ctx, params.jobId));
}

/** The same for what began the job and shows its state; undefined for the moment in which its row is not there yet (`startJobIn`). */
export async function findMyJob(ctx: Ctx, jobId: string | null): Promise<JobView | undefined> {
  if (jobId === null) return undefined;
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) => mine({ ...ctx, tx }).where('id', '=', jobId).executeTakeFirst());
  return row && viewOf(row);
}

/** A job of the caller's, with what it was given: for the module whose work it does. */
export async function myJobOfKind(ctx: TxCtx, id: string, kind: string): Promise<Pick<Selectable<JobTable>, 'state' | 'payload' | 'result'>> {
  const row = await mine(ctx).where('id', '=', id).where('kind', '=', kind).executeTakeFirst();
  if (!row) throw notFound('jobs.job.not_found');
  return row;
}

/** What the last jobs of a kind in the space were given, those alone that are over: what they left behind can go. */
export async function payloadsOfEnded(ctx: TxCtx, kind: string): Promise<unknown[]> {
  const rows = await ctx.tx.selectFrom('platform.job').select('payload').where('kind', '=', kind).where('state', 'in', ['finished', 'failed', 'cancelled']).orderBy('created_at', 'desc').limit(20).execute();
  return rows.map(({ payload }) => payload);
}

/** What jobs of a kind were given that have been over for so long: their rows are about to go as well. */
export async function payloadsOverFor(tx: ControlTx, kind: string, days: number): Promise<unknown[]> {
  const rows = await tx.selectFrom('platform.job').select('payload').where('kind', '=', kind).where('finished_at', '<', new Date(Date.now() - days * 86_400_000)).execute();
  return rows.map(({ payload }) => payload);
}

/** Those of these jobs that are yet to be done, or are being done now. */
export async function unfinishedOf(tx: ControlTx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('platform.job').select('id').where('id', 'in', ids).where('state', 'in', ['queued', 'running']).execute();
  return new Set(rows.map(({ id }) => id));
}

/** A job that nobody has begun ends at once; a running one is told, and ends when its work is in order. */
export async function cancelMyJob(ctx: TxCtx, { params }: InputOf<typeof jobsApi.cancel>): Promise<JobView> {
  const id = params.jobId;
  const unfinished = () => ctx.tx.updateTable('platform.job').where('id', '=', id).where('created_by', '=', ctx.user.id);
  const ended = await unfinished().set({ state: 'cancelled', cancel_requested: true, finished_at: new Date() }).where('state', '=', 'queued').returning('id').executeTakeFirst();
  const told = ended ?? (await unfinished().set({ cancel_requested: true }).where('state', '=', 'running').where('cancel_requested', '=', false).returning('id').executeTakeFirst());
  const job = await myJob(ctx, id);
  if (told) {
    await record(ctx, 'platform.job.cancelled', { id, kind: job.kind });
    ctx.platform.bus.publish({ kind: cancelMessage, id });
  }
  return viewOf(job);
}

function mine(ctx: TxCtx) {
  return ctx.tx.selectFrom('platform.job').selectAll().where('created_by', '=', ctx.user.id);
}

async function myJob(ctx: TxCtx, id: string): Promise<Selectable<JobTable>> {
  const row = await mine(ctx).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('jobs.job.not_found');
  return row;
}

function viewOf(row: Selectable<JobTable>): JobView {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    done: row.done,
    total: row.total,
    result: row.result,
    error: row.error as JobView['error'],
    cancelRequested: row.cancel_requested,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
