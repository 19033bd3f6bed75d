import type { Generated } from 'kysely';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { JobState } from '@formwork/contract/jobs/api.ts';
import type { Ctx, SignedInUser, TxCtx } from './context.ts';
import { inControl } from './db.ts';
import type { Platform } from './platform.ts';
import { record, type LoggedEvent } from './events.ts';
import { newId } from './ids.ts';
import type { SpaceTx } from './space-data.ts';

/** A running job, as its function gets it: a call of the person who asked for it, at a later time. */
export interface Job<Payload = unknown> extends Ctx {
  id: string;
  payload: Payload;
  /** Starts with 1; more after a crash or an error of the outside world. */
  attempt: number;
  /** Shown to the person; call it as often as you like. */
  progress(done: number, total: number): void;
  /**
   * True when the function should bring its work in order and return: the person cancelled, the server stops, or another
   * process has taken the job over.
   */
  cancelled(): boolean;
}

/**
 * May run again from the start after a crash, so it goes on where it was or has no effect the second time. Its result is
 * JSON. A thrown AppError is final and shown to the person; any other error is tried again a few times.
 */
// eslint-disable-next-line typescript/no-explicit-any -- each kind knows its own payload
export type JobFunction = (job: Job<any>) => Promise<unknown>;

/** Work by the clock, for the whole installation. */
export interface PeriodicTask {
  name: string;
  /** Five fields of cron, UTC. */
  cron: string;
  /** `spaceId`: asked for in between, for one space alone. */
  run(platform: Platform, spaceId?: string): Promise<void>;
}

/** Asks for a job in the transaction of the call; it starts after the commit, once. */
export async function startJob(ctx: TxCtx, kind: string, payload: unknown): Promise<{ id: string }> {
  const id = newId();
  await ctx.tx
    .insertInto('platform.job')
    .values({
      space_id: ctx.spaceId,
      id,
      kind,
      payload: JSON.stringify(payload ?? {}),
      created_by: ctx.user.id,
      actor: JSON.stringify(actorOf(ctx)),
      request_id: ctx.requestId,
      ip: ctx.ip,
    })
    .execute();
  await record(ctx, jobRequested, { id, kind });
  return { id };
}

/**
 * The same in a transaction of a space's data, with what the job is to do: either both are there or neither. Its row lies in the
 * control plane and is written behind the commit, or by the queue's subscriber where the process ends in between.
 */
export async function startJobIn(tx: Pick<SpaceTx, 'event'>, ctx: Omit<Ctx, 'userAgent'>, kind: string, payload: object): Promise<{ id: string }> {
  const id = newId();
  await tx.event(jobRequested, id, { id, kind, payload, actor: actorOf(ctx) });
  return { id };
}

/** Writes the rows of jobs that were begun in a space's data, as far as they are not there. */
export async function writeJobs(platform: Platform, spaceId: string, events: readonly Pick<LoggedEvent, 'type' | 'subject' | 'actor' | 'requestId' | 'ip' | 'data'>[]): Promise<void> {
  const jobs = events.filter(({ type, data }) => type === jobRequested && data.actor !== undefined);
  if (jobs.length === 0) return;
  const rows = jobs.map(({ subject, actor, requestId, ip, data }) => ({
    space_id: spaceId, id: subject, kind: String(data.kind), payload: JSON.stringify(data.payload), created_by: actor ?? '', actor: JSON.stringify(data.actor), request_id: requestId, ip,
  }));
  await inControl(platform.control, spaceId, (tx) => tx.insertInto('platform.job').values(rows).onConflict((conflict) => conflict.doNothing()).execute());
}

function actorOf({ user: { name, login, role, homeSpaceId, deputy }, locale }: Pick<Ctx, 'user' | 'locale'>): JobActor {
  return { name, login, role, homeSpaceId, locale, ...(deputy && { deputy: { id: deputy.id, name: deputy.name } }) };
}

export const jobRequested = 'platform.job.requested';

/** Told to every worker when somebody cancels a job. */
export const cancelMessage = 'job.cancel';

export type JobActor = Pick<SignedInUser, 'name' | 'login' | 'role' | 'homeSpaceId' | 'deputy'> & { locale: Locale };

export interface JobTable {
  space_id: string;
  id: string;
  kind: string;
  state: Generated<JobState>;
  payload: unknown;
  done: Generated<number>;
  total: Generated<number>;
  result: Generated<unknown>;
  error: Generated<unknown>;
  created_by: string;
  actor: unknown;
  request_id: string;
  ip: string;
  cancel_requested: Generated<boolean>;
  attempt: Generated<number>;
  run_id: Generated<string | null>;
  created_at: Generated<Date>;
  started_at: Generated<Date | null>;
  finished_at: Generated<Date | null>;
}

declare module './db.ts' {
  interface ControlTables {
    'platform.job': JobTable;
  }
}
