import { measure, time, type KindSpec } from '../drawn.ts';
import type { ChartOption } from '../option.ts';
import { baseOption } from '../parts/axes.ts';
import { rampFor, tonedCell } from '../parts/ramp.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, numberAt, type Scene } from '../scene.ts';

/** A year a strip, a day a cell. */
export const calendar: KindSpec = {
  slots: { x: time(1), y: measure(1) },
  engine: 'rare',
  mostRows: 4_000,
  draw(scene) {
    const [x, value] = [boundIn(scene, 'x')!, boundIn(scene, 'y')];
    const days = new Map<string, number>();
    for (const row of scene.result.rows) {
      const day = keyAt(row, x)?.slice(0, 10);
      const figure = numberAt(scene, row, value);
      if (day !== undefined && figure !== null) days.set(day, (days.get(day) ?? 0) + figure);
    }
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (days.size === 0) return { state: 'empty', code: 'no_figures' };
    const all = [...new Set([...days.keys()].map((day) => day.slice(0, 4)))].sort();
    const years = all.slice(-mostStrips(scene));
    if (years.length < all.length) scene.notes.add('years');
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const [day, figure] = param!.value as [string, number];
          return { title: day, lines: [{ name: value!.title, value: tipValue(scene, figure, value) }] };
        }),
        visualMap: rampFor(scene, [...days.values()], value),
        calendar: years.map((year, at) => stripOf(scene, year, at, years.length)),
        series: years.map((year, calendarIndex) => ({
          type: 'heatmap',
          coordinateSystem: 'calendar',
          calendarIndex,
          data: [...days].flatMap(([day, figure]) =>
            day.startsWith(year)
              ? [{ value: [day, figure], keys: { [x.use.id]: day }, ...tonedCell(scene, value, figure) }]
              : [],
          ),
        })),
      },
    };
  },
};

/** Months above, the scale of figures below. */
const outside = 24 + 44;
/** Cells of three dots are the smallest that can be told apart. */
const leastStrip = 21;
const gaps = { wide: 28, close: 8 } as const;

function mostStrips({ skin }: Scene): number {
  return Math.max(1, Math.floor((skin.height - outside + gaps.close) / (leastStrip + gaps.close)));
}

function stripOf({ skin }: Scene, year: string, at: number, count: number): ChartOption {
  const room = skin.height - outside;
  // where there is little room the months are named once
  const gap = room / count >= gaps.wide + leastStrip * 2 ? gaps.wide : gaps.close;
  const height = Math.max(leastStrip, (room - gap * (count - 1)) / count);
  return {
    range: year,
    left: 56,
    right: 12,
    top: 24 + at * (height + gap),
    height,
    // a fixed size is cut where there is less room
    cellSize: ['auto', 'auto'],
    itemStyle: { color: 'transparent', borderColor: skin.ink.lineSoft, borderWidth: 1 },
    splitLine: { lineStyle: { color: skin.ink.line } },
    yearLabel: { show: true, color: skin.ink.quiet, fontSize: 12, margin: 30 },
    monthLabel: {
      show: at === 0 || gap === gaps.wide,
      color: skin.ink.quiet,
      fontSize: 11,
      nameMap: skin.locale === 'zh-CN' ? 'ZH' : 'EN',
    },
    dayLabel: {
      show: height >= 80,
      color: skin.ink.faint,
      fontSize: 10,
      firstDay: 1,
      nameMap: skin.locale === 'zh-CN' ? 'ZH' : 'EN',
    },
  };
}
