import { existsSync } from 'node:fs';
import path from 'node:path';
import { dataDirOf } from '../platform/config.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts';
import { BackupFailure } from './failure.ts';

const quiet = { debug() {}, info() {}, warn: (text: string) => console.error(text) };

/** The database of the settings: the one that is given, or the embedded one of the data folder, which may be running. */
export async function withDatabase<T>(env: NodeJS.ProcessEnv, work: (url: string) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL) return work(env.DATABASE_URL);
  const dataDir = dataDirOf(env);
  if (!existsSync(path.join(dataDir, 'postgres')))
    throw new BackupFailure(
      'usage',
      `There is no installation in ${dataDir}. Set FORMWORK_DATA or DATABASE_URL as for the product.`,
    );
  const running = await runningEmbeddedPostgres(dataDir);
  if (running !== undefined) return work(running);
  const own = await startEmbeddedPostgres({ dataDir, log: quiet });
  try {
    return await work(own.url);
  } finally {
    await own.stop();
  }
}
