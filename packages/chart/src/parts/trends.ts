import { lineThrough, type Pair } from '../data/statistics.ts';
import type { ChartOption } from '../option.ts';
import type { Scene } from '../scene.ts';

/** What a straight line is laid through: figures by their place, their time, or another figure. */
export interface Trended {
  name: string;
  /** Its use, which a mark may name. */
  of: string;
  pairs: readonly Pair[];
  colour: string;
  /** What the line is drawn of. */
  drawn: readonly number[];
  /** Names of places need no place of their own. */
  paired: boolean;
  log: boolean;
  axis?: ChartOption;
}

/** A straight line through the values of each series that a mark asks it for. */
export function trendSeries({ settings, skin }: Scene, all: readonly Trended[]): ChartOption[] {
  const marks = settings.marks.filter((mark) => mark.is === 'trend');
  const asked = all.filter((one) => marks.some(({ of }) => of === undefined || of === one.of));
  return asked.flatMap(({ name, pairs, colour, drawn, paired, log, axis }) => {
    const trend = lineThrough(pairs);
    if (!trend) return [];
    return [
      {
        type: 'line',
        name: `${name} · ${skin.words.trend}`,
        data: drawn.map((at) => {
          const value = trend(at);
          const shown = log && value <= 0 ? null : value;
          return paired ? [at, shown] : shown;
        }),
        symbol: 'none',
        silent: true,
        tooltip: { show: false },
        ...axis,
        lineStyle: { color: colour, width: 1, type: 'dashed' },
        itemStyle: { color: colour },
        z: 1,
      },
    ];
  });
}
