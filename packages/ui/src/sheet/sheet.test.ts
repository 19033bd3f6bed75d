import { describe, expect, test, vi } from 'vitest';
import { applyEdits, invertEdits, remembered, stepBack, stepForward, type Edit, type History } from './edits.ts';
import { placeAfterKey, placeAfterTab, planFillDown, planPaste, rangeOf } from './range.ts';
import { parseTsv, toTsv } from './tsv.ts';

describe('clipboard', () => {
  test('cells, line ends of every kind, and the closing one', () => {
    expect(parseTsv('a\tb\r\nc\td\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(parseTsv('\t\n\t')).toEqual([
      ['', ''],
      ['', ''],
    ]);
    expect(parseTsv('one')).toEqual([['one']]);
  });
  test('quoted cells hold tabs, line ends and quotes; a lone quote is text', () => {
    expect(parseTsv('"a\tb\nc ""x"""\td')).toEqual([['a\tb\nc "x"', 'd']]);
    expect(parseTsv('"inch\t5" bolt')).toEqual([['"inch', '5" bolt']]);
  });
  test('what is written can be read', () => {
    const block = [
      ['a\tb', '"q"', ''],
      ['line\nend', '5" bolt', 'z'],
    ];
    expect(parseTsv(toTsv(block))).toEqual(block);
  });
});

describe('paste plan', () => {
  const at = (row: number, column: number, toRow = row, toColumn = column) =>
    rangeOf({ row, column }, { row: toRow, column: toColumn });
  test('one cell fills the range', () => {
    expect(planPaste([['x']], at(1, 1, 2, 2), 5)).toHaveLength(4);
  });
  test('a block repeats where it fits, else starts at the corner', () => {
    expect(
      planPaste([['a'], ['b']], at(0, 0, 3, 0), 5)
        .map((cell) => cell.text)
        .join(''),
    ).toBe('abab');
    expect(
      planPaste([['a'], ['b']], at(0, 0, 2, 0), 5)
        .map((cell) => cell.text)
        .join(''),
    ).toBe('ab');
  });
  test('columns beyond the last are dropped, rows are not', () => {
    expect(
      planPaste(
        [
          ['a', 'b', 'c'],
          ['d', 'e', 'f'],
        ],
        at(9, 1),
        3,
      ),
    ).toEqual([
      { row: 9, column: 1, text: 'a' },
      { row: 9, column: 2, text: 'b' },
      { row: 10, column: 1, text: 'd' },
      { row: 10, column: 2, text: 'e' },
    ]);
  });
});

test('fill down takes the first row of the range, or the row above a single one', () => {
  expect(planFillDown({ top: 2, bottom: 4, left: 1, right: 1 }).map(({ from, to }) => [from.row, to.row])).toEqual([
    [2, 3],
    [2, 4],
  ]);
  expect(
    planFillDown({ top: 2, bottom: 2, left: 0, right: 1 }).map(({ from, to }) => [from.row, to.row, to.column]),
  ).toEqual([
    [1, 2, 0],
    [1, 2, 1],
  ]);
  expect(planFillDown({ top: 0, bottom: 0, left: 0, right: 0 })).toEqual([]);
});

test('keys move inside the sheet', () => {
  const size = { rows: 10, columns: 3 };
  expect(placeAfterKey({ row: 0, column: 0 }, 'ArrowUp', false, size, 5)).toEqual({ row: 0, column: 0 });
  expect(placeAfterKey({ row: 1, column: 0 }, 'ArrowDown', true, size, 5)).toEqual({ row: 9, column: 0 });
  expect(placeAfterKey({ row: 1, column: 1 }, 'End', false, size, 5)).toEqual({ row: 1, column: 2 });
  expect(placeAfterKey({ row: 1, column: 1 }, 'x', false, size, 5)).toBeUndefined();
  expect(placeAfterTab({ row: 0, column: 2 }, false, size)).toEqual({ row: 1, column: 0 });
  expect(placeAfterTab({ row: 1, column: 0 }, true, size)).toEqual({ row: 0, column: 2 });
  expect(placeAfterTab({ row: 9, column: 2 }, false, size)).toBeUndefined();
});

interface Row {
  id: string;
  n?: unknown;
}
const access = {
  id: (row: Row) => row.id,
  set: (row: Row, column: string, value: unknown) => ({ ...row, [column]: value }),
};

describe('edits', () => {
  const rows: Row[] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 2 },
    { id: 'c', n: 3 },
  ];
  const edits: Edit<Row>[] = [
    {
      cells: [
        { row: 'b', column: 'n', before: 2, after: 20 },
        { row: 'b', column: 'n', before: 20, after: 21 },
      ],
    },
    {
      remove: [
        { at: 0, row: rows[0]! },
        { at: 2, row: rows[2]! },
      ],
    },
    { insert: [{ at: 1, row: { id: 'd', n: 4 } }] },
  ];
  test('apply changes only what they name', () => {
    const done = applyEdits(rows, edits, access);
    expect(done.rows).toEqual([
      { id: 'b', n: 21 },
      { id: 'd', n: 4 },
    ]);
    expect(done.changed.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(applyEdits(rows, [edits[0]!], access).rows[0]).toBe(rows[0]);
  });
  test('inverted they give back every row in its place', () => {
    expect(applyEdits(applyEdits(rows, edits, access).rows, invertEdits(edits), access).rows).toEqual(rows);
  });
  test('undo does not touch what someone else changed meanwhile', () => {
    const edited = applyEdits(rows, [edits[0]!], access).rows.map((row) => ({ ...row, total: 5 }));
    expect(applyEdits(edited, invertEdits([edits[0]!]), access).rows[1]).toEqual({ id: 'b', n: 2, total: 5 });
  });
  test('history goes back and forward, a new change ends the future', () => {
    const empty: History<Row> = { past: [], future: [] };
    const one = remembered(remembered(empty, [edits[0]!]), [edits[1]!]);
    const back = stepBack(one)!;
    expect(back.edits).toEqual([
      {
        insert: [
          { at: 0, row: rows[0]! },
          { at: 2, row: rows[2]! },
        ],
      },
    ]);
    expect(stepForward(back.history)!.edits).toEqual([edits[1]]);
    expect(stepForward(remembered(back.history, edits))).toBeUndefined();
    expect(stepBack(empty)).toBeUndefined();
  });
  test('of five thousand rows each is looked at once, and only those that change are written', () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `r${at}`, n: at }));
    const cells = [4999, 0, 17].map((at) => ({ row: `r${at}`, column: 'n', before: at, after: -1 }));
    const counted = { id: vi.fn(access.id), set: vi.fn(access.set) };
    const done = applyEdits<Row>(many, [{ cells }], counted);
    expect([counted.id.mock.calls.length, counted.set.mock.calls.length]).toEqual([many.length, cells.length]);
    expect(done.rows.filter((row, at) => row !== many[at])).toHaveLength(cells.length);
  });
});
