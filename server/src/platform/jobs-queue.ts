import type { Platform } from './platform.ts';
import type { Subscriber } from './events.ts';
import { jobRequested, writeJobs } from './jobs.ts';
import { messageQueued } from './outbox.ts';

/** What the queue carries: where the row is, nothing else. */
export interface RowReference {
  spaceId: string;
  id: string;
}

export const jobTask = 'job';
export const messageTask = 'message';

/** Five tries with growing pauses: about two minutes. */
export const jobAttempts = 5;
/** Up to half a day, for a mail server that is away overnight. */
export const messageAttempts = 12;

/**
 * Puts jobs and messages into the queue once their transaction is committed; of a job that was begun in a space's data the row too,
 * where it is not there yet. An event that is handed twice finds its key
 * taken, or, when the work is over already, a row which says so.
 */
export const queueSubscriber: Subscriber = {
  name: 'platform.queue',
  start: 'now',
  types: [jobRequested, messageQueued],
  async handle(platform, spaceId, events) {
    await writeJobs(platform, spaceId, events);
    await addToQueue(platform, events.map(({ type, subject }) => ({ task: type === jobRequested ? jobTask : messageTask, row: { spaceId, id: subject } })));
  },
};

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
  const given = entries.map(({ task, row }) => ({ task, payload: row, key: `${task}:${row.id}`, attempts: task === jobTask ? jobAttempts : messageAttempts }));
  // unsafe_dedupe: the default would run a locked job a second time beside the first.
  await platform.owner.query(
    `select graphile_worker.add_job(task, payload, job_key => key, max_attempts => attempts, job_key_mode => 'unsafe_dedupe')
     from json_to_recordset($1) as given (task text, payload json, key text, attempts integer)`,
    [JSON.stringify(given)],
  );
}
