import type pg from 'pg';
import { backupLock } from '../../platform/files/removed-contents.ts';
import { removeUnnamed } from '../retention.ts';
import type { Seal } from '../seal.ts';
import type { Store } from '../store.ts';
import { whileContentsStay } from './contents-lock.ts';
import { baseFolder, baseManifestName, wholeBases } from './log-format.ts';

/** Leaves the newest bases and what they name. Where a backup runs, whose contents nothing names yet, the next base does it. */
export async function keepBases({
  store,
  sealing,
  watch,
  keep,
}: {
  store: Store;
  sealing: Seal | undefined;
  watch: pg.Client;
  keep: number;
}): Promise<void> {
  const old = (await wholeBases(store)).slice(0, -keep);
  if (old.length === 0) return;
  const { rows } = await watch.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [backupLock]);
  if (!rows[0]!.got) return;
  try {
    for (const name of old) {
      // without its manifest it is none any more, whatever happens next
      await store.remove([baseManifestName(name)]);
      await store.remove((await store.list(`${baseFolder(name)}/`)).keys());
    }
    await whileContentsStay(watch, 'wait', () => removeUnnamed(store, sealing));
  } finally {
    await watch.query('select pg_advisory_unlock($1)', [backupLock]);
  }
}
