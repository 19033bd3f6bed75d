import { contentsOfBase, readBase, wholeBases } from './continuous/log-format.ts';
import { contentName, manifestName, readContents, readManifest, timeShape, wholeBackups } from './format.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';

/** What runs that broke off left: tables without a manifest, and halves of files. Contents stay, the next run goes on from them. */
export async function clearUnfinished(store: Store): Promise<void> {
  const names = [...(await store.list('')).keys()];
  const whole = new Set(names.filter((name) => name.endsWith('/manifest.json')).map((name) => name.split('/')[0]));
  await store.remove(
    names.filter((name) => {
      const [first] = name.split('/') as [string];
      // bases and their log are the continuous backup's, which may be writing
      if (first === 'log') return false;
      return name.endsWith('.unfinished') || (timeShape.test(first) && !whole.has(first));
    }),
  );
}

/** Leaves the newest `keep` backups and the contents that they name; answers how many were kept and removed. */
export async function keepNewest(
  store: Store,
  seal: Seal | undefined,
  keep: number | undefined,
  whileContentsStay: (work: () => Promise<void>) => Promise<unknown>,
): Promise<{ kept: number; removed: number }> {
  const times = await wholeBackups(store);
  const old = keep === undefined ? [] : times.slice(0, Math.max(0, times.length - keep));
  for (const time of old) {
    // without its manifest it is none any more, whatever happens next
    await store.remove([manifestName(time)]);
    await store.remove((await store.list(`${time}/`)).keys());
  }
  const kept = times.filter((time) => !old.includes(time));
  if (old.length > 0) await whileContentsStay(() => removeUnnamed(store, seal));
  return { kept: kept.length, removed: old.length };
}

/** Contents that neither a backup nor a moment of a base names. */
export async function removeUnnamed(store: Store, seal: Seal | undefined): Promise<void> {
  const named = new Set<string>();
  for (const time of await wholeBackups(store))
    for (const key of (await readContents(store, seal, time, await readManifest(store, seal, time))).keys())
      named.add(contentName(key));
  for (const base of await wholeBases(store))
    for (const key of (await contentsOfBase(store, seal, base, await readBase(store, seal, base))).keys())
      named.add(contentName(key));
  await store.remove([...(await store.list('files/')).keys()].filter((name) => !named.has(name)));
}
