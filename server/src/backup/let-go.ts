import pg from 'pg';

/** Lets an installation go on that a restore left held; what runs on it hears of it within seconds. */
export async function letGo(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('update platform.installation set held = false, let_go_at = now() where held');
  } finally {
    await client.end();
  }
}
