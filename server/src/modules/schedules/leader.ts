import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { BusMessage } from '../../platform/bus.ts';
import type { Platform } from '../../platform/platform.ts';
import { startReady } from './start-due.ts';
import { atBegin, fillAhead, takeBack, takeDue } from './take-due.ts';
import { workOutAnew } from './zone-change.ts';

export interface Scheduler {
  stop(): Promise<void>;
}

export interface SchedulerOptions {
  /** The clock, for tests: the database's own where it is left out. */
  now?: () => Date;
  /** How often it looks. */
  tickMs?: number;
}

/** Of the connection: it ends with the process. */
const lockKey = 4_011_985;
const retryMs = 1_000;

/**
 * Starts what is due, on one process of a database at a time (an advisory lock); the others stand by and take over when it is
 * gone. Moments are written before anything starts, so that whoever takes over goes on where the other ended.
 */
export function startScheduler(platform: Platform, url: string, options: SchedulerOptions = {}): Scheduler {
  const stopping = new AbortController();
  const { tickMs = 1_000 } = options;
  const wait = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

  async function lead(client: pg.Client): Promise<void> {
    let before = new Date(0);
    while (!stopping.signal.aborted) {
      const began = performance.now();
      const left = () => tickMs - (performance.now() - began);
      const now = options.now?.() ?? (await clockOf(client));
      // a clock that went ahead and came back left next times that are too far away
      if (now < before) await takeBack(platform, client, now);
      before = now;
      let full = true;
      while (full && !stopping.signal.aborted) full = await takeDue(platform, client, now);
      await startReady(platform, client, now);
      // as far as there is time: what is due next waits for no sums
      const reached = atBegin();
      while ((await fillAhead(platform, client, reached)) && left() > 0 && !stopping.signal.aborted);
      // what the work took is no part of the wait, but others have their turn
      await wait(Math.max(tickMs / 10, left()));
    }
  }

  async function standBy(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (platform.hold.state) {
        // after a restore nothing starts until somebody says so
        await wait(retryMs);
        continue;
      }
      const client = new pg.Client({ connectionString: url, application_name: 'formwork scheduler', keepAlive: true });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('set role formwork_dispatcher');
        while (!stopping.signal.aborted) {
          const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
          if (rows[0]!.mine) await lead(client);
          await wait(retryMs);
        }
      } catch (error) {
        if (!stopping.signal.aborted) platform.log.warn({ err: error }, 'the scheduler stopped, and is tried again');
      } finally {
        await client.end().catch(() => {});
      }
      await wait(retryMs);
    }
  }

  // an enterprise that goes by another clock or calendar has other next times
  const zones = (message: BusMessage): void => {
    void workOutAnew(platform, String(message.spaceId)).catch((error: unknown) =>
      platform.log.error({ err: error }, 'next times could not be worked out anew'),
    );
  };
  platform.bus.on('enterprise.zone', zones);
  const done = standBy();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

async function clockOf(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
}
