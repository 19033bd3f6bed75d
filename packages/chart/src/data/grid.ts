import type { Cell } from '../result.ts';
import { boundIn, countOf, keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import { orderOf, topKeys } from './order.ts';
import { stretchAfter, withoutHoles } from './stretches.ts';
import { together } from './together.ts';

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
  /** Of the places, those that lie in time to come: only forecasts reach them. */
  ahead: number;
  series: GridSeries[];
}

/** `dense`: a stretch of time without rows has its place; `ahead`: so many more behind the last; `zero`: what has no figure is 0. */
interface Places {
  dense?: boolean;
  zero?: boolean;
  ahead?: number;
}

/** `measures` a series each, or the first of them once for each value of the colour's dimension. */
export function gridOf(scene: Scene, measures: readonly Bound[], places: Places = {}): Grid {
  const x = boundIn(scene, 'x');
  const color = boundIn(scene, 'color');
  const first = measures[0];
  const all = scene.whole ?? scene;
  const keyed = keysOf(all, x, first);
  const { xs, ahead } = x ? inTime(all, x, keyed, places) : { xs: keyed, ahead: 0 };
  const colors = color && first ? keysOf(all, capped(color, first), first) : undefined;
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
  const left = new Map<string, { one: GridSeries; place: number; rows: (readonly Cell[])[] }>();
  const put = (at: number, place: number, row: readonly Cell[]) => {
    const one = series[at]!;
    if (one.key !== restKey && xs[place]!.key !== restKey)
      return add(one.values, place, numberAt(scene, row, one.measure));
    const rest = left.get(`${at} ${place}`);
    if (rest) rest.rows.push(row);
    else left.set(`${at} ${place}`, { one, place, rows: [row] });
  };
  for (const row of scene.result.rows) {
    const place = x ? (placeOf.get(keyAt(row, x)) ?? placeOf.get(restKey)) : 0;
    if (place === undefined) continue;
    if (colors) {
      const at = seriesOf.get(keyAt(row, color)) ?? seriesOf.get(restKey);
      if (at !== undefined) put(at, place, row);
    } else for (const at of series.keys()) put(at, place, row);
  }
  for (const { one, place, rows } of left.values()) one.values[place] = together(scene, one.measure, rows);
  if (places.zero)
    for (const one of series)
      one.values = one.values.map((value, at) => value ?? (at < xs.length - ahead ? 0 : null));
  return { x, color, xs, ahead, series };
}

/** More places than this are not filled up. */
const mostStretches = 5_000;

/** An order by figures, and the largest alone, know no neighbours: nothing is missing between them, and nothing follows. */
function inTime(
  scene: Scene,
  x: Bound,
  xs: GridKey[],
  { dense = false, ahead = 0 }: Places,
): { xs: GridKey[]; ahead: number } {
  const { use, column } = x;
  const { step } = column;
  const asTheyCome = { xs, ahead: 0 };
  if (column.kind !== 'date' || !step || use.sort?.by === 'value') return asTheyCome;
  if (use.top && scene.notes.has('top')) return asTheyCome;
  const known = new Map(xs.map((one) => [one.key, one]));
  const days = xs.flatMap(({ key }) => key ?? []);
  const all = withoutHoles(days, step, mostStretches);
  if (!all) return asTheyCome;
  const labelled = (key: string): GridKey => known.get(key) ?? { key, label: labelOf(key, x, scene.skin) };
  const shown = dense ? all : all.filter((key) => known.has(key));
  const none = known.get(null);
  const then = use.sort?.desc ? shown.toReversed() : shown;
  const last = all.at(-1);
  // time to come lies behind the last: where the order is another, or rows have no time, there is no place for it
  const further = use.sort?.desc || none || last === undefined ? 0 : ahead;
  const later = Array.from({ length: further }, (_, at) => stretchAfter(last!, step, at + 1));
  return { xs: [...[...then, ...later].map(labelled), ...(none ? [none] : [])], ahead: further };
}

/** What is left over is added up where it may be. */
export function capped(color: Bound, measure: Bound): Bound {
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
    sums.set(key, (sums.get(key) ?? 0) + (numberAt(scene, row, measure) ?? 0) * countOf(scene.result, row));
  }
  const { kept, rest } = topKeys(scene, bound, sums);
  const keys = orderOf(kept, bound, sums, scene).map((key) => ({ key, label: labelOf(key, bound, scene.skin) }));
  return rest ? [...keys, { key: restKey, label: scene.skin.words.rest }] : keys;
}
