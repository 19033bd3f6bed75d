import type { Generated } from 'kysely';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { JobState } from '@formwork/contract/jobs/api.ts';
import type { Ctx, SignedInUser, TxCtx } from './context.ts';
import type { Platform } from './platform.ts';
import { record } from './events.ts';
import { newId } from './ids.ts';

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
  const { name, login, role, homeSpaceId, deputy } = ctx.user;
  const actor: JobActor = { name, login, role, homeSpaceId, locale: ctx.locale, ...(deputy && { deputy: { id: deputy.id, name: deputy.name } }) };
  await ctx.tx
    .insertInto('platform.job')
    .values({
      space_id: ctx.spaceId,
      id,
      kind,
      payload: JSON.stringify(payload ?? {}),
      created_by: ctx.user.id,
      actor: JSON.stringify(actor),
      request_id: ctx.requestId,
      ip: ctx.ip,
    })
    .execute();
  await record(ctx, jobRequested, { id, kind });
  return { id };
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
