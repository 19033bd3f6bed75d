import { readBase, readUntil, segmentsOf, wholeBases } from './continuous/log-format.ts';
import { readManifest, sealOf, wholeBackups } from './format.ts';
import { bytesText, countText } from './progress.ts';
import type { Store } from './store.ts';

/** A line for each whole backup, and one for each base with the moments it can restore; oldest first. */
export async function listBackups(store: Store, phrase: () => Promise<string>): Promise<void> {
  const times = await wholeBackups(store);
  const bases = await wholeBases(store);
  const seal = await sealOf(store, phrase);
  if (times.length === 0 && bases.length === 0) console.log(`There is no whole backup in ${store.address}.`);
  for (const time of times) {
    const { parts, files, product, spaces } = await readManifest(store, seal, time);
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    console.log(
      `${time}  ${countText(rows)} rows, ${bytesText(bytes)}; ${countText(files.count)} files, ${bytesText(files.size)}; ${spaces.length} spaces; product ${product}${seal ? '; sealed' : ''}`,
    );
  }
  for (const name of bases) {
    const base = await readBase(store, seal, name);
    const until = (await readUntil(store, seal, name))?.moment ?? base.moment;
    const { whole, bytes } = await segmentsOf(store, name, base);
    console.log(
      `${name}  any moment from ${base.moment} to ${until}: base ${bytesText(base.tar.bytes)}, log ${bytesText(bytes)} in ${countText(whole.length)} segments; product ${base.product}${seal ? '; sealed' : ''}`,
    );
  }
}
