import pg from 'pg';
import { holdChanged } from '../platform/hold.ts';

/** Lets an installation go on that a restore left held, or the given space of it; what runs on it hears of it at once. */
export async function letGo(ownerUrl: string, space?: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    if (space !== undefined)
      await client.query('delete from platform.held_space where id = $1 and not restoring', [space]);
    else await client.query('update platform.installation set held = false, let_go_at = now() where held');
    await client.query(`select pg_notify('formwork', $1)`, [JSON.stringify([{ kind: holdChanged }])]);
  } finally {
    await client.end();
  }
}
