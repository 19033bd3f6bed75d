import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { JobMessage, JobState } from '@formwork/contract/jobs/api.ts';
import { inControl } from './db.ts';
import { AppError } from './errors.ts';
import { newId } from './ids.ts';
import type { Job, JobActor, JobFunction, JobTable } from './jobs.ts';
import type { RowReference } from './jobs-queue.ts';
import type { Platform } from './platform.ts';

/** How often progress is written and told at most. */
const progressMs = 300;
/** How often a run looks whether it is still wanted, when nobody told it otherwise. */
const lookMs = 3_000;

export interface RunningJobs {
  /** Runs one queued job. Throws when the queue should try again. */
  run(row: RowReference, lastTry: boolean, stopping: AbortSignal): Promise<void>;
  /** Somebody cancelled it; perhaps it runs here. */
  cancel(id: string): void;
}

type JobRow = Selectable<JobTable>;

export function runningJobs(platform: Platform, functions: Record<string, JobFunction>): RunningJobs {
  const here = new Map<string, () => void>();

  async function run(row: RowReference, lastTry: boolean, stopping: AbortSignal): Promise<void> {
    const runId = newId();
    const claimed = await claim(platform, row, runId);
    if (!claimed) return;
    const watched = watch(platform, claimed, runId, stopping);
    here.set(row.id, watched.cancel);
    let outcome: Outcome;
    try {
      const work = functions[claimed.kind];
      if (!work) throw new Error(`nobody does jobs of kind ${claimed.kind}`);
      const result = await work(watched.job);
      outcome = watched.seen() === 'cancelled' ? { state: 'cancelled', result } : watched.seen() === 'stopping' ? { state: 'queued' } : { state: 'finished', result };
    } catch (error) {
      outcome = watched.seen() === 'cancelled' ? { state: 'cancelled' } : refusal(platform, claimed, error, lastTry);
    } finally {
      here.delete(row.id);
      await watched.end();
    }
    const kept = await settleRun(platform, claimed, runId, outcome, watched.progress());
    if (kept && outcome.state !== 'queued') platform.metrics.jobs.inc({ kind: claimed.kind, result: outcome.state });
    if (outcome.state === 'queued') throw new Error('the job is to be tried again', { cause: outcome.cause });
  }

  return { run, cancel: (id) => here.get(id)?.() };
}

/** Ends a job whose worker died with it again and again. */
export async function giveUp(platform: Platform, { spaceId, id }: RowReference): Promise<void> {
  const row = await inControl(platform.control, spaceId, (tx) =>
    tx
      .updateTable('platform.job')
      .set({ state: 'failed', error: JSON.stringify({ code: 'platform.internal' }), run_id: null, finished_at: new Date() })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returningAll()
      .executeTakeFirst());
  if (row) tell(platform, row, 'failed', row);
}

/** Takes the job for this run; undefined when there is nothing left to do. */
function claim(platform: Platform, { spaceId, id }: RowReference, runId: string): Promise<JobRow | undefined> {
  return inControl(platform.control, spaceId, async (tx) => {
    const cancelled = await tx
      .updateTable('platform.job')
      .set({ state: 'cancelled', finished_at: new Date() })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .where('cancel_requested', '=', true)
      .returningAll()
      .executeTakeFirst();
    if (cancelled) {
      tell(platform, cancelled, 'cancelled', cancelled);
      return undefined;
    }
    return tx
      .updateTable('platform.job')
      .set((eb) => ({ state: 'running', run_id: runId, attempt: eb('attempt', '+', 1), started_at: eb.fn.coalesce('started_at', eb.fn<Date>('now')) }))
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returningAll()
      .executeTakeFirst();
  });
}

type Seen = 'cancelled' | 'stopping' | 'lost' | undefined;

/** The job as its function sees it, with what it reports and what it is told. */
function watch(platform: Platform, row: JobRow, runId: string, stopping: AbortSignal) {
  let wanted: Seen;
  let seen: Seen;
  let progress = { done: row.done, total: row.total };
  let dirty = true;
  let ended = false;
  const wake = new AbortController();

  async function tick(): Promise<void> {
    for (let lastLook = 0; !ended; await sleep(progressMs, undefined, { signal: wake.signal }).catch(() => {})) {
      if (!dirty && Date.now() - lastLook < lookMs) continue;
      dirty = false;
      lastLook = Date.now();
      const now = { ...progress };
      try {
        const still = await writeProgress(platform, row, runId, now);
        if (!still) wanted ??= 'lost';
        else if (still.cancel_requested) wanted ??= 'cancelled';
        if (still) tell(platform, row, 'running', now);
      } catch (error) {
        platform.log.warn({ err: error, job: row.id }, 'the progress of a job was not written');
      }
    }
  }
  const ticking = tick();

  const actor = row.actor as JobActor;
  const job: Job = {
    platform,
    requestId: row.request_id,
    ip: row.ip,
    userAgent: '',
    locale: actor.locale,
    spaceId: row.space_id,
    user: { id: row.created_by, name: actor.name, login: actor.login, role: actor.role, homeSpaceId: actor.homeSpaceId, sessionId: '', ...(actor.deputy && { deputy: actor.deputy }) },
    id: row.id,
    payload: row.payload,
    attempt: row.attempt,
    progress(done, total) {
      progress = { done: Math.round(done), total: Math.round(total) };
      dirty = true;
    },
    cancelled() {
      seen = wanted ?? (stopping.aborted ? 'stopping' : undefined);
      return seen !== undefined;
    },
  };
  return {
    job,
    /** What the function was told when it last asked; a function that never asked ran to its end. */
    seen: () => seen,
    progress: () => progress,
    cancel: () => { wanted ??= 'cancelled'; },
    async end() {
      ended = true;
      wake.abort();
      await ticking;
    },
  };
}

function writeProgress(platform: Platform, row: JobRow, runId: string, { done, total }: { done: number; total: number }) {
  return inControl(platform.control, row.space_id, (tx) =>
    tx
      .updateTable('platform.job')
      .set({ done, total })
      .where('id', '=', row.id)
      .where('run_id', '=', runId)
      .where('state', '=', 'running')
      .returning('cancel_requested')
      .executeTakeFirst());
}

type Outcome =
  | { state: 'finished' | 'cancelled'; result?: unknown }
  | { state: 'failed'; error: { code: string; data?: Record<string, unknown> | undefined } }
  | { state: 'queued'; cause?: unknown };

function refusal(platform: Platform, row: JobRow, error: unknown, lastTry: boolean): Outcome {
  if (error instanceof AppError && error.status < 500) return { state: 'failed', error: { code: error.code, data: error.data } };
  platform.log.error({ err: error, job: row.id, kind: row.kind, attempt: row.attempt, requestId: row.request_id }, 'a job failed');
  return lastTry ? { state: 'failed', error: { code: 'platform.internal' } } : { state: 'queued', cause: error };
}

/** False when another run has the job by now. */
async function settleRun(platform: Platform, row: JobRow, runId: string, outcome: Outcome, { done, total }: { done: number; total: number }): Promise<boolean> {
  const updated = await inControl(platform.control, row.space_id, (tx) =>
    tx
      .updateTable('platform.job')
      .set({
        state: outcome.state,
        done,
        total,
        run_id: null,
        result: 'result' in outcome && outcome.result !== undefined ? JSON.stringify(outcome.result) : null,
        error: outcome.state === 'failed' ? JSON.stringify(outcome.error) : null,
        finished_at: outcome.state === 'queued' ? null : new Date(),
      })
      .where('id', '=', row.id)
      .where('run_id', '=', runId)
      .returning('id')
      .executeTakeFirst());
  if (updated) tell(platform, row, outcome.state, { done, total });
  return updated !== undefined;
}

function tell(platform: Platform, row: Pick<JobRow, 'space_id' | 'id' | 'kind' | 'created_by'>, state: JobState, { done, total }: { done: number; total: number }): void {
  const message: JobMessage = { type: 'job.progress', id: row.id, kind: row.kind, state, done, total };
  platform.realtime.publish(row.space_id, { to: { users: [row.created_by] }, message: { ...message } });
}
