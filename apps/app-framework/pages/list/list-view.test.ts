import { expect, it } from 'vitest';
import { sortOf, sortText, viewOf } from './list-view.ts';

it('reads a view from an address and drops what is broken', () => {
  expect(
    viewOf({ filter: '{"field":"name","operator":"contains","value":"M"}', sort: '-amount,name', search: 'x' }),
  ).toEqual({ filter: { field: 'name', operator: 'contains', value: 'M' }, sort: '-amount,name', search: 'x' });
  expect(viewOf({ filter: '{"field":1}', sort: 'a;drop', search: '' })).toEqual({
    filter: undefined,
    sort: undefined,
    search: undefined,
  });
  expect(viewOf({ filter: { all: 'x' } })).toEqual({ filter: undefined, sort: undefined, search: undefined });
});

it('writes an order as it reads it', () => {
  expect(sortOf('-amount,name')).toEqual([
    { column: 'amount', direction: 'desc' },
    { column: 'name', direction: 'asc' },
  ]);
  expect(sortText(sortOf('-amount,name'))).toBe('-amount,name');
  expect(sortText([])).toBeUndefined();
});
