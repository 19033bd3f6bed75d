import { expect, test } from 'vitest';
import { nextSort, sortRows } from './sorting.ts';

test('a click goes up, down, off', () => {
  const up = nextSort([], 'a');
  const down = nextSort(up, 'a');
  expect([up, down, nextSort(down, 'a')]).toEqual([
    [{ column: 'a', direction: 'asc' }],
    [{ column: 'a', direction: 'desc' }],
    [],
  ]);
});

test('with shift a column joins, turns and leaves in its place', () => {
  const both = nextSort(nextSort([], 'a'), 'b', true);
  expect(both.map((by) => by.column)).toEqual(['a', 'b']);
  const turned = nextSort(both, 'a', true);
  expect(turned).toEqual([
    { column: 'a', direction: 'desc' },
    { column: 'b', direction: 'asc' },
  ]);
  expect(nextSort(turned, 'a', true)).toEqual([{ column: 'b', direction: 'asc' }]);
});

test('rows sort by several columns, empty last both ways, Chinese by pinyin', () => {
  const rows = [
    { n: 2, t: '张' },
    { n: null, t: '李' },
    { n: 1, t: '王' },
    { n: 2, t: '安' },
  ];
  const value = (row: (typeof rows)[number], column: string) => row[column as 'n' | 't'];
  expect(
    sortRows(
      rows,
      [
        { column: 'n', direction: 'desc' },
        { column: 't', direction: 'asc' },
      ],
      value,
    ).map((row) => row.t),
  ).toEqual(['安', '张', '王', '李']);
  expect(sortRows(rows, [{ column: 't', direction: 'asc' }], value).map((row) => row.t)).toEqual([
    '安',
    '李',
    '王',
    '张',
  ]);
});
