import { gridOf } from '../data/grid.ts';
import { anything, dimension, measure, type KindSpec } from '../drawn.ts';
import { shortNumber } from '../look/numbers.ts';
import { baseOption, legendFor } from '../parts/axes.ts';
import { colourOf, dashOf } from '../parts/colours.ts';
import { leading } from '../parts/cartesian.ts';
import { tipOption, tipValue } from '../parts/tip.ts';

/** Figures of one scale around a middle: an axis for each value of x, a shape for each series. */
export const radar: KindSpec = {
  slots: { x: anything(1), y: measure(1, 8), color: dimension(0) },
  engine: 'rare',
  mostRows: 500,
  draw(scene) {
    const grid = gridOf(scene, leading(scene));
    if (grid.xs.length === 0) return { state: 'empty', code: 'no_rows' };
    const values = grid.series.flatMap((one) => one.values.filter((value) => value !== null));
    if (values.length === 0) return { state: 'empty', code: 'no_figures' };
    const { skin, settings } = scene;
    const least = settings.look.low ?? Math.min(0, ...values);
    const most = settings.look.high ?? least + roundUp(Math.max(...values) - least);
    const colour = (at: number) => colourOf(scene, grid.color ?? grid.series[at]!.measure, grid.series[at]!.key, at);
    const legend = legendFor(
      scene,
      grid.series.map(({ name }) => name),
    );
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const one = grid.series[param!.dataIndex]!;
          return {
            title: one.name,
            lines: grid.xs.map(({ label }, at) => ({
              name: label,
              value: tipValue(scene, one.values[at], one.measure),
            })),
          };
        }),
        ...(legend.legend && { legend: legend.legend }),
        radar: {
          center: ['50%', legend.bottom > 0 ? '46%' : '50%'],
          radius: '64%',
          splitNumber: 5,
          indicator: grid.xs.map(({ label }) => ({
            name: label.length > 12 ? `${label.slice(0, 12)}…` : label,
            min: least,
            max: most,
          })),
          axisName: { color: skin.ink.quiet, fontSize: 11 },
          axisLine: { lineStyle: { color: skin.ink.line } },
          splitLine: { lineStyle: { color: skin.ink.lineSoft } },
          splitArea: { show: false },
        },
        series: [
          {
            type: 'radar',
            symbolSize: 4,
            labelLayout: { hideOverlap: true },
            label: {
              show: settings.look.labels ?? false,
              color: skin.ink.text,
              fontSize: 11,
              formatter: ({ value }: { value: unknown }) =>
                typeof value === 'number'
                  ? shortNumber(value, skin.locale, { as: grid.series[0]!.measure.column.format?.as })
                  : '',
            },
            data: grid.series.map((one, at) => ({
              name: one.name,
              // a gap would pull the shape to the middle without saying so; it is told as a dash in the tip
              value: one.values.map((value) => value ?? '-'),
              keys: grid.color ? { [grid.color.use.id]: one.key } : {},
              itemStyle: { color: colour(at) },
              lineStyle: { color: colour(at), width: 2, type: dashOf(at, grid.series.length) },
              areaStyle: { color: colour(at), opacity: 0.1 },
            })),
          },
        ],
      },
    };
  },
};

/** A fifth of it is a round number: the rings are read by it. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].find((factor) => factor * power >= value)! * power;
}
