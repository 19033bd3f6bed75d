import { readManifest, sealOf, wholeBackups } from './format.ts';
import { bytesText, countText } from './progress.ts';
import type { Store } from './store.ts';

/** A line for each whole backup, oldest first. */
export async function listBackups(store: Store, phrase: () => Promise<string>): Promise<void> {
  const times = await wholeBackups(store);
  const seal = await sealOf(store, phrase);
  if (times.length === 0) console.log(`There is no whole backup in ${store.address}.`);
  for (const time of times) {
    const { parts, files, product, spaces } = await readManifest(store, seal, time);
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    console.log(`${time}  ${countText(rows)} rows, ${bytesText(bytes)}; ${countText(files.count)} files, ${bytesText(files.size)}; ${spaces.length} spaces; product ${product}${seal ? '; sealed' : ''}`);
  }
}
