import { auditApi } from '@formwork/contract/audit/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let safe: Client;
let auditor: Client;
let roleId: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, safe, auditor] = await Promise.all([server.as('admin'), server.as('safe'), server.as('audit')]);
  roleId = (await admin.ok(organizationApi.createRole, { body: { name: '质检员', description: '' } })).id;
});
afterAll(() => server.stop());

const members = async () => (await admin.ok(organizationApi.listRoleMembers, { params: { roleId } })).map((person) => person.id);
const prepare = (ids: string[]) => admin.call(organizationApi.setRoleMembers, { params: { roleId }, body: { ids } });
const waiting = async () => (await safe.ok(reviewApi.listChanges, { query: { state: 'waiting' } as never })).rows;

test('while it is off, changes of rights take effect at once', async () => {
  expect((await prepare([admin.id])).status).toBe(200);
  expect(await members()).toEqual([admin.id]);
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [] } });
});

test('it is not switched on without a reviewer and an auditor', async () => {
  const other = await server.as('other-admin');
  expect(await other.call(reviewApi.setSeparation, { body: { enabled: true } })).toMatchObject({ status: 409, body: { code: 'review.separation.people_missing' } });
});

test('while it is on, a change waits for the reviewer and runs in the name of who prepared it', async () => {
  expect((await admin.ok(reviewApi.setSeparation, { body: { enabled: true } })).enabled).toBe(true);
  expect(await prepare([admin.id, safe.id])).toMatchObject({ status: 202, body: { code: 'review.change.prepared' } });
  expect(await members()).toEqual([]);
  const [change] = await waiting();
  expect(change).toMatchObject({ subject: '质检员', before: { ids: [] }, after: { ids: [admin.id, safe.id] }, preparedBy: admin.id, can: { decide: true, withdraw: false } });

  expect((await admin.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } })).status).toBe(403);
  const [one, two] = await Promise.all([1, 2].map(() => safe.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '已核对' } })));
  expect([one!.status, two!.status].sort()).toEqual([200, 409]);
  expect((await members()).sort()).toEqual([admin.id, safe.id].sort());
  await vi.waitFor(async () => {
    const { rows } = await auditor.ok(auditApi.list, { query: { kind: 'permission', limit: 3 } });
    expect(rows.map((row) => [row.type, row.actor])).toEqual(expect.arrayContaining([['review.change.released', safe.id], ['organization.role.members_changed', admin.id]]));
  });
});

test('a change is rejected with a reason, or taken back by who prepared it', async () => {
  await prepare([]);
  const [first] = await waiting();
  expect((await safe.call(reviewApi.reject, { params: { changeId: first!.id }, body: { reason: ' ' } })).status).toBe(422);
  expect((await safe.ok(reviewApi.reject, { params: { changeId: first!.id }, body: { reason: '缺少依据' } })).state).toBe('rejected');
  await prepare([]);
  const [second] = await waiting();
  expect((await admin.ok(reviewApi.withdraw, { params: { changeId: second!.id } })).state).toBe('withdrawn');
  expect((await safe.call(reviewApi.release, { params: { changeId: second!.id }, body: { reason: '' } })).status).toBe(409);
  expect((await members()).length).toBe(2);
});

test('what cannot be carried out any more says why', async () => {
  const other = (await admin.ok(organizationApi.createRole, { body: { name: '临时', description: '' } })).id;
  await admin.call(organizationApi.deleteRole, { params: { roleId: other } });
  await admin.call(organizationApi.deleteRole, { params: { roleId: other } });
  const [second, first] = await waiting();
  expect((await safe.ok(reviewApi.release, { params: { changeId: first!.id }, body: { reason: '' } })).state).toBe('released');
  expect(await safe.ok(reviewApi.release, { params: { changeId: second!.id }, body: { reason: '' } })).toMatchObject({ state: 'failed', failure: 'organization.role.not_found' });
});

test('ordinary administration does not wait, giving an administrative role does', async () => {
  const place = { departmentId: null, superiorId: null };
  expect((await admin.call(organizationApi.createPerson, { body: { ...place, login: 'clerk', name: '文员', role: 'user' } })).status).toBe(200);
  expect((await admin.call(organizationApi.createPerson, { body: { ...place, login: 'second', name: '二号', role: 'safe' } })).status).toBe(202);
});

test('nobody gets at the parts of the others', async () => {
  for (const officer of [safe, auditor]) {
    expect(await admin.call(organizationApi.resetPassword, { params: { personId: officer.id } })).toMatchObject({ status: 403, body: { code: 'review.separation.password_of_officer' } });
  }
  expect(await auditor.fetch('/api/files', { method: 'POST' })).toMatchObject({ status: 403 });
  expect((await auditor.call(auditApi.check)).status).toBe(200);
  expect((await auditor.ok(reviewApi.listChanges)).rows.length).toBeGreaterThan(0);
});

test('switching it off is released by the reviewer as well', async () => {
  expect((await admin.call(reviewApi.setSeparation, { body: { enabled: false } })).status).toBe(202);
  expect((await admin.ok(reviewApi.getSeparation)).enabled).toBe(true);
  const [change] = await waiting();
  await safe.ok(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
  expect((await admin.ok(reviewApi.getSeparation)).enabled).toBe(false);
  expect((await prepare([])).status).toBe(200);
});
