import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { newId } from '../ids.ts';
import { queueLater, type RowReference } from '../jobs/jobs-queue.ts';
import type { Platform } from '../platform.ts';
import { advanceRun } from './run-advance.ts';
import { runKindOf, type Job } from './run-kinds.ts';
import { begunAnew, claim, prolong, settle, tell, waitUntil, type Ended, type Leased } from './run-lease.ts';
import { burstStatement, lastSeq, stepBuffer } from './run-steps.ts';

/** How often progress is written and told at most. */
const progressMs = 300;
/** How often a run looks whether it is still wanted, when nobody told it otherwise. */
const lookMs = 3_000;

export interface RunningRuns {
  /** Carries one run out. Throws when the queue should try again. */
  run(row: RowReference, stopping: AbortSignal): Promise<void>;
  /** Somebody cancelled it; perhaps it runs here. */
  cancel(id: string): void;
}

export function runningRuns(platform: Platform): RunningRuns {
  const here = new Map<string, () => void>();

  async function run(row: RowReference, stopping: AbortSignal): Promise<void> {
    const leased = await take(platform, row, stopping);
    if (!leased) return;
    const kind = runKindOf(platform, leased.row.kind);
    const watched = watch(leased, stopping, kind?.advance === undefined);
    here.set(row.id, watched.cancel);
    if (kind?.advance) {
      try {
        await advanceRun(leased, { ...kind, advance: kind.advance }, watched);
      } finally {
        here.delete(row.id);
        await watched.end();
      }
      return;
    }
    let outcome: Ended & { cause?: unknown };
    try {
      if (!kind?.work) throw new Error(`nobody does runs of kind ${leased.row.kind}`);
      const result = await kind.work(await watched.job());
      const seen = watched.seen();
      outcome =
        seen === 'cancelled'
          ? { state: 'cancelled', result }
          : seen === 'stopping'
            ? { state: 'waiting' }
            : { state: 'finished', result };
    } catch (error) {
      outcome =
        watched.seen() === 'cancelled'
          ? { state: 'cancelled' }
          : refusal(leased, error, leased.row.attempt > (kind?.retries ?? 4));
    } finally {
      here.delete(row.id);
      await watched.end();
    }
    const { cause, ...ended } = outcome;
    const kept = await settle(leased, { ...ended, ...watched.progress() }, 'lease', (tx) => {
      const burst = watched.steps();
      if (burst) tx.later(burstStatement(tx.schema, leased.row.id, burst));
    });
    if (kept && ended.state !== 'waiting') platform.metrics.jobs.inc({ kind: leased.row.kind, result: ended.state });
    if (ended.state === 'waiting') throw new Error('the run is to be tried again', { cause });
  }

  return { run, cancel: (id) => here.get(id)?.() };
}

/** Waits for the lease of an execution that is gone; what may begin much later is queued for then. */
async function take(platform: Platform, row: RowReference, stopping: AbortSignal): Promise<Leased | undefined> {
  for (;;) {
    const claimed = await claim(platform, row, ({ kind }) => runKindOf(platform, kind), newId());
    if (claimed === 'over') return undefined;
    if (!('until' in claimed)) return claimed;
    if (await waitUntil(claimed.until, stopping)) continue;
    if (stopping.aborted) throw new Error('the run waits, and the process stops');
    await queueLater(platform, row, claimed.kind, claimed.until);
    return undefined;
  }
}

type Seen = 'cancelled' | 'stopping' | 'lost' | undefined;

export interface Watched {
  job(): Promise<Job>;
  /** What the function was told when it last asked; a function that never asked ran to its end. */
  seen(): Seen;
  cancelled(): boolean;
  /** It came to a place from which it goes on, whatever happens now. */
  moved(): Promise<void>;
  progress(): { done: number; total: number };
  steps(): ReturnType<ReturnType<typeof stepBuffer>['take']>;
  cancel(): void;
  end(): Promise<void>;
}

/**
 * The run as its function sees it, with what it reports and what it is told; its lease is prolonged meanwhile. `atOnce`: how far it
 * is shows from the beginning, where it may take long.
 */
function watch(leased: Leased, stopping: AbortSignal, atOnce: boolean): Watched {
  const { row, ctx } = leased;
  const { platform, spaceId } = ctx;
  let wanted: Seen;
  let seen: Seen;
  let progress: { done: number; total: number } | undefined;
  let dirty = atOnce;
  let ended = false;
  let buffer = stepBuffer(0);
  const wake = new AbortController();

  async function tick(): Promise<void> {
    for (
      let lastLook = atOnce ? 0 : Date.now();
      !ended;
      await sleep(progressMs, undefined, { signal: wake.signal }).catch(() => {})
    ) {
      if (!dirty && Date.now() - lastLook < lookMs) continue;
      dirty = false;
      lastLook = Date.now();
      const now = progress && { ...progress };
      try {
        const still = await prolong(leased, now);
        if (!still) wanted ??= 'lost';
        else if (still.cancel) wanted ??= 'cancelled';
        if (!still) continue;
        const burst = buffer.take();
        if (burst) await spaceQuery(platform, burstStatement(spaceSchema(spaceId), row.id, burst));
        if (now) tell(platform, spaceId, row, 'running', now);
      } catch (error) {
        platform.log.warn({ err: error, run: row.id }, 'the progress of a run was not written');
      }
    }
  }
  const ticking = tick();
  const moved = async (): Promise<void> => {
    if (row.attempt <= 1) return;
    await begunAnew(leased);
    row.attempt = 1;
  };
  const cancelled = (): boolean => {
    seen = wanted ?? (stopping.aborted ? 'stopping' : undefined);
    return seen !== undefined;
  };

  return {
    async job() {
      progress = { done: row.done, total: row.total };
      if (row.attempt > 1)
        buffer = stepBuffer(
          await lastSeq(
            { schema: spaceSchema(spaceId), query: (statement) => spaceQuery(platform, statement) as never },
            row.id,
          ),
        );
      return {
        ...ctx,
        id: row.id,
        payload: row.payload,
        attempt: row.attempt,
        progress(done, total) {
          progress = { done: Math.round(done), total: Math.round(total) };
          dirty = true;
        },
        moved,
        step(step) {
          buffer.add(step);
          dirty = true;
        },
        cancelled,
      };
    },
    seen: () => seen,
    cancelled,
    moved,
    progress: () => progress ?? { done: row.done, total: row.total },
    steps: () => buffer.take(),
    cancel: () => {
      wanted ??= 'cancelled';
    },
    async end() {
      ended = true;
      wake.abort();
      await ticking;
    },
  };
}

function refusal({ row, ctx: { platform } }: Leased, error: unknown, lastTry: boolean): Ended & { cause?: unknown } {
  if (error instanceof AppError && error.status < 500)
    return { state: 'failed', error: { code: error.code, data: error.data } };
  platform.log.error(
    { err: error, run: row.id, kind: row.kind, attempt: row.attempt, requestId: row.caller.requestId },
    'a run failed',
  );
  return lastTry ? { state: 'failed', error: { code: 'platform.internal' } } : { state: 'waiting', cause: error };
}
