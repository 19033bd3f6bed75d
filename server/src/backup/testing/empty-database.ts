import pg from 'pg';
import { onTestFinished } from 'vitest';
import { dropDatabase } from '../../testing/drop-database.ts';
import type { TestServer } from '../../testing/server.ts';

/** A database of one's own for the length of a test, beside that of the server. */
export async function emptyDatabase(server: Pick<TestServer, 'databaseUrl'>): Promise<string> {
  const name = `empty_${process.pid}_${Math.floor(performance.now())}`;
  const url = new URL(server.databaseUrl);
  url.pathname = '/postgres';
  const on = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  await on((client) => client.query(`create database ${name}`));
  onTestFinished(() => on((client) => dropDatabase(client, name)));
  const made = new URL(server.databaseUrl);
  made.pathname = `/${name}`;
  return made.href;
}
