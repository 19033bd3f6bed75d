import { gridOf, type Grid, type GridSeries } from '../data/grid.ts';
import { timeOf } from '../look/dates.ts';
import { shortNumber } from '../look/numbers.ts';
import type { Drawn } from '../drawn.ts';
import { readsGap } from '../reads.ts';
import type { ChartOption } from '../option.ts';
import { boundIn, type Bound, type Scene } from '../scene.ts';
import { baseOption, categoryAxis, gridBox, legendFor, timeAxis, valueAxis } from './axes.ts';
import { colourOf, dashOf, inkOnSolid, symbolOf } from './colours.ts';
import { mostKeyed, type Picked } from './items.ts';
import { farthest, forecastSeries, forecastsOf, type Forecast } from './forecasts.ts';
import { marksOn, noteLines, onSeries } from './marks.ts';
import { tipOption, tipValue, type TipLine, type TipParam } from './tip.ts';
import { tonedColour } from './tones.ts';
import { trendSeries, type Trended } from './trends.ts';
import { zoomOf } from './zoom.ts';

/** How one series of a chart with two axes is drawn. */
export interface SeriesForm {
  as: 'bar' | 'line';
  area?: boolean;
  stack?: string;
  /** 1: measured by the axis on the right. */
  axis?: 0 | 1;
}

interface Options {
  measures: readonly Bound[];
  /** Measures that stand on the axis at the right. */
  right?: readonly Bound[];
  form(series: GridSeries): SeriesForm;
  flat?: boolean;
  /** Figures are shares of all series at their place. */
  shares?: boolean;
  zoom?: boolean;
}

/** Line, area, bars, stacks, shares and their combination: one picture with different marks. */
export function drawCartesian(scene: Scene, options: Options): Drawn {
  const { flat = false, right = [], shares = false } = options;
  const grid = gridOf(scene, [...options.measures, ...right], {
    dense: scene.settings.look.gaps !== 'out',
    zero: scene.settings.look.gaps === 'zero' && readsGap(scene.settings.kind, 'zero'),
    ahead: shares ? 0 : farthest(scene),
  });
  if (grid.xs.length === 0) return { state: 'empty', code: 'no_rows' };
  if (!grid.series.some(({ values }) => values.some((value) => value !== null)))
    return { state: 'empty', code: 'no_figures' };
  const log = !shares && logarithmic(scene, grid);
  const sums = shares ? sumsOf(grid) : undefined;
  const colour = (at: number) => colourOf(scene, colourBound(grid, at), grid.series[at]!.key, at);
  const forecasts = forecastsOf(scene, grid).map((one) =>
    log ? { ...one, values: one.values.map((value) => (value !== null && value <= 0 ? null : value)) } : one,
  );
  const legend = legendFor(
    scene,
    grid.series.map(({ name }) => name),
    scene.settings.marks.some(({ is }) => is === 'trend' || is === 'forecast'),
  );
  const inTime = !flat && grid.x?.column.kind === 'moment';
  const forms = grid.series.map((one) => options.form(one));
  const trended = trendsOf(scene, grid, { forms, colour, flat, log, inTime });
  const marked = shares
    ? [onSeries({ lines: noteLines(scene, grid, flat), bands: [] })]
    : marksOf(scene, grid, forms, flat);
  const zoom = options.zoom ?? scene.settings.look.zoom ?? false;
  const first = options.measures[0] ?? right[0];
  const category = inTime
    ? timeAxis(scene)
    : categoryAxis(
        scene,
        grid.xs.map(({ label }) => label),
      );
  const { min: _min, max: _max, ...freeAxis } = valueAxis(scene, shares ? undefined : first, log);
  const amount = {
    ...(shares ? freeAxis : valueAxis(scene, first, log)),
    ...(!log && !shares && first?.column.format?.as !== 'percent' && areWhole(grid) && { minInterval: 1 }),
    ...(shares && {
      max: 1,
      axisLabel: {
        color: scene.skin.ink.quiet,
        formatter: (value: number) => shortNumber(value, scene.skin.locale, { as: 'percent' }),
      },
    }),
  };
  const amounts = right.length > 0 ? [amount, rightAxis(scene, right[0]!, log)] : amount;
  const named = Boolean(first?.column.format?.unit ?? right[0]?.column.format?.unit);
  return {
    state: 'option',
    option: {
      ...baseOption(scene),
      ...tipOf(scene, grid, { sums, colour, forecasts }),
      ...(legend.legend && { legend: legend.legend }),
      grid: gridBox(legend, zoom, named && !flat),
      xAxis: flat ? amounts : category,
      yAxis: flat ? { ...category, inverse: true } : amounts,
      ...(zoom && { dataZoom: zoomOf(scene, flat, legend.bottom) }),
      series: [
        ...grid.series.map((_one, at) =>
          seriesOf(scene, grid, at, {
            form: forms[at]!,
            colour: colour(at),
            marks: marked[at],
            flat,
            log,
            inTime,
            sums,
          }),
        ),
        ...forecastSeries(scene, grid, forecasts, colour, flat),
        ...(shares ? [] : trendSeries(scene, trended)),
      ],
    },
  };
}

/** The bounds that are set are those of the left axis: the other one is of another unit. */
function rightAxis(scene: Scene, measure: Bound, log: boolean): ChartOption {
  const { min: _min, max: _max, ...axis } = valueAxis(scene, measure, log);
  return { ...axis, splitLine: { show: false } };
}

/** Values of 0 and below have no place on a logarithmic axis: it is linear then, and that is said. */
function logarithmic(scene: Scene, { series }: Grid): boolean {
  if (!scene.settings.look.log) return false;
  if (series.every(({ values }) => values.every((value) => value === null || value > 0))) return true;
  scene.notes.add('log');
  return false;
}

/** Of counts half a step says nothing: two lines of the axis are one apart at least. */
function areWhole({ series }: Grid): boolean {
  return series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
}

function sumsOf({ xs, series }: Grid): number[] {
  return xs.map((_x, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
}

function isLonely(values: readonly (number | null)[], place: number): boolean {
  return values[place] != null && values[place - 1] == null && values[place + 1] == null;
}

/** Series of a colour's dimension take its colours, series of measures those of their uses. */
function colourBound({ color, series }: Grid, at: number): Bound | undefined {
  return color ?? series[at]?.measure;
}

/** Of what stands on top of one another only the whole has a height; the axis of the first series. */
function wholeOf({ xs, series }: Grid): (number | null)[] {
  return xs.map((_x, at) => {
    const values = series.flatMap((one) => one.values[at] ?? []);
    return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
  });
}

const isStack = (forms: readonly SeriesForm[]): boolean => forms[0]?.stack !== undefined;

/** Lines and bands by series: on the first of each axis, worked out of the figures of that axis. */
function marksOf(scene: Scene, grid: Grid, forms: readonly SeriesForm[], flat: boolean): (ChartOption | undefined)[] {
  const axes = forms.map(({ axis = 0 }) => axis);
  const two = axes.includes(1);
  return axes.map((axis, at) => {
    if (axes.indexOf(axis) !== at) return undefined;
    const own = grid.series.filter((_, place) => axes[place] === axis);
    const values = isStack(forms) ? wholeOf(grid) : own.flatMap((one) => one.values);
    const { lines, bands } = marksOn(scene, {
      values,
      measure: own[0]!.measure,
      flat,
      ...(two && { side: axis === 1 ? 'right' : 'left' }),
    });
    return onSeries({ lines: at === 0 ? [...lines, ...noteLines(scene, grid, flat)] : lines, bands });
  });
}

interface TrendOptions {
  forms: readonly SeriesForm[];
  colour: (at: number) => string;
  flat: boolean;
  log: boolean;
  inTime: boolean;
}

function trendsOf(scene: Scene, grid: Grid, { forms, colour, flat, log, inTime }: TrendOptions): Trended[] {
  const places = grid.xs.map(({ key }, at) => (inTime ? timeOf(key ?? '') : at));
  const through = (values: readonly (number | null)[]) => ({
    pairs: values.flatMap((value, at) =>
      value === null || Number.isNaN(places[at]) ? [] : [[places[at]!, value] as const],
    ),
    drawn: places.filter((place) => !Number.isNaN(place)),
    paired: inTime,
    log,
  });
  if (isStack(forms)) {
    const { measure } = grid.series[0]!;
    // whichever measure is asked for: its own part has no height of its own
    const of = scene.settings.marks.find((mark) => mark.is === 'trend' && mark.of !== undefined);
    const name = grid.series.length === 1 ? grid.series[0]!.name : scene.skin.words.total;
    const asked = of?.is === 'trend' ? of.of! : measure.use.id;
    return [{ name, of: asked, colour: scene.skin.ink.quiet, ...through(wholeOf(grid)) }];
  }
  return grid.series.map(({ name, measure, values }, at) => ({
    name,
    of: measure.use.id,
    colour: colour(at),
    ...(forms[at]!.axis && { axis: { [flat ? 'xAxisIndex' : 'yAxisIndex']: forms[at]!.axis } }),
    ...through(values),
  }));
}

interface SeriesOptions {
  form: SeriesForm;
  colour: string;
  /** Lines, bands and notes that lie on it. */
  marks: ChartOption | undefined;
  flat: boolean;
  log: boolean;
  inTime: boolean;
  sums: readonly number[] | undefined;
}

function seriesOf(scene: Scene, grid: Grid, at: number, options: SeriesOptions): ChartOption {
  const { form, colour, flat, log, inTime, sums } = options;
  const { settings, skin } = scene;
  const one = grid.series[at]!;
  const many = one.values.length * grid.series.length > mostKeyed;
  const shown = one.values.map((value, place) =>
    sums && value !== null ? share(value, sums[place]!) : log && value !== null && value <= 0 ? null : value,
  );
  const few = shown.length <= 60;
  // between two gaps there is no line, and a point without a symbol would be nothing at all
  const lonely =
    form.as === 'line' && !many && settings.look.gaps !== 'join' && shown.some((_, place) => isLonely(shown, place));
  const data = shown.map((value, place) => {
    const x = grid.xs[place]!;
    const drawn = inTime ? [timeOf(x.key ?? ''), value] : value;
    if (many) return drawn;
    const toned = tonedColour(scene, one.measure.use.id, one.values[place] ?? null);
    return {
      value: drawn,
      keys: keysOf(grid, one, x.key),
      ...(toned && { itemStyle: { color: toned } }),
      ...(lonely && !few && !isLonely(shown, place) && { symbol: 'none' }),
    };
  });
  const alone = shown.filter((value) => value !== null).length === 1;
  const labels = settings.look.labels ?? (grid.series.length === 1 && shown.length <= 12 && skin.width >= 320 && !sums);
  return {
    name: one.name,
    data,
    type: form.as,
    itemStyle: { color: colour },
    ...(form.axis && { [flat ? 'xAxisIndex' : 'yAxisIndex']: form.axis }),
    ...(form.stack && { stack: form.stack }),
    ...(form.as === 'bar'
      ? { barMaxWidth: 36 }
      : {
          lineStyle: { color: colour, width: 2, type: dashOf(at, grid.series.length) },
          showSymbol: alone || few || lonely,
          symbol: symbolOf(at, grid.series.length),
          symbolSize: alone ? 8 : 5,
          smooth: settings.look.smooth ?? false,
          connectNulls: settings.look.gaps === 'join',
          ...(shown.length > 3_000 && { sampling: 'minmax' }),
          ...(form.area && { areaStyle: { color: colour, opacity: form.stack ? 0.5 : 0.16 } }),
        }),
    ...(labels && { label: labelsOf(scene, one, sums !== undefined, form, flat) }),
    labelLayout: { hideOverlap: true },
    ...(many && { large: form.as === 'bar' }),
    ...options.marks,
    ...(labels && options.marks?.markLine !== undefined && { markLine: belowLabels(options.marks.markLine) }),
  };
}

/** On the level of bars, where what stands at them lies above: a line through a number makes it another one. */
const belowLabels = (line: unknown): ChartOption => ({ ...(line as ChartOption), z: 2 });

function labelsOf(
  scene: Scene,
  { measure }: GridSeries,
  shares: boolean,
  form: SeriesForm,
  flat: boolean,
): ChartOption {
  const { skin } = scene;
  const format = shares ? { as: 'percent' as const } : { as: measure.column.format?.as };
  return {
    show: true,
    position: form.stack && form.as === 'bar' ? 'inside' : flat ? 'right' : 'top',
    color: form.stack && form.as === 'bar' ? inkOnSolid(scene) : skin.ink.text,
    ...(!(form.stack && form.as === 'bar') && { textBorderColor: skin.ink.ground, textBorderWidth: 3 }),
    fontSize: 11,
    formatter: ({ value }: { value: unknown }) => {
      const number = Array.isArray(value) ? (value[1] as number | null) : (value as number | null);
      return number === null ? '' : shortNumber(number, skin.locale, format);
    },
  };
}

function keysOf({ x, color }: Grid, series: GridSeries, key: string | null): Picked {
  return { ...(x && { [x.use.id]: key }), ...(color && { [color.use.id]: series.key }) };
}

function share(value: number, sum: number): number | null {
  return sum === 0 ? null : value / sum;
}

interface TipOptions {
  sums: readonly number[] | undefined;
  colour: (at: number) => string;
  forecasts: readonly Forecast[];
}

function tipOf(scene: Scene, grid: Grid, { sums, colour, forecasts }: TipOptions): ChartOption {
  const isAhead = (place: number) => place >= grid.xs.length - grid.ahead;
  return tipOption(scene, 'axis', (params: TipParam[]) => {
    const place = params[0]?.dataIndex ?? 0;
    const lines = params.flatMap(({ seriesIndex }): TipLine[] => {
      const forecast = forecasts[seriesIndex - grid.series.length];
      const one = isAhead(place) ? forecast : grid.series[seriesIndex];
      if (!one) return [];
      const value = one.values[place] ?? null;
      const part = sums && value !== null ? share(value, sums[place]!) : null;
      const words = tipValue(scene, value, one.measure);
      return [
        {
          colour: colour(forecast?.of ?? seriesIndex),
          name: one.name,
          value: part === null ? words : `${words} (${shortNumber(part, scene.skin.locale, { as: 'percent' })})`,
        },
      ];
    });
    return { title: grid.xs[place]?.label ?? '', lines: lines.slice(0, 20) };
  });
}

export function measuresIn(scene: Scene, slot: 'y' | 'y2'): readonly Bound[] {
  return scene.slots[slot] ?? [];
}

/** The colour's dimension splits one measure; the others would be drawn over it. */
export function leading(scene: Scene): readonly Bound[] {
  const measures = measuresIn(scene, 'y');
  return boundIn(scene, 'color') ? measures.slice(0, 1) : measures;
}
