import { expect, test } from 'vitest';
import {
  createTable,
  findsRoom,
  insertInto,
  roomName,
  roomy,
  rowsAfter,
  sharedColumn,
  type SharedColumn,
} from './tables.ts';

const column = (type: Parameters<typeof sharedColumn>[0]['type'], more: object = {}): SharedColumn =>
  sharedColumn({ name: 'a1', type, nullable: true, ...more })!;

test('rows lie in columns that may all be nothing, moments with their local day beside them', () => {
  const columns = [
    { ...column('text'), few: true as const },
    { ...column('timestamptz'), name: 'at' },
    roomy({ ...column('decimal', { precision: 5, scale: 2 }), name: 'amount' }),
    roomy({ ...column('decimal', { precision: 20, scale: 2 }), name: 'long' }),
  ];
  expect(createTable('t', columns, 'once')).toBe(
    `create table t ("a1" LowCardinality(Nullable(String)), "at" Nullable(DateTime64(6, 'UTC')), "at day" Nullable(Date32), "amount" Nullable(Decimal(18, 2)), "long" Nullable(Decimal(38, 2)), "#part" UInt32, "#row" UInt64) engine = MergeTree order by ("#part", "#row") comment '${JSON.stringify({ made: 'once', columns })}'`,
  );
  expect(insertInto('t', columns.slice(0, 2), 3, 'Asia/Shanghai')).toBe(
    `insert into t ("a1", "at", "at day", "#part", "#row") select "a1", "at", toDate32("at", 'Asia/Shanghai'), 3, rowNumberInAllBlocks() from input('"a1" Nullable(String), "at" Nullable(DateTime64(6, \\'UTC\\'))') format Parquet`,
  );
});

test('what a number needs has room where no digit is lost, and nowhere else', () => {
  const of = (precision: number, scale: number) => column('decimal', { precision, scale });
  expect(findsRoom(of(5, 2), roomy(of(7, 2)))).toBe(true);
  expect(findsRoom(of(18, 1), roomy(of(7, 2)))).toBe(false);
  expect(findsRoom(of(5, 3), roomy(of(7, 2)))).toBe(false);
  expect(findsRoom(of(20, 2), roomy(of(7, 2)))).toBe(false);
  expect(findsRoom(of(20, 2), roomy(of(19, 4)))).toBe(true);
  expect(findsRoom(column('integer'), roomy(of(7, 2)))).toBe(false);
  expect(findsRoom(column('text'), column('date'))).toBe(false);
  expect(sharedColumn({ name: 'a1', type: 'integer', nullable: true, native: 'HUGEINT' })).toBeUndefined();
});

test('rows after some changes are the whole without what changed, and of that the last', () => {
  const table = { name: roomName('demo file', 'UTC') + '4', base: 4, columns: [], made: '' };
  expect(table.name).toMatch(/^room_[0-9a-f]{32}_4$/);
  expect(rowsAfter(table, 4, 'key')).toBe(`select * from ${table.name}`);
  expect(rowsAfter(table, 6, 'key')).toBe(
    `select * from ${table.name} where "key" is null or "key" not in (select "key" from ${table.name}_changes where "#part" <= 6) union all select * from (select * from ${table.name}_changes where "#part" <= 6 order by "#part" desc limit 1 by "key")`,
  );
});
