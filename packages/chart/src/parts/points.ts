import { mostSeries } from '../data/grid.ts';
import type { Drawn } from '../drawn.ts';
import type { ChartOption } from '../option.ts';
import { boundIn, keyAt, labelOf, numberAt, type Bound, type Scene } from '../scene.ts';
import { baseOption, gridBox, legendFor, valueAxis } from './axes.ts';
import { colourOf, symbolOf } from './colours.ts';
import { mostKeyed } from './items.ts';
import { tipOption, tipValue, type TipLine } from './tip.ts';

interface Point {
  value: [number, number, number];
  label: string;
  keys: Record<string, string | null>;
}

/** Two figures a point; the third, where there is one, is its area. */
export function drawPoints(scene: Scene): Drawn {
  const [x, y] = [boundIn(scene, 'x')!, boundIn(scene, 'y')!];
  const size = boundIn(scene, 'size');
  const color = boundIn(scene, 'color');
  const label = boundIn(scene, 'label');
  const groups = new Map<string | null, Point[]>();
  const all = (scene.whole ?? scene).result.rows;
  const largest = all.reduce((most, row) => Math.max(most, Math.abs(numberAt(scene, row, size) ?? 0)), 0);
  // small charts have the colours of all of them in one order
  for (const row of scene.whole ? all : []) groups.set(keyAt(row, color), []);
  for (const row of scene.result.rows) {
    const [across, up] = [numberAt(scene, row, x), numberAt(scene, row, y)];
    const third = numberAt(scene, row, size);
    if (across === null || up === null || (size && third === null)) continue;
    const key = keyAt(row, color);
    const points = groups.get(key) ?? [];
    groups.set(key, points);
    const keys = { ...(label && { [label.use.id]: keyAt(row, label) }), ...(color && { [color.use.id]: key }) };
    points.push({
      value: [across, up, third ?? 0],
      label: label ? labelOf(keyAt(row, label), label, scene.skin) : '',
      keys,
    });
  }
  if (scene.result.rows.length === 0) return { state: 'empty', code: 'no_rows' };
  if (groups.size === 0) return { state: 'empty', code: 'no_figures' };
  if (groups.size > mostSeries) return { state: 'refused', code: 'too_much', propose: 'heat' };
  const named = [...groups].map(([key, points]) => ({
    key,
    points,
    name: color ? labelOf(key, color, scene.skin) : y.title,
  }));
  const legend = legendFor(
    scene,
    named.map(({ name }) => name),
  );
  return {
    state: 'option',
    option: {
      ...baseOption(scene),
      ...tipOption(scene, 'item', ([param]) => {
        const group = named[param!.seriesIndex]!;
        return tipOf(scene, group.points[param!.dataIndex]!, { x, y, size }, color ? group.name : '');
      }),
      ...(legend.legend && { legend: legend.legend }),
      // the name of the x axis stands below it
      grid: gridBox({ ...legend, bottom: legend.bottom + 20 }, false, true),
      xAxis: { ...axis(scene, x), nameLocation: 'middle', nameGap: 24 },
      yAxis: axis(scene, y),
      series: named.map(({ key, points, name }, at) => ({
        type: 'scatter',
        name,
        data: scene.result.rows.length > mostKeyed ? points.map(({ value }) => value) : points,
        symbol: symbolOf(at, named.length),
        symbolSize: size ? (value: number[]) => radius(Math.abs(value[2] ?? 0), largest) : all.length > 2_000 ? 4 : 8,
        itemStyle: { color: colourOf(scene, color ?? y, key, at), opacity: size ? 0.6 : 0.75 },
        large: points.length > 5_000 && !size,
      })),
    },
  };
}

/** Measured by area: twice the figure is twice the area. */
function radius(value: number, largest: number): number {
  return largest === 0 ? 8 : 6 + 38 * Math.sqrt(value / largest);
}

function axis(scene: Scene, bound: Bound): ChartOption {
  const unit = bound.column.format?.unit;
  return {
    ...valueAxis(scene, bound),
    name: unit ? `${bound.title} (${unit})` : bound.title,
    scale: true,
    // a bubble at the border stays whole
    ...(boundIn(scene, 'size') && { boundaryGap: ['12%', '12%'] }),
    axisLine: { lineStyle: { color: scene.skin.ink.line } },
  };
}

interface Measures {
  x: Bound;
  y: Bound;
  size: Bound | undefined;
}

function tipOf(scene: Scene, { value, label }: Point, { x, y, size }: Measures, group: string) {
  const lines: TipLine[] = [
    { name: x.title, value: tipValue(scene, value[0], x) },
    { name: y.title, value: tipValue(scene, value[1], y) },
    ...(size ? [{ name: size.title, value: tipValue(scene, value[2], size) }] : []),
  ];
  return { title: [label, group].filter((words) => words !== '').join(' · '), lines };
}
