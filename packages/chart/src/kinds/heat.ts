import { keysOf, restKey } from '../data/grid.ts';
import { together } from '../data/together.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import { shortNumber } from '../look/numbers.ts';
import { baseOption, categoryAxis, gridBox } from '../parts/axes.ts';
import { rampFor, tonedCell } from '../parts/ramp.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import type { Cell } from '../result.ts';
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
    const rows = new Map<string, (readonly Cell[])[]>();
    for (const line of scene.result.rows) {
      const across = xAt!.get(keyAt(line, x)) ?? xAt!.get(restKey);
      const down = yAt!.get(keyAt(line, row)) ?? yAt!.get(restKey);
      if (across === undefined || down === undefined || numberAt(scene, line, value) === null) continue;
      const place = `${across} ${down}`;
      const known = rows.get(place);
      if (known) known.push(line);
      else rows.set(place, [line]);
    }
    const data = [...rows].flatMap(([place, lines]) => {
      const [across, down] = place.split(' ').map(Number) as [number, number];
      const [column, line] = [xs[across]!.key, ys[down]!.key];
      const isRest = column === restKey || line === restKey;
      const figure = isRest
        ? together(scene, value!, lines)
        : lines.reduce((sum, one) => sum + numberAt(scene, one, value)!, 0);
      if (figure === null) return [];
      const keys = { [x!.use.id]: column, [row!.use.id]: line };
      return [{ value: [across, down, figure] as const, keys, ...tonedCell(scene, value, figure) }];
    });
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
