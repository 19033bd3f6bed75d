import type { Readable } from 'node:stream';
import type { EtlTask, GivenTaskNode, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../../testing/other-postgres.ts';
import { etlTaskRun } from '../run-task.ts';
import { at, drawTask, endOf, fileNode, release, type Own } from '../../testing/drawing.ts';

// Rows that go straight from PostgreSQL to PostgreSQL come out as they would by way of the engine.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connections: { here: string; elsewhere: string };

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  other = postgres.client;
  await other.query(`create table odd (id int primary key, small smallint, kind varchar(20), note text, amount numeric(12, 2),
      price double precision, free numeric, yes boolean, day date, at timestamp, moment timestamptz, key uuid, doc jsonb, bytes bytea);
    insert into odd select n, n % 100, (array['rain', 'sun', 'fog', null])[1 + n % 4],
      case n % 6 when 0 then null when 1 then '' when 2 then E'a\\tb\\\\c\\nd' when 3 then '雨,"雪"' when 4 then '\\N' else 'B' end,
      case when n % 7 > 0 then n * 1.25 - 100 end, case n % 11 when 0 then null when 1 then 'NaN' else n / 7.0 end, n / 3.0, n % 3 = 0,
      date '2026-01-01' + n, timestamp '2026-01-01 10:00:00.123456' + n * interval '1 hour',
      timestamptz '2026-01-01 10:00:00+08' + n * interval '1 hour', gen_random_uuid(), jsonb_build_object('n', n), decode('00ff', 'hex')
      from generate_series(1, 400) n;
    create view odd_seen as select * from odd`);
  connections = { here: await postgres.connect(admin, 'here'), elsewhere: await postgres.connect(admin, 'elsewhere') };
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

async function source(table = 'odd', more: object = {}): Promise<Own<GivenTaskNode>> {
  const place = { connection: connections.here, schema: 'public', table };
  const node = { id: 'd', kind: 'tableSource' as const, ...place, watermark: '', changes: false, columns: [], ...more };
  return { ...node, ...(await admin.ok(etlTasksApi.columns, { body: { node: { ...at, ...node } } })) };
}

const into = (table: string, more: Partial<TaskNodeOf<'tableTarget'>> = {}): Own<GivenTaskNode> => ({
  id: 't',
  kind: 'tableTarget',
  connection: connections.elsewhere,
  schema: 'public',
  table,
  mode: 'create',
  keys: [],
  ...more,
});

const figure = (name: string, language: 'feel' | 'sql', expression: string, type = 'double') => ({
  ...{ id: `f${name}`, name, language, expression, type: type as 'double' },
});

type Ran = JobDetail & { road: string | null };

async function ran(task: EtlTask, taskId?: string): Promise<Ran> {
  const of = taskId ?? (await release(admin, 'etl_task', task));
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: of }, body: {} });
  const job = await endOf(admin, id);
  const { rows } = await spaceQuery<{ road: string | null }>(server.platform, {
    text: `select memory->>'road' as road from ${spaceSchema('demo')}.run where id = $1`,
    values: [id],
  });
  return { ...job, road: rows[0]!.road };
}

/** The same nodes, straight and with one between that only the engine knows. */
async function bothWays(nodes: Own<GivenTaskNode>[], columns?: string): Promise<Ran> {
  const edges = nodes.slice(1).map(({ id }, n) => `${nodes[n]!.id}>${id}`);
  const last = nodes.at(-1)!.id;
  const sort: Own<GivenTaskNode> = { id: 'z', kind: 'sort', order: [], limit: null };
  await other.query('drop table if exists went, came');
  if (columns !== undefined) await other.query(`create table went (${columns}); create table came (${columns})`);
  const target = columns === undefined ? {} : { mode: 'append' as const };
  const went = await ran(drawTask([...nodes, into('went', target)], [...edges, `${last}>t`]));
  const came = await ran(drawTask([...nodes, sort, into('came', target)], [...edges, `${last}>z`, 'z>t']));
  expect([went.error, came.error]).toEqual([null, null]);
  expect([went.road, came.road]).toEqual(['straight', null]);
  const counts = { rowsRead: came.rowsRead, rowsWritten: came.rowsWritten, rowsRejected: 0 };
  expect(went).toMatchObject({ state: 'finished', ...counts });
  const { rows } = await other.query('(table went except all table came) union all (table came except all table went)');
  expect(rows).toEqual([]);
  const figures = (job: JobDetail) =>
    job.nodes
      .filter(({ node }) => went.nodes.some((one) => one.node === node))
      .map(({ node, rows: count, state }) => [node, count, state]);
  expect(figures(went).toSorted()).toEqual(figures(came).toSorted());
  return went;
}

const condition = (language: 'feel' | 'sql', expression: string): Own<GivenTaskNode> => ({
  ...{ id: 'f', kind: 'filter', language, expression },
});

test('rows go as they are', async () => {
  const picks = ['id', 'small', 'kind', 'note', 'amount', 'price', 'day', 'at', 'moment', 'key'];
  const all = {
    id: 's',
    kind: 'select',
    picks: picks.map((column) => ({ id: `p${column}`, column, name: '' })),
  } as const;
  const job = await bothWays([await source(), all]);
  expect(job.rowsWritten).toBe(400);
  await bothWays([await source('odd_seen'), { ...all, picks: all.picks.slice(0, 4) }]);
});

describe('is the same as by the engine', () => {
  const conditions: [string, 'feel' | 'sql', string][] = [
    ['comparisons', 'sql', '"amount" >= 10 and id < 390'],
    ['nothing', 'sql', 'kind is null or note is not null'],
    ['negations', 'sql', `not (kind = 'rain') and "day" >= date '2026-03-01'`],
    ['lists and bounds', 'sql', `kind in ('rain', 'sun') and amount between -50 and 120.5`],
    ['order of texts', 'sql', `note > 'A'`],
    ['doubles that are none', 'sql', 'price > 20'],
    ['FEEL', 'feel', 'kind = "rain" or amount > 10'],
    ['FEEL of nothing', 'feel', 'kind != "rain" and note = null'],
    ['days in FEEL', 'feel', 'day >= @"2026-03-01" and not(kind = "fog")'],
  ];
  for (const [what, language, expression] of conditions)
    test(`in conditions with ${what}`, async () => {
      const picks = ['id', 'kind'].map((column) => ({
        id: `p${column}`,
        column,
        name: column === 'id' ? 'number' : '',
      }));
      const job = await bothWays([await source(), condition(language, expression), { id: 's', kind: 'select', picks }]);
      expect(job.rowsWritten).toBeGreaterThan(0);
      expect(job.rowsWritten).toBeLessThan(400);
    });

  test('in what is worked out', async () => {
    await bothWays([
      {
        ...(await source()),
        columns: ((await source()) as { columns: { name: string }[] }).columns.filter(({ name }) =>
          ['id', 'small', 'kind', 'note', 'amount', 'price', 'day'].includes(name),
        ),
      } as Own<GivenTaskNode>,
      {
        id: 'c',
        kind: 'calculate',
        figures: [
          figure('more', 'sql', '"price" * 1.19'),
          figure('gross', 'sql', 'amount * 1.19 + 3', 'decimal'),
          figure('half', 'sql', 'id / 2'),
          figure('many', 'sql', 'small * 3000000000', 'integer'),
          figure(
            'said',
            'sql',
            `case when kind = 'rain' then 'wet' when amount > 50 then note else 'dry' || kind end`,
            'text',
          ),
          figure('first', 'sql', `coalesce(amount, -id)`, 'decimal'),
          figure('isWet', 'sql', `kind = 'rain'`, 'boolean'),
          figure('told', 'feel', 'if kind = "rain" then price * 1.19 else price'),
          figure('ratio', 'feel', 'amount / (id - 200)'),
          figure('note', 'feel', 'note + "!"', 'text'),
        ],
      },
    ]);
  });

  test('in what FEEL alone can say', async () => {
    const columns = ((await source()) as { columns: { name: string }[] }).columns.filter(({ name }) =>
      ['id', 'kind', 'note', 'amount', 'price', 'day', 'at'].includes(name),
    );
    const picks = ['id', 'note', 'joined', 'later', 'sum', 'kind'].map((column) => ({
      id: `p${column}`,
      column,
      name: column === 'id' ? 'number' : '',
    }));
    const typed: Record<string, string> = {
      ...{
        id: 'int',
        number: 'bigint',
        kind: 'text',
        note: 'text',
        amount: 'numeric(12, 2)',
        price: 'double precision',
      },
      ...{ day: 'date', at: 'timestamp', joined: 'varchar(99)', later: 'date', sum: 'double precision' },
    };
    const names = [...columns.map(({ name }) => name), 'joined', 'later', 'sum'];
    for (const shown of [[], picks])
      await bothWays(
        [
          { ...(await source()), columns } as Own<GivenTaskNode>,
          condition('sql', 'id < 350'),
          {
            id: 'c',
            kind: 'calculate',
            figures: [
              figure('joined', 'feel', 'string join(split(note, "b"), "雨\\\\")', 'text'),
              figure('later', 'feel', 'day + duration("P3D")', 'date'),
              figure('sum', 'feel', 'sum([amount, price, 1])'),
              figure('kind', 'feel', 'replace(kind, "[aeiou]", "-")', 'text'),
            ],
          },
          { id: 's', kind: 'select', picks: shown },
        ],
        (shown.length > 0 ? shown.map(({ column, name }) => name || column) : names)
          .map((name) => `${name} ${typed[name]}`)
          .join(', '),
      );
    const { rows } = await other.query(
      `select count(*)::int as n from went where later > '2026-01-01' and sum is not null`,
    );
    expect(rows[0].n).toBeGreaterThan(200);
  });
});

test('into the same database rows never leave it; what is there already is changed by key', async () => {
  const nodes = [await source(), condition('sql', 'id > 100')];
  await other.query(
    'drop table if exists kept; create table kept (id bigint primary key, kind text); insert into kept values (1, $$old$$), (200, $$old$$)',
  );
  const picks = ['id', 'kind'].map((column) => ({ id: `p${column}`, column, name: '' }));
  const target = into('kept', { connection: connections.here, mode: 'upsert', keys: ['id'] });
  const job = await ran(drawTask([...nodes, { id: 's', kind: 'select', picks }, target], ['d>f', 'f>s', 's>t']));
  expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 400, rowsWritten: 300 });
  const { rows } = await other.query(
    'select count(*)::int as n, count(*) filter (where kind = $$old$$)::int as old from kept',
  );
  expect(rows).toEqual([{ n: 301, old: 1 }]);
});

test('into the same database rows take the place of others, whichever way is shorter', async () => {
  await other.query(
    `drop table if exists kept; create table kept (id bigint primary key, kind text); insert into kept values (-1, 'old')`,
  );
  const picks = ['id', 'kind'].map((column) => ({ id: `p${column}`, column, name: '' }));
  const target = into('kept', { connection: connections.here, mode: 'replace' });
  const nodes = [await source(), condition('sql', 'id > 100'), { id: 's', kind: 'select', picks } as const, target];
  const job = await ran(drawTask(nodes, ['d>f', 'f>s', 's>t']));
  expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 400, rowsWritten: 300 });
  expect(job.nodes.find(({ node }) => node === 'f')).toMatchObject({ rowsIn: 400, rows: 300 });
  expect((await other.query('select min(id)::int, count(*)::int from kept')).rows).toEqual([{ min: 101, count: 300 }]);
});

test('into the same database rows take the place of those behind a view', async () => {
  await other.query(
    `drop table if exists kept cascade; create table kept (id bigint primary key, kind text); insert into kept values (-1, 'old');
      create view kept_seen as select * from kept`,
  );
  const picks = ['id', 'kind'].map((column) => ({ id: `p${column}`, column, name: '' }));
  const target = into('kept_seen', { connection: connections.here, mode: 'replace' });
  const job = await ran(drawTask([await source(), { id: 's', kind: 'select', picks }, target], ['d>s', 's>t']));
  expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsWritten: 400 });
  expect((await other.query('select min(id)::int, count(*)::int from kept')).rows).toEqual([{ min: 1, count: 400 }]);
});

test('a table that is read and replaced at once keeps its rows', async () => {
  await other.query('drop table if exists own; create table own as select id, kind from odd');
  const target = into('own', { connection: connections.here, mode: 'replace' });
  const filter: Own<GivenTaskNode> = { id: 'f', kind: 'filter', language: 'sql', expression: '"id" <= 300' };
  expect(await ran(drawTask([await source('own'), target], ['d>t']))).toMatchObject({
    rowsRead: 400,
    rowsWritten: 400,
  });
  const fewer = await ran(drawTask([await source('own'), filter, target], ['d>f', 'f>t']));
  expect(fewer).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 400, rowsWritten: 300 });
  expect(fewer.nodes.find(({ node }) => node === 'f')).toMatchObject({ rowsIn: 400, rows: 300 });
  expect((await other.query('select count(*)::int as n from own')).rows).toEqual([{ n: 300 }]);
});

describe('a table whose rows are replaced', () => {
  const replaced = async (columns = '*'): Promise<Ran> => {
    await other.query(`drop view if exists replacing; create view replacing as select ${columns} from odd`);
    return ran(drawTask([await source('replacing'), into('full', { mode: 'replace' })], ['d>t']));
  };
  const facts = `select (select json_agg(json_build_array(indexname, indexdef) order by indexname) from pg_indexes where tablename = 'full') as indexes,
    (select json_agg(json_build_array(conname, contype, pg_get_constraintdef(oid)) order by conname) from pg_constraint where conrelid = '"full"'::regclass) as constraints,
    (select json_agg(json_build_array(column_name, column_default, is_nullable, data_type) order by ordinal_position) from information_schema.columns where table_name = 'full') as columns,
    obj_description('"full"'::regclass) as comment`;
  const oid = async (): Promise<string> =>
    (await other.query<{ oid: string }>(`select '"full"'::regclass::oid as oid`)).rows[0]!.oid;

  test('is another one then, with all that the old one had', async () => {
    await other.query(`drop table if exists "full" cascade;
      create table "full" (id int primary key, kind varchar(20) default 'none', note text not null default '', constraint few check (id < 1000));
      create unique index "full USING odd" on "full" (lower(kind), id desc) where kind is not null;
      create index "full_note" on "full" using hash (note); alter table "full" add constraint both_of unique (id, note);
      comment on table "full" is 'a ''table'''; comment on column "full".kind is 'what it is';
      insert into "full" values (-1, 'old', '')`);
    const [before, first] = [await other.query(facts), await oid()];
    const job = await replaced(`id, kind, coalesce(note, '') as note`);
    expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsWritten: 400 });
    expect((await other.query(facts)).rows).toEqual(before.rows);
    expect(await oid()).not.toBe(first);
    expect((await other.query('select min(id), count(*)::int from "full"')).rows).toEqual([{ min: 1, count: 400 }]);
    expect((await other.query(`select col_description('"full"'::regclass, 2) as c`)).rows).toEqual([
      { c: 'what it is' },
    ]);
    expect((await other.query(`select 1 from pg_class where relname like 'formwork\\_%'`)).rows).toEqual([]);
  });

  test.each([
    ['a view', 'create view of_full as select id from "full"'],
    ['a key of another table', 'create table child (id int references "full" (id))'],
    [
      'a trigger',
      `create function said() returns trigger language plpgsql as 'begin return new; end';
      create trigger said before insert on "full" for each row execute function said()`,
    ],
    ['numbers of its own', 'alter table "full" add n int generated always as identity'],
    ['a sequence', 'alter table "full" add n serial'],
    ['rights of others', 'grant select on "full" to public'],
    ['rights that new tables get', 'alter default privileges grant select on tables to public'],
    ['a word at its key', `comment on constraint full_id_key on "full" is 'the key'`],
    ['a setting', 'alter table "full" set (fillfactor = 70)'],
    ['a column of its type', 'create table holds (one "full")'],
    ['row rights', 'alter table "full" enable row level security'],
    ['partitions', 'create table parent (id int, kind varchar(20)); alter table "full" inherit parent'],
  ])('stays the one it was with %s', async (_, hung) => {
    await other.query(`alter default privileges revoke select on tables from public;
      drop table if exists "full", child, holds, parent cascade; drop function if exists said cascade;
      create table "full" (id int not null unique, kind varchar(20)); ${hung}`);
    const first = await oid();
    expect(await replaced('id, kind')).toMatchObject({ state: 'finished', road: 'straight', rowsWritten: 400 });
    expect(await oid()).toBe(first);
    expect((await other.query('select count(*)::int as n from "full"')).rows).toEqual([{ n: 400 }]);
  });

  test('stays the one it was while somebody reads it on and on, and nobody sees it empty', async () => {
    await other.query(`drop table if exists "full", child, holds, parent cascade;
      create table "full" (id int primary key, kind varchar(20)); insert into "full" values (-1, 'old')`);
    const first = await oid();
    const [reader, late] = [0, 1].map(() => new pg.Client({ connectionString: postgres.url })) as [
      pg.Client,
      pg.Client,
    ];
    await Promise.all([reader.connect(), late.connect()]);
    try {
      await reader.query('begin; select * from "full"');
      await late.query('begin isolation level repeatable read; select 1');
      expect(await replaced('id, kind')).toMatchObject({ state: 'finished', road: 'straight', rowsWritten: 400 });
      expect(await oid()).toBe(first);
      await reader.query('commit');
      expect(await replaced('id, kind')).toMatchObject({ state: 'finished', road: 'straight', rowsWritten: 400 });
      expect(await oid()).not.toBe(first);
      // its state is older than the table: it sees the rows all the same
      expect((await late.query('select count(*)::int as n from "full"')).rows).toEqual([{ n: 400 }]);
    } finally {
      await reader.end();
      await late.end();
    }
  });

  test('keeps its rows where a key comes twice', async () => {
    await other.query(`drop table if exists "full", child, holds, parent cascade;
      create table "full" (id int primary key, kind varchar(20)); insert into "full" values (-1, 'old')`);
    expect(await replaced('id / 2 as id, kind')).toMatchObject({ state: 'failed' });
    expect((await other.query('select * from "full"')).rows).toEqual([{ id: -1, kind: 'old' }]);
  });
});

test('a row that is refused is found by the other way, and the others come', async () => {
  await other.query(
    'drop table if exists few; create table few (id bigint, kind varchar(20) not null check (kind <> $$fog$$ or id > 20))',
  );
  const picks = ['id', 'kind'].map((column) => ({ id: `p${column}`, column, name: '' }));
  const nodes = [
    await source(),
    condition('sql', 'id < 40 and kind is not null'),
    { id: 's', kind: 'select', picks } as const,
  ];
  const job = await ran(drawTask([...nodes, into('few', { mode: 'append' })], ['d>f', 'f>s', 's>t']));
  expect(job).toMatchObject({ state: 'finished', road: 'engine', rowsRejected: 5 });
  const { rows } = await other.query('select count(*)::int as n, count(distinct id)::int as ids from few');
  expect(rows).toEqual([{ n: job.rowsWritten, ids: job.rowsWritten }]);
});

test('behind a watermark every row comes once', async () => {
  await other.query(
    'drop table if exists grows, grown; create table grows as select id, kind from odd; create table grown (id int, kind text)',
  );
  const task = drawTask([await source('grows', { watermark: 'id' }), into('grown', { mode: 'append' })], ['d>t']);
  const taskId = await release(admin, 'etl_task', task);
  expect(await ran(task, taskId)).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 400 });
  expect(await ran(task, taskId)).toMatchObject({ state: 'finished', rowsRead: 0, rowsWritten: 0 });
  await other.query(`insert into grows values (1000, 'sun'), (401, 'fog')`);
  expect(await ran(task, taskId)).toMatchObject({ state: 'finished', rowsRead: 2, rowsWritten: 2 });
  expect((await other.query('select count(*)::int as n, count(distinct id)::int as ids from grown')).rows).toEqual([
    { n: 402, ids: 402 },
  ]);
});

test('a row that came later with the last watermark is there once where rows are told by key', async () => {
  await other.query(
    `drop table if exists grows, grown; create table grows (id int, at date); create table grown (id int primary key, at date);
      insert into grows values (1, '2026-01-01'), (2, '2026-01-02')`,
  );
  const grows = await source('grows', { watermark: 'at' });
  const straight = drawTask([grows, into('grown', { mode: 'upsert', keys: ['id'] })], ['d>t']);
  const worked = drawTask(
    [grows, { id: 'u', kind: 'sample', rows: 100, seed: 1 }, into('grown', { mode: 'upsert', keys: ['id'] })],
    ['d>u', 'u>t'],
  );
  for (const task of [straight, worked]) {
    await other.query('truncate grown; delete from grows where id > 2');
    const taskId = await release(admin, 'etl_task', task);
    expect(await ran(task, taskId)).toMatchObject({ state: 'finished', rowsRead: 2 });
    await other.query(`insert into grows values (3, '2026-01-02')`);
    expect(await ran(task, taskId)).toMatchObject({ state: 'finished', rowsRead: 2, rowsWritten: 2 });
    expect((await other.query('select id from grown order by id')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  }
});

test('rows without a watermark come as by the engine: as long as there is no checkpoint', async () => {
  await other.query(
    'drop table if exists grows, grown; create table grows as select nullif(id, 7) as id, kind from odd; create table grown (id int, kind text)',
  );
  const grows = await source('grows', { watermark: 'id' });
  const task = drawTask([grows, into('grown', { mode: 'append' })], ['d>t']);
  const taskId = await release(admin, 'etl_task', task);
  const all = { state: 'finished', road: 'straight', rowsRead: 400, rowsWritten: 400 };
  expect(await ran(task, taskId)).toMatchObject(all);
  expect(await ran(task, taskId)).toMatchObject({ state: 'finished', rowsRead: 0, rowsWritten: 0 });
  // none has one: all of them, each time
  await other.query('update grows set id = null; truncate grown');
  expect(await ran(task)).toMatchObject(all);
  expect((await other.query('select count(*)::int as n from grown')).rows).toEqual([{ n: 400 }]);
});

test('a watermark that has no highest value in PostgreSQL is kept by the engine', async () => {
  await other.query('drop table if exists grown; create table grown (id int, yes boolean)');
  const { columns, ...node } = (await source('odd', { watermark: 'yes' })) as TaskNodeOf<'tableSource'>;
  const few = { ...node, columns: columns.filter(({ name }) => name === 'id' || name === 'yes') };
  const job = await ran(drawTask([few, into('grown', { mode: 'append' })], ['d>t']));
  expect(job).toMatchObject({ state: 'finished', road: null, rowsRead: 400, rowsWritten: 400 });
});

test('what is no whole number is refused within one database too', async () => {
  await other.query('drop table if exists rounded; create table rounded (id int, amount int)');
  const picks = ['id', 'amount'].map((column) => ({ id: `p${column}`, column, name: '' }));
  const nodes = [await source(), condition('sql', 'id < 20'), { id: 's', kind: 'select', picks } as const];
  const target = into('rounded', { connection: connections.here, mode: 'append' });
  const job = await ran(drawTask([...nodes, target], ['d>f', 'f>s', 's>t']));
  // of every seventh there is none
  expect(job).toMatchObject({ state: 'finished', road: 'engine', rowsWritten: 2, rowsRejected: 17 });
});

test('a load that is refused before it takes a row leaves nothing open', async () => {
  await other.query(
    `drop table if exists held, went; create table went (id bigint primary key, note text); insert into went values (-1, 'x');
      create table held (id bigint references went); insert into held values (-1)`,
  );
  const lines = Array.from({ length: 50_000 }, (_, n) => `${n},0123456789`).join('\n');
  const file = await fileNode(admin, 'rows.csv', `id,note\n${lines}\n`);
  const target = into('went', { mode: 'replace' });
  const worked: Own<GivenTaskNode> = {
    ...{ id: 'c', kind: 'calculate' },
    figures: [figure('note', 'feel', 'string join(split(note, "b"), "-")', 'text')],
  };
  const { columns, ...node } = (await source()) as TaskNodeOf<'tableSource'>;
  const few = { ...node, columns: columns.filter(({ name }) => name === 'id' || name === 'note') };
  const opened: Readable[] = [];
  const { files } = server.platform;
  const open = files.open.bind(files);
  const spy = vi.spyOn(files, 'open').mockImplementation(async (...given) => {
    const stream = await open(...given);
    opened.push(stream);
    return stream;
  });
  try {
    const { id: from } = file as { id: string };
    for (const task of [drawTask([file, target], [`${from}>t`]), drawTask([few, worked, target], ['d>c', 'c>t'])])
      expect(await ran(task)).toMatchObject({ state: 'failed', error: { code: 'etl.sql.failed' } });
    // the file, and what the engine made of it and of the table
    expect(opened.length).toBeGreaterThan(2);
    expect(opened.filter((stream) => !stream.destroyed)).toEqual([]);
  } finally {
    spy.mockRestore();
    await other.query('drop table held');
  }
});

describe('a text goes to a table as it is', () => {
  const columns = 'n int, note text, amount numeric(10, 2), price double precision, day date, yes boolean';
  const head = 'n,note,amount,price,day,yes\n';
  const good = `${head}1,"a ""b"", c\nd",1.5,0.1,2026-01-02,true\n2,,,,,\n3,雨,12,1234.5678901,2026-02-03,false\n`;
  const counted = async () =>
    (await other.query('select n, note, amount, price, day::text, yes from went order by n')).rows;

  test('and comes out as by the engine', async () => {
    for (const text of [good, `\uFEFF${good}`]) {
      const { columns: found, ...file } = (await fileNode(admin, 'rows.csv', text)) as TaskNodeOf<'fileSource'>;
      expect(found.map(({ type }) => type)).toEqual(['integer', 'text', 'double', 'double', 'date', 'boolean']);
      const node = { ...file, id: 'd', columns: found } as Own<GivenTaskNode>;
      const job = await bothWays([node], columns);
      expect(job).toMatchObject({ rowsRead: 3, rowsWritten: 3 });
      expect((await counted())[1]).toEqual({ n: 2, note: '', amount: null, price: null, day: null, yes: null });
    }
  });

  test('in place of the rows there: as another table, unless a key comes twice', async () => {
    await other.query(
      `drop table if exists went; create table went (n int primary key, note text not null); insert into went values (7, 'old')`,
    );
    const oid = async () => (await other.query(`select 'went'::regclass::oid as oid`)).rows[0].oid as number;
    const replaced = async (text: string) => {
      const file = await fileNode(admin, 'rows.csv', text);
      return ran(drawTask([{ ...file, id: 'd' }, into('went', { mode: 'replace' })], ['d>t']));
    };
    const first = await oid();
    const job = await replaced('n,note\n1,"a, b"\n2,c\n');
    expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 2, rowsWritten: 2 });
    expect((await other.query('select n, note from went order by n')).rows).toEqual([
      { n: 1, note: 'a, b' },
      { n: 2, note: 'c' },
    ]);
    const second = await oid();
    expect(second).not.toBe(first);
    expect(await replaced('n,note\n1,a\n1,b\n')).toMatchObject({ road: 'engine', rowsRejected: 1 });
    expect((await other.query('select n from went')).rows).toEqual([{ n: 1 }]);
  });

  test('up to a row that is broken: it is kept with its line and column, the others come', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => `${n},x,1.5,0.1,2026-01-02,true\n`);
    rows[1_500] = '1500,x,much,0.1,2026-01-02,true\n';
    const file = await fileNode(admin, 'rows.csv', head + rows.join(''));
    await other.query(`drop table if exists went; create table went (${columns})`);
    const job = await ran(drawTask([{ ...file, id: 'd' }, into('went', { mode: 'append' })], ['d>t']));
    expect(job).toMatchObject({
      state: 'finished',
      road: 'engine',
      rowsRead: 2_000,
      rowsWritten: 1_999,
      rowsRejected: 1,
    });
    const { rows: kept } = await admin.ok(etlTasksApi.rejected, {
      params: { runId: job.id },
      query: { offset: 0, limit: 10 },
    });
    expect(kept[0]!.reason).toBe('1502. amount: much ≠ double');
    expect(await counted()).toHaveLength(1_999);
  });
});

test('whose process died after its rows had come writes none twice', async () => {
  const csv = await fileNode(
    admin,
    'rows.csv',
    `id,kind\n${Array.from({ length: 400 }, (_, n) => `${n},x`).join('\n')}\n`,
  );
  const picks = ['id', 'kind'].map((column) => ({ id: `p${column}`, column, name: '' }));
  for (const from of [await source(), { ...csv, id: 'd' } as Own<GivenTaskNode>]) {
    await other.query('drop table if exists went; create table went (id int, kind text)');
    const task = drawTask([from, { id: 's', kind: 'select', picks }, into('went', { mode: 'append' })], ['d>s', 's>t']);
    const id = await release(admin, 'etl_task', task);
    const job = await ran(task, id);
    expect(job).toMatchObject({ state: 'finished', road: 'straight', rowsRead: 400, rowsWritten: 400 });
    const { rows } = await spaceQuery<{ memory: object; payload: never }>(server.platform, {
      text: `select memory, payload from ${spaceSchema('demo')}.run where id = $1`,
      values: [job.id],
    });
    let memory: unknown = { ...rows[0]!.memory, stages: undefined, delivered: [], read: 0, written: 0 };
    for (let state = 'running'; state === 'running';)
      ({ state, memory } = (await etlTaskRun.advance!({
        ...{ platform: server.platform, requestId: 'r', ip: '', userAgent: '', locale: 'zh-CN', spaceId: 'demo' },
        user: { id: admin.id, name: 'x', login: 'x', role: 'admin', homeSpaceId: 'demo', sessionId: '' },
        ...{
          id: job.id,
          payload: rows[0]!.payload,
          definition: id,
          release: 1,
          attempt: 2,
          moved: async () => {},
          cancelled: () => false,
        },
        memory,
      })) as { state: string; memory: unknown });
    expect(memory).toMatchObject({ road: 'straight', read: 400, written: 400 });
    expect((await other.query('select count(*)::int as n from went')).rows).toEqual([{ n: 400 }]);
  }
});

describe('rows that become a file', () => {
  const filter: Own<GivenTaskNode> = { id: 'f', kind: 'filter', language: 'feel', expression: 'id > 100' };
  const more: Own<GivenTaskNode> = {
    id: 'c',
    kind: 'calculate',
    figures: [figure('twice', 'sql', '"id" * 2', 'integer')],
  };
  const sort: Own<GivenTaskNode> = {
    id: 'z',
    kind: 'sort',
    order: [{ id: 'o', column: 'id', descending: false }],
    limit: null,
  };

  test.each(['csv', 'parquet', 'json'] as const)(
    'pass through the engine and come out as if it kept them: %s',
    async (format) => {
      const file: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format, name: `odd ${format}` };
      const kept = await ran(drawTask([await source(), filter, more, sort, file], ['d>f', 'f>c', 'c>z', 'z>t']));
      const through = await ran(drawTask([await source(), filter, more, file], ['d>f', 'f>c', 'c>t']));
      for (const job of [kept, through])
        expect(job).toMatchObject({ state: 'finished', rowsRead: 400, rowsWritten: 300, files: [{}] });
      const figures = ({ nodes }: Ran) =>
        nodes
          .flatMap(({ node, state, rowsIn, rows }) => (node === 'z' ? [] : [[node, state, rowsIn, rows]]))
          .toSorted();
      expect(figures(through)).toEqual(figures(kept));
      const [one, next] = await Promise.all(
        [kept, through].map(async ({ files: [made] }) =>
          Buffer.from(await (await admin.fetch(`/api/files/${made!.file}`)).arrayBuffer()).toString('base64'),
        ),
      );
      expect(one!.length).toBeGreaterThan(100);
      if (format !== 'parquet') expect(next).toBe(one);
    },
  );

  test('none of them, and a source that fails, are told', async () => {
    const file: Own<GivenTaskNode> = { id: 't', kind: 'fileTarget', format: 'csv', name: 'none' };
    const nobody: Own<GivenTaskNode> = { id: 'f', kind: 'filter', language: 'feel', expression: 'id > 1000' };
    expect(await ran(drawTask([await source(), nobody, file], ['d>f', 'f>t']))).toMatchObject({
      state: 'finished',
      rowsRead: 400,
      rowsWritten: 0,
    });
    await other.query('create or replace view failing as select id, 1 / (id - 400) as gone from odd order by id');
    const failed = await ran(drawTask([await source('failing'), file], ['d>t']));
    expect(failed).toMatchObject({ state: 'failed', rowsWritten: 0, files: [], error: { code: 'etl.sql.failed' } });
    expect(failed.nodes.find(({ state }) => state === 'failed')).toMatchObject({ node: 'd' });
  });
});
