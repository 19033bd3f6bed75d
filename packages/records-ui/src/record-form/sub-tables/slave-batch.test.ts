import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import type { SheetColumn } from '@formwork/ui/sheet/sheet-columns.ts';
import { expect, test } from 'vitest';
import type { RowData } from '../form-data.ts';
import { csvOf, matched, rowsOfTexts, rowsOfValues } from './slave-batch.ts';
import type { ShownRow } from './slave-columns.tsx';

const table: SlaveTable = {
  id: 'rows',
  title: { zh: '明细' },
  fields: [
    { id: 'item', type: 'text', title: { zh: '项目' }, config: {} },
    { id: 'qty', type: 'number', title: { zh: '数量' }, config: { max: 9 } },
  ],
};
const set =
  (id: string) =>
  (row: ShownRow, value: unknown): ShownRow => ({ ...row, values: { ...row.values, [id]: value } });
const columns: SheetColumn<ShownRow>[] = [
  { id: 'item', title: '项目', get: (row) => row.values.item, set: set('item') },
  {
    id: 'qty',
    title: '数量',
    get: (row) => row.values.qty,
    set: set('qty'),
    parse: (text) => (Number.isNaN(Number(text)) ? { error: 'number' } : { value: Number(text) }),
  },
  { id: 'sum', title: '金额', get: (row) => row.computed.sum, readOnly: true },
];
const newRow = (): RowData => ({ key: 'new', isNew: true, values: { item: '默认', qty: null } });

test('rows of a rule keep the defaults of what it does not say, and leave out what does not fit', () => {
  const { rows, misfits } = rowsOfValues(table, [{ item: '润滑', qty: '3' }, { qty: 50 }], newRow);
  expect(rows.map(({ values }) => values)).toEqual([
    { item: '润滑', qty: 3 },
    { item: '默认', qty: null },
  ]);
  expect(misfits).toEqual({ kept: 0, left: 1 });
});

test('rows of a file go to the columns of the same title; empty lines and computed columns are left out', () => {
  const ids = matched([' 数量', '备注', '金额', '项目'], columns);
  expect(ids).toEqual(['qty', undefined, 'sum', 'item']);
  const { rows, misfits } = rowsOfTexts(
    [
      ['2', 'x', '7', '刀具'],
      ['', '', '', ''],
      ['many', '', '', '油'],
    ],
    ids.map((id) => columns.find((column) => column.id === id)),
    newRow,
  );
  expect(rows.map(({ values }) => values)).toEqual([
    { item: '刀具', qty: 2 },
    { item: '油', qty: null },
  ]);
  expect(misfits).toEqual({ kept: 0, left: 1 });
  const keeping = columns.map((column) => ({ ...column, keepsWrong: true }));
  const kept = rowsOfTexts([['油', ' many ']], [keeping[0], keeping[1]], newRow);
  expect(kept).toEqual({
    rows: [{ key: 'new', isNew: true, values: { item: '油', qty: 'many' } }],
    misfits: { kept: 1, left: 0 },
  });
});

test('what is written to a file cannot run there', () => {
  const row = (item: string, qty: number): ShownRow => ({ key: item, values: { item, qty }, computed: { sum: 1 } });
  expect(csvOf(columns, [row('=1+1', -2), row('a "b", c', 3), row('＝1+1', 4)])).toBe(
    '\uFEFF项目,数量,金额\r\n\'=1+1,-2,1\r\n"a ""b"", c",3,1\r\n\'＝1+1,4,1\r\n',
  );
  const { rows } = rowsOfTexts([["'＝1+1", '4']], columns, newRow);
  expect(rows.map(({ values }) => values.item)).toEqual(['＝1+1']);
});
