import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestServer } from '../../testing/server.ts';

/** A database of one's own for the length of a test, beside that of the server. */
export async function emptyDatabase(server: Pick<TestServer, 'databaseUrl'>): Promise<string> {
  const name = `empty_${process.pid}_${Math.floor(performance.now())}`;
  const url = new URL(server.databaseUrl);
  url.pathname = '/postgres';
  const on = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await on(`create database ${name}`);
  onTestFinished(() => on(`drop database ${name} with (force)`));
  const made = new URL(server.databaseUrl);
  made.pathname = `/${name}`;
  return made.href;
}
