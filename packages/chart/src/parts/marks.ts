import type { ChartMark } from '@formwork/contract/analytics/chart.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Grid } from '../data/grid.ts';
import { statOf } from '../data/statistics.ts';
import { timeOf } from '../look/dates.ts';
import { shortNumber } from '../look/numbers.ts';
import type { ChartOption } from '../option.ts';
import type { Bound, Scene } from '../scene.ts';
import { hue } from './colours.ts';

/** The figures that lines of an axis are worked out of. */
export interface MarkedAxis {
  values: readonly (number | null)[];
  measure: Bound | undefined;
  /** Values run along x. */
  flat: boolean;
  /** There is another axis: an axis on the right has statistics of its own, and what stands at a figure is on the left. */
  side?: 'left' | 'right';
}

/** Lines and bands behind the figures of one axis. */
export function marksOn(scene: Scene, axis: MarkedAxis): { lines: ChartOption[]; bands: ChartOption[][] } {
  const values = axis.values.filter((value) => value !== null);
  const right = axis.side === 'right';
  return {
    lines: scene.settings.marks.flatMap((mark) =>
      mark.is === 'line' && !(right && typeof mark.at === 'number') ? lineOf(scene, mark, values, axis) : [],
    ),
    bands: scene.settings.marks.flatMap((mark) =>
      mark.is === 'band' && !right ? [bandOf(scene, mark, axis.flat)] : [],
    ),
  };
}

/** As they lie on a series. */
export function onSeries({ lines, bands }: { lines: ChartOption[]; bands: ChartOption[][] }): ChartOption {
  return {
    ...(lines.length > 0 && { markLine: { symbol: 'none', silent: true, animation: false, data: lines } }),
    ...(bands.length > 0 && { markArea: { silent: true, animation: false, data: bands } }),
  };
}

type LineMark = Extract<ChartMark, { is: 'line' }>;
type BandMark = Extract<ChartMark, { is: 'band' }>;

function lineOf(
  scene: Scene,
  mark: LineMark,
  values: readonly number[],
  { measure, flat, side }: MarkedAxis,
): ChartOption[] {
  const { skin } = scene;
  const at = typeof mark.at === 'number' ? mark.at : statOf(mark.at, values);
  if (at === undefined) return [];
  const name = mark.label ? textIn(mark.label, skin.locale) : typeof mark.at === 'number' ? '' : skin.words[mark.at];
  const text = `${name} ${shortNumber(at, skin.locale, { as: measure?.column.format?.as })}`.trim();
  return [
    {
      [flat ? 'xAxis' : 'yAxis']: at,
      lineStyle: { color: mark.hue ? hue(scene, mark.hue) : skin.ink.faint, width: 1, type: 'solid' },
      label: { formatter: () => text, position: side === 'left' ? 'insideStartTop' : 'insideEndTop', ...words(scene) },
    },
  ];
}

function bandOf(scene: Scene, mark: BandMark, flat: boolean): ChartOption[] {
  const axis = flat ? 'xAxis' : 'yAxis';
  const text = mark.label ? textIn(mark.label, scene.skin.locale) : '';
  return [
    {
      [axis]: mark.from,
      itemStyle: { color: hue(scene, mark.hue ?? 'grey'), opacity: 0.08 },
      label: { formatter: () => text, position: 'insideTopLeft', ...words(scene) },
    },
    { [axis]: mark.to },
  ];
}

/** On bars and lines too they are read. */
function words({ skin: { ink } }: Scene): ChartOption {
  return { color: ink.quiet, fontSize: 11, textBorderColor: ink.ground, textBorderWidth: 3 };
}

/** Words at places of the x axis. */
export function noteLines(scene: Scene, { x, xs }: Grid, flat: boolean): ChartOption[] {
  const { notes } = scene.settings;
  const inTime = !flat && x?.column.kind === 'moment';
  return notes.flatMap(({ at, text: note }) => {
    const place = xs.findIndex(({ key }) => key === at);
    if (place === -1) return [];
    const text = textIn(note, scene.skin.locale);
    return [
      {
        [flat ? 'yAxis' : 'xAxis']: inTime ? timeOf(at) : place,
        lineStyle: { color: scene.skin.ink.faint, width: 1, type: 'dotted' },
        label: { formatter: () => text, ...words(scene), width: 144, overflow: 'truncate' },
      },
    ];
  });
}
