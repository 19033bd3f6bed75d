import type pg from 'pg';
import { BackupFailure } from './failure.ts';
import { ownSchema } from './tables.ts';

/** One restore at a time in a database; the number only has to be ours. */
const restoreLock = 4_011_986;
/** What the connection of a restore that was killed is still doing ends by then, or it was not killed. */
const mostWait = '60s';

/**
 * Marks the database as half restored before anything is made in it; the product does not start on the mark. What a restore that
 * broke off left is cleared, anything else is refused.
 */
export async function takeEmptyDatabase(client: pg.Client, time: string): Promise<void> {
  await takeTurn(client);
  const { rows } = await client.query<{ half: boolean; tables: number }>(
    `select to_regclass('platform.restoring') is not null as half, (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('r', 'p') and ${ownSchema}) as tables`,
  );
  if (!rows[0]!.half && rows[0]!.tables > 0)
    throw new BackupFailure('notEmpty', 'The database is not empty. Restore into a new one.');
  if (rows[0]!.half) await clear(client);
  await client.query('begin');
  await client.query('create schema if not exists platform');
  await client.query(
    'create table platform.restoring (backup text not null, began_at timestamptz not null default now())',
  );
  await client.query('insert into platform.restoring (backup) values ($1)', [time]);
  await client.query('commit');
}

/**
 * A server learns that somebody was killed when it has done what they asked for last: until then their transaction makes tables
 * that are not seen yet, which would come to be under the hands of whoever begins again. Held as long as the connection is.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  // a server that hears soon that nobody is there any more gives up sooner; old ones and sockets know nothing of it
  for (const setting of [
    'client_connection_check_interval = 1000',
    'tcp_keepalives_idle = 10',
    'tcp_keepalives_interval = 5',
    'tcp_keepalives_count = 3',
  ])
    await client.query(`set ${setting}`).catch(() => {});
  await client.query(`set lock_timeout = '${mostWait}'`);
  try {
    await client.query('select pg_advisory_lock($1)', [restoreLock]);
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error;
    throw new BackupFailure(
      'busy',
      'Another restore into this database runs, or one that was killed is still ending.',
      error,
    );
  }
  await client.query('reset lock_timeout');
}

/** Schema by schema: all at once would need more locks than a server keeps. The mark goes last. */
async function clear(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; tables: string[] }>(
    `select quote_ident(nspname) as name, array(select c.oid::regclass::text from pg_class c where relnamespace = n.oid and relkind in ('r', 'p') and not relispartition) as tables from pg_namespace n where ${ownSchema} order by nspname = 'platform', nspname`,
  );
  for (const { name, tables } of rows) {
    for (const table of tables)
      if (table !== 'platform.restoring') await client.query(`drop table if exists ${table} cascade`);
    if (name !== 'platform') await client.query(`drop schema ${name} cascade`);
  }
  await client.query('begin');
  await client.query('drop schema platform cascade');
  await client.query('commit');
}
