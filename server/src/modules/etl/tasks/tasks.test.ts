import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { emptyTask, type EtlTask, type GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { namedContents, type Named } from '../../../backup/copy-files.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { flowScene } from '../../orchestration/testing/flow-scene.ts';
import { at, drawTask, endOf, fileNode, release, text, type Own } from '../testing/drawing.ts';
import { etlTaskRun } from './run-task.ts';

// Tasks from the drawing to the rows: a real PostgreSQL on the other side, a form, files, over HTTP.

let server: TestServer;
let admin: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connection: string;
let formId: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  postgres = await startOtherPostgres();
  other = postgres.client;
  await other.query(`create table kinds (kind text primary key, title text);
    insert into kinds values ('rain', '雨'), ('sun', '晴'), ('fog', '雾');
    create table days (id int primary key, day date, kind text, amount numeric(10, 2));
    insert into days select n, date '2026-01-01' + n, (array['rain', 'sun', 'fog'])[1 + n % 3], n * 1.5 from generate_series(1, 3000) n;
    create table loaded (day date, title text, amount numeric(10, 2))`);
  connection = await postgres.connect(admin, 'plant');
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '天气' } } });
  const fields = [
    newField('date', { zh: '日' }, 'day'),
    newField('text', { zh: '天气' }, 'kind'),
    newField('number', { zh: '量' }, 'amount'),
  ];
  (fields[2] as { config: object }).config = { decimals: 2, max: 4000 };
  (fields[0] as { unique?: boolean }).unique = true;
  const title = { zh: '天气' };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: { format: 1, title, layout: [], titleField: 'kind', fields, tables: [] } as never },
  }));
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

const page = { offset: 0, limit: 100 };
const released = (body: EtlTask): Promise<string> => release(admin, 'etl_task', body);
const ended = (runId: string): Promise<JobDetail> => endOf(admin, runId);

async function run(taskId: string): Promise<JobDetail> {
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  return ended(id);
}

const source = async (id: string, table: string, watermark = ''): Promise<Own<GivenTaskNode>> => {
  const node = {
    id,
    kind: 'tableSource' as const,
    connection,
    schema: 'public',
    table,
    columns: [],
    watermark,
    changes: false,
  };
  const { columns } = await admin.ok(etlTasksApi.columns, { body: { node: { ...at, ...node } } });
  return { ...node, columns };
};
const join: Own<GivenTaskNode> = {
  id: 'j',
  kind: 'join',
  how: 'left',
  keys: [{ id: 'k1', left: 'kind', right: 'kind' }],
  prefix: 'k_',
};
const shape: Own<GivenTaskNode> = {
  id: 's',
  kind: 'select',
  picks: ['day', 'title', 'amount'].map((column, n) => ({ id: `p${n}`, column, name: '' })),
};
const intoTable = (mode: 'append' | 'replace' = 'append'): Own<GivenTaskNode> => ({
  id: 't',
  kind: 'tableTarget',
  connection,
  schema: 'public',
  table: 'loaded',
  mode,
  keys: [],
});
const intoForm = (mode: 'create' | 'upsert' = 'create'): Own<GivenTaskNode> => ({
  id: 'f',
  kind: 'formTarget',
  form: formId,
  mode,
  key: mode === 'upsert' ? 'day' : '',
  mapping: [
    ['day', 'day'],
    ['kind', 'kind'],
    ['amount', 'amount'],
  ].map(([column, field], n) => ({ id: `m${n}`, column: column!, field: field! })),
});
const counted = async (): Promise<number> => Number((await other.query('select count(*) from loaded')).rows[0].count);
const records = async (): Promise<number> =>
  (await admin.ok(recordsApi.count, { params: { formId }, query: {} })).total;

/** What a backup would take along now, and which contents the files of a run have. */
async function inBackup(files: string[] = []): Promise<{ named: Named[]; keys: string[] }> {
  const client = await server.platform.owner.connect();
  try {
    await client.query('begin; set local role formwork_backup');
    const { rows } = await client.query<{ key: string }>('select key from files.file where id = any ($1)', [files]);
    return { named: await namedContents(client, ['demo']), keys: rows.map(({ key }) => key) };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const stagesInBackup = async (): Promise<Named[]> =>
  (await inBackup()).named.filter(({ by }) => by === '"space_demo".run');

const upload = (name: string, content: string | Buffer) => fileNode(admin, name, content);

test('a flow of nodes runs a task in the name of its author, and is what refers to it', async () => {
  const csv = await fileNode(admin, 'rows.csv', 'code\na\nb\n');
  const task = await released(drawTask([csv, { id: 'p', kind: 'fileTarget', format: 'csv', name: 'rows' }], ['c>p']));
  const scene = flowScene(admin);
  const call = { kind: 'call' as const, id: 'run', action: 'etl.run', set: { task }, input: [], as: 'made' };
  const flow = await scene.flow([call], 'start>run', {
    runsAs: 'author',
    outputs: [{ name: 'run', value: 'made.run' }],
  });
  const { state, result } = await scene.played(flow);
  expect(state).toBe('finished');
  expect(await ended((result as { run: string }).run)).toMatchObject({
    state: 'finished',
    rowsRead: 2,
    rowsWritten: 2,
  });
  const bin = await admin.call(definitionsApi.archive, { params: { kind: 'etl_task', id: task }, body: {} });
  expect([bin.status, codeOf(bin)]).toEqual([409, 'definitions.release.in_use']);
});

test('a flow of nodes gives a task its parameters, and is not released where they do not fit', async () => {
  const csv = await fileNode(admin, 'rows.csv', 'code\na\nb\n');
  const asked: EtlParameter[] = [
    { id: 'p1', name: 'place', type: 'text', value: '', required: true },
    { id: 'p2', name: 'most', type: 'number', value: '5' },
  ];
  const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: '{place} {most}' };
  const task = await released(drawTask([csv, out], ['c>p'], {}, asked));
  const scene = flowScene(admin);
  const call = (input: { name: string; value: string }[]) => [
    { kind: 'call' as const, id: 'run', action: 'etl.run', set: { task, day: '2026-01-02' }, input, as: 'made' },
  ];
  const settings = { runsAs: 'author' as const, outputs: [{ name: 'run', value: 'made.run' }] };
  const right = [
    { name: 'parameters/place', value: '"A" + "B"' },
    { name: 'parameters/most', value: '2 + 5' },
  ];
  const flow = await scene.flow(call(right), 'start>run', settings);
  const { result } = await scene.played(flow);
  expect(await ended((result as { run: string }).run)).toMatchObject({
    state: 'finished',
    day: '2026-01-02',
    parameters: { place: 'AB', most: '7' },
    files: [{ name: 'AB 7.csv' }],
  });
  for (const [input, code] of [
    [right.slice(1), 'etl.parameter.missing'],
    [[...right, { name: 'parameters/none', value: '1' }], 'etl.problem.no_parameter'],
  ] as const) {
    const id = await scene.draft(call([...input]), 'start>run', settings);
    const answer = await admin.call(definitionsApi.release, {
      params: { kind: 'orchestration', id },
      body: { version: 1 },
    });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining(code)]);
  }
});

describe('a preview', () => {
  test('shows rows, columns and SQL at a node, and what a join did', async () => {
    const drawn = drawTask(
      [await source('d', 'days'), await source('k', 'kinds'), join, shape, intoTable()],
      ['d>j', 'k+j', 'j>s', 's>t'],
    );
    const shown = await admin.ok(etlTasksApi.preview, { body: { task: drawn, node: 's' } });
    expect(shown.columns.map(({ name }) => name)).toEqual(['day', 'title', 'amount']);
    expect(shown.rows[0]).toEqual(['2026-01-02', '晴', '1.50']);
    expect(shown).toMatchObject({ sampled: true });
    expect(shown.sql).toContain('with');
    const joined = await admin.ok(etlTasksApi.preview, { body: { task: drawn, node: 'j' } });
    expect(joined.join).toEqual({ left: 1000, right: 3, unmatchedLeft: 0, unmatchedRight: 0, multiplied: 0 });
  });

  test('finds the rows of large tables that belong together, by key', async () => {
    await other.query(`create table if not exists orders (id int primary key, customer int, note text);
      create table if not exists customers (number int primary key, name text, city text);
      truncate orders, customers;
      insert into orders select n, n, 'o' || n from generate_series(1, 5000) n;
      insert into customers select 5001 - n, 'c' || 5001 - n, case when n % 2 = 0 then 'x' else 'y' end from generate_series(1, 5000) n`);
    const orders = await source('o', 'orders');
    const customers = await source('c', 'customers');
    const sql = {
      ...{ id: 'c', kind: 'sqlSource' as const, connection, sql: 'select number, name, city from customers;' },
      columns: (customers as { columns: [] } & Own<GivenTaskNode>).columns,
    };
    const named: Own<GivenTaskNode> = {
      ...{ id: 'n', kind: 'select' },
      picks: ['number', 'name', 'city'].map((column, n) => ({ id: `p${n}`, column, name: `c_${column}` })),
    };
    const filter: Own<GivenTaskNode> = { id: 'f', kind: 'filter', language: 'sql', expression: `"c_city" = 'x'` };
    const by = (how: 'inner' | 'left' | 'right' | 'full'): Own<GivenTaskNode> => ({
      ...{ id: 'j', kind: 'join', how, prefix: '' },
      keys: [{ id: 'k1', left: 'customer', right: 'c_number' }],
    });
    const shownOf = async (of: Own<GivenTaskNode>, how: 'inner' | 'left' | 'right' | 'full') => {
      const drawn = drawTask([orders, of, named, filter, by(how)], ['o>j', 'c>n', 'n>f', 'f+j']);
      return admin.ok(etlTasksApi.preview, { body: { task: drawn, node: 'j' } });
    };
    for (const side of [customers, sql]) {
      const inner = await shownOf(side, 'inner');
      expect(inner.join).toMatchObject({ left: 1000, unmatchedLeft: 500, unmatchedRight: 0 });
      expect(inner).toMatchObject({ sampled: true, sampleRows: 1000 });
      expect(inner.rows).toHaveLength(100);
      // what finds nothing comes out as well: of these the first ones
      expect((await shownOf(side, 'full')).join).toMatchObject({ unmatchedLeft: 500, unmatchedRight: 500 });
    }
  });

  test('looks at more rows where nothing comes out of the first', async () => {
    const filter: Own<GivenTaskNode> = { id: 'w', kind: 'filter', language: 'sql', expression: 'id = 2900' };
    const drawn = drawTask([await source('d', 'days'), filter], ['d>w']);
    const { rows, sampled } = await admin.ok(etlTasksApi.preview, { body: { task: drawn, node: 'w' } });
    expect(rows.map(([id]) => id)).toEqual(['2900']);
    // all of them were looked at
    expect(sampled).toBe(false);
  });

  test('says what is wrong with the drawing, in the words of the problem', async () => {
    const drawn = drawTask(
      [await source('d', 'days'), { id: 'w', kind: 'filter', language: 'feel', expression: 'nobody > 1' }],
      ['d>w'],
    );
    const refused = await admin.call(etlTasksApi.preview, { body: { task: drawn, node: 'w' } });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'etl.problem.feel_wrong']);
  });

  test('is for administrators alone', async () => {
    const body = { task: emptyTask(), node: 'x' };
    for (const who of ['user', 'safe', 'audit', 'other-user'])
      expect((await (await server.as(who as 'user')).call(etlTasksApi.preview, { body })).status).toBe(403);
  });
});

describe('a run', () => {
  test('moves rows from a database to a table, a form and a file', async () => {
    const file: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'parquet', name: 'days {date}' };
    const id = await released(
      drawTask(
        [await source('d', 'days'), await source('k', 'kinds'), join, shape, intoTable(), intoForm(), file],
        ['d>j', 'k+j', 'j>s', 's>t', 's>p', 'j>f'],
      ),
    );
    const job = await run(id);
    expect(job).toMatchObject({ state: 'finished', rowsRead: 3003, rowsRejected: 334 });
    expect(await counted()).toBe(3000);
    // the form takes no amount above 4,000
    expect(await records()).toBe(2666);
    expect(job.files.map(({ name }) => name)).toEqual([`days ${job.day}.parquet`]);
    const bytesOf = (name: string) => job.nodes.find(({ node }) => node === name)?.bytes;
    expect(bytesOf('d')).toBeGreaterThan(10_000);
    expect(bytesOf('t')).toBeGreaterThan(10_000);
    expect(bytesOf('p')).toBe(job.files[0]!.size);
    const { named, keys } = await inBackup(job.files.map((written) => written.file));
    expect(named).toContainEqual(expect.objectContaining({ key: keys[0], needed: true, by: 'files.file' }));
    expect(job.nodes.find(({ node }) => node === 'j')).toMatchObject({ rows: 3000, report: { unmatchedRight: 0 } });
    const { rows, total } = await admin.ok(etlTasksApi.rejected, {
      params: { runId: job.id },
      query: { ...page, node: 'f' },
    });
    expect(total).toBe(334);
    expect(rows[0]).toMatchObject({ state: 'kept', row: { amount: '4000.5' } });
    expect(rows[0]!.reason).toContain('4000');

    const sent = await admin.ok(etlTasksApi.resend, {
      params: { runId: job.id },
      body: { node: 'f', rows: [{ n: rows[0]!.n, row: { ...rows[0]!.row, amount: '12' } }], all: false },
    });
    expect(sent.left).toBe(0);
    expect(await ended(sent.id)).toMatchObject({ state: 'finished', rowsWritten: 1, rowsRejected: 0 });
    expect(await records()).toBe(2667);
    expect(await counted()).toBe(3000);
    const left = await admin.ok(etlTasksApi.rejected, {
      params: { runId: job.id },
      query: { ...page, node: 'f', state: 'kept' },
    });
    expect(left.total).toBe(333);
    expect(
      await admin.ok(etlTasksApi.drop, {
        params: { runId: job.id },
        body: { node: 'f', rows: left.rows.map(({ n }) => n) },
      }),
    ).toEqual({ dropped: 100 });
  });

  test('counts what goes either way of a branch', async () => {
    const rows = await fileNode(admin, 'kinds.csv', 'kind\nsun\nrain\nsun\n');
    const fork: Own<GivenTaskNode> = { id: 'b', kind: 'branch', language: 'feel', expression: 'kind = "sun"' };
    const file = (id: string): Own<GivenTaskNode> => ({ id, kind: 'fileTarget', format: 'csv', name: id });
    const task = drawTask([rows, fork, file('p'), file('q')], ['c>b', 'b>p', 'b>q']);
    const edges = task.edges.map((edge) => ({ ...edge, port: edge.target === 'q' ? ('no' as const) : edge.port }));
    const job = await run(await released({ ...task, edges }));
    expect(job).toMatchObject({ state: 'finished', standing: [] });
    expect(job.nodes.find(({ node }) => node === 'b')).toMatchObject({ rows: 3, report: { yes: 2, no: 1 } });
  });

  test('whose process died writes nothing twice', async () => {
    await other.query('truncate loaded');
    const before = await records();
    const id = await released(
      drawTask(
        [
          await source('d', 'days'),
          { id: 'w', kind: 'filter', language: 'feel', expression: 'id <= 500' },
          shape,
          intoTable(),
          intoForm('upsert'),
        ].map((node) =>
          node.id === 's'
            ? { ...node, picks: ['day', 'amount'].map((column, n) => ({ id: `p${n}`, column, name: '' })) }
            : node,
        ) as Own<GivenTaskNode>[],
        ['d>w', 'w>s', 's>t', 'w>f'],
      ),
    );
    const job = await run(id);
    expect(job).toMatchObject({ state: 'finished' });
    expect([await counted(), await records()]).toEqual([500, before]);
    // as if it had died before it could say that the rows had arrived: what was ready is in the store no more, so it is made ready again
    const { rows } = await spaceQuery<{ memory: object; payload: object }>(server.platform, {
      text: `select memory, payload from ${spaceSchema('demo')}.run where id = $1`,
      values: [job.id],
    });
    const ctx = {
      platform: server.platform,
      requestId: 'r',
      ip: '',
      userAgent: '',
      locale: 'zh-CN' as const,
      spaceId: 'demo',
      user: { id: admin.id, name: 'x', login: 'x', role: 'admin' as const, homeSpaceId: 'demo', sessionId: '' },
    };
    let memory: unknown = { ...rows[0]!.memory, stages: undefined, delivered: [] };
    for (let state = 'running'; state === 'running';) {
      const burst = await etlTaskRun.advance!({
        ...ctx,
        id: job.id,
        payload: rows[0]!.payload,
        definition: id,
        release: 1,
        memory,
        attempt: 2,
        moved: async () => {},
        cancelled: () => false,
      });
      ({ state, memory } = burst as { state: string; memory: unknown });
    }
    expect([await counted(), await records()]).toEqual([500, before]);
  });

  test('reads behind its watermark the next time', async () => {
    await other.query('truncate loaded');
    const id = await released(
      drawTask(
        [
          await source('d', 'days', 'id'),
          { ...shape, picks: ['day', 'amount'].map((column, n) => ({ id: `p${n}`, column, name: '' })) },
          intoTable(),
        ],
        ['d>s', 's>t'],
      ),
    );
    expect(await run(id)).toMatchObject({ rowsRead: 3000 });
    await other.query(`insert into days values (3001, '2040-01-01', 'sun', 1)`);
    expect(await run(id)).toMatchObject({ state: 'finished', rowsRead: 1, rowsWritten: 1 });
    expect(await run(id)).toMatchObject({ state: 'finished', rowsRead: 0 });
    expect(await counted()).toBe(3001);
  });

  test('fails at its node with the reason, and goes on there when it is mended', async () => {
    await other.query('alter table loaded rename to lost');
    const picks = {
      ...shape,
      picks: ['day', 'amount'].map((column, n) => ({ id: `p${n}`, column, name: '' })),
    } as Own<GivenTaskNode>;
    const id = await released(drawTask([await source('d', 'days'), picks, intoTable('replace')], ['d>s', 's>t']));
    const job = await run(id);
    expect(job).toMatchObject({ state: 'failed', can: { rerunFrom: true } });
    expect(job.nodes.find(({ node }) => node === 't')).toMatchObject({ state: 'failed' });
    // a backup takes along what it goes on with, and the files that others made
    expect((await stagesInBackup()).map(({ needed }) => needed)).toEqual([true]);
    await other.query('alter table lost rename to loaded');
    await admin.ok(runsApi.rerun, { params: { runId: job.id }, body: { from: 't' } });
    expect(await ended(job.id)).toMatchObject({ state: 'finished', rowsWritten: 3001 });
    expect(await counted()).toBe(3001);
    expect(await stagesInBackup()).toEqual([]);
  });

  test('refuses a source whose column has gone', async () => {
    const days = await source('d', 'days');
    const id = await released(
      drawTask(
        [
          { ...days, columns: [...(days as { columns: object[] }).columns, ...text('vanished')] } as Own<GivenTaskNode>,
          intoTable(),
        ],
        ['d>t'],
      ),
    );
    expect(await run(id)).toMatchObject({
      state: 'failed',
      error: { code: 'etl.run.schema_changed', data: { columns: 'vanished' } },
    });
  });

  test('is stopped within seconds, and stopping it twice is harmless', async () => {
    const slow: Own<GivenTaskNode> = {
      id: 'q',
      kind: 'sqlSource',
      connection,
      sql: 'select n, pg_sleep(0.01)::text as s from generate_series(1, 100000) n',
      columns: [{ name: 'n', type: 'integer', nullable: true }, ...text('s')],
    };
    const file: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'slow' };
    const id = await released(drawTask([slow, file], ['q>p'], { changedSchema: 'ignore' }));
    const { id: runId } = await admin.ok(etlTasksApi.run, { params: { taskId: id }, body: {} });
    await vi.waitFor(async () => expect((await admin.ok(runsApi.get, { params: { runId } })).state).toBe('running'));
    await admin.ok(runsApi.cancel, { params: { runId } });
    await admin.ok(runsApi.cancel, { params: { runId } });
    expect(await ended(runId)).toMatchObject({ state: 'cancelled' });
    await vi.waitFor(async () => {
      const { rows } = await other.query(
        `select 1 from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
      );
      expect(rows).toEqual([]);
    });
  });

  test('is stopped while a source does not even say which columns it has', async () => {
    await other.query('create table if not exists shut (n integer)');
    const shut: Own<GivenTaskNode> = {
      id: 'q',
      kind: 'sqlSource',
      connection,
      sql: 'select n from shut',
      columns: [{ name: 'n', type: 'integer', nullable: true }],
    };
    const file: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'shut' };
    const id = await released(drawTask([shut, file], ['q>p']));
    await other.query('begin; lock table shut');
    try {
      const { id: runId } = await admin.ok(etlTasksApi.run, { params: { taskId: id }, body: {} });
      await vi.waitFor(async () => {
        const { rows } = await other.query('select 1 from pg_locks where not granted');
        expect(rows.length).toBeGreaterThan(0);
      });
      await admin.ok(runsApi.cancel, { params: { runId } });
      expect(await ended(runId)).toMatchObject({ state: 'cancelled' });
    } finally {
      await other.query('rollback');
    }
  });
});

describe('a file', () => {
  const csv = 'date,wind,weather\n2026-01-01,4.7,rain\n2026-01-02,much,sun\n2026-01-03,"1,200.5",fog\n';

  test('is read by its types, and what does not hold them is kept with its line', async () => {
    const file = await upload('weather.csv', csv.replace('much', '9'));
    expect((file as { columns: { type: string }[] }).columns.map(({ type }) => type)).toEqual(['date', 'text', 'text']);
    const typed = {
      ...file,
      columns: [
        { name: 'date', type: 'date', nullable: true },
        { name: 'wind', type: 'double', nullable: true },
        ...text('weather'),
      ],
    };
    const bad = await upload('weather.csv', csv);
    const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'json', name: 'out' };
    const id = await released(
      drawTask([{ ...typed, file: (bad as { file: string }).file } as Own<GivenTaskNode>, out], ['c>p']),
    );
    const job = await run(id);
    expect(job).toMatchObject({ state: 'finished', rowsRejected: 1, rowsWritten: 2 });
    expect(job.nodes.map(({ node, state }) => `${node} ${state}`).toSorted()).toEqual(['c done', 'p done']);
    const { rows } = await admin.ok(etlTasksApi.rejected, { params: { runId: job.id }, query: page });
    expect(rows[0]!.reason).toBe('3. wind: much ≠ double');
    expect(rows[0]!.row).toEqual({ date: '2026-01-02', wind: 'much', weather: 'sun' });
    const sent = await admin.ok(etlTasksApi.resend, {
      params: { runId: job.id },
      body: { node: 'c', rows: [{ n: 1, row: { ...rows[0]!.row, wind: '3' } }], all: false },
    });
    expect(await ended(sent.id)).toMatchObject({ state: 'finished', rowsWritten: 1 });
    const strict = await released(
      drawTask([{ ...typed, file: (bad as { file: string }).file } as Own<GivenTaskNode>, out], ['c>p'], {
        rejects: 'stop',
      }),
    );
    expect(await run(strict)).toMatchObject({ state: 'failed', error: { code: 'etl.run.rejected' }, files: [] });
  });

  test.each([
    ['quotes never closed', 'a,b\n1,2\n"1,2\n3,4\n'],
    ['no text at all', Buffer.from([0x50, 0, 0, 0x99, 7, 1, 2, 3, 4, 5])],
  ])(
    'with %s ends the run, or is refused before',
    async (_what, content) => {
      const body = new FormData();
      body.append('file', new Blob([content]), 'bad.csv');
      const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as { id: string }[];
      const node = {
        id: 'c',
        kind: 'fileSource' as const,
        file: file!.id,
        fileName: 'bad.csv',
        format: 'csv' as const,
        delimiter: ',',
        encoding: 'utf-8',
        header: true,
        sheet: '',
        columns: text('a', 'b'),
      };
      const out: Own<GivenTaskNode> = { id: 'p', kind: 'fileTarget', format: 'csv', name: 'out' };
      const id = await released(drawTask([node, out], ['c>p']));
      const job = await run(id);
      expect(job.state).toBe('failed');
      expect(job.error?.code).not.toBe('platform.internal');
      expect(job.files).toEqual([]);
    },
    30_000,
  );

  test('cut short is named', async () => {
    const body = new FormData();
    body.append('file', new Blob(['PAR1 and no more']), 'cut.parquet');
    const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as { id: string }[];
    const refused = await admin.call(etlTasksApi.file, { body: { file: file!.id } });
    expect([refused.status, codeOf(refused)]).toEqual([422, 'etl.file.broken']);
  });
});
