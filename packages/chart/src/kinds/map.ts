import { anything, dimension, measure, type KindSpec, type Drawn } from '../drawn.ts';
import type { ChartOption } from '../option.ts';
import { baseOption } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import { rampFor } from '../parts/ramp.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { boundIn, keyAt, labelOf, numberAt, type Scene } from '../scene.ts';

/** One place: regions by name, coloured by their figure. Two (longitude, latitude): points, as large as theirs. */
export const map: KindSpec = {
  slots: { place: anything(1, 2), y: measure(0), size: measure(0), label: dimension(0) },
  engine: 'rare',
  mostRows: 50_000,
  draw(scene) {
    const name = scene.settings.look.map;
    if (name === undefined) return { state: 'refused', code: 'no_boundaries', propose: 'bar' };
    if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
    return (scene.slots.place ?? []).length === 2 ? points(scene, name) : regions(scene, name);
  },
};

function regions(scene: Scene, boundaries: string): Drawn {
  const [place, value] = [boundIn(scene, 'place')!, boundIn(scene, 'y')];
  const sums = new Map<string, { label: string; sum: number }>();
  for (const row of scene.result.rows) {
    const key = keyAt(row, place);
    const figure = value ? numberAt(scene, row, value) : 1;
    if (key !== null && figure !== null)
      sums.set(key, { label: labelOf(key, place, scene.skin), sum: (sums.get(key)?.sum ?? 0) + figure });
  }
  if (sums.size === 0) return { state: 'empty', code: 'no_figures' };
  const figures = [...sums.values()].map(({ sum }) => sum);
  return {
    state: 'option',
    needs: { map: boundaries },
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => ({
        title: param!.name,
        lines: [
          {
            name: value?.title ?? scene.skin.words.count,
            value: tipValue(scene, Number.isNaN(param!.value) ? null : (param!.value as number), value),
          },
        ],
      })),
      visualMap: rampFor(scene, figures, value),
      series: [
        {
          type: 'map',
          map: boundaries,
          roam: true,
          ...land(scene),
          data: [...sums].map(([key, { label, sum }]) => ({ name: label, value: sum, keys: { [place.use.id]: key } })),
        },
      ],
    },
  };
}

function points(scene: Scene, boundaries: string): Drawn {
  const [lon, lat] = scene.slots.place!;
  const value = boundIn(scene, 'size') ?? boundIn(scene, 'y');
  const label = boundIn(scene, 'label');
  const found = scene.result.rows.flatMap((row) => {
    const [x, y] = [numberAt(scene, row, lon), numberAt(scene, row, lat)];
    if (x === null || y === null || Math.abs(x) > 180 || Math.abs(y) > 90) {
      scene.notes.add('unknown_places');
      return [];
    }
    const name = label ? labelOf(keyAt(row, label), label, scene.skin) : '';
    return [
      {
        name,
        value: [x, y, numberAt(scene, row, value) ?? 0],
        keys: label ? { [label.use.id]: keyAt(row, label) } : {},
      },
    ];
  });
  if (found.length === 0) return { state: 'empty', code: 'no_figures' };
  const most = found.reduce((largest, point) => Math.max(largest, Math.abs(point.value[2]!)), 0);
  return {
    state: 'option',
    needs: { map: boundaries },
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => ({
        title: param!.name,
        lines: value ? [{ name: value.title, value: tipValue(scene, (param!.value as number[])[2], value) }] : [],
      })),
      geo: { map: boundaries, roam: true, ...land(scene) },
      series: [
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          data: found,
          symbolSize: value
            ? (point: number[]) => 5 + 25 * Math.sqrt(most === 0 ? 0 : Math.abs(point[2] ?? 0) / most)
            : 7,
          itemStyle: { color: colourOf(scene, value, null, 0), opacity: 0.7 },
          large: found.length > 5_000,
        },
      ],
    },
  };
}

function land({ skin }: Scene): ChartOption {
  return {
    itemStyle: { areaColor: skin.ink.lineSoft, borderColor: skin.ink.line },
    emphasis: { itemStyle: { areaColor: skin.ink.line }, label: { show: false } },
    select: { disabled: true },
    label: { show: false },
  };
}
