import { Readable } from 'node:stream';
import { readBase, wholeBases } from './continuous/log-format.ts';
import { BackupFailure } from './failure.ts';
import { readManifest, sealName, sealOf, wholeBackups } from './format.ts';
import { newSeal, type Seal } from './seal.ts';
import type { Store } from './store.ts';

/** The seal of a place, or a new one where it is asked for and nothing is there yet. */
export async function sealFor(
  store: Store,
  { seal, phrase }: { seal: boolean; phrase(): Promise<string> },
): Promise<Seal | undefined> {
  const there = await sealOf(store, phrase);
  if (there || !seal) return there;
  if ((await wholeBackups(store)).length > 0 || (await wholeBases(store)).length > 0)
    throw new BackupFailure(
      'usage',
      `${store.address} has backups that are not sealed. Take another folder for sealed ones.`,
    );
  const made = await newSeal(await phrase());
  await store.put(sealName, Readable.from([Buffer.from(JSON.stringify(made.file))]));
  return made.seal;
}

/** A place holds the backups of one installation: contents that no backup names are removed there. */
export async function requireOwnPlace(store: Store, seal: Seal | undefined, installation: string): Promise<void> {
  const time = (await wholeBackups(store)).at(-1);
  const base = (await wholeBases(store)).at(-1);
  for (const before of [
    time === undefined ? undefined : await readManifest(store, seal, time),
    base === undefined ? undefined : await readBase(store, seal, base),
  ])
    if (before && before.installation !== installation)
      throw new BackupFailure(
        'usage',
        `${store.address} has backups of another installation. Take a folder of its own for this one.`,
      );
}
