import type { SlaveTable } from '@formwork/contract/forms/definition.ts';
import { expect, test } from 'vitest';
import { compareRows, mergedRows } from './conflict-rows.ts';
import type { RowData } from '../form-data.ts';

const table: SlaveTable = {
  id: 'rows',
  title: { zh: '明细' },
  fields: [
    { id: 'item', type: 'text', title: { zh: '项目' }, config: {} },
    { id: 'qty', type: 'number', title: { zh: '数量' }, config: {} },
  ],
};
const row = (key: string, item: string, qty: number, isNew = false): RowData => ({
  key,
  ...(isNew && { isNew }),
  values: { item, qty },
});
const before = [row('a', '甲', 1), row('b', '乙', 2), row('c', '丙', 3), row('d', '丁', 4)];
const mine = () => 'mine' as const;
const theirs = () => 'theirs' as const;

test('what each changed by itself is kept, cell by cell, and only cells of both are asked about', () => {
  const versions = {
    before,
    mine: [row('a', '甲', 10), row('b', '乙乙', 2), row('new', '我的', 9, true), row('c', '丙', 3), row('d', '丁', 4)],
    theirs: [row('a', '甲甲', 20), row('b', '乙', 22), row('c', '丙', 3), row('e', '对方的', 5)],
  };
  expect(compareRows(table, versions)).toEqual({ clashes: [{ key: 'a', field: 'qty' }], theirOwn: true });
  expect(mergedRows(table, versions, mine)).toEqual([
    row('a', '甲甲', 10),
    row('b', '乙乙', 22),
    row('new', '我的', 9, true),
    row('c', '丙', 3),
    row('e', '对方的', 5),
  ]);
  expect(mergedRows(table, versions, theirs)[0]).toEqual(row('a', '甲甲', 20));
});

test('a row that one removed and the other changed is asked about; one that nobody changed goes', () => {
  const versions = {
    before,
    mine: [row('a', '甲', 10), row('c', '丙', 3), row('d', '丁', 4)],
    theirs: [row('b', '乙', 22), row('d', '丁', 4)],
  };
  expect(compareRows(table, versions)).toEqual({ clashes: [{ key: 'b' }, { key: 'a' }], theirOwn: true });
  expect(mergedRows(table, versions, mine)).toEqual([{ ...row('a', '甲', 10), isNew: true }, row('d', '丁', 4)]);
  expect(mergedRows(table, versions, theirs)).toEqual([row('b', '乙', 22), row('d', '丁', 4)]);
});

test('the order is mine where I moved rows, else theirs', () => {
  const moved = [row('d', '丁', 4), row('a', '甲', 1), row('b', '乙', 2), row('c', '丙', 3)];
  const longer = [row('e', '戊', 5), ...before];
  expect(mergedRows(table, { before, mine: moved, theirs: longer }, mine).map(({ key }) => key)).toEqual([
    'e',
    'd',
    'a',
    'b',
    'c',
  ]);
  expect(mergedRows(table, { before, mine: before, theirs: moved }, mine).map(({ key }) => key)).toEqual([
    'd',
    'a',
    'b',
    'c',
  ]);
});

test('the same change of both, and what only I did, is no clash', () => {
  const both = [row('a', '甲', 7), ...before.slice(1)];
  expect(compareRows(table, { before, mine: [...both, row('new', '我的', 9, true)], theirs: both })).toEqual({
    clashes: [],
    theirOwn: false,
  });
});
