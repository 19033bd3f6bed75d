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
    ['layer', { layer: [], mark: 'bar', encoding: { x: line, y: sum } }],
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
