import type { Platform } from '../platform.ts';
import type { Subscriber } from '../events/events.ts';
import { runKindOf } from '../runs/run-kinds.ts';
import { runRequested } from '../runs/runs.ts';
import { writeRequested } from '../runs/write-requested.ts';
import { messageQueued } from '../outbox/outbox.ts';

/** What the queue carries: where the row is, nothing else. */
export interface RowReference {
  spaceId: string;
  id: string;
}

export const jobTask = 'job';
/** Runs that go on by bursts: they wait for others most of the time, and keep no work of its own from its turn. */
export const burstTask = 'burst';
export const messageTask = 'message';

/** What asked for a job before there were runs; one may be on its way while the product is brought up to date. */
const jobRequested = 'platform.job.requested';

/** More than any run is tried: the run itself counts. */
export const jobAttempts = 25;
/** Up to half a day, for a mail server that is away overnight. */
export const messageAttempts = 12;

/**
 * Puts runs and messages into the queue once their transaction is committed; of a run that was asked for in the control plane it
 * writes the row as well. An event that is handed twice finds its key
 * taken, or, when the work is over already, a row which says so.
 */
export const queueSubscriber: Subscriber = {
  name: 'platform.queue',
  start: 'now',
  types: [runRequested, jobRequested, messageQueued],
  async handle(platform, spaceId, events) {
    await writeRequested(platform, spaceId, events);
    await addToQueue(
      platform,
      events.map(({ type, subject, data }) => ({
        task: type === messageQueued ? messageTask : taskOf(platform, String(data.kind)),
        row: { spaceId, id: subject },
      })),
    );
  },
};

/** Which lane carries runs of a kind. */
export const taskOf = (platform: Platform, kind: string): string =>
  runKindOf(platform, kind)?.advance ? burstTask : jobTask;

/** Has work by the clock done at another moment than its own, for one space. Asked twice for the same second, it runs once. */
export async function runAt(platform: Platform, name: string, spaceId: string, at: Date): Promise<void> {
  const second = Math.ceil(at.getTime() / 1000);
  await platform.owner.query(
    `select graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, job_key => $4, max_attempts => 3)`,
    [`clock:${name}`, JSON.stringify({ spaceId }), at.toISOString(), `clock:${name}:${spaceId}:${second}`],
  );
}

/** What is in it already is not put in twice. */
export async function addToQueue(platform: Platform, entries: { task: string; row: RowReference }[]): Promise<void> {
  const given = entries.map(({ task, row }) => ({
    task,
    payload: row,
    key: `${task}:${row.id}`,
    attempts: task === messageTask ? messageAttempts : jobAttempts,
  }));
  // unsafe_dedupe: the default would run a locked job a second time beside the first.
  await platform.owner.query(
    `select graphile_worker.add_job(task, payload, job_key => key, max_attempts => attempts, job_key_mode => 'unsafe_dedupe')
     from json_to_recordset($1) as given (task text, payload json, key text, attempts integer)`,
    [JSON.stringify(given)],
  );
}

/** A run that may go on at a later moment. Asked twice for the same second, it is looked at once. */
export async function queueLater(platform: Platform, row: RowReference, kind: string, at: Date): Promise<void> {
  const task = taskOf(platform, kind);
  const second = Math.ceil(at.getTime() / 1000);
  await platform.owner.query(
    `select graphile_worker.add_job($1, $2::json, run_at => $3::timestamptz, job_key => $4, max_attempts => $5)`,
    [task, JSON.stringify(row), at.toISOString(), `${task}:${row.id}:${second}`, jobAttempts],
  );
}

/** A run that somebody may be carrying out just now, who does not know yet that it goes on: its lease keeps the two apart. */
export async function queueAgain(platform: Platform, row: RowReference, kind: string): Promise<void> {
  const task = taskOf(platform, kind);
  await platform.owner.query(`select graphile_worker.add_job($1, $2::json, job_key => $3, max_attempts => $4)`, [
    task,
    JSON.stringify(row),
    `${task}:${row.id}:again`,
    jobAttempts,
  ]);
}
