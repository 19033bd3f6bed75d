import { gridOf } from '../data/grid.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import { shortNumber } from '../look/numbers.ts';
import { baseOption, categoryAxis, gridBox, valueAxis } from '../parts/axes.ts';
import type { CustomApi } from '../parts/custom.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import { boundIn } from '../scene.ts';

/** Each step begins where the one before it ended; the last column is what they come to. */
export const waterfall: KindSpec = {
  slots: { x: anything(1), y: measure(1) },
  engine: 'rare',
  mostRows: 200,
  draw(scene) {
    const value = boundIn(scene, 'y')!;
    const { xs, series, x } = gridOf(scene, [value]);
    if (xs.length === 0) return { state: 'empty', code: 'no_rows' };
    const figures = series[0]!.values;
    if (figures.every((figure) => figure === null)) return { state: 'empty', code: 'no_figures' };
    const { skin } = scene;
    let level = 0;
    const steps = figures.map((figure, at) => {
      const from = level;
      level = exact(level + (figure ?? 0));
      return { label: xs[at]!.label, from, to: level, figure, keys: { [x!.use.id]: xs[at]!.key } };
    });
    const { labels = true, totals = true } = scene.settings.look;
    const sum = totals ? [{ label: skin.words.total, from: 0, to: level, figure: level, keys: {} }] : [];
    const all = [...steps, ...sum];
    const fill = (at: number) => {
      if (at === steps.length) return skin.hues.grey.solid;
      const { figure } = all[at]!;
      const own = (figure ?? 0) < 0 ? skin.hues.orange.solid : skin.hues.blue.solid;
      return tonedColour(scene, value.use.id, figure) ?? own;
    };
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const step = all[param!.dataIndex]!;
          return {
            title: step.label,
            lines: [
              { name: value.title, value: tipValue(scene, step.figure, value) },
              { name: skin.words.total, value: tipValue(scene, step.to, value) },
            ],
          };
        }),
        grid: gridBox({ top: 0, bottom: 0, right: 0 }, false, Boolean(value.column.format?.unit)),
        xAxis: categoryAxis(
          scene,
          all.map(({ label }) => label),
        ),
        yAxis: valueAxis(scene, value, false),
        series: [
          {
            type: 'custom',
            encode: { x: 0, y: [1, 2] },
            data: all.map(({ from, to, keys }, at) => ({ value: [at, from, to], keys })),
            renderItem(params: { dataIndex: number }, api: CustomApi) {
              const [left, top] = api.coord([api.value(0), Math.max(api.value(1), api.value(2))]);
              const bottom = api.coord([api.value(0), Math.min(api.value(1), api.value(2))])[1];
              const width = Math.min(36, api.size([1, 0])[0] * 0.6);
              const { figure } = all[params.dataIndex]!;
              return {
                type: 'rect',
                shape: { x: left - width / 2, y: top, width, height: Math.max(1, bottom - top) },
                style: { fill: fill(params.dataIndex) },
                textContent: {
                  style: {
                    text: figure === null || !labels ? '' : shortNumber(figure, skin.locale),
                    fill: skin.ink.text,
                    fontSize: 11,
                    fontFamily: skin.font,
                  },
                },
                textConfig: { position: 'top', distance: 3 },
              };
            },
          },
        ],
      },
    };
  },
};

/** Sums of tenths are not tenths in binary fractions. */
function exact(value: number): number {
  return Number(value.toPrecision(14));
}
