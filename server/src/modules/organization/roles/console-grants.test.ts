import { consoleApi } from '@formwork/contract/console/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let second: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, second] = await Promise.all([server.as('admin'), server.as('user2')]);
  await admin.ok(organizationApi.updatePerson, { params: { personId: second.id }, body: { role: 'admin' } });
});
afterAll(() => server.stop());

const hold = (personId: string, pages: string[] | null, by = admin) =>
  by.call(consoleApi.setGrant, { params: { personId }, body: { pages } });

test('an administrator holds the whole console until they are held to some pages, in pages and calls', async () => {
  expect((await second.call(organizationApi.createRole, { body: { name: '甲', description: '' } })).status).toBe(200);
  expect((await hold(second.id, ['organization', 'no-such-page'])).body).toMatchObject([
    { pages: null },
    { person: { id: second.id }, pages: ['organization'] },
  ]);
  expect((await second.call(organizationApi.createRole, { body: { name: '乙', description: '' } })).status).toBe(403);
  expect(
    (await second.call(organizationApi.createDepartment, { body: { name: '生产部', parentId: null } })).status,
  ).toBe(200);
  expect((await second.fetch('/enterprise/roleManage')).status).toBe(403);
  expect((await second.fetch('/enterprise/organization')).status).toBe(200);
  await hold(second.id, null);
  expect((await second.call(organizationApi.createRole, { body: { name: '乙', description: '' } })).status).toBe(200);
});

test('nobody changes their own, and somebody keeps the whole', async () => {
  expect(await hold(admin.id, [])).toMatchObject({ status: 409, body: { code: 'organization.person.own_account' } });
  await hold(second.id, ['consolePermission']);
  expect(await hold(admin.id, [], second)).toMatchObject({
    status: 409,
    body: { code: 'organization.console.nobody_left' },
  });
  expect((await hold((await server.as('user')).id, [])).status).toBe(404);
});
