import type { ChartKind, ChartSettings, ChartSlot, ChartUse } from '@formwork/contract/analytics/chart.ts';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { describe, expect, it } from 'vitest';
import type { Fitting } from './fits.ts';
import { proposals } from './proposals.ts';
import type { Cell, ChartColumn, ChartResult } from './result.ts';

const fields: Record<string, Fitting> = {
  day: { measure: false, time: true },
  until: { measure: false, time: true },
  line: { measure: false, time: false },
  hall: { measure: false, time: false },
  area: { measure: false, time: false, title: { zh: '地区' } },
  east: { measure: true, time: false, title: { zh: '经度' } },
  north: { measure: true, time: false, title: { zh: '纬度', en: 'Latitude' } },
  hours: { measure: true, time: false },
  cost: { measure: true, time: false },
  weight: { measure: true, time: false },
};
const raw = (field: string): ChartUse => ({ id: field, field });
const sum = (field: string, fn: ChartUse['fn'] = 'sum'): ChartUse => ({ id: `${field} ${fn}`, field, fn });
type Slots = Partial<Record<ChartSlot, ChartUse[]>>;
const settings = (slots: Slots, kind: ChartKind = 'bar'): ChartSettings => ({ ...emptyChart().settings, kind, slots });

/** A result of the uses in their order; the figures may be added unless said otherwise. */
function resultOf(uses: ChartUse[], rows: Cell[][], more: Partial<ChartColumn> = {}): ChartResult {
  const columns = uses.map(({ id, fn }): ChartColumn =>
    fn ? { id, title: id, kind: 'number', additive: fn === 'sum', ...more } : { id, title: id, kind: 'text' },
  );
  return { columns, rows };
}

const found = (slots: Slots, { kind, result }: { kind?: ChartKind; result?: ChartResult } = {}) =>
  proposals(settings(slots, kind), (id) => fields[id], result);
const first = (...given: Parameters<typeof found>) => found(...given)[0]?.kind;
const all = (...given: Parameters<typeof found>) => found(...given).map(({ kind }) => kind);
const range = (count: number, of: (at: number) => Cell[]) => Array.from({ length: count }, (_, at) => of(at));

describe('the kinds that fit', () => {
  it('figures alone: one is a figure, a share fills a glass, two and three are points', () => {
    expect(first({ y: [sum('hours')] })).toBe('kpi');
    const share = resultOf([sum('hours')], [[0.4]]);
    expect(all({ y: [sum('hours')] }, { result: share }).slice(0, 3)).toEqual(['kpi', 'liquid', 'gauge']);
    expect(all({ y: [sum('hours'), sum('cost')] })).toEqual(['scatter', 'table']);
    expect(first({ y: [sum('hours'), sum('cost'), sum('weight')] })).toBe('bubble');
    expect(found({})).toEqual([]);
  });

  it('numbers as they are: points, bubbles, a histogram, a box each', () => {
    expect(first({ x: [raw('hours')], y: [raw('cost')] }, { kind: 'scatter' })).toBe('scatter');
    expect(first({ x: [raw('hours')], y: [raw('cost')], size: [raw('weight')] }, { kind: 'bubble' })).toBe('bubble');
    expect(first({ y: [raw('hours')] }, { kind: 'histogram' })).toBe('histogram');
    expect(first({ x: [raw('line')], y: [raw('hours')] }, { kind: 'box' })).toBe('box');
    // a sum of both becomes both as they are
    const [points] = found({ y: [sum('hours'), sum('cost')] });
    const { x, y } = points!.settings.slots;
    expect([...x!, ...y!].map(({ field, fn }) => [field, fn])).toEqual([
      ['cost', undefined],
      ['hours', undefined],
    ]);
  });

  it('over time: lines, columns where they are few, a calendar from 90 days on, two axes for two units', () => {
    const slots = { x: [raw('day')], y: [sum('hours')] };
    expect(first(slots)).toBe('line');
    const days = (count: number) =>
      resultOf(
        [raw('day'), sum('hours')],
        range(count, (at) => [`d${at}`, at]),
      );
    expect(all(slots, { result: days(8) }).slice(0, 2)).toEqual(['line', 'bar']);
    expect(all(slots, { result: days(120) }).slice(0, 2)).toEqual(['line', 'calendar']);
    const two = { x: [raw('day')], y: [sum('hours'), sum('cost')] };
    const units = resultOf([raw('day'), sum('hours'), sum('cost')], [['d', 1, 2]]);
    const apart = {
      ...units,
      columns: units.columns.map((one, at) => (at === 2 ? { ...one, format: { unit: 'kg' } } : one)),
    };
    expect([first(two, { result: units }), first(two, { result: apart })]).toEqual(['line', 'combined']);
  });

  it('over time and by a key: lines to seven, then a small chart each', () => {
    const slots = { x: [raw('day')], y: [sum('hours')], color: [raw('line')] };
    const of = (count: number) =>
      resultOf(
        [raw('day'), raw('line'), sum('hours')],
        range(count, (at) => ['d', `l${at}`, at]),
      );
    expect(found(slots, { result: of(3) })[0]!.settings.slots.color).toEqual([raw('line')]);
    const small = found(slots, { result: of(12) })[0]!;
    expect([small.kind, small.why, small.settings.slots.facet]).toEqual(['line', 'many_over_time', [raw('line')]]);
    expect(all(slots, { result: of(3) })).toContain('stacked');
  });

  it('by a key: bars, a funnel of what is left, a waterfall of both signs, a radar of one scale', () => {
    const slots = { x: [raw('line')], y: [sum('hours')] };
    const of = (...values: number[]) =>
      resultOf(
        [raw('line'), sum('hours')],
        values.map((value, at) => [`l${at}`, value]),
      );
    expect(first(slots)).toBe('bar');
    expect(first(slots, { result: of(40, 20, 20, 5) })).toBe('funnel');
    expect(first(slots, { result: of(40, -20, 3) })).toBe('waterfall');
    expect(all(slots, { result: of(3, 4) }).slice(0, 2)).toEqual(['bar', 'ring']);
    expect(
      first(slots, {
        result: of(
          ...range(300, (at) => [at])
            .flat()
            .map(Number),
        ),
      }),
    ).toBe('table');
    expect(
      all(
        { x: [raw('line')], y: [sum('hours'), sum('cost'), sum('weight')] },
        { result: resultOf([raw('line'), sum('hours'), sum('cost'), sum('weight')], [['a', 1, 2, 3]]) },
      ),
    ).toContain('radar');
    expect(first({ x: [raw('line')], y: [sum('hours'), sum('cost')] })).toBe('bar');
  });

  it('by two keys: flows where one leads on to the other, stacks where the second is small, else a board', () => {
    const slots = { x: [raw('line')], y: [sum('hours')], color: [raw('hall')] };
    const of = (...rows: Cell[][]) => resultOf([raw('line'), raw('hall'), sum('hours')], rows);
    expect(first(slots)).toBe('stacked');
    expect(first(slots, { result: of(['a', 'b', 1], ['b', 'c', 1]) })).toBe('sankey');
    expect(first(slots, { result: of(...range(20, (at) => ['a', `h${at}`, 1])) })).toBe('heat');
    expect(all(slots)).toEqual(expect.arrayContaining(['heat', 'treemap', 'pivot']));
  });

  it('times of beginning and end, prices, and places', () => {
    expect(first({ label: [raw('line')], start: [raw('day')], end: [raw('until')] }, { kind: 'gantt' })).toBe('gantt');
    const four = [sum('cost', 'avg'), sum('cost', 'median'), sum('cost', 'min'), sum('cost', 'max')];
    expect(first({ x: [raw('day')], y: four })).toBe('candlestick');
    expect(all({ x: [raw('area')], y: [sum('hours')] }).slice(0, 2)).toEqual(['bar', 'map']);
    expect(all({ x: [raw('east')], y: [raw('north')] }, { kind: 'scatter' })).toContain('map');
  });
});
