import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

// The two rules of the specification for what is written: yyyy-MM-dd HH:mm:ss in the enterprise's zone, and numbers without exponent.
let server: TestServer;
let admin: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const workTime = await admin.ok(enterpriseApi.getWorkTime);
  await admin.ok(enterpriseApi.setWorkTime, { body: { ...workTime, timeZone: 'America/New_York' } });
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '规则' } } });
  const fields = [
    newField('dateTime', { zh: '时间' }, 'at'),
    newField('dateRange', { zh: '期间' }, 'span'),
    newField('number', { zh: '数' }, 'size'),
  ];
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: {
      title: { zh: '规则' },
      definition: {
        format: 1,
        title: { zh: '规则' },
        fields: fields.map((field) =>
          field.type === 'dateRange' ? { ...field, config: { ...field.config, precision: 'second' as const } } : field,
        ),
        tables: [],
        layout: [],
        titleField: null,
      },
    },
  });
  formId = form.id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

const create = (values: Record<string, unknown>) =>
  admin.call(recordsApi.create, { params: { formId }, body: { values: values as never } });
const find = (filter: object) =>
  admin.call(recordsApi.list, { params: { formId }, query: { filter: JSON.stringify(filter), withTotal: true } });

test('a moment as the product writes it is of the zone of the enterprise, in summer and in winter', async () => {
  const summer = await create({
    at: '2026-07-01 08:00:00',
    span: { start: '2026-07-01 08:00:00', end: '2026-07-02 08:00:00' },
    size: '+12.50',
  });
  expect(summer.body.values).toMatchObject({
    at: '2026-07-01T12:00:00.000Z',
    span: { start: '2026-07-01T12:00:00.000Z', end: '2026-07-02T12:00:00.000Z' },
    size: 12.5,
  });
  expect((await create({ at: '2026-01-01 08:00:00' })).body.values).toMatchObject({ at: '2026-01-01T13:00:00.000Z' });
  expect((await create({ at: '2026-01-01T08:00:00Z' })).body.values).toMatchObject({ at: '2026-01-01T08:00:00.000Z' });
});

test.each(['2026-02-30 08:00:00', '2026-01-01 24:00:00', '2026-1-1 08:00:00', '2026-01-01 08:00', '2026-01-01'])(
  '%s is refused at its field',
  async (at) => {
    const { status, body } = await create({ at });
    expect([status, (body as unknown as { fields: unknown[] }).fields]).toEqual([
      422,
      [{ path: 'at', code: 'records.value.not_date_time' }],
    ]);
  },
);

test('filters read both by the same rules, in the database and in memory', async () => {
  const found = await find({ field: 'at', operator: 'gte', value: '2026-07-01 08:00:00' });
  expect(found.body).toMatchObject({ total: 1 });
  expect((await find({ field: 'at', operator: 'gt', value: '2026-07-01 08:00:00' })).body).toMatchObject({ total: 0 });
  expect((await find({ field: 'at', operator: 'gte', value: '2026-02-30 08:00:00' })).status).toBe(422);
  expect((await find({ field: 'size', operator: 'eq', value: '12.5' })).body).toMatchObject({ total: 1 });
  for (const value of ['1e1', '0x2', '.5', '1,000'])
    expect((await find({ field: 'size', operator: 'gt', value })).status, value).toBe(422);
});

test('numbers of a query keep to the rule', async () => {
  expect((await admin.fetch(`/api${runsApi.list.path}?limit=10`)).status).toBe(200);
  for (const limit of ['1e1', '0x2', '', ' 1', '1.5', 'ten'])
    expect((await admin.fetch(`/api${runsApi.list.path}?limit=${encodeURIComponent(limit)}`)).status, limit).toBe(422);
});

test('moments of a query are of the zone; one that does not exist counts as not given, and the answer names it', async () => {
  const bin = (from: string) => admin.fetch(`/api${binApi.list.path}?from=${encodeURIComponent(from)}`);
  expect((await bin('2026-01-01 08:00:00')).status).toBe(200);
  const wrong = await bin('2026-02-30 08:00:00');
  expect([wrong.status, wrong.headers.get('x-ignored-parameters')]).toEqual([200, 'from']);
  expect((await bin('yesterday')).status).toBe(422);
});
