import { readConfig } from '../../platform/config.ts';
import { openFiles } from '../../platform/files/files-open.ts';
import { BackupFailure } from '../failure.ts';
import { sealOf } from '../format.ts';
import { withDatabase } from '../installation.ts';
import { letGo } from '../let-go.ts';
import { phraseFrom } from '../options.ts';
import { openProgress } from '../progress.ts';
import { chooseBackup } from '../restore.ts';
import { openStore } from '../store.ts';
import { scratchTarget } from '../target.ts';
import { bringBack, forgetFormer, restoreSpace } from './restore-space.ts';

interface Asked {
  space: string;
  numbers: number;
  from?: string | undefined;
  backup?: string | undefined;
  go?: boolean | undefined;
  check?: boolean | undefined;
  back?: boolean | undefined;
  forget?: boolean | undefined;
  'phrase-file'?: string | undefined;
}

/** `npm run restore` for one space: from a backup, back to what it was, giving that up, or letting it go on. */
export async function runForSpace(asked: Asked, usage: string): Promise<void> {
  const { space, from, numbers, go = false, back = false, forget = false } = asked;
  const ways = [from !== undefined, back, forget].filter(Boolean).length;
  if (asked.check || ways > 1 || (ways === 0 && !go) || (from === undefined && asked.backup !== undefined))
    throw new BackupFailure('usage', usage);
  await withDatabase(process.env, async (databaseUrl) => {
    const options = { databaseUrl, space, go, numbers, progress: openProgress() };
    if (back) return bringBack(options);
    if (forget) return forgetFormer(options);
    if (from === undefined) {
      await letGo(databaseUrl, space);
      return console.log(`${space} goes on.`);
    }
    const store = await openStore(from, { make: false });
    const seal = await sealOf(store, phraseFrom(asked['phrase-file']));
    const { time, manifest } = await chooseBackup(store, seal, asked.backup);
    await restoreSpace({
      ...options,
      loading: { store, seal, time, manifest, progress: options.progress },
      scratch: () => scratchTarget(process.env),
      files: openFiles(readConfig()),
    });
  });
}
