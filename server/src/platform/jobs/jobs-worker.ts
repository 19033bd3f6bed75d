import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type CronItem,
  type Runner,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import type { Subscriber } from '../events/events.ts';
import type { PeriodicTask } from './jobs.ts';
import { watchWorkers, type Watch } from './jobs-locks.ts';
import { burstTask, jobTask, messageTask, queueSubscriber, type RowReference } from './jobs-queue.ts';
import { requeue, requeueSpace } from './jobs-requeue.ts';
import { forgetOldRows } from './jobs-retention.ts';
import { cancelMessage } from '../runs/run-calls.ts';
import { keepRunMonths, sweepRuns } from '../runs/run-sweep.ts';
import { runningRuns } from '../runs/run-work.ts';
import { deliverMessage, settle } from '../outbox/outbox.ts';
import type { Platform } from '../platform.ts';
import { dropRemovedContents } from '../files/removed-contents.ts';

export interface Worker {
  /** Lets running jobs end for a while; what does not end is taken up by the next worker. */
  stop(): Promise<void>;
}

/** Starts the worker, at once or when the installation is held no longer. */
export async function startWorkerWhenFree(platform: Platform, ...rest: Given): Promise<Worker> {
  if (!platform.hold.state) return startWorker(platform, ...rest);
  let stopped = false;
  let started: Promise<Worker | undefined> = Promise.resolve(undefined);
  platform.hold.whenFree(() => {
    if (stopped) return;
    platform.log.info('the installation is held no longer: jobs, messages and timers go on');
    started = startWorker(platform, ...rest)
      .then(async (worker) => {
        await lookNow(platform, rest[1]).catch((error: unknown) =>
          platform.log.error({ err: error }, 'what waits for the minute could not be looked at'),
        );
        return worker;
      })
      .catch((error: unknown) => {
        platform.log.error({ err: error }, 'the worker could not start after the hold');
        return undefined;
      });
  });
  return {
    async stop() {
      stopped = true;
      await (await started)?.stop();
    },
  };
}

type Given = [ownerUrl: string, periodic: PeriodicTask[]];

/** The platform's own subscribers for jobs and messages. */
export const jobSubscribers: Subscriber[] = [queueSubscriber];

const jobsAtOnce = 3;
const messagesAtOnce = 4;
/** Most of them wait for an answer from outside: no connection is held meanwhile. */
const burstsAtOnce = 32;
const stopMs = 8_000;
const everyMinute = '* * * * *';

/** Makes or upgrades the queue's own schema. */
export async function migrateQueue(owner: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: owner, logger: silent });
}

/**
 * Runs jobs and sends messages in this process. The queue's tables belong to the owner, so it has connections of the
 * owner; the jobs themselves work with the platform's ordinary ones.
 */
async function startWorker(platform: Platform, ...[ownerUrl, periodic]: Given): Promise<Worker> {
  await requeue(platform);
  platform.hold.onSpaceFree((spaceId) => {
    Promise.all([requeueSpace(platform, spaceId), lookNow(platform, periodic)]).catch((error: unknown) =>
      platform.log.error({ err: error, spaceId }, 'what waits in a space that was held could not be queued'),
    );
  });
  // as many as run at once, or the queue warns of it; few of them are ever open
  const pool = openQueuePool(ownerUrl, burstsAtOnce, (error) =>
    platform.log.warn({ err: error }, 'a connection of the job queue broke'),
  );

  const watch = await watchWorkers(platform, ownerUrl, () => settleAbandoned(platform, pool));
  const runs = runningRuns(platform);
  platform.bus.on(cancelMessage, (message) => runs.cancel(message.id as string));

  const carryOut: Task = (row, helpers) =>
    waitsWithSpace(platform, row as RowReference)
      ? Promise.resolve()
      : runs.run(row as RowReference, helpers.abortSignal);
  const tasks: TaskList = { [jobTask]: carryOut };
  const all = [...periodic, forgetOldRows, dropRemovedContents, sweepRuns, keepRunMonths];
  for (const task of all)
    tasks[`clock:${task.name}`] = (payload) => runByClock(platform, task, (payload as { spaceId?: string }).spaceId);
  const messages: TaskList = {
    [messageTask]: (row, helpers) =>
      waitsWithSpace(platform, row as RowReference)
        ? Promise.resolve()
        : deliverMessage(platform, row as RowReference, helpers.job.attempts >= helpers.job.max_attempts),
  };

  const runners = await Promise.all([
    // Long work: nothing is taken ahead, it would wait here behind an import while another process is idle.
    open(platform, pool, watch, tasks, all.map(cronItem), { concurrentJobs: jobsAtOnce, failJobBatchDelay: 0 }),
    // Fetched together: each of so many that asks by itself would be heard all day. What waits here is given back soon.
    open(platform, pool, watch, { [burstTask]: carryOut }, [], {
      concurrentJobs: burstsAtOnce,
      localQueue: { size: burstsAtOnce, ttl: 5_000 },
      completeJobBatchDelay: 20,
      failJobBatchDelay: 20,
    }),
    // Many short calls: fetched and settled by the batch. A message sent twice would show, so batches are settled soon.
    open(platform, pool, watch, messages, [], {
      concurrentJobs: messagesAtOnce,
      localQueue: { size: messagesAtOnce * 4, ttl: 60_000 },
      completeJobBatchDelay: 20,
      failJobBatchDelay: 20,
    }),
  ]);

  return {
    async stop() {
      await Promise.race([
        Promise.allSettled(runners.map((runner) => runner.stop())),
        sleep(stopMs, undefined, { ref: false }),
      ]);
      await watch.stop();
      await Promise.race([pool.end(), sleep(1_000, undefined, { ref: false })]);
    },
  };
}

/** Of a space that is held by itself: its row stays as it is, and is queued anew when the space goes on. */
function waitsWithSpace(platform: Platform, { spaceId }: RowReference): boolean {
  return platform.hold.spaces.has(spaceId);
}

function openQueuePool(connectionString: string, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: 'formwork worker', idleTimeoutMillis: 10_000 });
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // A connection may break while it is in use too; whoever uses it hears of it from the query.
  pool.on('connect', (client) => {
    client.on('error', () => {});
  });
  return pool;
}

async function open(
  platform: Platform,
  pool: pg.Pool,
  watch: Watch,
  taskList: TaskList,
  cron: CronItem[],
  tuning: GraphileConfig.WorkerOptions,
): Promise<Runner> {
  const events = new EventEmitter() as unknown as WorkerEvents;
  let joined: Promise<void> | undefined;
  events.on('pool:create', ({ workerPool }) => {
    joined = watch.join(workerPool.id);
  });
  const runner = await run({
    pgPool: pool,
    events,
    taskList,
    parsedCronItems: parseCronItems(cron),
    noHandleSignals: true,
    logger: loggerFor(platform),
    preset: {
      worker: { ...tuning, pollInterval: 2_000, gracefulShutdownAbortTimeout: 1_000, preparedStatements: true },
    },
  });
  runner.promise.catch((error: unknown) => platform.log.error({ err: error }, 'the job queue stopped'));
  await joined;
  return runner;
}

async function runByClock(platform: Platform, task: PeriodicTask, spaceId: string | undefined): Promise<void> {
  try {
    await task.run(platform, spaceId);
  } catch (error) {
    platform.log.error({ err: error, task: task.name }, 'work by the clock failed');
    throw error;
  }
}

/** What is looked at every minute is looked at now: after a hold much is due, and nobody wants to wait for the minute. */
async function lookNow(platform: Platform, periodic: PeriodicTask[]): Promise<void> {
  for (const { name, cron } of periodic)
    if (cron === everyMinute)
      await platform.owner.query(
        `select graphile_worker.add_job($1, '{}'::json, job_key => $1, job_key_mode => 'preserve_run_at', max_attempts => 3)`,
        [`clock:${name}`],
      );
}

function cronItem({ name, cron }: PeriodicTask): CronItem {
  return {
    task: `clock:${name}`,
    match: cron,
    identifier: name,
    options: { jobKey: `clock:${name}`, jobKeyMode: 'preserve_run_at', maxAttempts: 3, backfillPeriod: 0 },
  };
}

/** A message that takes its process down with it uses up its tries without ever being settled. Runs count by themselves, and are swept up. */
async function settleAbandoned(platform: Platform, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string; task: string; payload: RowReference }>(
    `select jobs.id, tasks.identifier as task, jobs.payload
     from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where jobs.attempts >= jobs.max_attempts and jobs.locked_at is null limit 100`,
  );
  for (const { id, task, payload } of rows) {
    if (task === messageTask)
      await settle(platform, payload.spaceId, payload.id, 'failed', 'the process ended while sending it');
    await pool.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id]);
  }
}

const silent = new Logger(() => () => {});

function loggerFor(platform: Platform): Logger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new Logger(() => (level, message, meta) => {
    // Our own functions have logged what failed, with the job's id and request.
    const known = message.startsWith('Failed task');
    platform.log[known ? 'debug' : (levels[level as keyof typeof levels] ?? 'debug')](
      meta?.error ? { err: meta.error } : {},
      message,
    );
  });
}
