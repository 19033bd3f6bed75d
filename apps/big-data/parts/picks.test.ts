import { restKey } from '@formwork/chart/data/grid.ts';
import type { ChartResult } from '@formwork/contract/analytics/api.ts';
import type { ChartKind, ChartUse } from '@formwork/contract/analytics/chart.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { expect, test } from 'vitest';
import { conditionOf, nameOf } from './picks.ts';

const rows = [
  ['a', '1'],
  ['b', '9'],
  [null, '5'],
  ['c', '2'],
];

/** The records behind the rest of two. */
function behind(
  of: { field: string; kind: ValueKind; holds?: Record<string, string[]> },
  more: Partial<ChartUse> = {},
  kind: ChartKind = 'bar',
  given = rows,
) {
  const slot = kind === 'table' ? 'row' : 'x';
  const settings = {
    kind,
    slots: {
      [slot]: [{ id: 'x0', field: of.field, top: { n: 2, rest: true }, ...more }],
      y: [{ id: 'n', field: '', fn: 'count' as const }],
    },
    marks: [],
    tones: [],
    notes: [],
    look: {},
  };
  const result: ChartResult = {
    columns: [
      { id: 'x0', title: 'x', kind: 'text', of },
      { id: 'n', title: 'n', kind: 'number', additive: true },
    ],
    rows: given,
  };
  return conditionOf({ settings }, result, { x0: restKey }, 'UTC');
}

test('behind the rest are the records of none of the keys that are shown', () => {
  const rest = [
    { field: 'line', operator: 'notEmpty' },
    { field: 'line', operator: 'notIn', value: ['b'] },
  ];
  expect(behind({ field: 'line', kind: 'text' })).toEqual({ all: rest });
  expect(behind({ field: 'line', kind: 'text' }, {}, 'table')).toEqual({ all: rest });
  // without a value is among the others where it is not shown
  const filled = rows.map(([key, n]): [string, string] => [key ?? 'd', n!]);
  expect(behind({ field: 'line', kind: 'text' }, {}, 'bar', filled)).toEqual({
    field: 'line',
    operator: 'notIn',
    value: ['b', 'd'],
  });
});

test('behind the rest of stretches lie those before and after, and what has no day', () => {
  const months = [
    ['2026-01-01', '9'],
    ['2026-02-01', '1'],
  ];
  expect(behind({ field: 'day', kind: 'date' }, { step: 'month', top: { n: 1, rest: true } }, 'bar', months)).toEqual({
    any: [
      { field: 'day', operator: 'lt', value: '2026-01-01' },
      { field: 'day', operator: 'gte', value: '2026-02-01' },
      { field: 'day', operator: 'isEmpty' },
    ],
  });
});

test('what cannot be asked for is behind nothing', () => {
  expect(behind({ field: 'people', kind: 'people' })).toBeUndefined();
  // nothing is left over, so nobody can have clicked it
  expect(behind({ field: 'line', kind: 'text' }, { top: { n: 9, rest: true } })).toBeUndefined();
});

test('the rest of departments is beside all that those shown hold', () => {
  const holds = { b: ['b', 'b1'] };
  const filled = rows.map(([key, n]): [string, string] => [key ?? 'd', n!]);
  expect(behind({ field: 'unit', kind: 'departments', holds }, {}, 'bar', filled)).toEqual({
    field: 'unit',
    operator: 'notIn',
    value: ['b', 'b1', 'd'],
  });
});

test('the rest is called so', () => {
  expect(nameOf([{ id: 'x0', title: 'x', kind: 'text' }], { x0: restKey }, '其他')).toBe('其他');
});

test('a stretch of time is called as its axis calls it', () => {
  const named = (step: 'year' | 'quarter' | 'month' | 'day') =>
    nameOf([{ id: 'x0', title: 'x', kind: 'date', step }], { x0: '2013-04-01' }, '');
  expect((['year', 'quarter', 'month', 'day'] as const).map(named)).toEqual([
    '2013',
    '2013 Q2',
    '2013-04',
    '2013-04-01',
  ]);
  expect(nameOf([{ id: 'x0', title: 'x', kind: 'moment' }], { x0: '2013-04-01T08:00:00Z' }, '')).toBe(
    '2013-04-01 08:00:00',
  );
});
