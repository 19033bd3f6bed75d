import type pg from 'pg';
import { BackupFailure } from './failure.ts';
import { ownSchema } from './tables.ts';

/**
 * Marks the database as half restored before anything is made in it; the product does not start on the mark. What a restore that
 * broke off left is cleared, anything else is refused.
 */
export async function takeEmptyDatabase(client: pg.Client, time: string): Promise<void> {
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
