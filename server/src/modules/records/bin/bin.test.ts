import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { binApi } from '@formwork/contract/records/bin.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSpace, spaceQuery } from '../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { grantRecord } from '../public.ts';

let server: TestServer;
let admin: Client;
let appId: string;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } })).id;
  formId = await released(form());
});
afterAll(() => server.stop());

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

function form(): FormDefinition {
  return {
    format: 1,
    title: { zh: '检查' },
    layout: [],
    titleField: 'name',
    fields: [
      field('text', 'name'),
      field('number', 'count'),
      field('dateTime', 'moment'),
      field('member', 'people', { config: { multiple: true } }),
      field('text', 'code', { unique: true }),
      field('autoNumber', 'number', { config: { prefix: 'N-', date: 'none', digits: 4, start: 1, reset: 'never' } }),
      field('formula', 'twice', { config: { expression: 'count * 2', result: 'number' } }),
    ],
    tables: [{ id: 'rows', title: { zh: '明细' }, fields: [field('text', 'item'), field('number', 'qty')] }],
  };
}

async function released(definition: FormDefinition): Promise<string> {
  const made = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: made.id }, body: { draftVersion: 1 } });
  return made.id;
}

const create = (values: Record<string, unknown>, rows: Record<string, unknown>[] = [], id = formId) =>
  admin.ok(recordsApi.create, {
    params: { formId: id },
    body: { values: values as never, slaves: { rows: rows.map((row) => ({ values: row as never })) } },
  });
const remove = (recordId: string, id = formId) => admin.ok(recordsApi.remove, { params: { formId: id, recordId } });
const restore = (...ids: string[]) => admin.ok(binApi.restore, { body: { ids } });
const titles = async (query: Record<string, unknown>, who = admin) =>
  (await who.ok(binApi.list, { query: query })).rows.map(({ title }) => title);

test('what was deleted comes back as it was: values, rows, grants, and the history says so', async () => {
  const user = await server.as('user');
  const made = await create(
    { name: '一号', count: '12345678901234567890.5', moment: '2026-03-01T08:00:00Z', people: [admin.id], code: 'A1' },
    [
      { item: '甲', qty: 1 },
      { item: '乙', qty: 2.5 },
    ],
  );
  const ctx = {
    platform: server.platform,
    spaceId: 'demo',
    requestId: 'r',
    ip: '',
    user: { id: admin.id, role: 'admin' as const },
  };
  await inSpace(ctx, async (tx) =>
    grantRecord(tx, ctx, {
      formId,
      recordId: made.id,
      users: [user.id],
      level: 'view',
      origin: 'share:test',
      hidden: ['count'],
    }),
  );
  await remove(made.id);
  expect((await admin.call(recordsApi.get, { params: { formId, recordId: made.id } })).status).toBe(404);
  expect(await restore(made.id)).toEqual({ outcomes: [{ id: made.id, title: '一号', refused: null, dropped: [] }] });
  const back = await admin.ok(recordsApi.get, { params: { formId, recordId: made.id } });
  expect(back).toEqual({ ...made, version: 3 });
  expect(await user.ok(recordsApi.get, { params: { formId, recordId: made.id } })).toMatchObject({
    hidden: ['count', 'twice'],
    values: { name: '一号', count: null, twice: null },
  });
  const { entries } = await admin.ok(recordsApi.history, { params: { formId, recordId: made.id } });
  expect(entries.map(({ kind, version }) => [kind, version])).toEqual([
    ['restored', 3],
    ['deleted', 2],
    ['created', 1],
  ]);
  // and goes on living
  await admin.ok(recordsApi.update, {
    params: { formId, recordId: made.id },
    body: { expectedVersion: 3, values: { name: '二号' } },
  });
  expect((await restore(made.id)).outcomes[0]?.refused).toBe('gone');
});

test('a value that is taken meanwhile keeps one record in the bin, the others come back', async () => {
  const first = await create({ name: '占用', code: 'U1' });
  const other = await create({ name: '无关', code: 'U2' });
  await remove(first.id);
  await remove(other.id);
  await create({ name: '后来', code: 'U1' });
  const { outcomes } = await restore(first.id, other.id);
  expect(outcomes).toEqual([
    { id: first.id, title: '占用', refused: 'value_taken', field: { zh: 'code' }, dropped: [] },
    { id: other.id, title: '无关', refused: null, dropped: [] },
  ]);
  expect(await titles({ search: '占' })).toEqual(['占用']);
});

test('a form released anew takes what it still has, and says what was left out', async () => {
  const definition = form();
  const id = await released(definition);
  const made = await create({ name: '旧', count: 4, code: 'x' }, [{ item: '甲' }], id);
  await remove(made.id, id);
  const draft = await admin.ok(formsApi.getDraft, { params: { formId: id } });
  const next = {
    ...definition,
    tables: [],
    fields: [
      ...definition.fields.filter(({ id: one }) => one !== 'code' && one !== 'count' && one !== 'twice'),
      field('text', 'count'),
      field('text', 'added'),
    ],
  };
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId: id },
    body: { expectedVersion: draft.version, definition: next },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: saved.version, acceptLoss: true } });
  const { outcomes } = await restore(made.id);
  expect(outcomes[0]).toMatchObject({
    refused: null,
    dropped: [{ zh: 'count' }, { zh: 'code' }, { zh: 'twice' }, { zh: '明细' }],
  });
  expect((await admin.ok(recordsApi.get, { params: { formId: id, recordId: made.id } })).values).toMatchObject({
    name: '旧',
    count: null,
    added: null,
  });
});

test('is read by time, in pages, by form, application, person and title', async () => {
  const elsewhere = await released(form());
  for (const name of ['页 1', '页 2', '页 3%']) await remove((await create({ name }, [], elsewhere)).id, elsewhere);
  const first = await admin.ok(binApi.list, { query: { form: elsewhere, limit: 2 } });
  expect(first.rows.map(({ title }) => title)).toEqual(['页 3%', '页 2']);
  expect(first.rows[0]).toMatchObject({
    form: { title: { zh: '检查' }, appId, appTitle: { zh: '设备' } },
    deletedBy: admin.id,
  });
  const second = await admin.ok(binApi.list, { query: { form: elsewhere, limit: 2, after: first.next! } });
  expect([second.rows.map(({ title }) => title), second.next]).toEqual([['页 1'], null]);
  expect(await titles({ app: appId, search: '3%' })).toEqual(['页 3%']);
  expect(await titles({ app: 'nowhere' })).toEqual([]);
  expect(await titles({ person: (await server.as('user')).id })).toEqual([]);
  expect(await titles({ form: elsewhere, to: '2020-01-01T00:00:00Z' })).toEqual([]);
  expect((await admin.call(binApi.list, { query: { after: 'bm8' } })).status).toBe(422);
  // the security and the audit administrator read, and change nothing
  for (const login of ['safe', 'audit']) {
    const reader = await server.as(login);
    expect(await titles({ form: elsewhere }, reader)).toHaveLength(3);
    expect((await reader.call(binApi.restore, { body: { ids: [first.rows[0]!.id] } })).status).toBe(403);
    expect((await reader.call(binApi.purge, { body: { ids: [first.rows[0]!.id] } })).status).toBe(403);
  }
  const stranger = await server.as('other-admin');
  expect(await titles({}, stranger)).toEqual([]);
  expect((await stranger.ok(binApi.purge, { body: { ids: [first.rows[0]!.id] } })).purged).toBe(0);
});

test('what is removed for good leaves no history behind', async () => {
  const made = await create({ name: '永别' });
  await remove(made.id);
  expect(await admin.ok(binApi.purge, { body: { ids: [made.id] } })).toEqual({ purged: 1 });
  const { rows } = await spaceQuery<{ count: string }>(server.platform, {
    text: `select count(*)::text as count from space_demo.records_history where record_id = $1`,
    values: [made.id],
  });
  expect(rows[0]?.count).toBe('0');
  expect(await titles({ search: '永别' })).toEqual([]);
});
