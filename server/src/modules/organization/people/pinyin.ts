import { setImmediate } from 'node:timers/promises';
import { pinyin } from 'pinyin-pro';

/** How a name can be typed: itself, its pinyin in full, the first letters of its syllables. Lower case, without blanks. */
export interface Spelling {
  name: string;
  full: string;
  initials: string;
}

const spellings = new Map<string, Spelling>();
const mostKept = 400_000;
/** Of one step of spelling many names, so that other requests get their turn. */
const stepMs = 8;

export function spellingOf(name: string): Spelling {
  const known = spellings.get(name);
  if (known) return known;
  const syllables = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive', surname: 'head', v: true });
  const spelling = {
    name: plain(name),
    full: plain(syllables.join('')),
    initials: plain(syllables.map((syllable) => (/^[a-z]+$/i.test(syllable) ? syllable[0]! : syllable)).join('')),
  };
  if (spellings.size >= mostKept) spellings.clear();
  spellings.set(name, spelling);
  return spelling;
}

/** The syllables of a Chinese text, without tones; nothing is remembered. */
export function syllablesOf(text: string): string[] {
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'removed', v: true });
}

/** Spells many names ahead of a search through them all, without holding up others for the seconds it can take. */
export async function spellAll(names: Iterable<string>): Promise<void> {
  let since = performance.now();
  for (const name of names) {
    if (spellings.has(name)) continue;
    spellingOf(name);
    if (performance.now() - since < stepMs) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** 0 when it does not fit; more for a better fit: the start of the name, of its pinyin or initials, then anywhere in it. */
export function fitTo(search: string): (name: string) => number {
  const wanted = plain(search);
  if (wanted === '') return () => 1;
  return (name) => {
    const { name: written, full, initials } = spellingOf(name);
    if (written === wanted) return 6;
    if (written.startsWith(wanted)) return 5;
    if (initials.startsWith(wanted)) return 4;
    if (full.startsWith(wanted)) return 3;
    if (written.includes(wanted)) return 2;
    return full.includes(wanted) || initials.includes(wanted) ? 1 : 0;
  };
}

/** Orders names as Chinese readers look them up. */
export function byName(a: { name: string }, b: { name: string }): number {
  return order.compare(a.name, b.name);
}

const order = new Intl.Collator('zh-Hans-u-co-pinyin', { numeric: true });

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, '');
}
