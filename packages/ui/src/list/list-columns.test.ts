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

test('words grow by a half, unless somebody gave them a width, and the rest stays empty', () => {
  const growing = [
    { id: 'a', title: 'A', width: 200, grow: true },
    ...columns.slice(1),
    { id: 'e', title: 'E', width: 80, grow: true },
  ];
  expect(listLayout(growing, { e: 90 }, false, 0).template).toBe(
    'minmax(200px, 300px) 160px 160px 160px 90px minmax(0, 1fr) 0px',
  );
});

test('only leading columns freeze', () => {
  expect(listLayout(columns, {}, true, 0).frozen).toEqual([
    { id: 'a', left: 40 },
    { id: 'b', left: 240 },
  ]);
});
