import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { bulkApi, type BulkChange, type BulkResult } from '@formwork/contract/records/bulk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = (await Promise.all(['admin', 'user'].map((login) => server.as(login)))) as [Client, Client];
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '检查' },
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      { ...newField('text', { zh: '编号' }, 'code'), unique: true },
      { ...newField('number', { zh: '数' }, 'count'), config: { min: 0 } },
      {
        ...newField('formula', { zh: '双倍' }, 'twice'),
        config: { expression: 'count * 2', result: 'number' as const },
      },
      { ...newField('text', { zh: '原因' }, 'why'), requiredIf: 'count > 90' },
    ],
    tables: [
      {
        id: 'rows',
        title: { zh: '行' },
        fields: [
          { ...newField('number', { zh: '量' }, 'qty') },
          {
            ...newField('formula', { zh: '乘' }, 'times'),
            config: { expression: 'qty * count', result: 'number' as const },
          },
        ],
      },
    ],
  };
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: definition.title, definition } })
  ).id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

const allow = (actions: PermissionRule['actions']) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: 'r', subject: { kind: 'person', id: user.id }, actions, scope: 'own' }] },
  });
const create = async (who: Client, name: string, more: Record<string, string | number> = {}) =>
  (
    await who.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name, count: 1, ...more }, slaves: { rows: [{ values: { qty: 3 } }] } },
    })
  ).id;
const get = (who: Client, recordId: string) => who.ok(recordsApi.get, { params: { formId, recordId } });

async function change(
  who: Client,
  asked: { ids?: string[]; filter?: string; search?: string },
  what: BulkChange,
): Promise<BulkResult> {
  const { jobId } = await who.ok(bulkApi.start, { params: { formId }, body: { ...asked, change: what } });
  for (;;) {
    const { state, result, error } = await who.ok(runsApi.get, { params: { runId: jobId } });
    if (state === 'finished') return result as BulkResult;
    if (state !== 'waiting' && state !== 'running') throw new Error(`${state}: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('many records take the same value, each with its formulas, version, history and event', async () => {
  await allow(['view', 'create', 'edit', 'batch']);
  const ids = await Promise.all(Array.from({ length: 620 }, (_, n) => create(user, `台 ${n}`)));
  expect(await change(user, { ids }, { does: 'edit', values: { count: 7 } })).toEqual({
    formId,
    done: 620,
    refused: 0,
    refusals: [],
  });
  const record = await get(user, ids[600]!);
  expect(record).toMatchObject({
    version: 2,
    values: { count: 7, twice: 14 },
    slaves: { rows: [{ values: { qty: 3, times: 21 } }] },
  });
  const { entries } = await user.ok(recordsApi.history, { params: { formId, recordId: ids[600]! } });
  expect(entries[0]).toMatchObject({
    kind: 'updated',
    version: 2,
    actor: user.id,
    changes: [
      { field: 'count', before: 1, after: 7 },
      { field: 'twice', before: 2, after: 14 },
    ],
    slaves: [{ table: 'rows' }],
  });
  // the same again is no change
  expect(await change(user, { ids: ids.slice(0, 3) }, { does: 'edit', values: { count: 7 } })).toMatchObject({
    done: 3,
    refused: 0,
  });
  expect((await get(user, ids[0]!)).version).toBe(2);
});

test('all that a filter finds, beyond the page that was loaded', async () => {
  await allow(['view', 'create', 'edit', 'delete', 'batch']);
  await Promise.all(Array.from({ length: 30 }, (_, n) => create(user, `过滤 ${n}`)));
  const filter = JSON.stringify({ field: 'name', operator: 'contains', value: '过滤' });
  expect(await change(user, { filter, search: '过滤 1' }, { does: 'edit', values: { count: 2 } })).toMatchObject({
    done: 11,
    refused: 0,
  });
  expect(await change(user, { filter }, { does: 'delete' })).toMatchObject({ done: 30, refused: 0 });
  expect((await user.ok(recordsApi.count, { params: { formId }, query: { filter } })).total).toBe(0);
  expect(
    codeOf(await user.call(bulkApi.start, { params: { formId }, body: { filter, change: { does: 'delete' } } })),
  ).toBe('records.bulk.nothing');
});

test('what is refused stays as it was, and is told with its reason and only where it may be seen', async () => {
  await allow(['view', 'create', 'edit', 'batch']);
  const [mine, full] = [await create(user, '我的'), await create(user, '满的', { why: '有' })];
  const theirs = await create(admin, '别人的秘密');
  const { done, refused, refusals } = await change(
    user,
    { ids: [mine, theirs, full] },
    { does: 'edit', values: { count: 95 } },
  );
  expect([done, refused]).toEqual([1, 2]);
  expect(refusals).toEqual(
    expect.arrayContaining([
      { id: mine, title: '我的', code: 'records.value.required', field: 'why' },
      { id: theirs, title: '', code: 'records.record.not_found', field: null },
    ]),
  );
  expect((await get(user, mine)).values.count).toBe(1);
  expect((await get(user, full)).values.count).toBe(95);
  // a value that must occur once is taken by the first, and the others keep theirs
  const [first, second] = [await create(user, '甲'), await create(user, '乙')];
  const unique = await change(user, { ids: [first, second] }, { does: 'edit', values: { code: 'X-1' } });
  expect(unique).toMatchObject({ done: 1, refused: 1, refusals: [{ code: 'records.value.taken', field: 'code' }] });
  expect([(await get(user, first)).values.code, (await get(user, second)).values.code].sort()).toEqual(
    ['X-1', null].sort(),
  );
});

test('a value that no record could take, a computed field and a missing right are refused before anything begins', async () => {
  await allow(['view', 'create', 'edit', 'batch']);
  const id = await create(user, '一');
  const start = (what: BulkChange, who = user) =>
    who.call(bulkApi.start, { params: { formId }, body: { ids: [id], change: what } });
  const bad = await start({ does: 'edit', values: { count: 'many' } });
  expect([bad.status, (bad.body as unknown as { fields: { path: string }[] }).fields[0]!.path]).toEqual([
    422,
    'body.change.values.count',
  ]);
  expect((await start({ does: 'edit', values: { twice: 4 } })).status).toBe(422);
  expect((await start({ does: 'edit', values: {} })).status).toBe(422);
  await allow(['view', 'create', 'edit']);
  expect(codeOf(await start({ does: 'edit', values: { count: 4 } }))).toBe('records.record.no_batch');
  await allow(['view', 'create', 'batch']);
  expect(await change(user, { ids: [id] }, { does: 'edit', values: { count: 4 } })).toMatchObject({
    done: 0,
    refusals: [{ code: 'records.record.no_edit' }],
  });
  expect(await change(user, { ids: [id] }, { does: 'delete' })).toMatchObject({
    done: 0,
    refusals: [{ code: 'records.record.no_delete' }],
  });
});
