import { expect, test } from 'vitest';
import { allOrNone, toggled, withRange } from './list-selection.ts';

const keys = ['a', 'b', 'c', 'd'];

test('toggling does not touch the old set', () => {
  const before = new Set(['a']);
  expect([...toggled(before, 'b')]).toEqual(['a', 'b']);
  expect([...toggled(before, 'a')]).toEqual([]);
  expect([...before]).toEqual(['a']);
});

test('a range works in both directions and keeps what was selected', () => {
  expect([...withRange(new Set(['a']), keys, 3, 2)]).toEqual(['a', 'c', 'd']);
  expect([...withRange(new Set(), keys, -1, 1)]).toEqual(['a', 'b']);
});

test('all, then none', () => {
  expect(allOrNone(new Set(['a']), keys).size).toBe(4);
  expect(allOrNone(new Set(keys), keys).size).toBe(0);
});
