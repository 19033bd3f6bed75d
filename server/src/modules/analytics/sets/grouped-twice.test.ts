import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDuckdb } from '../../../platform/engine/duckdb/engine.ts';
import type { Engine, EngineSession } from '../../../platform/engine/port.ts';
import type { Question } from '../source-types.ts';
import { moreKinds, textsOfKinds, withKinds } from './room-table.ts';
import { setAnswer, setStatement } from './set-sql.ts';
import { duckdbWords } from './words/duckdb.ts';
import type { SetColumn } from './words/words.ts';

// Rows that are grouped twice have the answers of those that are grouped once: a limit that holds for every group keeps them at once.

const folder = mkdtempSync(path.join(tmpdir(), 'formwork-twice-'));
let engine: Engine;
let session: EngineSession;

beforeAll(async () => {
  engine = startDuckdb(folder, console as unknown as Parameters<typeof startDuckdb>[1]);
  session = await engine.open({ timeZone: 'Asia/Shanghai' });
  await session.run(`create table t as select
    case when n % 11 = 0 then null when n % 97 = 0 then date 'infinity' when n % 89 = 0 then date '-infinity' else date '0001-12-20' + (n * 37 % 800000)::INT end as day,
    timestamptz '2024-12-28 20:00:00Z' + n * interval '7 hours' as at,
    case n % 5 when 0 then null when 1 then '' when 2 then 'a' when 3 then ' ' else 'b' || n % 3 end as word,
    case n % 4 when 0 then null when 1 then '' else 'x' || n % 2 end as other,
    case when n % 7 = 0 then null else (n * 31 % 1000 - 500)::DECIMAL(18,2) / 8 end as amount,
    case n % 3 when 0 then null when 1 then true else false end as yes
    from range(4000) r(n)`);
  await session.run(`create table of_kinds as ${await withKinds(session, 'select * from t')}`);
});
afterAll(async () => {
  await session.close();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kinds = { day: 'date', at: 'dateTime', word: 'text', other: 'text', amount: 'number', yes: 'boolean' } as const;
const columnOf = (field: string): SetColumn => ({ kind: kinds[field as keyof typeof kinds], sql: `r."${field}"` });
const kindColumnOf = (field: string): SetColumn => {
  const column = columnOf(field);
  return column.kind === 'text' ? { ...column, kindSql: `r."${field} kind"` } : column;
};

async function answer(
  question: Question,
  from = 'from t r',
  columns = columnOf,
): Promise<{ rows: unknown; totals: unknown; sql: string }> {
  const { sql, reads } = setStatement(question, {
    from,
    columnOf: columns,
    now: new Date(),
    zone: 'Asia/Shanghai',
    words: duckdbWords,
  });
  const result = await session.query(sql, { rows: 20_000 });
  const { rows, totals } = setAnswer(result.rows, question, reads, []);
  return { rows, totals, sql };
}

const figures: Question['figures'] = [
  { fn: 'count' },
  { field: 'amount', fn: 'sum' },
  { field: 'amount', fn: 'avg' },
  { field: 'amount', fn: 'min' },
  { field: 'amount', fn: 'max' },
  { field: 'amount', fn: 'filled' },
  { field: 'word', fn: 'filled' },
  { field: 'word', fn: 'empty' },
  { field: 'at', fn: 'max' },
  { field: 'day', fn: 'min' },
  { field: 'yes', fn: 'sum' },
  { field: 'yes', fn: 'avg' },
];
const all = { formId: '', where: undefined };
const always: Question['figures'][number] = { fn: 'count', only: [{ is: 'gte', value: '1' }] };

test.each<[string, Question['keys'], number[][]]>([
  ...(['year', 'quarter', 'month', 'week'] as const).flatMap((step): [string, Question['keys'], number[][]][] => [
    [`days by ${step}`, [{ field: 'day', step }], [[]]],
    [`moments by ${step}`, [{ field: 'at', step }], [[]]],
  ]),
  ['two texts', [{ field: 'word' }, { field: 'other' }], [[0], [1], []]],
  ['months and a text', [{ field: 'at', step: 'month' }, { field: 'word' }], [[0], [1], []]],
  ['a text, yes and no, weeks', [{ field: 'other' }, { field: 'yes' }, { field: 'day', step: 'week' }], [[0, 1], []]],
])('%s', async (_name, keys, totals) => {
  const asked: Question = { ...all, keys, figures: [...figures, { fn: 'count' }], totals, limit: 5_000 };
  const once = await answer({ ...asked, figures: [...figures, always] });
  const twice = await answer(asked);
  expect([once.sql.includes('d0'), twice.sql.includes('d0')]).toEqual([false, true]);
  expect([twice.rows, twice.totals]).toEqual([once.rows, once.totals]);
  const byKinds = await answer(asked, 'from of_kinds r', kindColumnOf);
  expect([byKinds.rows, byKinds.totals]).toEqual([once.rows, once.totals]);
});

test('one text of few kinds is told apart by them, one of many is not', async () => {
  const asked: Question = { ...all, keys: [{ field: 'word' }], figures, totals: [[]], limit: 100 };
  const [once, twice] = [await answer(asked), await answer(asked, 'from of_kinds r', kindColumnOf)];
  expect([once.sql.includes('d0'), twice.sql.includes('"word kind" as d0')]).toEqual([false, true]);
  expect([twice.rows, twice.totals]).toEqual([once.rows, once.totals]);
  await session.run(`create table many as select n::VARCHAR as word, null::VARCHAR as other from range(1000) r(n)`);
  await session.run(`create table kinds_of_many as ${await withKinds(session, 'select * from many')}`);
  expect([...(await textsOfKinds(session, 'kinds_of_many'))]).toEqual([]);
});

test('rows that bring other kinds find room among them, or there are none any more', async () => {
  const kept = async () => (await session.query('select word, "word kind"::VARCHAR from kept order by 1')).rows;
  const bring = async (words: string) => {
    await session.run(`create or replace table since as select * from (${words}) w(word)`);
    const changes = await moreKinds(session, 'kept', 'since');
    for (const change of changes) await session.run(change);
    const there = [...(await textsOfKinds(session, 'kept'))];
    const kindsToo = there.map((name) => `"${name}" as "${name} kind"`);
    await session.run(`insert into kept by name select ${['*', ...kindsToo].join(', ')} from since`);
    return [changes.length, there];
  };
  await session.run(
    `create table kept as ${await withKinds(session, `select * from (values ('b'), (''), (null)) w(word)`)}`,
  );
  expect(await bring(`values ('b'), (null)`)).toEqual([0, ['word']]);
  expect(await bring(`values ('a'), ('it''s')`)).toEqual([1, ['word']]);
  expect(await kept()).toEqual([
    ['', ''],
    ['a', 'a'],
    ['b', 'b'],
    ['b', 'b'],
    ["it's", "it's"],
    [null, null],
    [null, null],
  ]);
  expect(await bring(`select 'n' || n from range(300) r(n)`)).toEqual([1, []]);
});

test('a total over no rows counts none', async () => {
  const asked: Question = { ...all, keys: [{ field: 'day', step: 'month' }], figures, totals: [[]], limit: 100 };
  const { rows, totals } = await answer(asked, 'from (select * from t where false) r');
  expect(rows).toEqual([]);
  expect(totals).toEqual([
    { keys: [], cells: [null, '0', null, null, null, null, '0', '0', '0', null, null, null, null] },
  ]);
});

test('what does not follow from parts is grouped at once', async () => {
  for (const fn of ['median', 'distinct'] as const) {
    const asked: Question = {
      ...all,
      keys: [{ field: 'day', step: 'month' }],
      figures: [{ field: 'amount', fn }],
      totals: [],
      limit: 100,
    };
    expect((await answer(asked)).sql).not.toContain('d0');
  }
});
