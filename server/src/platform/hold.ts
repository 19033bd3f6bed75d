import type pg from 'pg';
import { inControl } from './db.ts';
import { everySpace } from './jobs-retention.ts';
import type { Platform } from './platform.ts';

/**
 * An installation that was restored is held: a rehearsal, or a copy beside the one that still runs, would send again what was
 * sent. People work as ever; mails, short messages, calls, timers and jobs wait for the word of an operator.
 */
export interface Hold {
  /** The moment which the installation shows since, and when it was restored; undefined where nothing is held. */
  readonly state: { restoredAt: Date; restoredFrom: Date } | undefined;
  /** Called once when it ends; at once where nothing is held. */
  whenFree(then: () => void): void;
  stop(): void;
}

/** How soon a process hears that another one, or a program beside the product, let the installation go on. */
const lookMs = 1_000;

export async function openHold(pool: pg.Pool): Promise<Hold> {
  let state = await read(pool);
  let waiting: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    timer = setTimeout(() => {
      read(pool).then((now) => { state = now; }, () => {}).finally(() => {
        if (state) return look();
        for (const then of waiting) then();
        waiting = [];
      });
    }, lookMs);
  };
  if (state) look();
  return {
    get state() { return state; },
    whenFree(then) {
      if (state) waiting.push(then);
      else then();
    },
    stop() {
      clearTimeout(timer);
      waiting = [];
    },
  };
}

async function read(pool: pg.Pool): Promise<Hold['state']> {
  const { rows } = await pool.query<{ held: boolean; restoredAt: Date; restoredFrom: Date }>('select held, restored_at as "restoredAt", restored_from as "restoredFrom" from platform.installation');
  const [row] = rows;
  return row?.held ? { restoredAt: row.restoredAt, restoredFrom: row.restoredFrom } : undefined;
}

/** What waits to leave, over all spaces, and since when. */
export interface Waiting {
  kind: 'mail' | 'sms' | 'job';
  count: number;
  since: Date;
}

export async function whatWaits(platform: Platform): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const spaceId of await everySpace(platform)) {
    await inControl(platform.control, spaceId, async (tx) => {
      for (const { kind, count, since } of await tx.selectFrom('platform.outbox').select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')]).where('state', '=', 'queued').groupBy('kind').execute()) found.push({ kind, count, since });
      const jobs = await tx.selectFrom('platform.job').select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('since')]).where('state', 'in', ['queued', 'running']).executeTakeFirstOrThrow();
      if (jobs.count > 0) found.push({ kind: 'job', count: jobs.count, since: jobs.since });
    });
  }
  return found;
}

/** What was asked for before the restore and waits still: sent by the installation that the backup came from, or given up with it. */
export async function dropWaiting(platform: Platform, before: Date): Promise<void> {
  for (const spaceId of await everySpace(platform)) {
    await inControl(platform.control, spaceId, async (tx) => {
      await tx.updateTable('platform.outbox').set({ state: 'failed', error: 'dropped by the operator after a restore', settled_at: new Date() }).where('state', '=', 'queued').where('created_at', '<=', before).execute();
      await tx.updateTable('platform.job').set({ state: 'cancelled', run_id: null, finished_at: new Date() }).where('state', 'in', ['queued', 'running']).where('created_at', '<=', before).execute();
    });
  }
}

/** Lets the installation go on, everywhere within a second. */
export async function endHold(platform: Platform): Promise<void> {
  await platform.pool.query('update platform.installation set held = false, let_go_at = now() where held');
}
