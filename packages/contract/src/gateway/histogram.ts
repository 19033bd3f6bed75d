/** How calls are sorted by how long they took, in milliseconds; the last takes whatever is longer. */
export const histogramBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, Infinity] as const;

/** At most so many milliseconds for `share` of all. */
export function quantileOf(histogram: readonly number[], share: number): number {
  const all = histogram.reduce((sum, count) => sum + count, 0);
  let so = 0;
  for (const [i, count] of histogram.entries()) {
    so += count;
    if (all > 0 && so >= all * share) return Math.min(histogramBounds[i] ?? 10_000, 10_000);
  }
  return 0;
}
