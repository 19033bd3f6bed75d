import pg from 'pg';
import type { Platform } from '../platform.ts';

/** Class of the advisory locks by which workers show that they live; the number only has to be ours. */
const lockClass = 4_011_979;
const intervalMs = 3_000;

export interface Watch {
  /** Shows that this pool lives, before it takes its first job. */
  join(poolId: string): Promise<void>;
  stop(): Promise<void>;
}

/**
 * graphile-worker gives the jobs of a killed worker free after four hours. Here every pool holds an advisory lock, which
 * the database drops the moment the process is gone, and whoever watches frees the jobs of pools without one. A pool has
 * to be missing twice: after a restart of the database everybody is for a moment.
 */
export async function watchWorkers(platform: Platform, url: string, onFreed: () => Promise<void>): Promise<Watch> {
  const own: string[] = [];
  let missing = new Set<string>();
  let stopped = false;
  let client = await connect();
  // One connection, one query at a time.
  let line: Promise<void> = Promise.resolve();
  let timer = setTimeout(look, 0);

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url, application_name: 'formwork worker', keepAlive: true });
    next.on('error', () => {});
    await next.connect();
    for (const id of own) await hold(next, id);
    return next;
  }

  function look(): void {
    line = line
      .then(lookOnce)
      .catch(async (error: unknown) => {
        if (stopped) return;
        platform.log.warn({ err: error }, 'the watch over workers lost its connection');
        await client.end().catch(() => {});
        client = await connect();
      })
      .catch(() => {})
      .finally(() => {
        if (!stopped) timer = setTimeout(look, intervalMs);
      });
  }

  async function lookOnce(): Promise<void> {
    const dead = await deadPools(client);
    const twice = dead.filter((id) => missing.has(id));
    missing = new Set(dead);
    if (twice.length > 0) {
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [twice]);
      await client.query(`select pg_notify('jobs:insert', '{"count":1}')`);
      platform.log.warn({ workers: twice }, 'jobs of workers that are gone are free again');
    }
    await onFreed();
  }

  return {
    async join(poolId) {
      own.push(poolId);
      const held = line.then(() => hold(client, poolId));
      line = held.catch(() => {});
      await held;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await line;
      await client.end().catch(() => {});
    },
  };
}

async function hold(client: pg.Client, poolId: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, poolId]);
}

async function deadPools(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct locked_by as id
     from (
       select locked_by from graphile_worker._private_jobs where locked_at is not null
       union all
       select locked_by from graphile_worker._private_job_queues where locked_at is not null
     ) as locked
     where not exists (
       select from pg_locks
       where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
         and classid = $1::oid and objid::bigint = hashtext(locked_by)::bigint & 4294967295
     )`,
    [lockClass],
  );
  return rows.map((row) => row.id);
}
