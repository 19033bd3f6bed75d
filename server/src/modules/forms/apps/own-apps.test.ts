import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user')];
});
afterAll(() => server.stop());

async function app(title: string, shown = true): Promise<string> {
  const { id } = await admin.ok(formsApi.createApp, { body: { title: { zh: title }, category: '生产' } });
  const definition = {
    format: 1 as const,
    title: { zh: '点检' },
    fields: [newField('text', { zh: 'name' }, 'name')],
    tables: [],
    layout: [],
    titleField: 'name',
  };
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: 1 } });
  if (shown)
    await admin.ok(formsApi.putPermissions, {
      params: { formId: form.id },
      body: { rules: [{ id: 'a', subject: { kind: 'everyone' }, actions: ['view'], scope: 'all' }] },
    });
  return id;
}
const statusOf = async (who: Client, appId: string) =>
  (await who.call(formsApi.markApp, { params: { appId }, body: { favourite: true } })).status;

test('favourites and the applications opened last are kept for each person', async () => {
  const [first, second] = [await app('设备管理'), await app('质量管理')];
  for (const appId of [second, first])
    await user.ok(formsApi.markApp, { params: { appId }, body: { favourite: true } });
  for (const appId of [first, second, first]) await user.ok(formsApi.visitApp, { params: { appId } });
  expect(await user.ok(formsApi.ownApps)).toEqual({ favourites: [second, first], recent: [first, second] });
  expect(await admin.ok(formsApi.ownApps)).toEqual({ favourites: [], recent: [] });
  await user.ok(formsApi.markApp, { params: { appId: second }, body: { favourite: false } });
  expect((await user.ok(formsApi.ownApps)).favourites).toEqual([first]);
});

test('what somebody may not see is not there to be marked', async () => {
  const hidden = await app('薪酬', false);
  expect(await statusOf(user, hidden)).toBe(404);
  expect(await statusOf(admin, hidden)).toBe(200);
  expect(await statusOf(await server.as('other-admin'), hidden)).toBe(404);
  expect((await user.call(formsApi.visitApp, { params: { appId: hidden } })).status).toBe(404);
});

test('an application says its category and how it is spelled, and a copy keeps both', async () => {
  const id = await app('重庆工厂');
  const one = (await user.ok(formsApi.listApps)).apps.find((each) => each.id === id);
  expect(one).toMatchObject({ kind: 'forms', category: '生产' });
  expect(one?.spelling).toContain('chongqinggongchang cqgc');
  await admin.ok(formsApi.updateApp, { params: { appId: id }, body: { category: null } });
  expect((await admin.ok(formsApi.listApps)).apps.find((each) => each.id === id)?.category).toBeNull();
});
