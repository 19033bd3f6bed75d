import { keysOf, restKey } from '../data/grid.ts';
import { boxOf, type Often } from '../data/statistics.ts';
import { anything, measure, type KindSpec } from '../drawn.ts';
import { baseOption, categoryAxis, gridBox, valueAxis } from '../parts/axes.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, countOf, keyAt, numberAt } from '../scene.ts';

/** How single figures spread in each group: quartiles, whiskers, and what lies outside of them. */
export const box: KindSpec = {
  slots: { x: anything(0), y: measure(1) },
  engine: 'rare',
  mostRows: 500_000,
  draw(scene) {
    const [x, value] = [boundIn(scene, 'x'), boundIn(scene, 'y')!];
    const { skin } = scene;
    const keys = keysOf(scene, x, value);
    const shownKeys = new Set(keys.map(({ key }) => key));
    const groups = new Map<string | null, Often[]>();
    for (const row of scene.result.rows) {
      const figure = numberAt(scene, row, value);
      if (figure === null) continue;
      const own = x ? keyAt(row, x) : null;
      const key = shownKeys.has(own) ? own : restKey;
      const figures = groups.get(key) ?? [];
      groups.set(key, figures);
      figures.push([figure, countOf(scene.result, row)]);
    }
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (groups.size === 0) return { state: 'empty', code: 'no_figures' };
    const shown = keys.flatMap(({ key, label }) => {
      const found = boxOf(groups.get(key) ?? []);
      return found ? [{ key, label: x ? label : value.title, ...found }] : [];
    });
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'item', ([param]) => {
          if (param!.seriesIndex === 1) {
            const [at, figure] = param!.value as [number, number];
            return { title: shown[at]!.label, lines: [{ name: value.title, value: tipValue(scene, figure, value) }] };
          }
          const one = shown[param!.dataIndex]!;
          const line = (name: string, figure: number) => ({ name, value: tipValue(scene, figure, value) });
          const { words } = skin;
          return {
            title: one.label,
            lines: [
              line(words.max, one.high),
              line('75 %', one.q3),
              line(words.median, one.median),
              line('25 %', one.q1),
              line(words.min, one.low),
            ],
          };
        }),
        grid: gridBox({ top: 0, bottom: 0, right: 0 }, false, Boolean(value.column.format?.unit)),
        xAxis: categoryAxis(
          scene,
          shown.map(({ label }) => label),
        ),
        yAxis: { ...valueAxis(scene, value, false), scale: true },
        series: [
          {
            type: 'boxplot',
            boxWidth: [8, 48],
            itemStyle: { color: skin.hues.blue.fill, borderColor: skin.hues.blue.solid, borderWidth: 1.5 },
            data: shown.map(({ key, low, q1, median, q3, high }) => ({
              value: [low, q1, median, q3, high],
              keys: x ? { [x.use.id]: key } : {},
            })),
          },
          {
            type: 'scatter',
            symbolSize: 5,
            itemStyle: { color: skin.hues.blue.solid, opacity: 0.6 },
            data: shown.flatMap(({ outliers }, at) => outliers.slice(0, 500).map((figure) => [at, figure])),
          },
        ],
      },
    };
  },
};
