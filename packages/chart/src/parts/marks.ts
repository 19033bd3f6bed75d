import { timeOf } from '../look/dates.ts';
import type { ChartMark } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Grid, GridSeries } from '../data/grid.ts';
import { forecastOf } from '../data/forecast.ts';
import { statOf, trendOf } from '../data/statistics.ts';
import { shortNumber } from '../look/numbers.ts';
import type { ChartOption } from '../option.ts';
import type { Scene } from '../scene.ts';
import { hue } from './colours.ts';

/** Lines, bands and notes lie on the first series; `flat` says that values run along x. */
export function markParts(scene: Scene, grid: Grid, flat: boolean): ChartOption {
  const values = grid.series.flatMap((one) => one.values.filter((value) => value !== null));
  const lines = [
    ...scene.settings.marks.flatMap((mark) => (mark.is === 'line' ? lineOf(scene, mark, values, flat) : [])),
    ...noteLines(scene, grid, flat),
  ];
  const bands = scene.settings.marks.flatMap((mark) => (mark.is === 'band' ? [bandOf(scene, mark, flat)] : []));
  return {
    ...(lines.length > 0 && { markLine: { symbol: 'none', silent: true, animation: false, data: lines } }),
    ...(bands.length > 0 && { markArea: { silent: true, animation: false, data: bands } }),
  };
}

type LineMark = Extract<ChartMark, { is: 'line' }>;
type BandMark = Extract<ChartMark, { is: 'band' }>;

function lineOf(scene: Scene, mark: LineMark, values: readonly number[], flat: boolean): ChartOption[] {
  const { skin } = scene;
  const at = typeof mark.at === 'number' ? mark.at : statOf(mark.at, values);
  if (at === undefined) return [];
  const words = mark.label ? textIn(mark.label, skin.locale) : typeof mark.at === 'number' ? '' : skin.words[mark.at];
  const text = `${words} ${shortNumber(at, skin.locale)}`.trim();
  return [
    {
      [flat ? 'xAxis' : 'yAxis']: at,
      lineStyle: { color: mark.hue ? hue(scene, mark.hue) : skin.ink.faint, width: 1, type: 'solid' },
      label: { formatter: () => text, position: 'insideEndTop', color: skin.ink.quiet, fontSize: 11 },
    },
  ];
}

function noteLines(scene: Scene, { x, xs }: Grid, flat: boolean): ChartOption[] {
  const { notes } = scene.settings;
  const inTime = !flat && x?.column.kind === 'moment';
  return notes.flatMap(({ at, text }) => {
    const place = xs.findIndex(({ key }) => key === at);
    if (place === -1) return [];
    const words = textIn(text, scene.skin.locale);
    return [
      {
        [flat ? 'yAxis' : 'xAxis']: inTime ? timeOf(at) : place,
        lineStyle: { color: scene.skin.ink.faint, width: 1, type: 'dotted' },
        label: { formatter: () => words, color: scene.skin.ink.quiet, fontSize: 11, width: 144, overflow: 'truncate' },
      },
    ];
  });
}

function bandOf(scene: Scene, mark: BandMark, flat: boolean): ChartOption[] {
  const axis = flat ? 'xAxis' : 'yAxis';
  const words = mark.label ? textIn(mark.label, scene.skin.locale) : '';
  return [
    {
      [axis]: mark.from,
      itemStyle: { color: hue(scene, mark.hue ?? 'grey'), opacity: 0.08 },
      label: { formatter: () => words, position: 'insideTopLeft', color: scene.skin.ink.quiet, fontSize: 11 },
    },
    { [axis]: mark.to },
  ];
}

/** A straight line through the values of each series that a mark asks it for. */
export function trendSeries(scene: Scene, { series }: Grid, colour: (at: number) => string): ChartOption[] {
  const marks = scene.settings.marks.filter((mark) => mark.is === 'trend');
  return marks.flatMap(({ of }) =>
    series.flatMap((one, at) =>
      of === undefined || of === one.measure.use.id ? trendLine(scene, one, colour(at)) : [],
    ),
  );
}

function trendLine({ skin }: Scene, { name, values }: GridSeries, colour: string): ChartOption[] {
  const trend = trendOf(values);
  if (!trend) return [];
  return [
    {
      type: 'line',
      name: `${name} · ${skin.words.trend}`,
      data: values.map((_value, at) => trend(at)),
      symbol: 'none',
      silent: true,
      tooltip: { show: false },
      lineStyle: { color: colour, width: 1, type: 'dashed' },
      itemStyle: { color: colour },
      z: 1,
    },
  ];
}

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
