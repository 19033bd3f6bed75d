import { expect, test } from 'vitest';
import { listLayout, type ListColumn } from './list-columns.ts';

const columns: ListColumn<object>[] = [
  { id: 'a', title: 'A', width: 200 },
  { id: 'b', title: 'B', frozen: true },
  { id: 'c', title: 'C' },
  { id: 'd', title: 'D', frozen: true },
];

test('the last column stretches, the selection and actions columns frame them', () => {
  const layout = listLayout(columns, { c: 20 }, true, 72);
  expect(layout.template).toBe('40px 200px 160px 64px minmax(160px, 1fr) 72px');
  expect(layout.width).toBe(40 + 200 + 160 + 64 + 160 + 72);
});

test('only leading columns freeze', () => {
  expect(listLayout(columns, {}, true, 0).frozen).toEqual([
    { id: 'a', left: 40 },
    { id: 'b', left: 240 },
  ]);
});
