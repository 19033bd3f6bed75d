import { contentName, manifestName, readContents, readManifest, timeShape, wholeBackups } from './format.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';

/** What runs that broke off left: tables without a manifest, and halves of files. Contents stay, the next run goes on from them. */
export async function clearUnfinished(store: Store): Promise<void> {
  const names = [...(await store.list('')).keys()];
  const whole = new Set(names.filter((name) => name.endsWith('/manifest.json')).map((name) => name.split('/')[0]));
  await store.remove(names.filter((name) => {
    const [first] = name.split('/') as [string];
    return name.endsWith('.unfinished') || (timeShape.test(first) && !whole.has(first));
  }));
}

/** Leaves the newest `keep` backups and the contents that they name; answers how many were kept and removed. */
export async function keepNewest(store: Store, seal: Seal | undefined, keep: number | undefined): Promise<{ kept: number; removed: number }> {
  const times = await wholeBackups(store);
  const old = keep === undefined ? [] : times.slice(0, Math.max(0, times.length - keep));
  for (const time of old) {
    // without its manifest it is none any more, whatever happens next
    await store.remove([manifestName(time)]);
    await store.remove((await store.list(`${time}/`)).keys());
  }
  const kept = times.filter((time) => !old.includes(time));
  if (old.length > 0) {
    const named = new Set<string>();
    for (const time of kept) for (const key of (await readContents(store, seal, time, await readManifest(store, seal, time))).keys()) named.add(contentName(key));
    await store.remove([...(await store.list('files/')).keys()].filter((name) => !named.has(name)));
  }
  return { kept: kept.length, removed: old.length };
}
