import { expect, test } from 'vitest';
import { clearRange, copyText, fillDown, pasteText, setCell, type SheetView } from './changes.ts';
import type { SheetColumn } from './sheet-columns.ts';

interface Row {
  id: string;
  item?: string | null;
  price?: number | null;
  sum?: number;
}
const columns: SheetColumn<Row>[] = [
  { id: 'item', title: 'Item' },
  {
    id: 'price',
    title: 'Price',
    format: (value) => (value === null || value === undefined ? '' : Number(value).toFixed(2)),
    parse: (text) => (Number.isNaN(Number(text)) ? { error: 'not a number' } : { value: Number(text) }),
  },
  { id: 'sum', title: 'Sum', readOnly: true },
];
const view: SheetView<Row> = {
  rows: [
    { id: 'a', item: 'bolt', price: 1, sum: 1 },
    { id: 'b', item: 'nut', price: 2, sum: 2 },
  ],
  columns,
  id: (row) => row.id,
};
let made = 0;
const newRow = () => ({ id: `new${++made}` });

test('a cell that keeps its value changes nothing, a read-only one cannot change', () => {
  expect(setCell(view, view.rows[0]!, columns[0]!, 'bolt')).toEqual([]);
  expect(setCell(view, view.rows[0]!, columns[2]!, 5)).toEqual([]);
  expect(setCell(view, view.rows[0]!, columns[1]!, 5)).toEqual([
    { cells: [{ row: 'a', column: 'price', before: 1, after: 5 }] },
  ]);
});

test('clearing and filling leave read-only cells', () => {
  expect(clearRange(view, { top: 0, bottom: 0, left: 0, right: 2 })).toEqual([
    {
      cells: [
        { row: 'a', column: 'item', before: 'bolt', after: null },
        { row: 'a', column: 'price', before: 1, after: null },
      ],
    },
  ]);
  expect(fillDown(view, { top: 0, bottom: 1, left: 1, right: 2 })).toEqual([
    { cells: [{ row: 'b', column: 'price', before: 2, after: 1 }] },
  ]);
});

test('pasting parses, counts what does not fit and adds rows', () => {
  const { edits, misfits, block } = pasteText(
    view,
    { top: 1, bottom: 1, left: 0, right: 0 },
    'washer\tx\t9\nscrew\t3\t9\nrivet\t4\t9',
    newRow,
    2,
  );
  expect(misfits).toEqual({ kept: 0, left: 1 });
  expect(block).toEqual({ top: 1, left: 0, bottom: 3, right: 2 });
  expect(edits).toEqual([
    { cells: [{ row: 'b', column: 'item', before: 'nut', after: 'washer' }] },
    {
      insert: [
        { at: 2, row: { id: 'new1', item: 'screw', price: 3 } },
        { at: 3, row: { id: 'new2', item: 'rivet', price: 4 } },
      ],
    },
  ]);
});

test('a column that says what is wrong keeps the text it could not read', () => {
  const keeping = { ...view, columns: view.columns.map((column) => ({ ...column, keepsWrong: true })) };
  const { edits, misfits } = pasteText(
    keeping,
    { top: 1, bottom: 1, left: 0, right: 0 },
    'washer\t x \nscrew\ty',
    newRow,
    2,
  );
  expect(misfits).toEqual({ kept: 2, left: 0 });
  expect(edits[0]).toEqual({
    cells: [
      { row: 'b', column: 'item', before: 'nut', after: 'washer' },
      { row: 'b', column: 'price', before: 2, after: 'x' },
    ],
  });
  expect(edits[1]).toMatchObject({ insert: [{ at: 2, row: { item: 'screw', price: 'y' } }] });
});

test('without new rows the rest is dropped', () => {
  const { edits } = pasteText(view, { top: 1, bottom: 1, left: 0, right: 0 }, 'x\ny\nz', undefined, 2);
  expect(edits).toEqual([{ cells: [{ row: 'b', column: 'item', before: 'nut', after: 'x' }] }]);
});

test('copying gives what people read', () => {
  expect(copyText(view, { top: 0, bottom: 1, left: 0, right: 1 })).toBe('bolt\t1.00\nnut\t2.00');
});
