import { dataDirOf, readConfig } from '../../platform/config.ts';
import { runningEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts';
import { openFiles } from '../../platform/files/files-open.ts';
import { BackupFailure, embeddedAlone } from '../failure.ts';
import { openStore } from '../store.ts';
import { startContinuous } from './receiver.ts';

interface Asked {
  to: string;
  seal: boolean;
  phrase(): Promise<string>;
  keep: number;
}

/** Beside an installation that runs, until it is told to end. */
export async function backUpContinuously({ to, seal, phrase, keep }: Asked): Promise<void> {
  if (process.env.DATABASE_URL) throw new BackupFailure('usage', embeddedAlone('--continuous'));
  const dataDir = dataDirOf(process.env);
  if ((await runningEmbeddedPostgres(dataDir)) === undefined)
    throw new BackupFailure(
      'usage',
      `No installation runs in ${dataDir}. Start it first, or let it do this by itself: FORMWORK_BACKUP_CONTINUOUS=${to}.`,
    );
  const config = readConfig();
  const tell = { say: (text: string) => console.error(text), warn: (text: string) => console.error(text) };
  const receiver = startContinuous(
    {
      openStore: () => openStore(to, { make: true }),
      databaseUrl: () => runningEmbeddedPostgres(dataDir),
      files: openFiles(config),
      secret: config.secret,
      seal,
      phrase,
      keep,
      tell,
    },
    (error) => error instanceof BackupFailure && error.exit !== 'failed',
  );
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => void receiver.stop());
  await receiver.ended;
}
