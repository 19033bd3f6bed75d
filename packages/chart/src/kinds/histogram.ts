import { binsOf, type Often } from '../data/statistics.ts';
import { measure, type KindSpec } from '../drawn.ts';
import { fullNumber } from '../look/numbers.ts';
import { baseOption, categoryAxis, gridBox, valueAxis } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import { tipOption } from '../parts/tip.ts';
import { boundIn, countOf, numberAt } from '../scene.ts';

/** How often single figures fall into bins of one width. */
export const histogram: KindSpec = {
  slots: { y: measure(1) },
  engine: 'common',
  mostRows: 2_000_000,
  draw(scene) {
    const value = boundIn(scene, 'y')!;
    const { skin, result } = scene;
    if (result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    const figures = result.rows.flatMap((row): Often[] => {
      const figure = numberAt(scene, row, value);
      return figure === null ? [] : [[figure, countOf(result, row)]];
    });
    if (figures.length === 0) return { state: 'empty', code: 'no_figures' };
    const bins = binsOf(figures, value.use.bins);
    const label = (figure: number) => fullNumber(figure, skin.locale, { decimals: undefined });
    const names = bins.map(({ from, to }) => (from === to ? label(from) : `${label(from)} – ${label(to)}`));
    return {
      state: 'option',
      option: {
        ...baseOption(scene),
        ...tipOption(scene, 'axis', ([param]) => ({
          title: names[param!.dataIndex]!,
          lines: [{ name: skin.words.count, value: fullNumber(bins[param!.dataIndex]!.count, skin.locale) }],
        })),
        grid: gridBox({ top: 0, bottom: 0, right: 0 }, false, false),
        xAxis: categoryAxis(scene, names),
        yAxis: valueAxis(scene, undefined, false),
        series: [
          {
            type: 'bar',
            barCategoryGap: '4%',
            itemStyle: { color: colourOf(scene, value, null, 0) },
            data: bins.map(({ count }) => count),
          },
        ],
      },
    };
  },
};
