import { expect, test } from 'vitest';
import { gridRows } from './grid.ts';

test('a wide field begins a row of its own, and the place before it stays empty', () => {
  const rows = gridRows(
    [
      { id: 'a', span: 1 },
      { id: 'b', span: 2 },
      { id: 'c', span: 1 },
      { id: 'd', span: 1 },
      { id: 'e', span: 1 },
    ],
    2,
  );
  expect(rows.map(({ items, rest }) => [items.map(({ id }) => id).join(), rest])).toEqual([
    ['a', 1],
    ['b', 0],
    ['c,d', 0],
    ['e', 1],
  ]);
});
