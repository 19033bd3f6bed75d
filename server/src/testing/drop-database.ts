import type pg from 'pg';

/**
 * Takes away a database and whoever is connected to it; `owner` is connected to another.
 *
 * Not `with (force)`: that refuses while a worker of autovacuum is in the database, whom none but a superuser may
 * send away so, and on a busy machine one stays for minutes. A drop without it ends those workers itself.
 */
export async function dropDatabase(owner: pg.Client, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [name],
    );
    try {
      await owner.query(`drop database if exists ${name}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== inUse || tries >= 12) throw error;
    }
  }
}

/** The drop has waited five seconds for the others by then. */
const inUse = '55006';
