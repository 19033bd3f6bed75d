/** A value, and how often it is there. */
export type Often = readonly [value: number, count: number];

/** As `quantile` of all of them one by one; sorted ascending. */
export function quantileOf(sorted: readonly Often[], share: number): number {
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  const at = (all - 1) * share;
  const [low, high] = [valueAt(sorted, Math.floor(at)), valueAt(sorted, Math.ceil(at))];
  return low + (high - low) * (at - Math.floor(at));
}

function valueAt(sorted: readonly Often[], place: number): number {
  let seen = 0;
  for (const [value, count] of sorted) {
    seen += count;
    if (place < seen) return value;
  }
  return sorted.at(-1)![0];
}

/** Sorted ascending; the quantile between two values is on the line between them. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)]!;
  return low + (sorted[Math.ceil(at)]! - low) * (at - Math.floor(at));
}

export interface Box {
  low: number;
  q1: number;
  median: number;
  q3: number;
  high: number;
  outliers: number[];
}

/** Whiskers reach to the last value within 1.5 times the distance of the quartiles. */
export function boxOf(values: readonly Often[]): Box | undefined {
  if (values.length === 0) return undefined;
  const ordered = values.toSorted(([a], [b]) => a - b);
  const [q1, median, q3] = [quantileOf(ordered, 0.25), quantileOf(ordered, 0.5), quantileOf(ordered, 0.75)];
  const reach = (q3 - q1) * 1.5;
  const sorted = ordered.map(([value]) => value);
  const inner = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach);
  const outliers = sorted.filter((value) => value < q1 - reach || value > q3 + reach);
  return { low: inner[0] ?? q1, q1, median, q3, high: inner.at(-1) ?? q3, outliers };
}

export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Bins of one width with round borders; as many as the spread of the middle half asks for unless told. */
export function binsOf(values: readonly Often[], wanted?: number): Bin[] {
  if (values.length === 0) return [];
  const sorted = values.toSorted(([a], [b]) => a - b);
  const [low, high] = [sorted[0]![0], sorted.at(-1)![0]];
  const all = values.reduce((sum, [, often]) => sum + often, 0);
  if (low === high) return [{ from: low, to: high, count: all }];
  const spread = quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25);
  const width = (2 * spread) / Math.cbrt(all);
  const count = wanted ?? Math.min(50, Math.max(5, width > 0 ? Math.ceil((high - low) / width) : 10));
  const step = roundStep((high - low) / count);
  const start = Math.floor(low / step) * step;
  const bins: Bin[] = [];
  for (let at = 0; start + at * step <= high; at += 1)
    bins.push({ from: exact(start + at * step), to: exact(start + (at + 1) * step), count: 0 });
  for (const [value, often] of values)
    bins[Math.min(bins.length - 1, Math.floor((value - start) / step))]!.count += often;
  return bins;
}

/** 1, 2, 2.5 or 5 times a power of ten, the next above. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 2.5, 5, 10].find((factor) => factor * power >= raw * 0.999)! * power;
}

/** Takes off what binary fractions add: 0.30000000000000004. */
function exact(value: number): number {
  return Number(value.toPrecision(12));
}

export function statOf(name: 'avg' | 'median' | 'min' | 'max', values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  if (name === 'min') return sorted[0];
  if (name === 'max') return sorted.at(-1);
  if (name === 'median') return quantile(sorted, 0.5);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export type Pair = readonly [x: number, y: number];

/** The straight line with the least squares through the values at 0, 1, 2 ...; gaps do not count. */
export function trendOf(values: readonly (number | null)[]): ((at: number) => number) | undefined {
  return lineThrough(values.flatMap((value, at) => (value === null ? [] : [[at, value] as const])));
}

/** Undefined where there are fewer than two places to lay it through. */
export function lineThrough(points: readonly Pair[]): ((at: number) => number) | undefined {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [middle, level] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [at]) => sum + (at - middle) ** 2, 0);
  if (points.length < 2 || spread === 0) return undefined;
  const slope = points.reduce((sum, [at, value]) => sum + (at - middle) * (value - level), 0) / spread;
  return (at) => level + slope * (at - middle);
}
