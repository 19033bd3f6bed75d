import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { emptyDataSet, type DataSet, type SetField } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import type { TaskNode } from '@formwork/contract/etl/task.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../../../testing/listen.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { startOtherPostgres, type OtherPostgres } from '../../../testing/other-postgres.ts';
import { drawTask, endOf, release as releaseTask, type Own } from '../../etl/testing/drawing.ts';
import { begun, fileSet, released, rowsOf, setChart, shownTo, writeSet } from '../testing/sets.ts';

// What data sets read beside files: statements and tables of a connection, what tasks wrote, charts.

let server: TestServer;
let admin: Client;
let reader: Client;
let postgres: OtherPostgres;
let other: OtherPostgres['client'];
let connection: string;

const fields: SetField[] = [
  { id: 'kind', column: 'kind', title: { zh: '种类', en: 'Kind' }, kind: 'text' },
  { id: 'amount', column: 'amount', title: { zh: '量', en: 'Amount' }, kind: 'number' },
  { id: 'at', column: 'at', title: { zh: '时间', en: 'At' }, kind: 'dateTime' },
];

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  [admin, reader] = [await server.as('admin'), await server.as('user2')];
  postgres = await startOtherPostgres();
  other = postgres.client;
  await other.query(`create table readings (kind text, amount numeric(20, 2), at timestamptz);
    insert into readings values ('rain', 1.10, '2026-01-01T01:00:00Z'), ('rain', 2.20, '2026-01-31T17:00:00Z'), ('sun', 90071992547409.93, '2026-02-01T00:00:00Z'), ('it''s', null, null)`);
  connection = await postgres.connect(admin, 'plant');
});
afterAll(async () => {
  await server.stop();
  await postgres?.stop();
});

async function setOf(body: Partial<DataSet>): Promise<string> {
  return released(admin, 'dataset', await begun(admin, 'dataset', { ...emptyDataSet(), fields, ...body }));
}
const byKind = (id: string) => setChart(id, { x: [{ field: 'kind' }], y: [{ field: 'amount', fn: 'sum' }] });
const sqlOf = (sql: string, parameters: Extract<DataSet['source'], { is: 'sql' }>['parameters'] = []) =>
  ({ is: 'sql', connection, sql, parameters }) as const;
const facts = (id: string, who = admin) => who.ok(setsApi.facts, { params: { datasetId: id } });
const whole = [
  ["it's", null],
  ['rain', '3.3'],
  ['sun', '90071992547409.93'],
];

describe('a statement on a connection', () => {
  test('is read whole, with its parameters, to the last digit and in the clock of the enterprise', async () => {
    const id = await setOf({
      source: sqlOf(
        `select *, ':no' as "a:b" from readings -- :neither
          where amount is null or amount::numeric >= :least and kind <> :without and at > :since`,
        [
          { id: 'p1', name: 'least', kind: 'number', value: '1.5', moment: null },
          { id: 'p2', name: 'without', kind: 'text', value: "it's", moment: null },
          { id: 'p3', name: 'since', kind: 'date', value: '2026-01-01', moment: null },
        ],
      ),
    });
    expect(await rowsOf(admin, byKind(id))).toEqual([
      ["it's", null],
      ['rain', '2.2'],
      ['sun', '90071992547409.93'],
    ]);
    const months = setChart(id, { x: [{ field: 'at', step: 'month' }], y: [{ field: '', fn: 'count' }] });
    // 17:00 of the 31st in London is the first in Shanghai
    expect(await rowsOf(admin, months)).toEqual([
      ['2026-02-01', '2'],
      [null, '1'],
    ]);
    expect(await facts(id)).toMatchObject({ extract: { rows: 3, cut: false, gone: [], error: null } });
  });

  test('changes nothing over there, is one, and what fails is told to those who may change it', async () => {
    const look = (sql: string, who = admin) =>
      who.call(setsApi.look, { params: { datasetId: draft }, body: { source: sqlOf(sql) } });
    const draft = await begun(admin, 'dataset', emptyDataSet());
    const shown = await look('select kind, amount from readings order by kind');
    expect(shown.body).toMatchObject({ columns: [{ name: 'kind', type: 'text' }, { type: 'decimal' }], cut: false });
    for (const sql of ['delete from readings', 'select 1; select 2', 'create table x (a int)', 'select :gone'])
      expect([sql, (await look(sql)).status]).toEqual([sql, 422]);
    expect((await look('select 1', reader)).status).toBe(404);
    expect((await other.query('select count(*)::int as n from readings')).rows).toEqual([{ n: 4 }]);
    const broken = await setOf({ source: sqlOf('select * from nowhere') });
    await shownTo(admin, 'dataset', broken, 'use', reader);
    expect(codeOf(await admin.call(analyticsApi.query, { body: { chart: byKind(broken), picks: [] } }))).toBe(
      'analytics.set.unread',
    );
    expect((await facts(broken)).extract?.error).toMatch(/nowhere/);
    expect((await facts(broken, reader)).extract?.error).toBe('');
  });

  test('is asked anew when it is live, by hand when it is not; a column that goes is said', async () => {
    await other.query('create table changing (kind text, amount int, at timestamptz)');
    await other.query("insert into changing values ('a', 1, now())");
    const source = { is: 'table' as const, connection, schema: 'public', table: 'changing' };
    const [live, still] = [await setOf({ source, live: true }), await setOf({ source })];
    expect(await rowsOf(admin, byKind(live))).toEqual([['a', '1']]);
    expect(await rowsOf(admin, byKind(still))).toEqual([['a', '1']]);
    await other.query("insert into changing values ('b', 2, now())");
    await vi.waitFor(async () => expect(await rowsOf(admin, byKind(live))).toHaveLength(2), {
      timeout: 15_000,
      interval: 300,
    });
    expect(await rowsOf(admin, byKind(still))).toHaveLength(1);
    await other.query('alter table changing drop column amount');
    await admin.ok(setsApi.read, { params: { datasetId: still } });
    await vi.waitFor(async () => expect((await facts(still)).extract?.gone).toEqual(['amount']), { timeout: 20_000 });
    expect(codeOf(await admin.call(analyticsApi.query, { body: { chart: byKind(still), picks: [] } }))).toBe(
      'analytics.field_unseen',
    );
    const counted = setChart(still, { x: [{ field: 'kind' }], y: [{ field: '', fn: 'count' }] });
    expect(await rowsOf(admin, counted)).toHaveLength(2);
    // nobody waits for what takes long to read: they see what was there, and hear when the rest is
    await server.platform.owner.query(
      `update space_demo.analytics_extract set took_ms = 60000, read_at = now() - interval '10 minutes' where dataset = $1`,
      [live],
    );
    await other.query("alter table changing add column amount int; insert into changing values ('c', now(), 3)");
    // those who look at what is made of it as well: a join of it, a data set of a chart of that
    const join = await setOf({
      source: {
        is: 'join',
        first: { as: 'p0', of: sourceOfSet(live) },
        joins: [{ as: 'p1', of: sourceOfSet(live), kind: 'left', on: [{ part: 'p0', from: 'kind', field: 'kind' }] }],
      },
      fields: fields.map((field) => ({ ...field, column: `p0.${field.id}` })),
    });
    const chart = await released(admin, 'chart', await begun(admin, 'chart', byKind(join)));
    const ofChart = await setOf({ source: { is: 'chart', chart }, fields: [{ ...fields[0]!, column: 'x0' }] });
    const made = [live, join, ofChart].map((id) => `dataset:${id}`);
    const heard = await listen(server.url, admin, ...made, `dataset:${still}`);
    const slow = await admin.ok(analyticsApi.query, { body: { chart: byKind(live), picks: [] } });
    expect([slow.rows.length, Date.now() - Date.parse(slow.readAt!) > 500_000]).toEqual([2, true]);
    await expect
      .poll(() => heard.flatMap(({ type, topic }) => (type === 'analytics.set_read' ? [topic] : [])))
      .toEqual(expect.arrayContaining(made));
    expect(heard).not.toContainEqual(
      expect.objectContaining({ type: 'analytics.set_read', topic: `dataset:${still}` }),
    );
    await expect.poll(async () => (await rowsOf(admin, byKind(live))).length).toBe(3);
    await other.query("delete from changing where kind = 'c'");
    await expect.poll(async () => (await rowsOf(admin, byKind(live))).length).toBe(2);
    await other.query('drop table changing');
    // figures of before, which say so, rather than none
    await vi.waitFor(
      async () => {
        const answer = await admin.ok(analyticsApi.query, { body: { chart: byKind(live), picks: [] } });
        expect([answer.unread, answer.rows.length]).toEqual([true, 2]);
      },
      { timeout: 15_000, interval: 300 },
    );
  });
});

describe('what a task wrote', () => {
  test('is read from its table, and again after each run', async () => {
    await other.query('create table written (kind text, amount numeric(20, 2), at timestamptz)');
    const sql = 'select kind, amount, at from readings';
    const source: Own<TaskNode> = {
      id: 'from1',
      kind: 'sqlSource',
      connection,
      sql,
      columns: [
        { name: 'kind', type: 'text', nullable: true },
        { name: 'amount', type: 'decimal', nullable: true, precision: 20, scale: 2 },
        { name: 'at', type: 'timestamptz', nullable: true },
      ],
    };
    const node = (id: string, kind: 'tableTarget' | 'fileTarget'): Own<TaskNode> =>
      kind === 'tableTarget'
        ? { id, kind, connection, schema: 'public', table: 'written', mode: 'replace', keys: [], portion: null }
        : {
            id,
            kind,
            connection: null,
            format: 'parquet',
            name: 'written',
            delimiter: ',',
            encoding: 'utf-8',
            header: true,
            rowsName: '',
            resumes: false,
          };
    const task = await releaseTask(
      admin,
      'etl_task',
      drawTask([source, node('to1', 'tableTarget'), node('to2', 'fileTarget')], ['from1>to1', 'from1>to2']),
    );
    expect((await admin.ok(setsApi.targets, { params: { taskId: task } })).map((one) => one.node)).toEqual([
      'to1',
      'to2',
    ]);
    const [table, file] = [
      await setOf({ source: { is: 'task', task, node: 'to1' } }),
      await setOf({ source: { is: 'task', task, node: 'to2' } }),
    ];
    expect((await admin.call(analyticsApi.query, { body: { chart: byKind(file), picks: [] } })).status).toBe(409);
    const { id: run } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
    expect((await endOf(admin, run)).state).toBe('finished');
    for (const id of [table, file])
      await vi.waitFor(async () => expect(await rowsOf(admin, byKind(id))).toEqual(whole), {
        timeout: 20_000,
        interval: 300,
      });
  });
});

describe('a chart as source', () => {
  test('gives each who looks the rows of their own', async () => {
    const inner = await fileSet(admin, 'kind,amount\na,1\na,2\nb,4\n', {
      fields: fields.slice(0, 2),
      rules: [
        {
          id: 'r1',
          subject: { kind: 'person', id: reader.id },
          where: { field: 'kind', operator: 'eq', value: 'b' },
          own: null,
          hides: [],
        },
      ],
    });
    await shownTo(admin, 'dataset', inner, 'use', reader);
    const chart = await released(admin, 'chart', await begun(admin, 'chart', byKind(inner)));
    const outer = await setOf({
      source: { is: 'chart', chart },
      fields: [
        { id: 'kind', column: '种类', title: { zh: '种类' }, kind: 'text' },
        { id: 'amount', column: '量', title: { zh: '量' }, kind: 'number' },
      ],
    });
    await shownTo(admin, 'dataset', outer, 'use', reader);
    const total = setChart(outer, { y: [{ field: 'amount', fn: 'max' }] });
    const both = await Promise.all([admin, reader, admin, reader].map((who) => rowsOf(who, total)));
    expect(both).toEqual([[['4']], [['4']], [['4']], [['4']]]);
    expect(await rowsOf(reader, byKind(outer))).toEqual([['b', '4']]);
    expect(await rowsOf(admin, byKind(outer))).toEqual([
      ['a', '3'],
      ['b', '4'],
    ]);
    const circle = await begun(admin, 'dataset', emptyDataSet());
    const round = await released(
      admin,
      'chart',
      await begun(admin, 'chart', { ...byKind(inner), form: sourceOfSet(circle) }),
    );
    await writeSet(admin, circle, { source: { is: 'chart', chart: round }, fields: fields.slice(0, 2) });
    await released(admin, 'dataset', circle);
    expect(codeOf(await admin.call(analyticsApi.query, { body: { chart: byKind(circle), picks: [] } }))).toBe(
      'analytics.set.circle',
    );
  });
});
