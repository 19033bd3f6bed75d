import { comparedText, differenceOf, likenessOf, mostDifferent } from '@formwork/contract/records/likeness.ts';

export interface AlikeTexts {
  add(text: string): void;
  /** The most alike of those that are as alike as asked. */
  find(text: string): { text: string; likeness: number } | undefined;
}

/**
 * Texts by the pairs of characters they hold: a changed character takes away two pairs at most, so that only texts with
 * enough pairs in common are compared character by character.
 */
export function alikeTexts(percent: number, first: readonly string[] = []): AlikeTexts {
  const kept: { text: string; signs: string[] }[] = [];
  const holders = new Map<string, number[]>();
  const byLength = new Map<number, number[]>();
  const add = (text: string): void => {
    const signs = comparedText(text);
    if (signs.length === 0) return;
    const at = kept.push({ text, signs }) - 1;
    for (const pair of pairsOf(signs)) put(holders, pair, at);
    put(byLength, signs.length, at);
  };
  for (const text of first) add(text);
  return {
    add,
    find(text) {
      const signs = comparedText(text);
      if (signs.length === 0) return undefined;
      let best: { text: string; likeness: number } | undefined;
      for (const at of candidates(signs)) {
        const other = kept[at]!;
        const most = mostDifferent(signs.length, other.signs.length, Math.max(percent, best?.likeness ?? 0));
        const difference = differenceOf(signs, other.signs, most);
        if (difference > most) continue;
        const likeness = likenessOf(difference, signs.length, other.signs.length);
        if (best === undefined || likeness > best.likeness) best = { text: other.text, likeness };
        if (likeness === 100) break;
      }
      return best;
    },
  };

  function candidates(signs: readonly string[]): Iterable<number> {
    const pairs = pairsOf(signs);
    const longest = percent === 0 ? Infinity : Math.floor((signs.length * 100) / percent);
    const needed = pairs.size - 2 * mostDifferent(signs.length, longest, percent);
    if (!(needed > 0))
      return [...byLength].flatMap(([length, all]) =>
        length <= longest && length >= (signs.length * percent) / 100 ? all : [],
      );
    const common = new Map<number, number>();
    for (const pair of pairs) for (const at of holders.get(pair) ?? []) common.set(at, (common.get(at) ?? 0) + 1);
    return [...common].filter(([, count]) => count >= needed).map(([at]) => at);
  }
}

/** With a mark at either end, so that a text of one character has pairs too. */
function pairsOf(signs: readonly string[]): Set<string> {
  const marked = ['\u0002', ...signs, '\u0003'];
  return new Set(marked.slice(1).map((sign, at) => marked[at]! + sign));
}

function put<Key>(into: Map<Key, number[]>, key: Key, at: number): void {
  const list = into.get(key);
  if (list) list.push(at);
  else into.set(key, [at]);
}
