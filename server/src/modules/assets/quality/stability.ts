/** The ends of nine tenths of numbers, in their order; the tenth has none. */
export type Deciles = readonly number[];

/** Shares of the ten stretches, from how many lie in each. */
export function share(counts: readonly (readonly [bin: number, count: number])[]): number[] {
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  const found = new Map(counts);
  return Array.from({ length: 10 }, (_, bin) => (found.get(bin) ?? 0) / Math.max(all, 1));
}

/**
 * Population stability index of shares against tenths: 0 where nothing moved, above 0.1 something did. Ends that are alike
 * (one value is a tenth and more of all) make one stretch.
 */
export function indexOf(base: Deciles, shares: readonly number[]): number {
  let sum = 0;
  for (let from = 0; from < 10;) {
    let to = from + 1;
    while (to < 10 && from < 9 && base[to] === base[from]) to += 1;
    const expected = (to - from) / 10;
    const actual = Math.max(
      shares.slice(from, to).reduce((all, one) => all + one, 0),
      least,
    );
    sum += (actual - expected) * Math.log(actual / expected);
    from = to;
  }
  return sum;
}

/** An empty stretch would be without end. */
const least = 0.0001;
