import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { emptyTask, settleTask, type EtlTask, type TaskEdge, type TaskNode } from '@formwork/contract/etl/task.ts';
import { joinReport } from '@formwork/etl/nodes/shape.ts';
import { knowTask, rejectsSql, sourceTable, sqlOf, sqlOver } from '@formwork/etl/graph.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDuckdb } from '../../../platform/engine/duckdb/engine.ts';
import type { Engine, EngineSession } from '../../../platform/engine/port.ts';
import { rowLine } from '../../../platform/engine/rows.ts';
import { workOut } from './worked/worked.ts';

// Every kind of node in the real engine: what its rule says of the columns is what its SQL answers.

const folder = mkdtempSync(path.join(tmpdir(), 'etl-sql-'));
let engine: Engine;
let session: EngineSession;

beforeAll(async () => {
  engine = startDuckdb(folder, pino({ level: 'silent' }));
  session = await engine.open();
  await fill('a', days, [
    ['2026-01-01', 'rain', '4.5', '{"wind": 3, "by": {"who": "ann"}}'],
    ['2026-01-02', 'sun', '1,204.5', '{"wind": 5}'],
    ['2026-01-03', 'rain', 'much', 'no json'],
    ['2026-01-03', 'sun', null, null],
  ]);
  await fill('b', kinds, [
    ['rain', '1', '10'],
    ['sun', '2', '20'],
    ['sun', '3', '30'],
    ['fog', '4', null],
  ]);
});
afterAll(async () => {
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const column = (name: string, type: DataColumn['type']): DataColumn => ({ name, type, nullable: true });
const days = [column('day', 'date'), column('天气', 'text'), column('amount "x"', 'text'), column('more', 'text')];
const kinds = [column('kind', 'text'), column('number', 'integer'), column('worth', 'double')];
const amount = 'amount "x"';

async function fill(id: string, columns: DataColumn[], rows: (string | null)[][]): Promise<void> {
  await session.fill(sourceTable(id), {
    columns,
    bytes: Readable.from([rows.map(rowLine).join('')], { objectMode: false }),
  });
}

const at = { x: 0, y: 0, title: '' };
const source = (id: string, columns: DataColumn[]): TaskNode => ({
  ...at,
  id,
  kind: 'sqlSource',
  connection: '00000000-0000-4000-8000-000000000000',
  sql: 'select 1',
  columns,
});
type Own<N> = N extends TaskNode ? Omit<N, 'id' | 'x' | 'y' | 'title'> : never;

/** Sources a and b, the node behind them, and a target behind it. */
function taskOf(node: Own<TaskNode>, other = false): EtlTask {
  const edge = (id: string, from: string, to: string, more: Partial<TaskEdge> = {}): TaskEdge => ({
    id,
    source: from,
    target: to,
    port: 'out',
    other: false,
    ...more,
  });
  return settleTask({
    ...emptyTask(),
    nodes: [
      source('a', days),
      ...(other ? [source('b', kinds)] : []),
      { ...at, id: 'n', ...node },
      {
        ...at,
        id: 't',
        kind: 'fileTarget',
        connection: null,
        format: 'csv',
        name: 'out',
        delimiter: ',',
        encoding: 'utf-8',
        header: true,
        rowsName: '',
        resumes: false,
      },
    ],
    edges: [
      edge('e1', 'a', 'n'),
      ...(other ? [edge('e2', 'b', 'n', { other: node.kind !== 'union' })] : []),
      edge('e3', 'n', 't'),
    ],
  });
}

async function run(node: Own<TaskNode>, other = false) {
  const task = taskOf(node, other);
  const known = knowTask(task);
  const { rows, columns } = await session.query(sqlOf(task, 'n'));
  expect(columns.map(({ name, type }) => [name, type])).toEqual(
    known.get('n')!.columns.map(({ name, type }) => [name, type]),
  );
  return { rows, problems: known.get('n')!.problems.map(({ code }) => code), task };
}
const only = async (node: Own<TaskNode>, other = false) => (await run(node, other)).rows;

test('rows are filtered by FEEL and by SQL', async () => {
  const byFeel = await run({ kind: 'filter', language: 'feel', expression: '天气 = "rain" and day >= @"2026-01-02"' });
  expect(byFeel.problems).toEqual([]);
  expect(byFeel.rows.map(([day]) => day)).toEqual(['2026-01-03']);
  expect(
    await only({ kind: 'filter', language: 'sql', expression: `"天气" in ('sun') and "day" < '2026-01-03'` }),
  ).toHaveLength(1);
  const wrong = await run({
    kind: 'filter',
    language: 'sql',
    expression: '1 = 1) union select 1; drop table "s_a" --',
  });
  expect(wrong.problems).toEqual(['etl.problem.sql_wrong']);
  expect(wrong.rows).toEqual([]);
});

test('what FEEL says and SQL cannot is worked out row by row, but in conditions', async () => {
  const task = taskOf({
    kind: 'calculate',
    figures: [
      { id: 'f1', name: 'x', language: 'feel', expression: 'string join(split(天气, "a"), "-")', type: 'text' },
      { id: 'f2', name: 'y', language: 'feel', expression: 'nobody + 1', type: 'text' },
      { id: 'f3', name: '天气', language: 'feel', expression: 'count(split(天气, ""))', type: 'text' },
      { id: 'f4', name: 'later', language: 'feel', expression: 'day + duration("P1D")', type: 'text' },
    ],
  });
  const known = knowTask(task);
  const { problems, worked } = known.get('n')!;
  expect(problems).toMatchObject([
    { code: 'etl.problem.feel_wrong', data: { part: 'nobody' }, at: ['figures', '#f2'] },
  ]);
  expect(worked?.map(({ name, type, reads }) => [name, type, reads])).toEqual([
    ['x', 'text', ['天气']],
    ['天气', 'double', ['天气']],
    ['later', 'date', ['day']],
  ]);
  await workOut(session, task, { known, of: ['n'], zone: 'Asia/Shanghai', locale: 'en' });
  const { columns, rows } = await session.query(sqlOf(task, 'n'));
  expect(columns.map(({ name, type }) => [name, type])).toEqual(
    known.get('n')!.columns.map(({ name, type }) => [name, type]),
  );
  expect(rows.map(([day, kind, , , x, , later]) => [day, kind, x, later])).toEqual([
    ['2026-01-01', '1', 'r-in', '2026-01-02'],
    ['2026-01-02', '1', 'sun', '2026-01-03'],
    ['2026-01-03', '1', 'r-in', '2026-01-04'],
    ['2026-01-03', '1', 'sun', '2026-01-04'],
  ]);
  const condition = await run({ kind: 'filter', language: 'feel', expression: 'some x in [1] satisfies x = 1' });
  expect(condition.problems).toEqual(['etl.problem.feel_not_sql']);
});

test('columns are worked out, chosen and renamed', async () => {
  const figure = (id: string, name: string, expression: string) => ({
    id,
    name,
    language: 'feel' as const,
    expression,
    type: 'text' as const,
  });
  const rows = await only({
    kind: 'calculate',
    figures: [
      figure('f1', 'year', 'day.year + 1'),
      figure('f2', '天气', 'if 天气 = "sun" then upper case(天气) else 天气 + "!"'),
      figure('f3', 'half', 'ROUND(number(天气) / 2, 1)'),
    ],
  });
  expect(rows[0]!.slice(1, 2).concat(rows[0]!.slice(-2))).toEqual(['rain!', '2027', null]);
  expect(
    await only({
      kind: 'select',
      picks: [
        { id: 'p1', column: '天气', name: 'weather' },
        { id: 'p2', column: 'day', name: '' },
      ],
    }),
  ).toContainEqual(['rain', '2026-01-01']);
});

test('types are converted, and rows that do not hold them are kept with their reason', async () => {
  const { task, rows } = await run({
    kind: 'convert',
    casts: [{ id: 'c1', column: amount, type: 'double', format: '', onError: 'reject' }],
  });
  expect(rows.map((row) => row[2])).toEqual(['4.5', '1204.5', null]);
  const rejected = await session.query(rejectsSql(task, 'n')!);
  expect(rejected.rows.map((row) => row.at(-1))).toEqual(['amount "x": much ≠ double']);
});

test('rules take out what breaks them', async () => {
  const { task, rows } = await run({
    kind: 'validate',
    rules: [
      { id: 'r1', message: 'no sun', language: 'feel', expression: '天气 = "sun"' },
      { id: 'r2', message: '', language: 'sql', expression: '"more" is not null' },
    ],
  });
  expect(rows).toHaveLength(1);
  expect((await session.query(rejectsSql(task, 'n')!)).rows.map((row) => row.at(-1)).toSorted()).toEqual([
    '"more" is not null',
    'no sun',
    'no sun',
  ]);
});

test.each([
  ['inner', 6],
  ['left', 6],
  ['right', 7],
  ['full', 7],
  ['semi', 4],
  ['anti', 0],
  ['cross', 16],
] as const)('a join that is %s', async (how, count) => {
  const keys = how === 'cross' ? [] : [{ id: 'k1', left: '天气', right: 'kind' }];
  const { rows, problems } = await run({ kind: 'join', how, keys, prefix: '' }, true);
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(count);
});

test('a join tells what found nothing and what was multiplied', async () => {
  const { task } = await run(
    { kind: 'join', how: 'inner', keys: [{ id: 'k1', left: '天气', right: 'kind' }], prefix: '' },
    true,
  );
  const { node, inputs } = knowTask(task).get('n')!;
  const report = joinReport(node as never, inputs.main!, inputs.other!);
  expect((await session.query(sqlOver(task, 'n', report))).rows[0]).toEqual(['4', '4', '0', '1', '1']);
});

test('a lookup takes the first and multiplies nothing', async () => {
  const keys = [{ id: 'k1', left: '天气', right: 'kind' }];
  expect(await only({ kind: 'lookup', keys, takes: [{ id: 't1', column: 'number', name: '' }] }, true)).toHaveLength(4);
});

test('rows are summed up, turned and turned back', async () => {
  expect(
    await only({
      kind: 'aggregate',
      keys: ['天气'],
      figures: [
        { id: 'f1', name: 'n', fn: 'count', column: '' },
        { id: 'f2', name: 'last', fn: 'max', column: 'day' },
        { id: 'f3', name: 'all', fn: 'list', column: 'day' },
      ],
    }),
  ).toHaveLength(2);
  expect(
    await only({
      kind: 'pivot',
      keys: ['day'],
      column: '天气',
      values: ['rain', 'sun', 'fog'],
      fn: 'count',
      value: '',
    }),
  ).toContainEqual(['2026-01-03', '1', '1', '0']);
  expect(await only({ kind: 'unpivot', columns: ['天气', amount], nameTo: 'what', valueTo: 'value' })).toHaveLength(8);
});

test('windows, order, duplicates, samples and unions', async () => {
  const order = [{ id: 'o1', column: 'day', descending: true }];
  const rows = await only({
    kind: 'window',
    keys: ['天气'],
    order,
    figures: [
      { id: 'w1', name: 'nr', fn: 'rowNumber', column: '', offset: 1 },
      { id: 'w2', name: 'next', fn: 'lead', column: 'day', offset: 1 },
    ],
  });
  expect(rows.filter((row) => row[4] === '1').map((row) => row[0])).toEqual(['2026-01-03', '2026-01-03']);
  expect((await only({ kind: 'sort', order, limit: 1 }))[0]![0]).toBe('2026-01-03');
  expect(await only({ kind: 'dedupe', keys: ['天气'], order })).toHaveLength(2);
  expect(await only({ kind: 'dedupe', keys: [], order: [] })).toHaveLength(4);
  expect(await only({ kind: 'sample', rows: 2, seed: 1 })).toHaveLength(2);
  expect(await only({ kind: 'union', distinct: false }, true)).toHaveLength(8);
});

test('texts are split, JSON is read', async () => {
  expect(
    (await only({ kind: 'split', column: '天气', separator: 'a', names: ['first', 'rest'] }))[0]!.slice(-2),
  ).toEqual(['r', 'in']);
  expect(
    (
      await only({
        kind: 'jsonPath',
        column: 'more',
        paths: [
          { id: 'p1', name: 'wind', path: '$.wind', type: 'integer' },
          { id: 'p2', name: 'who', path: '$.by.who', type: 'text' },
        ],
      })
    ).map((row) => row.slice(-2)),
  ).toEqual([
    ['3', 'ann'],
    ['5', null],
    [null, null],
    [null, null],
  ]);
});

test('both ways of a branch', async () => {
  const task = taskOf({ kind: 'branch', language: 'feel', expression: '天气 = "sun"' });
  const counted = async (port: 'yes' | 'no') => {
    const edges = task.edges.map((edge) => (edge.source === 'n' ? { ...edge, port } : edge));
    return (await session.query(sqlOf({ ...task, edges }, 't'))).rows.length;
  };
  expect([await counted('yes'), await counted('no')]).toEqual([2, 2]);
});

test('settling makes no circle, gives a join its two sides, and is at rest then', () => {
  const join = taskOf({ kind: 'join', how: 'inner', keys: [], prefix: '' }, true);
  const tangled = {
    ...join,
    edges: [
      ...join.edges.map((edge) => ({ ...edge, other: false })),
      { id: 'e9', source: 'n', target: 'n', port: 'out' as const, other: false },
      { id: 'e8', source: 'gone', target: 'n', port: 'out' as const, other: false },
    ],
  };
  const settled = settleTask(tangled);
  expect(settled.edges.map(({ id, other }) => [id, other])).toEqual([
    ['e1', false],
    ['e2', true],
    ['e3', false],
  ]);
  expect(settleTask(settled)).toBe(settled);
});

test('where a column comes from', async () => {
  const { task } = await run({
    kind: 'aggregate',
    keys: ['天气'],
    figures: [{ id: 'f1', name: 'last', fn: 'max', column: 'day' }],
  });
  expect(
    knowTask(task)
      .get('n')!
      .columns.map(({ name, from }) => [name, from]),
  ).toEqual([
    ['天气', [{ node: 'a', column: '天气', how: 'identity' }]],
    ['last', [{ node: 'a', column: 'day', how: 'aggregation' }]],
  ]);
});
