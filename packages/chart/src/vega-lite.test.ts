import type { SourceField } from '@formwork/contract/analytics/api.ts';
import { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { describe, expect, test } from 'vitest';
import { incompleteSlots } from './draw.ts';
import { fromVegaLite, isVegaLite } from './vega-lite.ts';

const field = (id: string, en: string, kind: SourceField['kind']): SourceField => ({
  id,
  title: { zh: `${en}字`, en },
  kind,
  measure: kind === 'number',
  dimension: true,
  time: kind === 'date',
});
const fields = [
  field('c1', 'Line', 'text'),
  field('c2', 'Day', 'date'),
  field('c3', 'Hours', 'number'),
  field('c4', 'Cost', 'number'),
];
const line = { field: 'Line', type: 'nominal' };
const sum = { field: 'hours', aggregate: 'sum', type: 'quantitative' };
const month = { field: 'Day字', timeUnit: 'yearmonth' };

const chart = (spec: object) => {
  const found = fromVegaLite({ $schema: 'https://vega.github.io/schema/vega-lite/v6.json', ...spec }, fields);
  if (!found.ok) throw new Error(found.refused.join(', '));
  expect(ChartSettings.safeParse(found.settings).success).toBe(true);
  expect(incompleteSlots(found.settings)).toEqual([]);
  return found;
};
const refused = (spec: object) => {
  const found = fromVegaLite(spec as Record<string, unknown>, fields);
  return found.ok ? [] : found.refused;
};

describe('a chart in Vega-Lite', () => {
  test.each([
    ['bar', { mark: 'bar', encoding: { x: line, y: sum } }],
    ['bar', { mark: 'bar', encoding: { x: line, y: sum, xOffset: { field: 'c1' }, color: line } }],
    ['stacked', { mark: { type: 'bar', tooltip: true }, encoding: { x: month, y: sum, color: line } }],
    ['share', { mark: 'bar', encoding: { x: month, y: { ...sum, stack: 'normalize' }, color: line } }],
    ['line', { mark: { type: 'line', interpolate: 'monotone' }, encoding: { x: month, y: sum, color: line } }],
    ['area', { mark: 'area', encoding: { x: month, y: { aggregate: 'count' } } }],
    ['pie', { mark: 'arc', encoding: { theta: sum, color: line } }],
    ['ring', { mark: { type: 'arc', innerRadius: 50 }, encoding: { theta: sum, color: line } }],
    ['heat', { mark: 'rect', encoding: { x: month, y: line, color: { ...sum, aggregate: 'mean' } } }],
    ['scatter', { mark: 'point', encoding: { x: { field: 'Hours' }, y: { field: 'Cost' }, color: line } }],
    ['bubble', { mark: 'circle', encoding: { x: { field: 'c3' }, y: { field: 'c4' }, size: { field: 'c4' } } }],
    ['box', { mark: 'boxplot', encoding: { x: line, y: { field: 'Cost' } } }],
    ['histogram', { mark: 'bar', encoding: { x: { field: 'Hours', bin: true }, y: { aggregate: 'count' } } }],
  ])('is a %s', (kind, spec) => {
    expect(chart(spec).settings.kind).toBe(kind);
  });

  test('has small multiples', () => {
    const { settings } = chart({ mark: 'line', encoding: { x: month, y: sum, facet: line } });
    expect(settings.slots.facet).toEqual([{ id: 'facet', field: 'c1' }]);
  });

  test.each(['row', 'column'])('has a small chart for each %s', (name) => {
    const { settings } = chart({ mark: 'line', encoding: { x: month, y: sum, [name]: line } });
    expect(settings.slots.facet).toEqual([{ id: name, field: 'c1' }]);
    const inner = { mark: 'line', encoding: { x: month, y: sum } };
    expect(chart({ facet: { [name]: line }, spec: inner }).settings.slots.facet).toEqual([{ id: name, field: 'c1' }]);
    expect(refused({ mark: 'line', encoding: { x: month, y: sum, row: line, column: line } })).toEqual([
      'encoding.column',
    ]);
  });

  test('of bars with a line over them has two axes', () => {
    const bars = { mark: 'bar', encoding: { y: sum } };
    const over = { mark: { type: 'line', strokeDash: [2] }, encoding: { y: { field: 'Cost', aggregate: 'mean' } } };
    const resolve = { scale: { y: 'independent' } };
    const { settings } = chart({ encoding: { x: month }, layer: [over, bars], resolve });
    expect([settings.kind, settings.slots]).toEqual([
      'combined',
      {
        x: [{ id: 'x', field: 'c2', step: 'month' }],
        y: [{ id: 'y', field: 'c3', fn: 'sum' }],
        y2: [{ id: 'y2', field: 'c4', fn: 'avg' }],
      },
    ]);
    expect(refused({ layer: [bars, { mark: 'arc', encoding: { theta: sum, color: line } }] })).toContain('layer');
    expect(refused({ encoding: { x: line }, layer: [bars, bars] })).toEqual(['layer']);
  });

  test('has its rules as lines', () => {
    const rule = (y: object) => ({ mark: 'rule', encoding: { y, color: { value: 'red' } } });
    const bars = { mark: 'bar', encoding: { x: line, y: sum } };
    expect(chart({ layer: [bars, rule({ datum: 8 })] }).settings.marks).toEqual([{ is: 'line', at: 8, hue: 'red' }]);
    const red = { mark: { type: 'rule', color: 'red' }, encoding: { y: { datum: 8 } } };
    expect(chart({ layer: [bars, red] }).settings.marks).toEqual([{ is: 'line', at: 8, hue: 'red' }]);
    const other = { mark: { type: 'rule', color: '#123456' }, encoding: { y: { datum: 8 } } };
    expect(chart({ layer: [bars, other] }).settings.marks).toEqual([{ is: 'line', at: 8 }]);
    // the mean of the records is not that of the bars
    expect(refused({ layer: [bars, rule({ field: 'Hours', aggregate: 'mean' })] })).toEqual(['rule.mean']);
    const points = { mark: 'point', encoding: { x: { field: 'Hours' }, y: { field: 'Cost' } } };
    const mean = { field: 'Cost', aggregate: 'mean' };
    expect(chart({ layer: [points, rule(mean)] }).settings.marks).toEqual([{ is: 'line', at: 'avg', hue: 'red' }]);
  });

  test('has what only tells its marks apart: a colour a line, a name a point', () => {
    const lines = chart({ mark: 'line', encoding: { x: month, y: sum, detail: line } });
    expect(lines.settings.slots.color).toEqual([{ id: 'detail', field: 'c1' }]);
    const points = chart({ mark: 'point', encoding: { x: { field: 'c3' }, y: { field: 'c4' }, detail: line } });
    expect(points.settings.slots.label).toEqual([{ id: 'detail', field: 'c1' }]);
  });

  test('keeps the ends of its axis, and orders that can be said', () => {
    const bounded = { ...sum, scale: { domain: [0, 50], nice: true } };
    expect(chart({ mark: 'bar', encoding: { x: line, y: bounded } }).settings.look).toEqual({ low: 0, high: 50 });
    const sorted = (sort: unknown) =>
      chart({ mark: 'bar', encoding: { x: { ...line, sort }, y: sum } }).settings.slots.x![0]!.sort;
    expect(sorted(['a', 'b', 'c10'])).toEqual({ by: 'label' });
    expect(sorted(['c', 'b'])).toEqual({ by: 'label', desc: true });
    expect(sorted({ encoding: 'y', order: 'descending' })).toEqual({ by: 'value', desc: true });
  });

  test('keeps order, stretch, title, bars that lie, and its filters', () => {
    const { settings, where } = chart({
      mark: 'bar',
      transform: [{ filter: { field: 'Line', oneOf: ['A', 'B'] } }, { filter: { field: 'c3', gte: 2 } }],
      encoding: { y: { ...line, sort: '-x' }, x: { ...sum, title: 'All hours' } },
    });
    expect(settings.look).toEqual({ flat: true });
    expect(settings.slots).toEqual({
      x: [{ id: 'y', field: 'c1', sort: { by: 'value', desc: true } }],
      y: [{ id: 'x', field: 'c3', title: { zh: 'All hours' }, fn: 'sum' }],
    });
    expect(where).toEqual({
      all: [
        { field: 'c1', operator: 'in', value: ['A', 'B'] },
        { field: 'c3', operator: 'gte', value: 2 },
      ],
    });
  });

  test.each([
    ['layer', { layer: [] }],
    ['encoding.detail', { mark: 'bar', encoding: { x: line, y: sum, detail: month } }],
    ['encoding.order', { mark: 'bar', encoding: { x: line, y: sum, order: sum } }],
    ['encoding.opacity', { mark: 'bar', encoding: { x: line, y: sum, opacity: sum } }],
    ['encoding.y.scale.type', { mark: 'line', encoding: { x: month, y: { ...sum, scale: { type: 'sqrt' } } } }],
    ['encoding.y.scale.reverse', { mark: 'line', encoding: { x: month, y: { ...sum, scale: { reverse: true } } } }],
    ['encoding.y.scale.zero', { mark: 'line', encoding: { x: month, y: { ...sum, scale: { zero: false } } } }],
    ['encoding.x.scale.domain', { mark: 'bar', encoding: { x: { ...line, scale: { domain: ['a'] } }, y: sum } }],
    ['encoding.x.sort', { mark: 'bar', encoding: { x: { ...line, sort: ['b', 'a', 'c'] }, y: sum } }],
    ['mark.geoshape', { mark: 'geoshape' }],
    ['mark.errorbar', { mark: 'errorbar', encoding: { x: line, y: sum } }],
    ['encoding.facet', { mark: 'arc', encoding: { theta: sum, color: line, facet: line } }],
    ['aggregate.stdev', { mark: 'bar', encoding: { x: line, y: { ...sum, aggregate: 'stdev' } } }],
    ['timeUnit.month', { mark: 'line', encoding: { x: { field: 'Day', timeUnit: 'month' }, y: sum } }],
    ['transform.calculate', { mark: 'bar', transform: [{ calculate: '1', as: 'a' }], encoding: { x: line, y: sum } }],
    ['field.Nowhere', { mark: 'bar', encoding: { x: { field: 'Nowhere' }, y: sum } }],
    ['params', { params: [], mark: 'bar', encoding: { x: line, y: sum } }],
    ['encoding.x.impute', { mark: 'line', encoding: { x: { ...month, impute: {} }, y: sum } }],
  ])('is refused by name: %s', (name, spec) => {
    expect(refused(spec)).toContain(name);
  });

  test('is told from charts of our own', () => {
    expect([isVegaLite({ kind: 'chart', body: {} }), isVegaLite({ mark: 'bar' }), isVegaLite(null)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
