import { describe, expect, test } from 'vitest';
import type { FieldValue, ValueKind } from '../forms/values/value.ts';
import type { Comparison, Condition } from './condition.ts';
import { operators, operatorsOfKind, type Operator } from './operators.ts';
import { decideInMemory, runInMemory } from './run.ts';

/** What conditions say of an empty value: where a list is filtered, and where a right hangs on them. */

const operands: Record<string, Comparison['value']> = {
  none: undefined,
  one: 1,
  range: [1, 2],
  list: ['x'],
  days: 3,
  circle: [0, 0, 1],
  box: [0, 0, 1, 1],
};
const kinds = Object.keys(operatorsOfKind) as ValueKind[];
const options = (kind: ValueKind) => ({ kindOf: () => kind, me: 'me', now: new Date(), timeZone: 'Asia/Shanghai' });
const ask = (operator: Operator, kind: ValueKind, value: FieldValue = null) =>
  [runInMemory, decideInMemory].map((run) =>
    run({ field: 'f', operator, value: operands[operators[operator]] }, { f: value }, options(kind)),
  );

/** In a list a row is there or not; negative operators hold for an empty value. */
const shown = new Set<Operator>([
  'ne',
  'notIn',
  'notContains',
  'hasNone',
  'notMe',
  'notMine',
  'notMineBelow',
  'notUnder',
  'notWithin',
  'isEmpty',
  'isFalse',
]);
/** A right hangs on them, and they can be said of nothing too. */
const decided: Partial<Record<Operator, boolean>> = {
  eq: false,
  in: false,
  ne: true,
  notIn: true,
  isEmpty: true,
  notEmpty: false,
  isTrue: false,
  isFalse: true,
};

describe('over an empty value', () => {
  test.each(kinds.flatMap((kind) => operatorsOfKind[kind].map((operator) => [kind, operator] as const)))(
    'of the kind %s the operator %s',
    (kind, operator) => {
      // a slot has no negative operators
      expect(ask(operator, kind)).toEqual([shown.has(operator), decided[operator] ?? null]);
    },
  );

  test('lists of nothing are empty as well', () => {
    expect(ask('hasNone', 'people', [])).toEqual([true, null]);
    expect(ask('notMe', 'people', [])).toEqual([true, null]);
  });
});

test('what else holds decides, and nothing is decided by what is missing', () => {
  const large: Condition = { field: 'amount', operator: 'gt', value: 1 };
  const named: Condition = { field: 'name', operator: 'eq', value: 'a' };
  const say = (condition: Condition, values: Record<string, FieldValue>) =>
    decideInMemory(condition, values, {
      ...options('text'),
      kindOf: (field) => ({ amount: 'number', name: 'text' })[field] as ValueKind | undefined,
    });
  expect([
    say({ all: [large, named] }, { amount: null, name: 'a' }),
    say({ all: [large, named] }, { amount: null, name: 'b' }),
    say({ any: [large, named] }, { amount: null, name: 'a' }),
    say({ any: [large, named] }, { amount: null, name: 'b' }),
    say({ all: [] }, {}),
    say({ any: [] }, {}),
    // a field that is gone
    say({ field: 'gone', operator: 'eq', value: 1 }, {}),
  ]).toEqual([null, false, true, null, true, true, null]);
});
