import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { exchangeApi, type OfferInput } from '@formwork/contract/etl/exchange.ts';
import { etlTasksApi, type JobDetail } from '@formwork/contract/etl/task-api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sql, type RawBuilder } from 'kysely';
import { asDispatcher, inControl } from '../../../platform/db/db.ts';
import { testPassword } from '../../../testing/people.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { asPerson, createSpace, insertAccount } from '../../identity/public.ts';
import { at, drawTask, endOf, release } from '../testing/drawing.ts';
import { exchangePage } from './read.ts';

// Two enterprises and a third that looks on: what one offers, the other gets, and nothing beyond.

let server: TestServer;
let admin: Client;
let other: Client;
let third: Client;
let formId: string;
let targetForm: string;

beforeAll(async () => {
  server = await startTestServer();
  await createSpace(server.platform, { id: 'third', name: '第三企业' });
  await inControl(server.platform.control, 'third', (tx) =>
    insertAccount(tx, 'third', { login: 'third-admin', name: 'third', role: 'admin', password: testPassword }),
  );
  [admin, other, third] = await Promise.all([server.as('admin'), server.as('other-admin'), server.as('third-admin')]);
  formId = await formOf(admin, ['code', 'kind', 'phone', 'secret']);
  targetForm = await formOf(other, ['code', 'kind']);
  for (const n of [1, 2, 3])
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { code: `C${n}`, kind: 'rain', phone: `1380000000${n}`, secret: `not for others ${n}` } },
    });
}, 90_000);
afterAll(() => server.stop());

async function formOf(client: Client, names: string[]): Promise<string> {
  const title = { zh: '天气站' };
  const { id: appId } = await client.ok(formsApi.createApp, { body: { title } });
  const fields = names.map((name) => newField('text', { zh: name }, name));
  const { id } = await client.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: { format: 1, title, layout: [], titleField: names[0]!, fields, tables: [] } as never },
  });
  await client.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

let offers = 0;
const input = (part: Partial<OfferInput> = {}): OfferInput => ({
  title: `天气 ${(offers += 1)}`,
  about: '每天的天气',
  terms: '仅供内部使用',
  source: { kind: 'table', from: 'forms', schema: '', table: formId },
  columns: [
    { column: 'code', name: 'station', mask: 'none' },
    { column: 'kind', name: 'weather', mask: 'none' },
    { column: 'phone', name: 'contact', mask: 'last4' },
  ],
  order: 'station',
  audience: ['other'],
  ways: ['task', 'api'],
  everyMinutes: null,
  rowsPerDay: null,
  ...part,
});

async function offered(part: Partial<OfferInput> = {}): Promise<string> {
  const { id: offerId } = await admin.ok(exchangeApi.createOffer, { body: input(part) });
  await admin.ok(exchangeApi.setOffered, { params: { offerId }, body: { state: 'offered' } });
  return offerId;
}

async function requested(offer: string, until: string | null = null): Promise<string> {
  const body = { provider: 'demo', offer, reason: '对比天气', until, agreed: true as const };
  return (await other.ok(exchangeApi.request, { body })).id;
}

async function approved(part: Partial<OfferInput> = {}): Promise<string> {
  const exchangeId = await requested(await offered(part));
  await admin.ok(exchangeApi.decide, { params: { exchangeId }, body: { step: 'approve', note: '' } });
  return exchangeId;
}

const decide = (exchangeId: string, step: 'approve' | 'refuse' | 'suspend' | 'resume') =>
  admin.call(exchangeApi.decide, { params: { exchangeId }, body: { step, note: '因为' } });

/** A task of the other side that takes the data into its own form. */
async function taskOf(request: string, watermark = ''): Promise<string> {
  const source = { id: 's', kind: 'exchangeSource' as const, request, watermark, columns: [] };
  const { columns } = await other.ok(etlTasksApi.columns, { body: { node: { ...at, ...source } } });
  return release(
    other,
    'etl_task',
    drawTask(
      [
        { ...source, columns },
        {
          id: 't',
          kind: 'formTarget',
          form: targetForm,
          mode: 'create',
          key: '',
          mapping: [
            { id: 'm1', column: 'station', field: 'code' },
            { id: 'm2', column: 'contact', field: 'kind' },
          ],
        },
      ],
      ['s>t'],
    ),
  );
}

async function run(taskId: string): Promise<JobDetail> {
  const { id } = await other.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  return endOf(other, id);
}

const errorOf = (job: JobDetail): string | undefined => (job.error as { code?: string } | null)?.code;

async function rowsThere(): Promise<Record<string, string>[]> {
  const { rows } = (await other.ok(recordsApi.list, {
    params: { formId: targetForm },
    query: { sort: 'code' },
  })) as never as { rows: { values: Record<string, string> }[] };
  return rows.map(({ values }) => values);
}

describe('who may do what', () => {
  type Case = [call: string, endpoint: unknown, ask: () => object, expected: Record<string, number>];
  let draft: string;
  let shown: string;
  let exchangeId: string;
  beforeAll(async () => {
    ({ id: draft } = await admin.ok(exchangeApi.createOffer, { body: input() }));
    shown = await offered();
    exchangeId = await requested(shown);
  });
  const nobodyElse = { user: 403, safe: 403, audit: 403, root: 403, saas: 403, 'other-user': 403 };
  const toBoth = { admin: 200, 'other-admin': 200, 'third-admin': 404, ...nobodyElse };
  const ofOffer = (offerId: () => string) => () => ({ params: { offerId: offerId() } });
  const cases: Case[] = [
    [
      'directory',
      exchangeApi.directory,
      () => ({}),
      { admin: 200, 'other-admin': 200, 'third-admin': 200, ...nobodyElse },
    ],
    ['offers', exchangeApi.offers, () => ({}), { admin: 200, 'other-admin': 200, 'third-admin': 200, ...nobodyElse }],
    [
      'requests',
      exchangeApi.requests,
      () => ({}),
      { admin: 200, 'other-admin': 200, 'third-admin': 200, ...nobodyElse },
    ],
    [
      'one that is offered to the other',
      exchangeApi.shown,
      () => ({ params: { offerSpace: 'demo', offerId: shown } }),
      { admin: 404, 'other-admin': 200, 'third-admin': 404, ...nobodyElse },
    ],
    [
      'one that is not offered yet',
      exchangeApi.shown,
      () => ({ params: { offerSpace: 'demo', offerId: draft } }),
      { admin: 404, 'other-admin': 404, 'third-admin': 404, ...nobodyElse },
    ],
    ['a request', exchangeApi.get, () => ({ params: { exchangeId } }), toBoth],
    [
      'writing another one anew',
      exchangeApi.updateOffer,
      () => ({ params: { offerId: draft }, body: input() }),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 200 },
    ],
    [
      'withdrawing',
      exchangeApi.setOffered,
      () => ({ ...ofOffer(() => draft)(), body: { state: 'withdrawn' } }),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 409 },
    ],
    [
      'asking for what is not offered to one',
      exchangeApi.request,
      () => ({ body: { provider: 'demo', offer: shown, reason: 'x', until: null, agreed: true } }),
      { 'third-admin': 404, 'other-admin': 409, ...nobodyElse, admin: 404 },
    ],
    [
      'deciding',
      exchangeApi.decide,
      () => ({ params: { exchangeId }, body: { step: 'approve', note: '' } }),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 200 },
    ],
    [
      'holding what was approved',
      exchangeApi.decide,
      () => ({ params: { exchangeId }, body: { step: 'suspend', note: '' } }),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 200 },
    ],
    [
      'removing what is asked for',
      exchangeApi.removeOffer,
      ofOffer(() => shown),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 409 },
    ],
    [
      'ending',
      exchangeApi.end,
      () => ({ params: { exchangeId }, body: { note: '' } }),
      { 'third-admin': 404, ...nobodyElse, 'other-admin': 200, admin: 409 },
    ],
    [
      'removing',
      exchangeApi.removeOffer,
      ofOffer(() => draft),
      { 'other-admin': 404, 'third-admin': 404, ...nobodyElse, admin: 200 },
    ],
  ];
  test.each(cases)('%s', async (_name, endpoint, ask, expected) => {
    for (const [login, status] of Object.entries(expected)) {
      const answer = await (await server.as(login)).call(endpoint as Endpoint, ask());
      expect(`${login} ${answer.status}`, JSON.stringify(answer.body)).toBe(`${login} ${status}`);
    }
  });
});

describe('what others see', () => {
  test('the directory has what is offered to one and its sample, masked, and nothing of the source', async () => {
    const offer = await offered();
    const { rows } = await other.ok(exchangeApi.directory, { query: { offset: 0, limit: 200 } });
    expect(rows.find(({ id }) => id === offer)).toMatchObject({
      provider: { id: 'demo', name: '示范企业' },
      columnCount: 3,
      mine: null,
    });
    const shown = await other.ok(exchangeApi.shown, { params: { offerSpace: 'demo', offerId: offer } });
    expect(shown.sample.columns.map(({ name }) => name)).toEqual(['station', 'weather', 'contact']);
    expect(shown.sample.rows).toContainEqual(['C1', 'rain', '****0001']);
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`not for others|13800|${formId}|forms`));
    expect((await third.ok(exchangeApi.directory, { query: { offset: 0, limit: 200 } })).rows).toEqual([]);
  });

  test('row security keeps the source, and requests between others, from every space but their own', async () => {
    const exchangeId = await approved();
    const seenBy = (spaceId: string) =>
      inControl(server.platform.control, spaceId, async (tx) => {
        const [offersOf, shown, requests] = [
          await tx.selectFrom('etl.offer').select('space_id').execute(),
          await tx.selectFrom('etl.offer_shown').select('id').execute(),
          await tx.selectFrom('etl.exchange_request').select('id').where('id', '=', exchangeId).execute(),
        ];
        return [offersOf.length > 0, shown.length > 0, requests.length];
      });
    expect(await seenBy('demo')).toEqual([true, true, 1]);
    expect(await seenBy('other')).toEqual([false, true, 1]);
    expect(await seenBy('third')).toEqual([false, false, 0]);
    const { rows } = await server.platform.pool.query('select 1 from etl.offer_shown');
    expect(rows).toEqual([]);
    await expect(
      inControl(server.platform.control, 'other', (tx) =>
        tx
          .updateTable('etl.exchange_request')
          .set({ provider: 'third' })
          .where('id', '=', exchangeId)
          .where('provider', '=', 'demo')
          .execute(),
      ),
    ).resolves.toBeDefined();
    await inControl(server.platform.control, 'other', (tx) =>
      tx.updateTable('etl.exchange_request').set({ provider: 'demo' }).where('id', '=', exchangeId).execute(),
    );
  });

  test('what goes wrong at the source is told there alone', async () => {
    const exchangeId = await approved({
      source: { kind: 'sql', from: 'forms', sql: `select code, kind, phone from "${formId}"` },
    });
    const task = await taskOf(exchangeId);
    const gone = JSON.stringify({ kind: 'sql', from: 'forms', sql: 'select code, kind, phone from gone_away' });
    await inDemo(sql`update etl.offer set live = jsonb_set(live, '{source}', ${gone}::jsonb)
      where id = (select offer from etl.exchange_request where id = ${exchangeId})`);
    const job = await run(task);
    expect([job.state, errorOf(job)]).toEqual(['failed', 'etl.exchange.away']);
    expect(JSON.stringify(job)).not.toContain('gone_away');
    const trail = await eventsOf(exchangeId, 'etl.exchange.delivery_failed');
    expect(trail.map(({ space_id }) => space_id)).toEqual(['demo']);
    expect(JSON.stringify(trail[0]!.data)).toContain('gone_away');
    const { deliveries } = await other.ok(exchangeApi.get, { params: { exchangeId } });
    expect(deliveries).toMatchObject([{ code: 'etl.exchange.away', rows: 0, run: job.id }]);
  });
});

const inDemo = (statement: RawBuilder<unknown>) =>
  inControl(server.platform.control, 'demo', (tx) => statement.execute(tx));

async function personOf(login: string): Promise<string> {
  const { rows } = await server.platform.owner.query<{ id: string }>(
    'select id from identity.account where login = $1',
    [login],
  );
  return rows[0]!.id;
}

interface TrailRow {
  space_id: string;
  type: string;
  actor: string | null;
  ip: string;
  data: Record<string, unknown>;
}

async function eventsOf(id: string, type = 'etl.exchange.'): Promise<TrailRow[]> {
  const { rows } = await asDispatcher(server.platform.control, (tx) =>
    sql<TrailRow>`select space_id, type, actor, ip, data from platform.event
      where subject = ${id} and starts_with(type, ${type}) order by xid, id`.execute(tx),
  );
  return rows;
}

describe('from the request to the rows', () => {
  beforeEach(async () => {
    const { rows } = (await other.ok(recordsApi.list, { params: { formId: targetForm } })) as never as {
      rows: { id: string }[];
    };
    for (const { id: recordId } of rows)
      await other.ok(recordsApi.remove, { params: { formId: targetForm, recordId } });
  });

  test('asked, refused with a reason, asked again, approved, delivered, counted, ended; both trails tell of it', async () => {
    const offer = await offered();
    const first = await requested(offer);
    expect(
      codeOf(
        await other.call(exchangeApi.request, {
          body: { provider: 'demo', offer, reason: 'x', until: null, agreed: true },
        }),
      ),
    ).toBe('etl.exchange.asked_already');
    await decide(first, 'refuse');
    expect(await other.ok(exchangeApi.get, { params: { exchangeId: first } })).toMatchObject({
      state: 'refused',
      note: '因为',
      columns: [],
      can: [],
    });
    const exchangeId = await requested(offer);
    await decide(exchangeId, 'approve');
    const job = await run(await taskOf(exchangeId));
    expect(job).toMatchObject({ state: 'finished', rowsRead: 3, rowsWritten: 3 });
    expect(await rowsThere()).toMatchObject([
      { code: 'C1', kind: '****0001' },
      { code: 'C2', kind: '****0002' },
      { code: 'C3', kind: '****0003' },
    ]);
    for (const [client, seen] of [
      [other, job.id],
      [admin, null],
    ] as const) {
      const told = await client.ok(exchangeApi.get, { params: { exchangeId } });
      expect(told).toMatchObject({ state: 'approved', rows: 3, deliveries: [{ rows: 3, code: null, run: seen }] });
      expect(told.days).toMatchObject([{ way: 'task', deliveries: 1, rows: 3 }]);
      expect(told.bytes).toBeGreaterThan(0);
    }
    await other.ok(exchangeApi.end, { params: { exchangeId }, body: { note: '不再需要' } });
    expect(await admin.ok(exchangeApi.get, { params: { exchangeId } })).toMatchObject({
      state: 'ended',
      endedBy: 'asker',
      note: '不再需要',
    });
    const trail = await eventsOf(exchangeId);
    for (const spaceId of ['demo', 'other'])
      expect(trail.filter(({ space_id }) => space_id === spaceId).map(({ type }) => type.split('.').at(-1))).toEqual([
        'requested',
        'approved',
        'delivered',
        'ended',
      ]);
    // neither learns who acted over there, nor from where
    for (const { data, actor, ip } of trail.filter((one) => one.data.theirs === true))
      expect([actor, ip, data.partner === '示范企业' || data.partner === '另一企业']).toEqual([null, '', true]);
  });

  test('while it is drawn a task sees the sample, and nothing is counted', async () => {
    const exchangeId = await approved();
    const node = { id: 's', kind: 'exchangeSource' as const, request: exchangeId, watermark: '' };
    const { columns } = await other.ok(etlTasksApi.columns, { body: { node: { ...at, ...node, columns: [] } } });
    const preview = await other.ok(etlTasksApi.preview, {
      body: { task: drawTask([{ ...node, columns }], []), node: 's' },
    });
    expect(preview.rows).toContainEqual(['C2', 'rain', '****0002']);
    expect(await other.ok(exchangeApi.get, { params: { exchangeId } })).toMatchObject({ rows: 0, deliveries: [] });
  });

  test('only what came since the last run, by the order of the offer', async () => {
    const task = await taskOf(await approved(), 'station');
    expect(await run(task)).toMatchObject({ rowsRead: 3 });
    expect(await run(task)).toMatchObject({ rowsRead: 0 });
    const { id: recordId } = await admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { code: 'C4', kind: 'fog', phone: '1', secret: '' } },
    });
    expect(await run(task)).toMatchObject({ rowsRead: 1 });
    await admin.ok(recordsApi.remove, { params: { formId, recordId } });
  });

  test.each([
    ['held', 'etl.exchange.not_approved', (id: string) => decide(id, 'suspend')],
    [
      'ended by who offers',
      'etl.exchange.not_approved',
      (id: string) => admin.call(exchangeApi.end, { params: { exchangeId: id }, body: { note: '' } }),
    ],
    [
      'run out',
      'etl.exchange.expired',
      (id: string) => inDemo(sql`update etl.exchange_request set until = current_date - 2 where id = ${id}`),
    ],
    [
      'whose person is gone',
      'etl.exchange.away',
      () => inDemo(sql`update identity.membership set disabled = true where space_id = 'demo' and role = 'admin'`),
    ],
  ])('nothing is delivered of what is %s', async (_name, code, end) => {
    const exchangeId = await approved();
    const task = await taskOf(exchangeId);
    await end(exchangeId);
    try {
      const job = await run(task);
      expect([job.state, errorOf(job)]).toEqual(['failed', code]);
      expect(await rowsThere()).toEqual([]);
    } finally {
      await inDemo(sql`update identity.membership set disabled = false where space_id = 'demo'`);
    }
  });

  test('terms bound how often and how much', async () => {
    const task = await taskOf(await approved({ everyMinutes: 60 }));
    expect((await run(task)).state).toBe('finished');
    expect(errorOf(await run(task))).toBe('etl.exchange.too_soon');
    const few = await approved({ rowsPerDay: 2 });
    const job = await run(await taskOf(few));
    expect([job.state, errorOf(job)]).toEqual(['failed', 'etl.exchange.used_up']);
    await vi.waitFor(async () =>
      expect((await admin.ok(exchangeApi.get, { params: { exchangeId: few } })).deliveries).toMatchObject([
        { code: 'etl.exchange.used_up', rows: 0 },
      ]),
    );
  });

  test('page by page for an API, counted as such', async () => {
    const exchangeId = await approved();
    const { platform } = server;
    const ctx = await asPerson({ platform, spaceId: 'other' }, await personOf('other-admin'), 'a test');
    const first = await exchangePage(ctx, exchangeId, { limit: 2 });
    expect(first.rows.map(([station]) => station)).toEqual(['C1', 'C2']);
    expect(first.next).toBe('C2');
    const second = await exchangePage(ctx, exchangeId, { limit: 2, after: first.next! });
    expect([second.rows, second.next]).toEqual([[['C3', 'rain', '****0003']], null]);
    expect((await admin.ok(exchangeApi.get, { params: { exchangeId } })).days).toMatchObject([
      { way: 'api', deliveries: 2, rows: 3 },
    ]);
    const tasksOnly = await approved({ ways: ['task'], order: '' });
    await expect(exchangePage(ctx, tasksOnly, { limit: 2 })).rejects.toMatchObject({ code: 'etl.exchange.way_closed' });
    // who offers has no way to read through somebody else's request
    const provider = await asPerson({ platform, spaceId: 'demo' }, await personOf('admin'), 'a test');
    await expect(exchangePage(provider, exchangeId, { limit: 2 })).rejects.toMatchObject({ status: 404 });
  });
});

describe('an offer', () => {
  test.each([
    [
      'two columns of one name',
      {
        columns: [
          { column: 'code', name: 'a', mask: 'none' as const },
          { column: 'kind', name: 'A', mask: 'none' as const },
        ],
        order: 'a',
      },
      'columns.1.name',
      'etl.exchange.name_twice',
    ],
    ['pages without an order', { order: '' }, 'order', 'etl.exchange.order_missing'],
    ['an order that is masked', { order: 'contact' }, 'order', 'etl.exchange.order_masked'],
    ['itself among the others', { audience: ['demo'] }, 'audience', 'etl.exchange.own_space'],
    ['nobody who is there', { audience: ['nowhere'] }, 'audience', 'etl.exchange.no_space'],
  ])('%s', async (_name, part, path, code) => {
    const answer = await admin.call(exchangeApi.createOffer, { body: input(part) });
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as { fields: unknown[] }).fields).toContainEqual({ path, code });
  });

  test('what is offered stays as it was until it is offered anew; withdrawn it is found no more', async () => {
    const body = input();
    const { id: offerId } = await admin.ok(exchangeApi.createOffer, { body });
    const params = { offerId };
    await admin.ok(exchangeApi.setOffered, { params, body: { state: 'offered' } });
    const shown = () => other.call(exchangeApi.shown, { params: { offerSpace: 'demo', offerId } });
    const columns = [...body.columns, { column: 'secret', name: 'secret', mask: 'hash' as const }];
    await admin.ok(exchangeApi.updateOffer, { params, body: { ...body, columns } });
    const own = async () =>
      (await admin.ok(exchangeApi.offers, { query: { offset: 0, limit: 200 } })).rows.find(({ id }) => id === offerId);
    expect(await own()).toMatchObject({
      changed: true,
      state: 'offered',
      offeredTo: [{ id: 'other', name: '另一企业' }],
    });
    expect(JSON.stringify((await shown()).body)).not.toContain('secret');
    await admin.ok(exchangeApi.setOffered, { params, body: { state: 'offered' } });
    expect(await own()).toMatchObject({ changed: false });
    const { sample } = (await shown()).body as { sample: { rows: string[][] } };
    expect(sample.rows[0]![3]).toMatch(/^[\w-]{43}$/);
    await admin.ok(exchangeApi.setOffered, { params, body: { state: 'withdrawn' } });
    expect((await shown()).status).toBe(404);
  });
});

test('under three-admin management what lets others in waits for the reviewer, in words', async () => {
  const exchangeId = await requested(await offered());
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  const approval = await decide(exchangeId, 'approve');
  expect([approval.status, codeOf(approval)]).toEqual([202, 'review.change.prepared']);
  expect((await admin.ok(exchangeApi.get, { params: { exchangeId } })).state).toBe('requested');
  const safe = await server.as('safe');
  const { rows } = await safe.ok(reviewApi.listChanges, { query: { state: 'waiting', limit: 10 } });
  expect(JSON.stringify(rows[0])).toContain('另一企业');
  await safe.ok(reviewApi.release, { params: { changeId: rows[0]!.id }, body: { reason: '' } });
  expect((await admin.ok(exchangeApi.get, { params: { exchangeId } })).state).toBe('approved');
  // what ends it waits for nobody
  expect((await decide(exchangeId, 'suspend')).status).toBe(200);
});
