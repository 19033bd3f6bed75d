import { anything, measure, type KindSpec } from '../drawn.ts';
import { baseOption, categoryAxis, gridBox, valueAxis } from '../parts/axes.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, labelOf, numberAt } from '../scene.ts';

/** Open, close, lowest and highest of each stretch. A stretch that lacks one of them is a gap. */
export const candlestick: KindSpec = {
  slots: { x: anything(1), open: measure(1), close: measure(1), low: measure(1), high: measure(1) },
  engine: 'rare',
  mostRows: 20_000,
  draw(scene) {
    const { skin, result } = scene;
    const x = boundIn(scene, 'x')!;
    const four = (['open', 'close', 'low', 'high'] as const).map((slot) => boundIn(scene, slot)!);
    if (result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const figures = result.rows.map((row) => four.map((bound) => numberAt(scene, row, bound)));
    if (!figures.some((values) => values.every((value) => value !== null)))
      return { state: 'empty', code: 'no_figures' };
    const labels = result.rows.map((row) => labelOf(keyAt(row, x), x, skin));
    const zoom = scene.settings.look.zoom ?? result.rows.length > 120;
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'axis', ([param]) => ({
          title: labels[param!.dataIndex]!,
          lines: four.map((bound, at) => ({
            name: bound.title,
            value: tipValue(scene, figures[param!.dataIndex]![at], bound),
          })),
        })),
        grid: gridBox({ top: 0, bottom: 0, right: 0 }, false, Boolean(four[0]!.column.format?.unit)),
        xAxis: categoryAxis(scene, labels),
        yAxis: { ...valueAxis(scene, four[0], false), scale: true },
        ...(zoom && { dataZoom: [{ type: 'inside', xAxisIndex: 0 }] }),
        series: [
          {
            type: 'candlestick',
            data: figures.map((values, at) => ({
              value: values.every((value) => value !== null) ? values : ['-', '-', '-', '-'],
              keys: { [x.use.id]: keyAt(result.rows[at]!, x) },
            })),
            // rising is hollow, falling filled: colour says which, not how good
            itemStyle: {
              color: skin.ink.ground,
              borderColor: skin.hues.blue.solid,
              color0: skin.hues.orange.solid,
              borderColor0: skin.hues.orange.solid,
            },
          },
        ],
      },
    };
  },
};
