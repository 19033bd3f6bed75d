import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { describe, expect, test } from 'vitest';
import { optionOf, readingOf } from './draw.ts';
import { facetsShown, mostFacets } from './facets.ts';
import { chartSkin } from './look/skin.ts';
import { words } from './testing/samples.ts';
import type { ChartOption } from './option.ts';
import { niceBounds } from './parts/nice-bounds.ts';
import type { Cell, ChartResult } from './result.ts';
import { svgOf } from './ssr.ts';

const testSkin = { ...chartSkin({ dark: false, locale: 'zh-CN', words: words['zh-CN'] }), width: 640, height: 360 };
const result = (rows: Cell[][]): ChartResult => ({
  columns: [
    { id: 'month', title: '月份', kind: 'text' },
    { id: 'output', title: '产量', kind: 'number', additive: true, format: { unit: '件' } },
    { id: 'line', title: '产线', kind: 'text', labels: { a: '一线', b: '二线' } },
    { id: 'shift', title: '班次', kind: 'text' },
  ],
  rows,
});
const settings = (kind: ChartSettings['kind'], more: ChartSettings['slots'] = {}, look = {}): ChartSettings => ({
  kind,
  slots: {
    x: [{ id: 'month', field: 'month' }],
    y: [{ id: 'output', field: 'output', fn: 'sum' }],
    facet: [{ id: 'line', field: 'line' }],
    ...more,
  },
  marks: [],
  tones: [],
  notes: [],
  look,
});
const rows: Cell[][] = [
  ['1', 100, 'a', 'x'],
  ['2', 380, 'a', 'x'],
  ['2', 40, 'b', 'y'],
  ['3', 7, 'b', 'x'],
];
function drawn(given: ChartSettings, of = rows) {
  const drawing = optionOf(result(of), given, testSkin);
  if (drawing.state !== 'option') throw new Error(drawing.state);
  const { option, notes } = drawing;
  const list = (key: string) => option[key] as ChartOption[];
  return { option, notes, grid: list('grid'), x: list('xAxis'), y: list('yAxis'), series: list('series') };
}
const valuesOf = (series: ChartOption) =>
  (series.data as ({ value: unknown } | null)[]).map((item) => (item && 'value' in item ? item.value : item));

describe('small multiples', () => {
  test('are one chart a value with the same places and the same height', () => {
    const { grid, x, y, series } = drawn(settings('bar'));
    expect([grid.length, x.length, y.length]).toEqual([2, 2, 2]);
    expect(x.map(({ data }) => data)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    expect(y.map(({ name, min, max }) => [name, min, max])).toEqual([
      ['一线 · 件', 0, 400],
      ['二线 · 件', 0, 400],
    ]);
    expect(series.map((one) => [one.xAxisIndex, one.yAxisIndex, valuesOf(one)])).toEqual([
      [0, 0, [100, 380, null]],
      [1, 1, [null, 40, 7]],
    ]);
  });

  test('names at both ends of an axis stay within their own chart', () => {
    const ends = (found: ReturnType<typeof drawn>) =>
      found.x.map(({ axisLabel }) => {
        const { alignMinLabel, alignMaxLabel } = axisLabel as Record<string, unknown>;
        return [alignMinLabel, alignMaxLabel];
      });
    expect(ends(drawn(settings('line')))).toEqual([
      ['left', 'right'],
      ['left', 'right'],
    ]);
    const { interval } = drawn(settings('line')).x[0]!.axisLabel as { interval: (at: number) => boolean };
    expect([interval(0), interval(2)]).toEqual([true, true]);
    // bars stand in the middle of their place
    expect(ends(drawn(settings('bar')))[0]).toEqual([undefined, undefined]);
  });

  test('a mark stands for its small chart too', () => {
    const { series } = drawn(settings('bar'));
    expect((series[1]!.data as { keys: object }[])[1]!.keys).toEqual({ month: '2', line: 'b' });
  });

  test('colours are those of all of them, also where a chart lacks one', () => {
    const { series } = drawn(settings('stacked', { color: [{ id: 'shift', field: 'shift' }] }));
    expect(series.map(({ name }) => name)).toEqual(['x', 'y', 'x', 'y']);
    const colours = series.map(({ itemStyle }) => (itemStyle as { color: string }).color);
    expect(colours[0]).toBe(colours[2]);
    expect(colours[1]).toBe(colours[3]);
  });

  test('stacks are as high as what lies on each other', () => {
    const stack = [
      ['1', 60, 'a', 'x'],
      ['1', 70, 'a', 'y'],
      ['1', 10, 'b', 'x'],
    ] as Cell[][];
    const { y, series } = drawn(settings('stacked', { color: [{ id: 'shift', field: 'shift' }] }), stack);
    expect(y.map(({ max }) => max)).toEqual([150, 150]);
    // a stack stands in one small chart
    expect(new Set(series.map((one) => one.stack)).size).toBe(2);
  });

  test('of points share both axes, and lying bars their figures', () => {
    const points: Cell[][] = [
      [1, 100, 'a', 'x'],
      [9, 380, 'b', 'x'],
    ];
    const scatter = drawn(settings('scatter'), points);
    expect(scatter.x.map(({ min, max }) => [min, max])).toEqual([
      [0, 10],
      [0, 10],
    ]);
    const lying = drawn(settings('bar', {}, { flat: true }));
    expect(lying.x.map(({ max }) => max)).toEqual([400, 400]);
    expect(lying.y.map(({ name, nameLocation }) => [name, nameLocation])).toEqual([
      ['一线', 'start'],
      ['二线', 'start'],
    ]);
  });

  test('are at most twelve, the largest, and that is said', () => {
    const many = Array.from({ length: 15 }, (_, at): Cell[] => ['1', at + 1, `k${at}`, 'x']);
    const { y, notes } = drawn(settings('line'), many);
    expect(y).toHaveLength(mostFacets);
    expect(y.map(({ name }) => name)).not.toContain('k0 · 件');
    expect(notes).toEqual(['facets']);
    expect(drawn(settings('line'), many.slice(0, 12)).notes).toEqual([]);
    const five = { id: 'line', field: 'line', top: { n: 5, rest: true } };
    const fewer = drawn(settings('line', { facet: [five] }), many);
    expect([fewer.y.length, facetsShown(five), fewer.notes]).toEqual([5, 5, ['facets']]);
    expect([facetsShown(undefined), facetsShown({ ...five, top: { n: 40, rest: true } })]).toEqual([12, 12]);
  });

  test('each has its own tip', () => {
    const { option } = drawn(settings('bar'));
    const { formatter } = option.tooltip as { formatter: (params: object[]) => string };
    expect(formatter([{ seriesIndex: 1, dataIndex: 1 }])).toMatch(/40/);
    expect(formatter([{ seriesIndex: 0, dataIndex: 1 }])).toMatch(/380/);
  });

  test('without rows there is nothing, and kinds without small charts draw the whole', () => {
    expect(optionOf(result([]), settings('bar'), testSkin).state).toBe('empty');
    expect(drawn(settings('share')).grid).not.toBeInstanceOf(Array);
  });

  test('are in a picture, and in the table for readers', () => {
    const drawing = optionOf(result(rows), settings('bar'), testSkin);
    if (drawing.state !== 'option') throw new Error();
    const svg = svgOf(drawing, { width: 640, height: 360 });
    expect(svg).toContain('一线');
    expect(svg).toContain('二线');
    const { table } = readingOf(result(rows), settings('bar'), testSkin);
    expect(table.head[0]!.map(({ text }) => text)).toEqual(['月份', '产线', '产量 (件)']);
    expect(table.rows).toHaveLength(4);
  });
});

test('ends of an axis are round, and hold all figures', () => {
  expect(niceBounds('value', [3, 97], false)).toEqual({ min: 0, max: 100 });
  expect(niceBounds('value', [-3, 97], false)).toEqual({ min: -50, max: 100 });
  expect(niceBounds('value', [90, 97], true)).toEqual({ min: 90, max: 98 });
  expect(niceBounds('value', [5, 5], true)).toMatchObject({ min: 4 });
  expect(niceBounds('value', [0, 0], false)).toEqual({ min: 0, max: 0.5 });
  expect(niceBounds('log', [3, 97], false)).toEqual({ min: 1, max: 100 });
  expect(niceBounds('category', [3], false)).toBeUndefined();
});
