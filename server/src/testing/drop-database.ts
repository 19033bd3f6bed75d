import type pg from 'pg';

/**
 * Takes away a database and whoever the owner may send away from it; `owner` is connected to another.
 *
 * Not `with (force)`: that refuses at once where anybody else is in the database, a worker of autovacuum or a connection
 * that is just ending. A drop without it ends those workers, and waits five seconds for the others.
 */
export async function dropDatabase(owner: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and backend_type = 'client backend' and pg_has_role(usesysid, 'usage')`,
      [name],
    );
    try {
      await owner.query(`drop database if exists ${name}`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== inUse) throw error;
      if (tries >= 6)
        throw new Error(`nobody ends what is open in ${name}: ${await who(owner, name)}`, { cause: error });
    }
  }
}

const inUse = '55006';

async function who(owner: pg.Client, name: string): Promise<string> {
  const { rows } = await owner.query(
    `select usename, backend_type, state, wait_event, now() - backend_start as age, now() - state_change as since, query from pg_stat_activity where datname = $1`,
    [name],
  );
  return JSON.stringify(rows);
}
