import type pg from 'pg';
import type { Files } from './files.ts';
import type { PeriodicTask } from './jobs.ts';

/** A backup holds it from before its snapshot until every content of it is copied; the number only has to be ours. */
export const backupLock = 4_011_982;

/** Contents that are removed while a backup copies what its snapshot names stay until it is done: it may have seen their rows. */
export function removeAfterBackups(files: Files, pool: pg.Pool): Files {
  return {
    ...files,
    async remove(key) {
      if (await backupRuns(pool)) await pool.query('insert into platform.removed_content (key) values ($1) on conflict (key) do nothing', [key]);
      else await files.remove(key);
    },
  };
}

export const dropRemovedContents: PeriodicTask = {
  name: 'platform.drop_removed_contents',
  cron: '*/10 * * * *',
  async run({ pool, files }) {
    if (await backupRuns(pool)) return;
    const { rows } = await pool.query<{ key: string }>('select key from platform.removed_content order by removed_at');
    for (const { key } of rows) {
      await files.remove(key);
      await pool.query('delete from platform.removed_content where key = $1', [key]);
    }
  },
};

async function backupRuns(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ runs: boolean }>(
    `select exists (select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and classid = 0 and objid = ${backupLock} and objsubid = 1 and granted) as runs`);
  return rows[0]!.runs;
}
