import { setPriority } from 'node:os';
import { readConfig } from '../platform/config.ts';
import { openFiles } from '../platform/files/files-open.ts';
import { backUp } from './backup.ts';
import { backUpContinuously } from './continuous/command.ts';
import { BackupFailure, exitOf } from './failure.ts';
import { listBackups } from './list.ts';
import { withDatabase } from './installation.ts';
import { numberOf, optionsOf, phraseFrom } from './options.ts';
import { openProgress } from './progress.ts';
import { openStore } from './store.ts';

const usage = `npm run backup -- --to <folder|s3://bucket/prefix> [--seal] [--phrase-file <file>] [--keep <n>] [--lanes <n>]
npm run backup -- --to <folder|s3://bucket/prefix> --continuous [--seal] [--phrase-file <file>] [--keep <n>]
npm run backup -- --to <folder|s3://bucket/prefix> --list`;

try {
  const options = optionsOf(
    process.argv.slice(2),
    {
      to: { type: 'string' },
      list: { type: 'boolean' },
      seal: { type: 'boolean' },
      'phrase-file': { type: 'string' },
      keep: { type: 'string' },
      lanes: { type: 'string' },
      continuous: { type: 'boolean' },
    },
    usage,
  );
  if (options.to === undefined) throw new BackupFailure('usage', usage);
  const phrase = phraseFrom(options['phrase-file']);
  if (options.list) {
    await listBackups(await openStore(options.to, { make: false }), phrase);
  } else if (options.continuous) {
    if (options.lanes !== undefined) throw new BackupFailure('usage', usage);
    setPriority(10);
    await backUpContinuously({
      to: options.to,
      seal: options.seal ?? false,
      phrase,
      keep: numberOf(options.keep, 'keep', 1, 2),
    });
  } else {
    const keep = options.keep === undefined ? undefined : numberOf(options.keep, 'keep', 1, 1);
    const lanes = numberOf(options.lanes, 'lanes', 1, 1);
    // people who work meanwhile come first
    setPriority(10);
    await withDatabase(process.env, async (databaseUrl) => {
      const config = readConfig();
      await backUp({
        store: await openStore(options.to!, { make: true }),
        databaseUrl,
        files: openFiles(config),
        secret: config.secret,
        seal: options.seal ?? false,
        phrase,
        keep,
        lanes,
        progress: openProgress(),
      });
    });
  }
  process.exit(0);
} catch (error) {
  console.error(
    error instanceof BackupFailure || process.env.FORMWORK_LOG_LEVEL !== 'debug' ? (error as Error).message : error,
  );
  process.exit(exitOf(error));
}
