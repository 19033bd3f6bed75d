import { utils, write } from '@e965/xlsx';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import type { EtlTask, GivenTaskNode } from '@formwork/contract/etl/task.ts';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import mysql from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { forgetRuns } from '../../../platform/runs/run-sweep.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { at, drawTask, endOf, fileNode, release, type Own } from '../testing/drawing.ts';

// Whatever is broken is named with its row and column, is kept with the rejected, and the run ends as its task says: over HTTP, with the
// real engine and real servers.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connection: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres({ superuser: true });
  // what an account may have is said by a superuser
  other = postgres.client;
  await other.query(`create role keeper login password 'first';
    create table held (id int primary key, name text not null, amount numeric(6, 2) check (amount >= 0));
    insert into held values (1000, 'there before', 1);
    alter table held owner to keeper; grant create on schema public to keeper;`);
  connection = await postgres.connect(admin, 'held', { name: 'keeper', password: 'first' });
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

/** Contents in the store that some run of a task holds ready. */
async function stored(): Promise<string[]> {
  const { rows } = await spaceQuery<{ memory: { keys?: Record<string, string> } | null }>(server.platform, {
    text: `select memory from ${spaceSchema('demo')}.run where kind = 'etl.task'`,
  });
  for (const { memory } of rows) for (const key of Object.values(memory?.keys ?? {})) known.add(key);
  const there = await Promise.all(
    [...known].map(async (key) =>
      (await server.platform.files.size(key).catch(() => undefined)) === undefined ? [] : [key],
    ),
  );
  return there.flat();
}
const known = new Set<string>();

type Settings = Partial<EtlTask['settings']>;
const column = (name: string, type: ValueType = 'text'): DataColumn => ({ name, type, nullable: true });
const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'out' };
const intoHeld = (mode: 'append' | 'replace' | 'upsert' = 'append'): Own<GivenTaskNode> => ({
  id: 't',
  kind: 'tableTarget',
  connection,
  schema: 'public',
  table: 'held',
  mode,
  keys: mode === 'upsert' ? ['id'] : [],
});

async function run(
  source: Own<GivenTaskNode>,
  target: Own<GivenTaskNode> = out,
  given: Settings = {},
): Promise<JobDetail> {
  const id = await release(admin, 'etl_task', drawTask([source, target], [`${source.id}>${target.id}`], given));
  const started = await admin.ok(etlTasksApi.run, { params: { taskId: id }, body: {} });
  return endOf(admin, started.id);
}

const kept = async ({ id }: JobDetail) => {
  const { rows } = await admin.ok(etlTasksApi.rejected, { params: { runId: id }, query: { offset: 0, limit: 100 } });
  return rows.map(({ row, reason }) => [reason, row]);
};
const held = async () => (await other.query('select id, name, amount from held order by id')).rows as object[];

async function uploaded(name: string, content: string | Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([content as never]), name);
  const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as { id: string }[];
  return file!.id;
}

/** As it was drawn when the file was whole. */
const csvOf = async (content: string | Buffer, columns: DataColumn[]): Promise<Own<GivenTaskNode>> => ({
  id: 'c',
  kind: 'fileSource',
  file: await uploaded('rows.csv', content),
  fileName: 'rows.csv',
  format: 'csv',
  delimiter: ',',
  encoding: 'utf-8',
  header: true,
  sheet: '',
  columns,
});
/** In the words that runs have here. */
const told = (code: string, data: Record<string, unknown>): string => `3. ${errorText('zh-CN', code, data)}`;
const names = [column('id', 'integer'), column('name'), column('amount', 'double')];

describe('rows of a file that are none', () => {
  test.each([
    [
      'a sign of another encoding',
      Buffer.concat([Buffer.from('id,name,amount\n1,a,1\n2,K'), Buffer.from([0xf6]), Buffer.from('ln,2\n3,c,3\n')]),
      told('etl.row.bad_sign', { column: 'name', encoding: 'UTF-8' }),
      { id: '2', name: 'K\ufffdln', amount: '2' },
    ],
    [
      'too many columns',
      'id,name,amount\n1,a,1\n2,b,2,5,x\n3,c,3\n',
      told('etl.row.too_wide', { found: 5, expected: 3, values: '5, x' }),
      { id: '2', name: 'b', amount: '2' },
    ],
    [
      'a null byte',
      'id,name,amount\n1,a,1\n2,b\0b,2\n3,c,3\n',
      told('etl.row.null_byte', { column: 'name' }),
      { id: '2', name: 'b\ufffdb', amount: '2' },
    ],
    [
      'a number with a comma that parts no thousands',
      'id,name,amount\n1,a,"1,200.5"\n2,b,"12,5"\n3,c,3\n',
      '3. amount: 12,5 ≠ double',
      { id: '2', name: 'b', amount: '12,5' },
    ],
    [
      'what would have to be rounded',
      'id,name,amount\n1,a,1\n2.7,b,2\n3,c,3\n',
      '3. id: 2.7 ≠ integer',
      { id: '2.7', name: 'b', amount: '2' },
    ],
  ])('%s: kept, or the end of the run', async (_what, content, reason, row) => {
    const source = await csvOf(content, names);
    const before = await held();
    const job = await run(source);
    expect(job).toMatchObject({ state: 'finished', rowsRejected: 1, rowsWritten: 2 });
    expect(await kept(job)).toEqual([[reason, row]]);
    const strict = await run(source, intoHeld(), { rejects: 'stop' });
    expect(strict).toMatchObject({ state: 'failed', error: { code: 'etl.run.rejected' }, rowsWritten: 0 });
    expect(await kept(strict)).toEqual([[reason, row]]);
    expect(await held()).toEqual(before);
  });

  test('dates of three kinds: what is no day of the column is kept', async () => {
    const source = await csvOf('day,n\n2026-01-31,1\n31.01.2026,2\n01/31/2026,3\n2026-02-30,4\n', [
      column('day', 'date'),
      column('n', 'integer'),
    ]);
    const job = await run(source);
    expect(job).toMatchObject({ state: 'finished', rowsRejected: 3, rowsWritten: 1 });
    expect((await kept(job)).map(([reason]) => reason)).toEqual([
      '3. day: 31.01.2026 ≠ date',
      '4. day: 01/31/2026 ≠ date',
      '5. day: 2026-02-30 ≠ date',
    ]);
    const few = await run(source, out, { mostRejected: 2 });
    expect(few).toMatchObject({ state: 'failed', error: { code: 'etl.run.too_many_rejected' }, files: [] });
  });
});

describe('a file whose rows cannot be told apart', () => {
  test.each([
    ['quotes never closed', 'id,name,amount\n1,a,1\n2,"b,2\n3,c,3\n', 'records.sheet.quote_open', 3, 'B'],
    [
      'quotes never closed before much else',
      `id,name,amount\n1,a,1\n2,"b,2\n${'3,c,3\n'.repeat(300_000)}`,
      'records.sheet.row_too_long',
      3,
      'B',
    ],
    [
      'one very long line',
      `id,name,amount\n1,a,1\n2,${'b'.repeat(3_000_000)},2\n`,
      'records.sheet.row_too_long',
      3,
      'B',
    ],
  ])('%s: its row and column are named, nothing is written', async (_what, content, code, row, letter) => {
    const before = await held();
    const job = await run(await csvOf(content, names), intoHeld('replace'), { retries: 3 });
    expect(job).toMatchObject({ state: 'failed', error: { code, data: { row, column: letter } }, rowsWritten: 0 });
    const [first] = await kept(job);
    expect(first).toEqual([errorText('zh-CN', code, { row, column: letter }), {}]);
    expect(await held()).toEqual(before);
  });

  test('a Parquet file cut short: by its name, while it is drawn and in a run', async () => {
    const whole = await run(await csvOf('id,name,amount\n1,a,1\n2,b,2\n', names), {
      id: 'p',
      kind: 'fileTarget',
      format: 'parquet',
      name: 'rows',
    });
    const answer = await admin.fetch(`/api/files/${whole.files[0]!.file}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
    const cut = await uploaded('cut.parquet', bytes.subarray(0, bytes.length - 40));
    const refused = await admin.call(etlTasksApi.file, { body: { file: cut } });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'etl.file.broken']);
    const good = (await fileNode(admin, 'rows.parquet', bytes)) as { columns: DataColumn[] };
    const source = { ...good, file: cut, fileName: 'cut.parquet', format: 'parquet' } as Own<GivenTaskNode>;
    const before = await held();
    const job = await run(source, intoHeld(), { changedSchema: 'ignore' });
    expect(job).toMatchObject({ state: 'failed', error: { code: 'etl.file.broken', data: { file: 'cut.parquet' } } });
    expect(await held()).toEqual(before);
  });

  test('an Excel sheet with merged heads: both rows of heads are names, what is no value is kept', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Place', 'Weather', null, null],
      [null, 'Day', 'Rain', 'Wind'],
      ['Köln', '2026-01-01', 4.5, 3],
      ['Bonn', '2026-01-02', 'much', 5],
    ]);
    sheet['!merges'] = [
      { s: { r: 0, c: 0 }, e: { r: 1, c: 0 } },
      { s: { r: 0, c: 1 }, e: { r: 0, c: 3 } },
    ];
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Days');
    const source = (await fileNode(
      admin,
      'days.xlsx',
      write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
    )) as Own<GivenTaskNode> & { columns: DataColumn[]; headRows: number };
    expect(source.headRows).toBe(2);
    expect(source.columns.map(({ name }) => name)).toEqual(['Place', 'Weather Day', 'Weather Rain', 'Weather Wind']);
    const typed = source.columns.map((one) =>
      one.name === 'Weather Rain' ? { ...one, type: 'double' as const } : one,
    );
    const job = await run({ ...source, columns: typed } as Own<GivenTaskNode>);
    expect(job).toMatchObject({ state: 'finished', rowsRejected: 1, rowsWritten: 1 });
    expect((await kept(job)).map(([reason]) => reason)).toEqual(['4. Weather Rain: much ≠ double']);
  });
});

test('a source whose column vanishes at night ends the run, named, before anything is written', async () => {
  await other.query('create table night (id int, name text, amount numeric); grant select on night to keeper');
  await other.query(`insert into night values (2000, 'night', 1)`);
  const drawn = {
    id: 'n',
    kind: 'tableSource' as const,
    connection,
    schema: 'public',
    table: 'night',
    watermark: '',
    changes: false,
  };
  const { columns } = await admin.ok(etlTasksApi.columns, { body: { node: { ...at, ...drawn, columns: [] } } });
  const id = await release(admin, 'etl_task', drawTask([{ ...drawn, columns }, intoHeld()], ['n>t']));
  await other.query('alter table night drop column name');
  const before = await held();
  const { id: runId } = await admin.ok(etlTasksApi.run, { params: { taskId: id }, body: {} });
  expect(await endOf(admin, runId)).toMatchObject({
    state: 'failed',
    error: { code: 'etl.run.schema_changed', data: { columns: 'name' } },
    nodes: [{ node: 'n', state: 'failed' }],
  });
  expect(await held()).toEqual(before);
});

describe('a source whose columns change', () => {
  const drawn = (): Own<GivenTaskNode> => ({
    id: 'n',
    kind: 'tableSource',
    connection,
    schema: 'public',
    table: 'changing',
    watermark: '',
    columns: [column('id', 'integer'), column('name'), column('amount', 'decimal')],
  });
  const past = (table: string): Own<GivenTaskNode> =>
    ({ ...intoHeld(), table, mode: 'history', keys: ['id'] }) as never;
  beforeAll(async () => {
    await other.query(`create table changing (id int, name text, amount numeric, note text); alter table changing owner to keeper;
      insert into changing values (1, 'a', 1, 'new over there')`);
  });

  test('takes new columns along, up to the table, where the task says so', async () => {
    expect(await run(drawn(), past('past'), { changedSchema: 'refuse' })).toMatchObject({ state: 'finished' });
    expect((await other.query('select * from past')).fields.map(({ name }) => name)).toEqual([
      ...['id', 'name', 'amount', 'valid_from', 'valid_to'],
    ]);
    expect(await run(drawn(), past('past'), { changedSchema: 'add' })).toMatchObject({ state: 'finished' });
    const { rows } = await other.query('select note, valid_to is null as now from past order by valid_from');
    expect(rows).toEqual([
      { note: null, now: false },
      { note: 'new over there', now: true },
    ]);
  });

  test('is blank where one has gone and the task ignores it', async () => {
    await other.query('alter table changing drop column name');
    const strict = await run(drawn(), past('other_past'), { changedSchema: 'add' });
    expect(strict).toMatchObject({
      state: 'failed',
      error: { code: 'etl.run.schema_changed', data: { columns: 'name' } },
    });
    expect(await run(drawn(), past('other_past'), { changedSchema: 'ignore' })).toMatchObject({ state: 'finished' });
    expect((await other.query('select id, name from other_past')).rows).toEqual([{ id: 1, name: null }]);
  });

  test('of a text goes by its head: a column that moved is found, one that has gone is named', async () => {
    const moved = await csvOf('amount,more,id,name\n5,x,1,a\n', names);
    const job = await run(moved, { id: 'p', kind: 'fileTarget', format: 'json', name: 'x' });
    expect(JSON.parse(await (await admin.fetch(`/api/files/${job.files[0]!.file}`)).text())).toEqual({
      id: 1,
      name: 'a',
      amount: 5,
    });
    const gone = await csvOf('id,amount\n1,5\n', names);
    expect(await run(gone, intoHeld())).toMatchObject({
      state: 'failed',
      error: { code: 'etl.run.schema_changed', data: { columns: 'name' } },
    });
    expect(await run(gone, out, { changedSchema: 'ignore' })).toMatchObject({ state: 'finished', rowsWritten: 1 });
  });
});

describe('a target that refuses', () => {
  const rows = 'id,name,amount\n1,a,1\n2,"b\nb",-5\n3,,3\n4,d,123456\n5,e,5\n';

  test('some rows: they are kept with row and column, the others come', async () => {
    const job = await run(await csvOf(rows.replace('3,,3', '1,again,3'), names), intoHeld('append'));
    expect(job).toMatchObject({ state: 'finished', rowsWritten: 2, rowsRejected: 3 });
    const reasons = await kept(job);
    expect(reasons.map(([reason]) => reason)).toEqual([
      expect.stringMatching(/ 2 .*held_amount_check/s),
      expect.stringMatching(/ 3 .*held_pkey/s),
      expect.stringMatching(/ 4 .*amount.*overflow/s),
    ]);
    expect(reasons[0]![1]).toEqual({ id: '2', name: 'b\nb', amount: '-5.0' });
    expect((await held()).map((row) => (row as { id: number }).id)).toEqual([1, 5, 1000]);
    await other.query('delete from held where id < 1000');
  });

  test('one row, of a task that stops at it: nothing is written', async () => {
    const before = await held();
    const contents = await stored();
    const job = await run(await csvOf(rows, names), intoHeld('replace'), { rejects: 'stop' });
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 'etl.row.refused_whole', data: { row: 2 } },
      rowsWritten: 0,
    });
    expect(await kept(job)).toHaveLength(1);
    expect(await held()).toEqual(before);
    // rows that were ready are there to go on with, as long as the run is
    expect((await stored()).length).toBeGreaterThan(contents.length);
    await forgetRuns(server.platform, 'demo', Date.now() + 61 * 24 * 3_600_000);
    expect((await admin.call(etlTasksApi.job, { params: { runId: job.id } })).status).toBe(404);
    const left = await spaceQuery(server.platform, {
      text: `select 1 from ${spaceSchema('demo')}.etl_rejected union all select 1 from ${spaceSchema('demo')}.etl_node`,
    });
    expect(left.rows).toEqual([]);
    expect((await stored()).length).toBeLessThanOrEqual(contents.length);
  });

  test('for want of room: nothing is written, and the run goes on there once there is some', async () => {
    const before = await held();
    // sorting by the key goes to the disk, where the account has next to nothing
    await other.query(`alter role keeper set temp_file_limit = '64kB'; alter role keeper set work_mem = '64kB'`);
    const many = Array.from({ length: 20_000 }, (_, n) => `${n + 5_000},${'x'.repeat(40)},1`).join('\n');
    const job = await run(await csvOf(`id,name,amount\n${many}\n`, names), intoHeld('upsert'));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'etl.target.full' }, rowsWritten: 0 });
    expect(job.nodes.find(({ node }) => node === 't')).toMatchObject({ state: 'failed' });
    expect(await held()).toEqual(before);
    await other.query('alter role keeper reset temp_file_limit; alter role keeper reset work_mem');
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
    expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished', rowsWritten: 20_000 });
    await other.query('delete from held where id between 5000 and 25000');
  });

  test('what we keep beside a target is not among its tables', async () => {
    const there = await other.query(`select 1 from pg_tables where tablename = '_formwork_load'`);
    expect(there.rows).toHaveLength(1);
    const query = { schema: 'public' };
    const tables = await admin.ok(explorerApi.tables, { params: { source: connection }, query });
    expect(tables.map(({ name }) => name)).toContain('held');
    expect(tables.map(({ name }) => name)).not.toContain('_formwork_load');
  });

  test('because the password has ended: named, and the run goes on with the new one', async () => {
    const source = await csvOf('id,name,amount\n7,g,7\n', names);
    await other.query(`alter role keeper password 'second'`);
    const job = await run(source, intoHeld());
    const error = { code: 'connections.test.login', data: { connection: 'held' } };
    expect(job).toMatchObject({ state: 'failed', error, rowsWritten: 0 });
    const { version } = await admin.ok(connectionsApi.get, { params: { connectionId: connection } });
    await admin.ok(connectionsApi.update, {
      params: { connectionId: connection },
      body: { version, secrets: { password: 'second' } },
    });
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
    expect(await endOf(admin, job.id)).toMatchObject({ state: 'finished', rowsWritten: 1 });
    await other.query('delete from held where id = 7');
  });
});

const mariadb = await mysql
  .createConnection({ host: '127.0.0.1', port: 3306, user: 'root', connectTimeout: 2_000 })
  .catch(() => undefined);
// a machine that builds for all has one
if (mariadb === undefined && process.env.CI === 'true') throw new Error('no MariaDB answers on 127.0.0.1:3306');

describe.skipIf(mariadb === undefined)('MariaDB on 127.0.0.1:3306', () => {
  const database = `formwork_broken_${process.pid}`;
  let maria: string;
  beforeAll(async () => {
    await mariadb!.query(`create database ${database} character set utf8mb4`);
    await mariadb!.query(`create user '${database}'@'%' identified by 'secret'`);
    await mariadb!.query(`grant all on ${database}.* to '${database}'@'%'`);
    ({ id: maria } = await admin.ok(connectionsApi.create, {
      body: {
        kind: 'mysql',
        name: database,
        folder: null,
        settings: { host: '127.0.0.1', port: 3306, database, user: database, tls: false },
        secrets: { password: 'secret' },
      },
    }));
  });
  afterAll(async () => {
    await mariadb!.query(`drop database if exists ${database}`);
    await mariadb!.query(`drop user if exists '${database}'@'%'`);
    await mariadb!.end();
  });
  const into = (table: string): Own<GivenTaskNode> => ({
    id: 't',
    kind: 'tableTarget',
    connection: maria,
    schema: database,
    table,
    mode: 'append',
    keys: [],
  });

  test('rows it refuses are kept, the others come', async () => {
    await mariadb!.query(`create table ${database}.held (id int primary key, name varchar(5), amount double)`);
    const source = await csvOf('id,name,amount\n1,a,1\n2,"much\ntoo long",2\n3,c,3\n1,again,4\n', names);
    const job = await run(source, into('held'));
    expect(job).toMatchObject({ state: 'finished', rowsWritten: 2, rowsRejected: 2 });
    expect((await kept(job)).map(([, row]) => (row as { id: string }).id)).toEqual(['2', '1']);
    const [found] = await mariadb!.query(`select id from ${database}.held order by id`);
    expect(found).toEqual([{ id: 1 }, { id: 3 }]);
  });

  test('a table that is full is named as such', async () => {
    await mariadb!.query('set session max_heap_table_size = 16384');
    await mariadb!.query(
      `create table ${database}.small (id int, name varchar(200), amount double) engine = memory max_rows = 10`,
    );
    const many = Array.from({ length: 3_000 }, (_, n) => `${n},${'x'.repeat(100)},1`).join('\n');
    const job = await run(await csvOf(`id,name,amount\n${many}\n`, names), into('small'));
    expect(job).toMatchObject({ state: 'failed', error: { code: 'etl.target.full' } });
  });
});
