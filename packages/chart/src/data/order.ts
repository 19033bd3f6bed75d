import { labelOf, type Bound, type Scene } from '../scene.ts';

export type Sums = ReadonlyMap<string | null, number>;

/** The n keys with the largest sums, in the order of the result, and whether the others are shown together. */
export function topKeys(scene: Scene, bound: Bound, sums: Sums): { kept: (string | null)[]; rest: boolean } {
  const all = [...sums.keys()];
  const { top } = bound.use;
  if (!top || all.length <= top.n) return { kept: all, rest: false };
  scene.notes.add('top');
  const largest = new Set(all.toSorted((a, b) => sums.get(b)! - sums.get(a)!).slice(0, top.n));
  return { kept: all.filter((key) => largest.has(key)), rest: top.rest };
}

export function orderOf(keys: (string | null)[], bound: Bound, sums: Sums, { skin }: Scene): (string | null)[] {
  const { sort } = bound.use;
  if (!sort) return keys;
  const compare = new Intl.Collator(skin.locale, { numeric: true }).compare;
  const way = sort.desc ? -1 : 1;
  return keys.toSorted((a, b) =>
    sort.by === 'value'
      ? (sums.get(a)! - sums.get(b)!) * way
      : compare(labelOf(a, bound, skin), labelOf(b, bound, skin)) * way,
  );
}
