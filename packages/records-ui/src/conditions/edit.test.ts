import { describe, expect, it } from 'vitest';
import { added, asGroup, chipsOf, newComparison, replaced, settled, withOperator } from './edit.ts';

const kindOf = (field: string) => ({ name: 'text', amount: 'number', due: 'date', state: 'option' } as const)[field];
const named = { field: 'name', operator: 'contains', value: 'M' } as const;
const due = { field: 'due', operator: 'lastDays', value: 7 } as const;

describe('editing a condition', () => {
  it('adds, changes and takes away by path', () => {
    const one = added(asGroup(undefined), [], named);
    const two = added(one, [], { any: [due] });
    const three = added(two, [1], named);
    expect(three).toEqual({ all: [named, { any: [due, named] }] });
    expect(replaced(three, [1, 0], undefined)).toEqual({ all: [named, { any: [named] }] });
    expect(replaced(three, [0], due)).toEqual({ all: [due, { any: [due, named] }] });
    expect(replaced(three, [], { any: [named] })).toEqual({ any: [named] });
  });

  it('begins with the first operator of the kind and keeps a value that still fits', () => {
    expect(newComparison('name', 'text')).toEqual({ field: 'name', operator: 'contains' });
    expect(withOperator({ field: 'state', operator: 'eq', value: 'a' }, 'in')).toEqual({
      field: 'state',
      operator: 'in',
      value: ['a'],
    });
    expect(withOperator({ field: 'state', operator: 'in', value: ['a', 'b'] }, 'eq')).toEqual({
      field: 'state',
      operator: 'eq',
      value: 'a',
    });
    expect(withOperator({ field: 'due', operator: 'eq', value: '2026-01-01' }, 'today')).toEqual({
      field: 'due',
      operator: 'today',
    });
    expect(withOperator({ field: 'due', operator: 'eq', value: '2026-01-01' }, 'lastDays')).toEqual(due);
    expect(withOperator({ field: 'amount', operator: 'gt', value: '5' }, 'between')).toEqual({
      field: 'amount',
      operator: 'between',
      value: ['5'],
    });
  });

  it('filters only by what is complete', () => {
    const half = {
      all: [
        named,
        { field: 'name', operator: 'eq' },
        { any: [{ field: 'amount', operator: 'between', value: ['1'] }] },
        { field: 'gone', operator: 'isEmpty' },
      ],
    } as const;
    expect(settled(half as never, kindOf)).toEqual({ all: [named] });
    expect(settled({ all: [] }, kindOf)).toBeUndefined();
    for (const wrong of [
      { field: 'amount', operator: 'gt', value: 'abc' },
      { field: 'amount', operator: 'between', value: ['1', '-'] },
      { field: 'due', operator: 'eq', value: '2026-02-30' },
    ] as const)
      expect(settled(wrong as never, kindOf)).toBeUndefined();
    expect(settled({ field: 'state', operator: 'contains', value: 'x' }, kindOf)).toBeUndefined();
  });

  it('shows one chip a sentence', () => {
    expect(chipsOf({ all: [named, due] }).map(({ path }) => path)).toEqual([[0], [1]]);
    expect(chipsOf({ any: [named, due] }).map(({ path }) => path)).toEqual([[]]);
    expect(chipsOf(undefined)).toEqual([]);
  });
});
