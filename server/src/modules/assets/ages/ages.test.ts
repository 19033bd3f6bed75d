import { randomUUID } from 'node:crypto';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { emptyApi, formOperations } from '@formwork/contract/gateway/definition.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { field, newForm } from '../../../testing/forms.ts';
import { countCallsOf } from '../api-usage.ts';
import { lookAtAll } from './look.ts';

// How old rows are, what is beyond its time, what columns hold, and who uses what.

let server: TestServer;
let admin: Client;
let reader: Client;
let formId: string;
let chartId: string;
let apiId: string;
let asset: number;

const definition: FormDefinition = {
  format: 1,
  title: { zh: '保留的访客' },
  layout: [],
  titleField: 'code',
  fields: [field('text', 'code'), field('number', 'amount'), field('text', 'hidden'), field('date', 'day')],
  tables: [],
};

async function released(kind: string, name: string, draft: object): Promise<string> {
  const { id, version } = await admin.ok(definitionsApi.create, {
    params: { kind },
    body: { commandId: randomUUID(), name: { zh: name }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind, id }, body: { version } });
  return id;
}

const add = (values: Record<string, unknown>) =>
  admin.ok(recordsApi.create, {
    params: { formId },
    body: { commandId: randomUUID(), values: values as never, slaves: {} },
  });
const get = (client = admin, assetId = asset) => client.ok(assetsApi.get, { params: { assetId } });
const change = async (body: object) =>
  admin.call(assetsApi.update, { params: { assetId: asset }, body: { version: (await get()).version, ...body } });
const overdue = async (state: 'due' | 'kept' | 'unknown' = 'due', client = admin) =>
  (await client.ok(retentionApi.overdue, { query: { state, limit: 200 } })).rows.map(({ id, over }) => [id, over]);
const where = () => ({ platform: server.platform, spaceId: 'demo' });
const assetOf = async (kind: string, ref: string): Promise<number> =>
  vi.waitFor(async () => (await admin.ok(assetsApi.ofThing, { params: { kind, ref } })).id);

beforeAll(async () => {
  server = await startTestServer();
  [admin, reader] = [await server.as('admin'), await server.as('user4')];
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '保留' } } });
  formId = await newForm(admin, appId, definition);
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '0',
          subject: { kind: 'person', id: reader.id },
          actions: ['view'],
          scope: 'all',
          fields: { hidden: { new: 'hidden', existing: 'hidden' } },
        },
      ],
    },
  });
  asset = await assetOf('form', formId);
  chartId = await released('chart', '访客图', {
    ...emptyChart(),
    form: formId,
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'amount', fn: 'sum' }] },
    },
  });
  apiId = await released('gateway_api', '访客接口', {
    ...emptyApi(),
    basePath: '/visitors',
    source: { is: 'form', form: formId, person: admin.id },
    operations: formOperations().slice(0, 1),
  });
  await add({ code: 'A', amount: 2, hidden: 'x', day: '2020-03-01' });
  await add({ code: 'A', amount: 4, hidden: 'y', day: '2024-05-06' });
  await add({ code: 'B' });
}, 600_000);
afterAll(() => server.stop());

describe('how old rows are', () => {
  test('a form tells by when its records were made, or by a column that somebody chose', async () => {
    expect(await admin.ok(retentionApi.age, { params: { assetId: asset } })).toMatchObject({ ageWhy: null });
    expect(Date.parse((await get()).oldest!)).toBeGreaterThan(Date.now() - 3_600_000);
    const refused = await change({ ageColumn: 'code' });
    expect(codeOf(refused)).toBe('assets.rule.column_fits_not');
    expect(codeOf(await change({ ageColumn: 'gone' }))).toBe('assets.rule.column_gone');
    expect((await change({ ageColumn: 'day' })).status).toBe(200);
    const aged = await get();
    expect([aged.oldest!.slice(0, 7), aged.newest!.slice(0, 7), aged.ageColumn]).toEqual(['2020-02', '2024-05', 'day']);
  });

  test('what has no rows says why nobody can tell', async () => {
    const chart = await assetOf('chart', chartId);
    const { ageWhy, oldest } = await admin.ok(retentionApi.age, { params: { assetId: chart } });
    expect([ageWhy, oldest]).toEqual(['assets.asset.not_readable', null]);
    const { version } = await get(admin, chart);
    await admin.ok(assetsApi.update, { params: { assetId: chart }, body: { version, retention: 30 } });
    expect(await overdue('unknown')).toEqual([[chart, null]]);
  });

  test('beyond the days to keep it stands in the list, with what is to be done, and owner and stewards hear of it once', async () => {
    expect(await overdue()).toEqual([]);
    expect((await change({ retention: 100, retentionThen: 'archive', owner: reader.id })).status).toBe(200);
    const { rows } = await admin.ok(retentionApi.overdue, { query: { state: 'due', limit: 50 } });
    expect(rows).toMatchObject([
      { id: asset, retention: 100, then: 'archive', ageColumn: 'day', ageType: 'date', address: { id: formId } },
    ]);
    // what the page leads to: the records that are beyond their time, by a day or by when they were made
    for (const [of, value, found] of [
      ['day', new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10), 2],
      ['_createdAt', new Date(Date.now() - 100 * 86_400_000).toISOString(), 0],
    ] as const) {
      const filter = JSON.stringify({ all: [{ field: of, operator: 'lt', value }] });
      const answer = await admin.fetch(`/api/records/${formId}?${new URLSearchParams({ filter }).toString()}`);
      expect([answer.status, ((await answer.json()) as { rows: unknown[] }).rows?.length]).toEqual([200, found]);
    }
    expect(rows[0]!.over).toBeGreaterThan(2_000);
    expect((await admin.ok(assetsApi.overview, {})).waiting.overdue).toBe(1);
    expect(
      (await admin.ok(assetsApi.list, { query: { waits: 'overdue', limit: 5 } })).rows.map(({ id }) => id),
    ).toEqual([asset]);
    const told = async () =>
      (await reader.ok(messagesApi.list, { query: { limit: 50 } })).rows.filter(({ kind }) => kind === 'assetOverdue')
        .length;
    await lookAtAll(where());
    await lookAtAll(where());
    expect(await told()).toBe(1);
    expect(await admin.ok(retentionApi.remind, { params: { assetId: asset } })).toEqual({ told: 1 });
  });

  test('with leave it stays until a day, and comes back when that is over', async () => {
    const keep = (body: { until: string | null; reason: string }) =>
      admin.call(retentionApi.keep, { params: { assetId: asset }, body });
    expect(codeOf(await keep({ until: '2999-01-01', reason: ' ' }))).toBe('platform.invalid_input');
    expect((await keep({ until: '2999-01-01', reason: '审计' })).status).toBe(200);
    expect([await overdue(), (await overdue('kept')).map(([id]) => id)]).toEqual([[], [asset]]);
    await keep({ until: '2020-01-01', reason: '审计' });
    expect((await overdue()).map(([id]) => id)).toEqual([asset]);
    await keep({ until: null, reason: '' });
    expect((await get()).keptUntil).toBeNull();
    await change({ retention: null });
    expect(codeOf(await admin.call(retentionApi.remind, { params: { assetId: asset } }))).toBe(
      'assets.asset.not_overdue',
    );
  });

  test('the list pages, the longest overdue first', async () => {
    const schema = spaceSchema('demo');
    await server.platform.pool.query(
      `update ${schema}.assets_asset set retention = 1, oldest = now() - make_interval(days => 10 + id, years => case when id % 2 = 0 then 100 else 0 end), age_why = null, aged_at = now() where state = 'live'`,
    );
    const all = (await overdue()).map(([id]) => id);
    expect(all.length).toBeGreaterThan(2);
    // half of them from before 1970
    expect(all).toEqual([...all].toSorted((a, b) => (a! % 2) - (b! % 2) || b! - a!));
    const paged: number[] = [];
    for (let after: string | undefined; ;) {
      const page = await admin.ok(retentionApi.overdue, {
        query: { state: 'due', limit: 1, ...(after !== undefined && { after }) },
      });
      paged.push(...page.rows.map(({ id }) => id));
      if (page.next === null) break;
      after = page.next;
    }
    expect(paged).toEqual(all);
    await server.platform.pool.query(`update ${schema}.assets_asset set retention = null`);
  });
});

test('a profile says what columns hold, of what the reader may see', async () => {
  const profile = async (client: Client) => {
    const { rows, columns } = await client.ok(retentionApi.profile, { params: { assetId: asset } });
    return [
      rows,
      ...columns.map(({ key, filled, distinct, least, most, mean }) => [key, filled, distinct, least, most, mean]),
    ];
  };
  const code = ['code', 3, 2, 'A', 'B', null];
  expect(await profile(admin)).toEqual([
    3,
    code,
    ['amount', 2, 2, '2', '4', 3],
    ['hidden', 2, 2, 'x', 'y', null],
    ['day', 2, 2, '2020-03-01', '2024-05-06', null],
  ]);
  const seen = await profile(reader);
  expect(seen[1]).toEqual(code);
  expect(JSON.stringify(seen)).not.toContain('"x"');
  const { columns } = await admin.ok(retentionApi.profile, { params: { assetId: asset } });
  expect(columns[0]!.top).toEqual([
    { value: 'A', count: 2 },
    { value: 'B', count: 1 },
  ]);
  expect(columns[1]!.mean).toBe(3);
  const chart = await assetOf('chart', chartId);
  expect(codeOf(await admin.call(retentionApi.profile, { params: { assetId: chart } }))).toBe(
    'assets.asset.not_readable',
  );
});

describe('who uses what', () => {
  test('a chart that answers somebody is used, and so is what it answers from', async () => {
    const chart = await assetOf('chart', chartId);
    const before = (await get()).usage.find(({ id }) => id === admin.id)?.n ?? 0;
    for (let times = 0; times < 3; times += 1)
      await admin.ok(analyticsApi.chart, { params: { chartId }, body: { picks: [] } });
    // asked again within a minute it is one look
    await vi.waitFor(async () => {
      const { rows } = await server.platform.pool.query(
        `select person, n, by_kind from ${spaceSchema('demo')}.assets_usage where asset = $1`,
        [chart],
      );
      expect(rows).toContainEqual({ person: admin.id, n: expect.any(Number), by_kind: 'person' });
    });
    await vi.waitFor(async () =>
      expect((await get()).usage.find(({ id }) => id === admin.id)!.n).toBeGreaterThan(before),
    );
  });

  test('what readers have worked for them is a cost: of a chart, of its form, of a form that a statement names', async () => {
    const [chart, form] = [await assetOf('chart', chartId), await assetOf('form', formId)];
    const read = async (assetId: number) => (await admin.ok(assetsApi.cost, { params: { assetId } })).readSeconds;
    const before = [await read(chart), await read(form)];
    await admin.ok(analyticsApi.chart, { params: { chartId }, body: { picks: [] } });
    await vi.waitFor(async () => {
      expect(await read(chart)).toBeGreaterThan(before[0]!);
      expect(await read(form)).toBeGreaterThan(before[1]!);
    });
    const then = await read(form);
    await admin.ok(explorerApi.sample, { params: { source: 'forms' }, query: { schema: '', table: formId, limit: 5 } });
    await vi.waitFor(async () => expect(await read(form)).toBeGreaterThan(then));
  });

  test('an API is used by the applications that call it, counted once however often it is looked', async () => {
    const api = await assetOf('gateway_api', apiId);
    const application = randomUUID();
    const schema = spaceSchema('demo');
    const put = (name: string, calls: number, refused: number) =>
      server.platform.pool.query(
        `insert into ${schema}.gateway_minute (minute, environment, api, application, calls, refused, failed, bytes, ms, histogram)
          values (date_trunc('minute', now()), 'live', $1, $2, $3::bigint, $4::bigint, 0, 0, 0, '{}')
          on conflict (minute, environment, api, application) do update set calls = excluded.calls`,
        [apiId, name, calls, refused],
      );
    await put(application, 5, 1);
    await put('', 2, 0);
    await server.platform.pool.query(`update ${schema}.gateway_minute set ms = 1500 where api = $1`, [apiId]);
    await countCallsOf(server.platform, 'demo');
    await countCallsOf(server.platform, 'demo');
    const usage = async () =>
      (await get(admin, api)).usage
        .filter(({ by }) => by !== 'person')
        .map(({ by, n }) => [by, n])
        .toSorted();
    expect(await usage()).toEqual([
      ['application', 4],
      ['visitor', 2],
    ]);
    expect((await admin.ok(assetsApi.cost, { params: { assetId: api } })).readSeconds).toBe(3);
    await put(application, 8, 1);
    await countCallsOf(server.platform, 'demo');
    expect(await usage()).toEqual([
      ['application', 7],
      ['visitor', 2],
    ]);
    const { usageDays } = await get(admin, api);
    expect(usageDays.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(9);
  });
});

test('who may do what', async () => {
  const params = { assetId: asset };
  const calls: Record<string, (client: Client) => Promise<{ status: number }>> = {
    overdue: (client) => client.call(retentionApi.overdue, { query: { state: 'due', limit: 50 } }),
    keep: (client) => client.call(retentionApi.keep, { params, body: { until: null, reason: '' } }),
    remind: (client) => client.call(retentionApi.remind, { params }),
    age: (client) => client.call(retentionApi.age, { params }),
    profile: (client) => client.call(retentionApi.profile, { params }),
  };
  const table: Record<string, number[]> = {};
  // an administrator, who reads the form, who does not, three-admin roles, another enterprise
  const people = ['admin', 'user4', 'user5', 'safe', 'audit', 'other-admin'] as const;
  for (const [name, ask] of Object.entries(calls)) {
    table[name] = [];
    for (const one of people) table[name].push((await ask(await server.as(one))).status);
  }
  expect(table).toEqual({
    overdue: [200, 200, 200, 200, 200, 200],
    keep: [200, 403, 403, 403, 403, 404],
    remind: [409, 403, 403, 403, 403, 404],
    age: [200, 403, 403, 403, 403, 404],
    profile: [200, 200, 404, 404, 404, 404],
  });
  await server.platform.pool.query(
    `update ${spaceSchema('demo')}.assets_asset set retention = 1, oldest = now() - interval '9 days' where id = $1`,
    [asset],
  );
  // those of three-admin management know every form by its name, and read none
  const seen: Record<string, number> = {};
  for (const one of people)
    seen[one] = (
      await (await server.as(one)).ok(retentionApi.overdue, { query: { state: 'due', limit: 50 } })
    ).rows.filter(({ title }) => title.zh === definition.title.zh).length;
  expect(seen).toEqual({ admin: 1, user4: 1, user5: 0, safe: 1, audit: 1, 'other-admin': 0 });
});
