import { anything, dimension, time, type KindSpec } from '../drawn.ts';
import { momentName, timeOf } from '../look/dates.ts';
import { baseOption, categoryAxis, gridBox, legendFor, timeAxis } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import type { CustomApi, CustomParams } from '../parts/custom.ts';
import { tipOption } from '../parts/tip.ts';
import { boundIn, keyAt, labelOf } from '../scene.ts';

/** Tasks as bars from start to end. A task without one of both has no bar, and that is said. */
export const gantt: KindSpec = {
  slots: { label: anything(1), start: time(1), end: time(1), color: dimension(0) },
  engine: 'rare',
  mostRows: 2_000,
  draw(scene) {
    const { skin, result } = scene;
    const [label, start, end] = [boundIn(scene, 'label')!, boundIn(scene, 'start')!, boundIn(scene, 'end')!];
    const color = boundIn(scene, 'color');
    if (result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const names = [...new Set(result.rows.map((row) => keyAt(row, label)))];
    const colours = [...new Set(result.rows.map((row) => keyAt(row, color)))];
    const bars = result.rows.flatMap((row) => {
      const [from, to] = [keyAt(row, start), keyAt(row, end)];
      const [a, b] = [from === null ? NaN : timeOf(from), to === null ? NaN : timeOf(to)];
      if (Number.isNaN(a) || Number.isNaN(b)) return [];
      const key = keyAt(row, label);
      const group = keyAt(row, color);
      return [{ key, group, from: from!, to: to!, value: [names.indexOf(key), Math.min(a, b), Math.max(a, b)] }];
    });
    if (bars.length < result.rows.length) scene.notes.add('without_empty');
    if (bars.length === 0) return { state: 'empty', code: 'no_figures' };
    const colour = (group: string | null) => colourOf(scene, color, group, colours.indexOf(group));
    // a series a colour: the legend names series
    const groups = colours.map((key) => ({
      name: color ? labelOf(key, color, skin) : label.title,
      fill: colour(key),
      bars: bars.filter(({ group }) => group === key),
    }));
    const legend = legendFor(scene, color ? colours.map((key) => labelOf(key, color, skin)) : []);
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          const bar = groups[param!.seriesIndex]!.bars[param!.dataIndex]!;
          return {
            title: labelOf(bar.key, label, skin),
            lines: [
              ...(color
                ? [{ colour: colour(bar.group), name: color.title, value: labelOf(bar.group, color, skin) }]
                : []),
              { name: skin.words.start, value: momentName(bar.from) },
              { name: skin.words.end, value: momentName(bar.to) },
            ],
          };
        }),
        grid: gridBox(legend, false, false),
        xAxis: {
          ...timeAxis(scene),
          position: 'top',
          splitLine: { show: true, lineStyle: { color: skin.ink.lineSoft } },
        },
        yAxis: {
          ...categoryAxis(
            scene,
            names.map((key) => labelOf(key, label, skin)),
          ),
          inverse: true,
        },
        ...(names.length > 20 && {
          dataZoom: [{ type: 'inside', yAxisIndex: 0, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: true }],
        }),
        series: groups.map(({ name, bars: own, fill }) => ({
          type: 'custom',
          name,
          clip: true,
          encode: { x: [1, 2], y: 0 },
          itemStyle: { color: fill },
          data: own.map(({ key, group, value }) => ({
            value,
            keys: { [label.use.id]: key, ...(color && { [color.use.id]: group }) },
          })),
          renderItem({ coordSys }: CustomParams, api: CustomApi) {
            const [left, middle] = api.coord([api.value(1), api.value(0)]);
            const right = api.coord([api.value(2), api.value(0)])[0];
            const height = Math.min(20, api.size([0, 1])[1] * 0.6);
            const x = Math.max(left, coordSys.x);
            const width = Math.min(right, coordSys.x + coordSys.width) - x;
            if (width < 0) return null;
            return {
              type: 'rect',
              shape: { x, y: middle - height / 2, width: Math.max(2, width), height, r: 2 },
              style: { fill },
            };
          },
        })),
      },
    };
  },
};
