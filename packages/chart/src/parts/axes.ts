import { tickNumber } from '../look/numbers.ts';
import { isNarrow } from '../look/skin.ts';
import type { ChartOption } from '../option.ts';
import type { Bound, Scene } from '../scene.ts';

/** What every drawing begins with: our palette and letters, no motion beyond a breath, no words of ECharts' own. */
export function baseOption({ skin }: Scene): ChartOption {
  return {
    color: skin.series,
    backgroundColor: 'transparent',
    textStyle: { color: skin.ink.quiet, fontFamily: skin.font, fontSize: 12 },
    animationDuration: 150,
    animationDurationUpdate: 150,
    // the sentence and the table beside the drawing say it better
    aria: { enabled: false },
  };
}

export interface LegendPlace {
  legend?: ChartOption;
  top: number;
  bottom: number;
  right: number;
}

/** Where the names of the series stand, and how much room they take from the drawing. */
export function legendFor(scene: Scene, names: readonly string[], always = false): LegendPlace {
  const { skin, settings } = scene;
  const wanted = settings.look.legend ?? (names.length > 1 || always ? 'bottom' : 'none');
  if (wanted === 'none' || names.length === 0) return { top: 0, bottom: 0, right: 0 };
  const place = wanted === 'right' && isNarrow(skin) ? 'bottom' : wanted;
  return {
    legend: {
      type: 'scroll',
      icon: 'roundRect',
      itemWidth: 10,
      itemHeight: 10,
      orient: place === 'right' ? 'vertical' : 'horizontal',
      ...(place === 'right' ? { right: 4, top: 8, bottom: 8 } : { left: 'center', [place]: 0 }),
      textStyle: { color: skin.ink.quiet, width: 144, overflow: 'truncate' },
      pageIconColor: skin.ink.quiet,
      pageIconInactiveColor: skin.ink.line,
      pageTextStyle: { color: skin.ink.quiet },
      inactiveColor: skin.ink.faint,
    },
    top: place === 'top' ? 28 : 0,
    bottom: place === 'bottom' ? 28 : 0,
    right: place === 'right' ? Math.min(170, skin.width * 0.3) : 0,
  };
}

/** Long names are cut at twelve letters' width, or at their place where there are few: one would hide the others. The tip has them whole. */
export function categoryAxis({ skin }: Scene, labels: readonly string[]): ChartOption {
  const isLong = labels.some((label) => label.length > 24);
  const place = (skin.width - 60) / Math.max(1, labels.length) - 8;
  const width = isLong ? Math.min(144, Math.max(56, place)) : 144;
  return {
    type: 'category',
    data: labels,
    axisLabel: { color: skin.ink.quiet, hideOverlap: true, width, overflow: 'truncate' },
    axisLine: { lineStyle: { color: skin.ink.line } },
    axisTick: { show: false },
  };
}

export function timeAxis({ skin }: Scene): ChartOption {
  return {
    type: 'time',
    axisLabel: { color: skin.ink.quiet, hideOverlap: true },
    axisLine: { lineStyle: { color: skin.ink.line } },
    axisTick: { show: false },
    splitLine: { show: false },
  };
}

export function valueAxis(scene: Scene, bound: Bound | undefined, log = scene.settings.look.log === true): ChartOption {
  const { skin, settings } = scene;
  const { low, high } = settings.look;
  return {
    type: log ? 'log' : 'value',
    name: isNarrow(skin) ? '' : (bound?.column.format?.unit ?? ''),
    nameTextStyle: { color: skin.ink.faint, align: 'left' },
    axisLabel: {
      color: skin.ink.quiet,
      formatter: (value: number) => tickNumber(value, skin.locale, { as: bound?.column.format?.as }),
    },
    splitLine: { lineStyle: { color: skin.ink.lineSoft } },
    ...(low !== undefined && { min: low }),
    ...(high !== undefined && { max: high }),
  };
}

export function gridBox({ top, bottom, right }: LegendPlace, zoom: boolean, named: boolean): ChartOption {
  return {
    left: 8,
    right: 16 + right,
    top: 12 + top + (named ? 20 : 0),
    bottom: 8 + bottom + (zoom ? 34 : 0),
    // names of axes stay inside
    outerBoundsMode: 'same',
    outerBoundsContain: 'axisLabel',
  };
}
