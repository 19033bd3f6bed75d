import { boundIn, keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import { orderOf, topKeys } from './order.ts';
import { withoutHoles } from './stretches.ts';

/** A key of what top n leaves over; no key of a result can be called so. */
export const restKey = '\u0000rest';

export interface GridKey {
  key: string | null;
  label: string;
}

export interface GridSeries {
  key: string | null;
  name: string;
  measure: Bound;
  values: (number | null)[];
}

/** More series than this are a tangle: the largest are kept. */
export const mostSeries = 50;

/** What charts with an x axis draw: values by place on it, a list a series. */
export interface Grid {
  x: Bound | undefined;
  color: Bound | undefined;
  xs: GridKey[];
  series: GridSeries[];
}

/** `measures` a series each, or the first of them once for each value of the colour's dimension; `dense`: a stretch of time without rows has its place. */
export function gridOf(scene: Scene, measures: readonly Bound[], dense = false): Grid {
  const x = boundIn(scene, 'x');
  const color = boundIn(scene, 'color');
  const first = measures[0];
  const keyed = keysOf(scene, x, first);
  const xs = x && dense ? inTime(scene, x, keyed) : keyed;
  const colors = color && first ? keysOf(scene, capped(color, first), first) : undefined;
  const placeOf = new Map(xs.map(({ key }, at) => [key, at]));
  const make = (key: string | null, name: string, measure: Bound): GridSeries => ({
    key,
    name,
    measure,
    values: Array.from<number | null>({ length: xs.length }).fill(null),
  });
  const series =
    colors && first
      ? colors.map(({ key, label }) => make(key, label, first))
      : measures.map((measure) => make(measure.use.id, measure.title, measure));
  const seriesOf = new Map(series.map((one, at) => [one.key, at]));
  for (const row of scene.result.rows) {
    const place = x ? (placeOf.get(keyAt(row, x)) ?? placeOf.get(restKey)) : 0;
    if (place === undefined) continue;
    if (colors) {
      const at = seriesOf.get(keyAt(row, color)) ?? seriesOf.get(restKey);
      if (at !== undefined) add(series[at]!.values, place, numberAt(scene, row, first));
    } else for (const one of series) add(one.values, place, numberAt(scene, row, one.measure));
  }
  if (scene.settings.look.gaps === 'zero')
    for (const one of series) one.values = one.values.map((value) => value ?? 0);
  return { x, color, xs, series };
}

/** More places than this are not filled up. */
const mostStretches = 5_000;

/** An order by figures, and the largest alone, know no neighbours: nothing is missing between them. */
function inTime(scene: Scene, x: Bound, xs: GridKey[]): GridKey[] {
  const { use, column } = x;
  if (column.kind !== 'date' || !column.step || use.sort?.by === 'value' || xs.some(({ key }) => key === restKey))
    return xs;
  if (use.top && scene.notes.has('top')) return xs;
  const known = new Map(xs.map((one) => [one.key, one]));
  const all = withoutHoles(
    xs.flatMap(({ key }) => key ?? []),
    column.step,
    mostStretches,
  );
  if (!all || all.length + (known.has(null) ? 1 : 0) === xs.length) return xs;
  const filled = all.map((key) => known.get(key) ?? { key, label: labelOf(key, x, scene.skin) });
  return [...(use.sort?.desc ? filled.toReversed() : filled), ...(known.get(null) ? [known.get(null)!] : [])];
}

/** What is left over is added up where it may be. */
function capped(color: Bound, measure: Bound): Bound {
  const top = color.use.top ?? { n: mostSeries, rest: measure.column.additive ?? false };
  return { ...color, use: { ...color.use, top: { ...top, n: Math.min(top.n, mostSeries) } } };
}

function add(values: (number | null)[], at: number, value: number | null): void {
  if (value !== null) values[at] = (values[at] ?? 0) + value;
}

/** The keys of a dimension in the order of the result, or as its use sorts and cuts them. */
export function keysOf(scene: Scene, bound: Bound | undefined, measure: Bound | undefined): GridKey[] {
  if (!bound) return scene.result.rows.length > 0 ? [{ key: null, label: '' }] : [];
  const sums = new Map<string | null, number>();
  for (const row of scene.result.rows) {
    const key = keyAt(row, bound);
    sums.set(key, (sums.get(key) ?? 0) + (numberAt(scene, row, measure) ?? 0));
  }
  const { kept, rest } = topKeys(scene, bound, sums);
  const keys = orderOf(kept, bound, sums, scene).map((key) => ({ key, label: labelOf(key, bound, scene.skin) }));
  return rest ? [...keys, { key: restKey, label: scene.skin.words.rest }] : keys;
}
