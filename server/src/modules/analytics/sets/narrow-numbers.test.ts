import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDuckdb } from '../../../platform/engine/duckdb/engine.ts';
import type { Engine, EngineSession } from '../../../platform/engine/port.ts';
import { longNumbers, narrowNumbers } from './narrow-numbers.ts';
import { numberText } from './number-text.ts';
import { roomRows, widerColumns } from './room-table.ts';
import { duckdbWords } from './words/duckdb.ts';

// What makes a question of many rows quick, and that it changes no answer.

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-narrow-'));
let engine: Engine;
let session: EngineSession;

beforeAll(async () => {
  engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
  session = await engine.open({ timeZone: 'Asia/Shanghai' });
});
afterAll(async () => {
  await session.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const values = (list: (string | null)[]): string =>
  `select * from (values ${list.map((value, at) => `(${at}, ${value === null ? 'null' : value}::DECIMAL(38,10))`).join(', ')}) v(id, number)`;
const typeOf = async (sql: string): Promise<string> => {
  const { precision, scale } = (await session.describe(sql)).find(({ name }) => name === 'number')!;
  return `${precision},${scale}`;
};

test.each([
  ['places and whole numbers', ['1.5', '-12345.25', null], '7,2', '18,10'],
  ['whole numbers', ['1', '999', '0'], '3,0', '18,10'],
  ['less than one', ['0.0000000001', '-0.5'], '10,10', '18,10'],
  ['nothing', [null, null], '1,0', '18,10'],
  ['as many digits as are quick', ['99999999.9999999999', '1'], '18,10', '18,10'],
  ['whole ones with a few places', ['1234567890.25', '1'], '12,2', '18,2'],
  ['one digit more', ['199999999.9999999999', '1'], '38,10', '38,10'],
  ['the smallest', ['-123456789012345678', '1'], '18,0', '18,0'],
  ['long ones', ['1234567890123456789012345678', '1'], '38,10', '38,10'],
])('%s are as long as they have to be', async (_, list, exact, quick) => {
  const rows = values(list);
  const [tight, roomy] = [await narrowNumbers(session, rows, { exact: true }), await narrowNumbers(session, rows)];
  expect([await typeOf(tight), await typeOf(roomy)]).toEqual([exact, quick]);
  const plain = async (sql: string) =>
    (await session.query(`select id, number::DECIMAL(38,10)::VARCHAR from (${sql}) order by id`)).rows;
  expect(await plain(tight)).toEqual(await plain(rows));
  expect(await plain(roomy)).toEqual(await plain(rows));
});

test('places of any row are kept', async () => {
  const rows = `select n as id, (case when n = 15000 then 0.125 else n end)::DECIMAL(38,10) as number from range(20000) r(n)`;
  expect(await typeOf(await narrowNumbers(session, rows, { exact: true }))).toBe('8,3');
});

test('numbers with more digits make a table wider, others do not', async () => {
  await session.run(`create table kept_rows as select 1 as id, 1.5::DECIMAL(18,6) as number`);
  await session.run(`create table few as select 2 as id, 7::DECIMAL(1,0) as number`);
  await session.run(`create table more as select 2 as id, 0.00000001::DECIMAL(9,8) as number`);
  expect(await widerColumns(session, 'kept_rows', 'few')).toEqual([]);
  const wider = await widerColumns(session, 'kept_rows', 'more');
  expect(wider).toEqual(['alter table kept_rows alter column "number" type DECIMAL(20,8)']);
  for (const statement of wider) await session.run(statement);
  expect(await widerColumns(session, 'kept_rows', 'more')).toEqual([]);
});

test('rows to be reckoned with have as many digits as there are', async () => {
  const rows = `select 1 as id, 99999999.6::DECIMAL(18,10) as number`;
  const { rows: sums } = await session.query(
    `select (number + number)::VARCHAR from (${await longNumbers(session, rows)})`,
  );
  expect(sums).toEqual([['199999999.2000000000']]);
});

test.each([
  ['1.50::DECIMAL(18,10)', '1.5'],
  ['100::DECIMAL(18,2)', '100'],
  ['100::BIGINT', '100'],
  ['1.5e30::DOUBLE', '1.5e+30'],
  ['null::DECIMAL(18,2)', null],
])('%s reads %s', async (sql, text) => {
  expect((await session.query(`select ${numberText(sql)}`)).rows).toEqual([[text]]);
});

test('the local day of a moment stands beside it', async () => {
  const rows = await roomRows(
    session,
    `select timestamptz '2026-03-01 20:00:00+00' as moment, date '2026-03-01' as day`,
  );
  expect((await session.query(`select "moment day"::VARCHAR, day::VARCHAR from (${rows})`)).rows).toEqual([
    ['2026-03-02', '2026-03-01'],
  ]);
});

test.each(['day', 'week', 'month', 'quarter', 'year'] as const)('a %s begins where the engine says', async (step) => {
  const { sql, shown } = duckdbWords.dateKey('d', step);
  const days = `select (date '0000-01-01' + n::INTEGER) as d from range(0, 760000, 17) r(n) union all select date '2024-02-29' union all select null`;
  const { rows } = await session.query(
    `select count(*) from (select ${shown('k')}::DATE as key, date_trunc('${step}', d)::DATE as wanted from (select d, ${sql} as k from (${days})))
      where key is distinct from wanted`,
  );
  expect(rows).toEqual([['0']]);
});
