import { anything, dimension, measure, type Drawn, type KindSpec } from '../drawn.ts';
import type { ChartOption } from '../option.ts';
import { baseOption } from '../parts/axes.ts';
import { colourOf } from '../parts/colours.ts';
import { drawPoints } from '../parts/points.ts';
import { rampFor, tonedCell } from '../parts/ramp.ts';
import { tipOption, tipValue } from '../parts/tip.ts';
import { tonedColour } from '../parts/tones.ts';
import type { ChartMap } from '../result.ts';
import { boundIn, keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';

/** One place: regions by name, coloured by their figure. Two (longitude, latitude): points, as large as theirs; without boundaries they stand on their degrees. */
export const map: KindSpec = {
  slots: { place: anything(1, 2), y: measure(0), size: measure(0), label: dimension(0) },
  engine: 'rare',
  mostRows: 50_000,
  draw(scene) {
    const { map: boundaries, rows } = scene.result;
    const [lon, lat] = scene.slots.place ?? [];
    if (!boundaries && !lat) return { state: 'refused', code: 'no_boundaries', propose: 'bar' };
    if (rows.length === 0) return { state: 'empty', code: 'no_rows' };
    if (!lat) return regions(scene, boundaries!);
    return boundaries ? points(scene, boundaries) : drawPoints(onDegrees(scene, lon!, lat));
  },
};

function regions(scene: Scene, boundaries: ChartMap): Drawn {
  const [place, value] = [boundIn(scene, 'place')!, boundIn(scene, 'y')];
  const nameOf = regionNames(boundaries);
  // two keys may be one region, 广东 and 广东省: what is picked is the first of them
  const sums = new Map<string, { key: string; sum: number }>();
  for (const row of scene.result.rows) {
    const key = keyAt(row, place);
    const figure = value ? numberAt(scene, row, value) : 1;
    if (key === null || figure === null) continue;
    const label = nameOf(labelOf(key, place, scene.skin));
    if (label === undefined) scene.notes.add('unknown_places');
    else sums.set(label, { key: sums.get(label)?.key ?? key, sum: (sums.get(label)?.sum ?? 0) + figure });
  }
  if (sums.size === 0) return { state: 'empty', code: 'no_figures' };
  const figures = [...sums.values()].map(({ sum }) => sum);
  return {
    state: 'option',
    needs: boundaries,
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
          map: boundaries.name,
          roam: true,
          ...land(scene),
          data: [...sums].map(([name, { key, sum }]) => ({
            name,
            value: sum,
            keys: { [place.use.id]: key },
            ...tonedRegion(scene, value, sum),
          })),
        },
      ],
    },
  };
}

/** The colour of a region is that of its area; where there is a scale of colours the first is looked at. */
function tonedRegion(scene: Scene, value: Bound | undefined, sum: number): ChartOption {
  const { itemStyle, ...rest } = tonedCell(scene, value, sum) as { itemStyle?: { color: string } };
  return itemStyle ? { ...rest, itemStyle: { ...itemStyle, areaColor: itemStyle.color } } : {};
}

/** A region by what it is called, or by the one region whose name goes on from there or ends before: 广东 is 广东省. */
function regionNames({ shape }: ChartMap): (label: string) => string | undefined {
  const { features = [] } = shape as { features?: { properties?: { name?: unknown } }[] };
  const names = new Set(features.map(({ properties }) => String(properties?.name ?? '')));
  const known = new Map<string, string | undefined>();
  return (label) => {
    if (names.has(label)) return label;
    if (!known.has(label)) {
      const alike = label === '' ? [] : [...names].filter((name) => name.startsWith(label) || label.startsWith(name));
      known.set(label, alike.length === 1 ? alike[0] : undefined);
    }
    return known.get(label);
  };
}

/** The same as points on axes. */
function onDegrees(scene: Scene, lon: Bound, lat: Bound): Scene {
  const { size, y, label } = scene.slots;
  return { ...scene, slots: { x: [lon], y: [lat], ...((size ?? y) && { size: size ?? y }), ...(label && { label }) } };
}

function points(scene: Scene, boundaries: ChartMap): Drawn {
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
        ...tonedPoint(scene, value, numberAt(scene, row, value)),
        keys: label ? { [label.use.id]: keyAt(row, label) } : {},
      },
    ];
  });
  if (found.length === 0) return { state: 'empty', code: 'no_figures' };
  const most = found.reduce((largest, point) => Math.max(largest, Math.abs(point.value[2]!)), 0);
  return {
    state: 'option',
    needs: boundaries,
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => ({
        title: param!.name,
        lines: value ? [{ name: value.title, value: tipValue(scene, (param!.value as number[])[2], value) }] : [],
      })),
      geo: { map: boundaries.name, roam: true, ...land(scene) },
      series: [
        {
          type: 'scatter',
          coordinateSystem: 'geo',
          data: found,
          symbolSize: value
            ? (point: number[]) => 5 + 25 * Math.sqrt(most === 0 ? 0 : Math.abs(point[2] ?? 0) / most)
            : 7,
          itemStyle: { color: colourOf(scene, value, null, 0), opacity: 0.7 },
          large: found.length > 5_000 && scene.settings.tones.length === 0,
        },
      ],
    },
  };
}

function tonedPoint(scene: Scene, value: Bound | undefined, figure: number | null): ChartOption {
  const color = value && tonedColour(scene, value.use.id, figure);
  return color ? { itemStyle: { color } } : {};
}

function land({ skin }: Scene): ChartOption {
  return {
    itemStyle: { areaColor: skin.ink.lineSoft, borderColor: skin.ink.line },
    emphasis: { itemStyle: { areaColor: skin.ink.line }, label: { show: false } },
    select: { disabled: true },
    label: { show: false },
  };
}
