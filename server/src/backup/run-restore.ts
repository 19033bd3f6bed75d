import { sealOf } from './format.ts';
import { BackupFailure, exitOf } from './failure.ts';
import { letGo } from './let-go.ts';
import { withDatabase } from './installation.ts';
import { optionsOf, phraseFrom } from './options.ts';
import { openProgress } from './progress.ts';
import { chooseBackup, restoreWhole } from './restore.ts';
import { openStore } from './store.ts';
import { openTarget, scratchTarget } from './target.ts';

const usage = `npm run restore -- --from <folder|s3://bucket/prefix> [--backup <time>] [--check] [--go] [--phrase-file <file>]
npm run restore -- --go        (lets a held installation go on)`;

try {
  const options = optionsOf(process.argv.slice(2), {
    from: { type: 'string' }, backup: { type: 'string' }, check: { type: 'boolean' }, go: { type: 'boolean' }, 'phrase-file': { type: 'string' },
  }, usage);
  const { from } = options;
  if (from === undefined) {
    if (!options.go || options.check || options.backup !== undefined) throw new BackupFailure('usage', usage);
    await withDatabase(process.env, letGo);
    console.log('The installation goes on.');
  } else {
    const store = await openStore(from, { make: false });
    const seal = await sealOf(store, phraseFrom(options['phrase-file']));
    const { time, manifest } = await chooseBackup(store, seal, options.backup);
    const target = await (options.check ? scratchTarget(process.env) : openTarget(process.env));
    try {
      await restoreWhole({ store, seal, time, manifest, target, go: options.go ?? false, progress: openProgress() });
    } finally {
      await target.close();
    }
    if (options.check) console.log(`Checked: ${time} can be restored; nothing of the installation was touched.`);
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof BackupFailure || process.env.FORMWORK_LOG_LEVEL !== 'debug' ? (error as Error).message : error);
  process.exit(exitOf(error));
}
