import type { ChartUse } from '@formwork/contract/analytics/chart.ts';
import { keysOf, type GridKey } from './data/grid.ts';
import type { Drawn, KindSpec } from './drawn.ts';
import type { ChartOption } from './option.ts';
import { niceBounds } from './parts/nice-bounds.ts';
import type { TipParam } from './parts/tip.ts';
import { boundIn, keyAt, type Bound, type Scene } from './scene.ts';

/** More small charts than this are too small to be read: the table has the others. */
export const mostFacets = 12;

/** One small chart a value of the dimension, all with the same axes. */
export function drawFacets(scene: Scene, kind: KindSpec): Drawn {
  const facet = boundIn(scene, 'facet')!;
  const whole = kind.draw(scene);
  // where there is nothing to see as a whole there is nothing in its parts
  if (whole.state !== 'option') return whole;
  const keys = facetKeys(scene, facet);
  const room = roomOf(scene, whole.option);
  const cells = cellsOf(room, keys.length);
  const charts = keys.map((key, at) => chartOf({ scene, kind, facet, whole: whole.option }, key, cells[at]!, at));
  shareAxes(charts);
  const tooltip = whole.option.tooltip as ChartOption;
  const { grid: _grid, dataZoom: _zoom, ...rest } = whole.option;
  return {
    state: 'option',
    option: {
      ...rest,
      tooltip: { ...tooltip, formatter: (given: TipParam | TipParam[]) => tipOf(charts, given) },
      grid: charts.map(({ grid }) => grid),
      xAxis: charts.flatMap(({ xAxes }) => xAxes),
      yAxis: charts.flatMap(({ yAxes }) => yAxes),
      series: charts.flatMap(({ series }) => series),
    },
  };
}

/** The largest where there are too many, in the order that the dimension has. */
function facetKeys(scene: Scene, facet: Bound): GridKey[] {
  const { use } = facet;
  const wanted = facetsShown(use);
  const counted = new Set(scene.result.rows.map((row) => keyAt(row, facet)));
  if (counted.size > wanted) scene.notes.add('facets');
  const silent = { ...scene, notes: new Set(scene.notes) };
  const capped = { ...facet, use: { ...use, top: { n: wanted, rest: false } } };
  return keysOf(silent, capped, boundIn(scene, 'y'));
}

/** So many small charts there are at most. */
export function facetsShown(use: ChartUse | undefined): number {
  return Math.min(use?.top?.n ?? mostFacets, mostFacets);
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What the legend leaves. */
function roomOf({ skin }: Scene, option: ChartOption): Box {
  const { right } = option.grid as { right: number };
  const legend = option.legend as { top?: unknown; bottom?: unknown } | undefined;
  const above = legend?.top === 0 ? 28 : 0;
  const below = legend?.bottom === 0 ? 28 : 0;
  return {
    left: 0,
    top: above,
    width: Math.max(40, skin.width - Math.max(0, right - 16)),
    height: Math.max(40, skin.height - above - below),
  };
}

/** As near to charts of three by two as their number lets them. */
function cellsOf({ left, top, width, height }: Box, count: number): Box[] {
  const shape = (across: number) => Math.abs(Math.log(width / across / (height / Math.ceil(count / across)) / 1.5));
  const most = Math.max(1, Math.min(count, Math.floor(width / 110)));
  const across = Array.from({ length: most }, (_, at) => at + 1).reduce((best, one) =>
    shape(one) < shape(best) ? one : best,
  );
  const [wide, high] = [width / across, height / Math.ceil(count / across)];
  return Array.from({ length: count }, (_, at) => ({
    left: left + (at % across) * wide,
    top: top + Math.floor(at / across) * high,
    width: wide,
    height: high,
  }));
}

interface Facet {
  grid: ChartOption;
  xAxes: ChartOption[];
  yAxes: ChartOption[];
  series: ChartOption[];
  tip: (params: TipParam[]) => string;
}

const nameHeight = 20;

interface Whole {
  scene: Scene;
  kind: KindSpec;
  facet: Bound;
  whole: ChartOption;
}

function chartOf({ scene, kind, facet, whole }: Whole, { key, label }: GridKey, box: Box, at: number): Facet {
  const rows = scene.result.rows.filter((row) => keyAt(row, facet) === key);
  const skin = { ...scene.skin, width: box.width - 16, height: box.height - nameHeight };
  const settings = { ...scene.settings, look: { ...scene.settings.look, legend: 'none' as const, zoom: false } };
  const drawn = kind.draw({ ...scene, settings, skin, result: { ...scene.result, rows }, whole: scene });
  // one without a figure has its axes all the same
  const option: ChartOption = drawn.state === 'option' ? drawn.option : { ...whole, series: [] };
  const [xs, ys] = [axesOf(option.xAxis), axesOf(option.yAxis)];
  // what the axes are of stands with the name where it must be known: of points, and units
  const of = ys[0]?.inverse ? '' : String(axesOf(whole.yAxis)[0]?.name ?? '');
  const below = xs.some(({ nameLocation, name }) => nameLocation === 'middle' && Boolean(name)) ? 20 : 0;
  const name = {
    name: of === '' ? label : `${label} · ${of}`,
    nameLocation: ys[0]?.inverse ? 'start' : 'end',
    nameTextStyle: {
      color: skin.ink.text,
      fontWeight: 600,
      align: 'left',
      width: Math.max(40, skin.width - 8),
      overflow: 'truncate',
    },
    nameGap: 8,
  };
  const tooltip = option.tooltip as { formatter?: (given: TipParam[]) => string } | undefined;
  const [width, height] = [Math.max(20, box.width - 16), Math.max(20, box.height - nameHeight - 12 - below)];
  const isAlong = (option.series as ChartOption[]).every(({ type }) => type === 'line' || type === 'scatter');
  return {
    grid: {
      left: box.left + 8,
      top: box.top + nameHeight + 6,
      width,
      height,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxes: xs.map((axis) => ({
      ...axis,
      ...(below === 0 && { name: '' }),
      ...fewSteps(axis, width / 60),
      ...(isAlong && {
        // names at either end stay within their own chart; below bars they stand in the middle
        axisLabel: {
          ...(axis.axisLabel as object),
          ...(Array.isArray(axis.data) && { interval: amongNamed(axis.data.length, width) }),
          alignMinLabel: 'left',
          alignMaxLabel: 'right',
        },
      }),
      gridIndex: at,
    })),
    yAxes: ys.map((axis, place) => ({
      ...axis,
      name: '',
      ...(place === 0 && name),
      ...fewSteps(axis, height / 32),
      gridIndex: at,
    })),
    series: (option.series as ChartOption[]).map((one) => ({
      ...one,
      xAxisIndex: at * Math.max(1, xs.length) + Number(one.xAxisIndex ?? 0),
      yAxisIndex: at * Math.max(1, ys.length) + Number(one.yAxisIndex ?? 0),
      // stacks of one name would stand on each other across all small charts
      ...(typeof one.stack === 'string' && { stack: `${one.stack} ${at}` }),
      data: (one.data as unknown[]).map((item) => withKey(item, facet.use.id, key)),
    })),
    tip: (params) => tooltip?.formatter?.(params) ?? '',
  };
}

/** As many figures on an axis as there is room for. */
function fewSteps({ type }: ChartOption, room: number): ChartOption {
  return type === 'value' ? { splitNumber: Math.max(1, Math.min(5, Math.floor(room))) } : {};
}

/** The first, the last, and so many between them as there is room for. */
function amongNamed(count: number, width: number): (at: number) => boolean {
  const parts = Math.max(1, Math.min(4, count - 1, Math.floor(width / 80) - 1));
  const named = new Set(Array.from({ length: parts + 1 }, (_, at) => Math.round((at * (count - 1)) / parts)));
  return (at) => named.has(at);
}

function axesOf(axis: unknown): ChartOption[] {
  return Array.isArray(axis) ? (axis as ChartOption[]) : axis === undefined ? [] : [axis as ChartOption];
}

/** A mark stands for its small chart as well. */
function withKey(item: unknown, id: string, key: string | null): unknown {
  const keys = (item as { keys?: object } | null)?.keys;
  return keys ? { ...(item as object), keys: { ...keys, [id]: key } } : item;
}

function tipOf(charts: readonly Facet[], given: TipParam | TipParam[]): string {
  const params = Array.isArray(given) ? given : [given];
  let from = 0;
  for (const { series, tip } of charts) {
    const until = from + series.length;
    const first = from;
    const own = params.filter(({ seriesIndex }) => seriesIndex >= first && seriesIndex < until);
    if (own.length > 0) return tip(own.map((param) => ({ ...param, seriesIndex: param.seriesIndex - first })));
    from = until;
  }
  return '';
}

/** Each axis of figures goes as far as the figures of all small charts, unless bounds are set. */
function shareAxes(charts: readonly Facet[]): void {
  for (const [axes, index, place] of [
    ['xAxes', 'xAxisIndex', 0],
    ['yAxes', 'yAxisIndex', 1],
  ] as const) {
    const count = Math.max(...charts.map((chart) => chart[axes].length));
    for (let at = 0; at < count; at += 1) {
      const values = charts.flatMap((chart, facet) =>
        figuresOf(
          chart.series.filter((one) => one[index] === facet * Math.max(1, chart[axes].length) + at),
          place,
        ),
      );
      const first = charts.map((chart) => chart[axes][at]).find((axis) => axis !== undefined);
      const bounds = first && niceBounds(String(first.type), values, first.scale === true);
      if (!bounds) continue;
      for (const chart of charts) {
        const axis = chart[axes][at];
        if (axis) chart[axes][at] = { ...bounds, ...axis };
      }
    }
  }
}

/** What stands on the axis: of a pair its own half, of stacks what they reach to. */
function figuresOf(series: readonly ChartOption[], place: 0 | 1): number[] {
  const stacks = new Map<string, [number, number][]>();
  return series.flatMap((one) => {
    const values = (one.data as unknown[]).map((item) => figureOf(item, place));
    if (typeof one.stack !== 'string') return values.filter((value) => value !== null);
    const reached = stacks.get(one.stack) ?? [];
    stacks.set(one.stack, reached);
    return values.flatMap((value, at) => {
      const [low, high] = reached[at] ?? [0, 0];
      const next: [number, number] =
        value === null ? [low, high] : value < 0 ? [low + value, high] : [low, high + value];
      reached[at] = next;
      return next;
    });
  });
}

function figureOf(item: unknown, place: 0 | 1): number | null {
  const value = item !== null && typeof item === 'object' && 'value' in item ? item.value : item;
  const own: unknown = Array.isArray(value) ? value[place] : value;
  return typeof own === 'number' && Number.isFinite(own) ? own : null;
}
