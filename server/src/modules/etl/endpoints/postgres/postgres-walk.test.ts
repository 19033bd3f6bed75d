import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startOtherPostgres, type OtherPostgres } from '../../../../testing/other-postgres.ts';
import { walkedSoFar, walksTable } from './postgres-walk.ts';

// How many rows a table had is what the database says, where a statement goes through all of them.

let postgres: OtherPostgres;
let client: pg.Client;
const sales = { schema: 'public', name: 'Sales "24"' };

beforeAll(async () => {
  postgres = await startOtherPostgres();
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create table "Sales ""24""" (id int primary key, kind text);
    insert into "Sales ""24""" select n, 'k' || n % 3 from generate_series(1, 20000) n;
    delete from "Sales ""24""" where id % 10 = 0; analyze "Sales ""24""";
    create table hidden as table "Sales ""24"""; alter table hidden enable row level security;
    create table parent (id int); create table child (check (id > 1000)) inherits (parent); insert into parent values (1); insert into child values (2000);
    create view seen as table "Sales ""24"""; create table whole (like "Sales ""24""") partition by range (id);
    create table part partition of whole for values from (0) to (30000); insert into whole table "Sales ""24"""`);
});
afterAll(async () => {
  await client.end();
  await postgres.stop();
});

test.each([
  ['a table', 'select id, upper(kind) from "Sales ""24""" t', true],
  ['some of its rows', `select * from (select * from "Sales ""24""") r where kind = 'k1' and id + 1 > 7`, true],
  ['a table whose key leads to the rows', 'select * from "Sales ""24""" where id = 7', false],
  [
    'one that is looked at twice',
    'select * from "Sales ""24""" where id in (select max(id) from "Sales ""24""")',
    false,
  ],
  ['a part of another table', 'select * from "part"', false],
  ['more tables than one', 'select s.id from "Sales ""24""" s join hidden h using (id)', false],
  ['some, and no further', 'select * from "Sales ""24""" limit 10', false],
  ['all for each other', 'select * from "Sales ""24""" where id > (select avg(id) from "Sales ""24""")', false],
  ['nothing', 'select 1', false],
])('a statement goes through %s', async (_, sql, is) => {
  expect(await walksTable(client, sql, sales)).toBe(is);
});

test.each([
  ['a view', 'seen'],
  ['parts', 'whole'],
  ['row rights', 'hidden'],
  ['tables that inherit from it', 'parent'],
])('%s are counted by whoever wants to know', async (_, name) => {
  expect(await walksTable(client, `select * from ${name} where id <= 1000`, { schema: 'public', name })).toBe(false);
});

test('several processes may share the work, and none of them knows all', async () => {
  await client.query(`begin; set local parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_table_scan_size = 0;
    set local max_parallel_workers_per_gather = 2`);
  expect(await walksTable(client, `select * from "Sales ""24""" where kind = 'k1'`, sales)).toBe(false);
  await client.query('rollback');
});

test('the rows are those that were there, whatever was read before', async () => {
  await client.query('select count(*) from "Sales ""24"""');
  await client.query('begin');
  const before = await walkedSoFar(client, sales);
  const { rowCount } = await client.query(`select * from "Sales ""24""" where kind = 'k1'`);
  expect(rowCount).toBe(6_000);
  expect((await walkedSoFar(client, sales)) - before).toBe(18_000);
  await client.query('rollback');
});
