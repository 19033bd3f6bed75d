import { dataDirOf } from '../platform/config.ts';
import { sealOf } from './format.ts';
import { BackupFailure, embeddedAlone, exitOf } from './failure.ts';
import { letGo } from './let-go.ts';
import { withDatabase } from './installation.ts';
import { optionsOf, phraseFrom, raiseOf } from './options.ts';
import { openProgress } from './progress.ts';
import { chooseBackup, restoreWhole } from './restore.ts';
import { chooseBase, restoreMoment } from './restore-moment.ts';
import type { Seal } from './seal.ts';
import { runForSpace } from './space/run-space.ts';
import { openStore, type Store } from './store.ts';
import { openEmptyFolder, openTarget, scratchFolder, scratchTarget } from './target.ts';

const usage = `npm run restore -- --from <folder|s3://bucket/prefix> [--backup <time>] [--check] [--go] [--numbers +<n>] [--phrase-file <file>]
npm run restore -- --from <folder|s3://bucket/prefix> --at <moment|latest> [--backup <base>] [--check] [--go] [--phrase-file <file>]
npm run restore -- --from <folder|s3://bucket/prefix> --space <id> [--backup <time>] [--go] [--numbers +<n>]
npm run restore -- --space <id> --back | --forget
npm run restore -- --go [--space <id>]        (lets a held installation go on, or a held space)`;

try {
  const options = optionsOf(
    process.argv.slice(2),
    {
      from: { type: 'string' },
      backup: { type: 'string' },
      at: { type: 'string' },
      check: { type: 'boolean' },
      go: { type: 'boolean' },
      numbers: { type: 'string' },
      space: { type: 'string' },
      back: { type: 'boolean' },
      forget: { type: 'boolean' },
      'phrase-file': { type: 'string' },
    },
    usage,
  );
  const { from } = options;
  const numbers = raiseOf(options.numbers);
  if (options.at !== undefined && (options.space !== undefined || options.numbers !== undefined))
    throw new BackupFailure('usage', usage);
  if (options.space !== undefined) {
    await runForSpace({ ...options, space: options.space, numbers }, usage);
  } else if (options.back || options.forget) {
    throw new BackupFailure('usage', usage);
  } else if (from === undefined) {
    if (!options.go || options.check || options.backup !== undefined || options.at !== undefined)
      throw new BackupFailure('usage', usage);
    await withDatabase(process.env, letGo);
    console.log('The installation goes on.');
  } else {
    const store = await openStore(from, { make: false });
    const seal = await sealOf(store, phraseFrom(options['phrase-file']));
    const { at, backup, check = false, go = false } = options;
    const time =
      at === undefined
        ? await restoreBackup({ store, seal, backup, check, go, numbers })
        : await restoreTo({ store, seal, at, backup, check, go });
    if (check) console.log(`Checked: ${time} can be restored; nothing of the installation was touched.`);
  }
  process.exit(0);
} catch (error) {
  console.error(
    error instanceof BackupFailure || process.env.FORMWORK_LOG_LEVEL !== 'debug' ? (error as Error).message : error,
  );
  process.exit(exitOf(error));
}

interface Asked {
  store: Store;
  seal: Seal | undefined;
  backup: string | undefined;
  check: boolean;
  go: boolean;
}

async function restoreBackup({
  store,
  seal,
  backup,
  check,
  go,
  numbers,
}: Asked & { numbers: number }): Promise<string> {
  const { time, manifest } = await chooseBackup(store, seal, backup);
  const target = await (check ? scratchTarget(process.env) : openTarget(process.env));
  try {
    await restoreWhole({ store, seal, time, manifest, target, go, numbers, progress: openProgress() });
  } finally {
    await target.close();
  }
  return time;
}

/** To a moment: on the embedded database alone. */
async function restoreTo({ store, seal, at, backup, check, go }: Asked & { at: string }): Promise<string> {
  if (process.env.DATABASE_URL && !check) throw new BackupFailure('usage', embeddedAlone('--at'));
  const chosen = await chooseBase(store, seal, { at, backup });
  const scratch = check ? await scratchFolder() : undefined;
  const env = scratch ? { ...process.env, FORMWORK_FILES: 'disk' } : process.env;
  try {
    const folder = await openEmptyFolder(env, scratch?.folder ?? dataDirOf(env));
    await restoreMoment({ store, seal, chosen, folder, go, progress: openProgress() });
  } finally {
    await scratch?.remove();
  }
  return `${chosen.name} with its log`;
}
