import { expect, test } from 'vitest';
import { edgeRows } from './edge-rows.ts';

test('the ways of a branch are as full as their own rows', () => {
  const branch = { rows: 10, report: { yes: 3, no: 7 } };
  expect([edgeRows(branch, 'yes'), edgeRows(branch, 'no')]).toEqual([3, 7]);
  expect(edgeRows({ rows: 10, report: null }, 'out')).toBe(10);
  // where one way alone is drawn its rows are those of the node
  expect(edgeRows({ rows: 4, report: null }, 'yes')).toBe(4);
});
