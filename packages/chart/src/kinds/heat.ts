import { keysOf } from '../data/grid.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import { shortNumber } from '../look/numbers.ts';
import { baseOption, categoryAxis, gridBox } from '../parts/axes.ts';
import { rampFor } from '../parts/ramp.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, numberAt } from '../scene.ts';

/** Two dimensions as a board, the figure as its colour. */
export const heat: KindSpec = {
  slots: { x: anything(1), row: anything(1), y: measure(1) },
  engine: 'rare',
  mostRows: 50_000,
  draw(scene) {
    const [x, row, value] = [boundIn(scene, 'x'), boundIn(scene, 'row'), boundIn(scene, 'y')];
    const [xs, ys] = [keysOf(scene, x, value), keysOf(scene, row, value)];
    const [xAt, yAt] = [xs, ys].map((keys) => new Map(keys.map(({ key }, at) => [key, at])));
    const cells = new Map<string, { value: [number, number, number]; keys: object }>();
    for (const line of scene.result.rows) {
      const [across, down] = [xAt!.get(keyAt(line, x)), yAt!.get(keyAt(line, row))];
      const figure = numberAt(scene, line, value);
      if (across === undefined || down === undefined || figure === null) continue;
      const known = cells.get(`${across} ${down}`);
      if (known) known.value[2] += figure;
      else
        cells.set(`${across} ${down}`, {
          value: [across, down, figure],
          keys: { [x!.use.id]: keyAt(line, x), [row!.use.id]: keyAt(line, row) },
        });
    }
    const data = [...cells.values()];
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (data.length === 0) return { state: 'empty', code: 'no_figures' };
    const { skin, settings } = scene;
    const labels = settings.look.labels ?? data.length <= 60;
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const [across, down, figure] = data[param!.dataIndex]!.value;
          return {
            title: `${xs[across]!.label} · ${ys[down]!.label}`,
            lines: [{ name: value!.title, value: tipValue(scene, figure, value) }],
          };
        }),
        grid: gridBox({ top: 0, bottom: 34, right: 0 }, false, false),
        xAxis: categoryAxis(
          scene,
          xs.map(({ label }) => label),
        ),
        yAxis: {
          ...categoryAxis(
            scene,
            ys.map(({ label }) => label),
          ),
          inverse: true,
        },
        visualMap: rampFor(
          scene,
          data.map((cell) => cell.value[2]),
          value,
        ),
        series: [
          {
            type: 'heatmap',
            data,
            itemStyle: { borderColor: skin.ink.ground, borderWidth: 1 },
            label: {
              show: labels && skin.width >= 480,
              fontSize: 11,
              formatter: ({ data: cell }: { data: { value: number[] } }) => shortNumber(cell.value[2]!, skin.locale),
            },
          },
        ],
      },
    };
  },
};
