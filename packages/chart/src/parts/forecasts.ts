import { forecastOf } from '../data/forecast.ts';
import type { Grid, GridSeries } from '../data/grid.ts';
import type { ChartOption } from '../option.ts';
import type { Scene } from '../scene.ts';

/** What is foretold of a series: nothing up to the last place that there is, then a value each. */
export interface Forecast extends GridSeries {
  /** The place of the series among the others. */
  of: number;
}

/** How many stretches ahead somebody wants to see. Figures on top of one another have no height of their own that goes on. */
export function farthest({ settings }: Scene): number {
  if (settings.kind === 'stacked' || (settings.kind === 'area' && settings.look.stack)) return 0;
  return Math.max(0, ...settings.marks.map((mark) => (mark.is === 'forecast' ? mark.ahead : 0)));
}

export function forecastsOf({ settings, skin }: Scene, grid: Grid): Forecast[] {
  const { x, xs, ahead, series } = grid;
  if (ahead === 0) return [];
  const seen = xs.length - ahead;
  return settings.marks.flatMap((mark) => {
    if (mark.is !== 'forecast') return [];
    return series.flatMap((one, of): Forecast[] => {
      if (mark.of !== undefined && mark.of !== one.measure.use.id) return [];
      const next = forecastOf(whole(one.values, grid).slice(0, seen), x?.column.step, mark.ahead);
      if (!next) return [];
      const values = [...Array.from<null>({ length: seen }).fill(null), ...next];
      return [{ ...one, of, name: `${one.name} · ${skin.words.forecast}`, values }];
    });
  });
}

/** A stretch that is not over yet says too little: where it is the last one, nothing is foretold from it. */
function whole(values: readonly (number | null)[], { x, xs }: Pick<Grid, 'x' | 'xs'>): (number | null)[] {
  const last = values.findLastIndex((value) => value !== null);
  const runs = last >= 0 && x?.column.now !== undefined && xs[last]?.key === x.column.now;
  return runs ? values.with(last, null) : [...values];
}

/** A dashed line that goes on from the last value. */
export function forecastSeries(
  { settings }: Scene,
  { x, xs, ahead, series }: Grid,
  forecasts: readonly Forecast[],
  colour: (at: number) => string,
  flat: boolean,
): ChartOption[] {
  const right = new Set((settings.slots.y2 ?? []).map(({ id }) => id));
  return forecasts.map(({ of, name, measure, values }) => {
    const known = whole(series[of]!.values, { x, xs });
    const last = known.findLastIndex((value) => value !== null);
    // from the last value of its own, over what is open before the first foretold
    const from = last >= 0 && last < xs.length - ahead ? { [last]: known[last] } : {};
    return {
      type: 'line',
      name,
      data: Object.assign([...values], from),
      symbol: 'none',
      connectNulls: true,
      ...(right.has(measure.use.id) && { [flat ? 'xAxisIndex' : 'yAxisIndex']: 1 }),
      lineStyle: { color: colour(of), width: 2, type: 'dotted' },
      itemStyle: { color: colour(of), opacity: 0.6 },
    };
  });
}
