import { identityApi } from '@formwork/contract/identity/api.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

const creditCode = '91350100M000100Y43';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  await server.platform.control.updateTable('identity.space').set({ credit_code: creditCode }).where('id', '=', 'demo').execute();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const spacesOf = async (person: Client) => (await person.ok(identityApi.spaces)).map(({ id }) => id);
const ask = (person: Client, message = '') => person.call(joiningApi.requestToJoin, { body: { creditCode, message } });
const waiting = async () => (await admin.ok(joiningApi.listRequests, { query: { state: 'waiting', limit: 50 } })).rows;

describe('finding an enterprise', () => {
  test('goes by its whole code, in capitals or not', async () => {
    expect(await server.visitor.ok(joiningApi.findEnterprise, { body: { creditCode: creditCode.toLowerCase() } })).toEqual({ name: '示范企业' });
  });

  test('refuses a code with a slip of the pen at its field, and knows no other', async () => {
    expect((await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: '91350100M000100Y44' } })).body).toMatchObject({ fields: [{ path: 'creditCode', code: 'joining.credit_code_wrong' }] });
    expect((await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: '9144030071526726XG' } })).status).toBe(404);
  });
});

describe('a request to join', () => {
  test('waits, is made once, and lets nobody in when it is refused', async () => {
    const person = await server.as('other-user');
    await ask(person, '我来支援');
    expect((await ask(person)).body).toMatchObject({ code: 'joining.request.waiting_already' });
    expect(await admin.ok(joiningApi.countRequests)).toEqual({ waiting: 1 });
    const [request] = await waiting();
    expect(request).toMatchObject({ login: 'other-user', message: '我来支援', state: 'waiting', role: null });
    await admin.ok(joiningApi.refuseRequest, { params: { requestId: request!.id }, body: { reason: '请联系部门主管' } });
    expect(await person.ok(joiningApi.ownRequests)).toMatchObject([{ enterprise: '示范企业', state: 'refused', reason: '请联系部门主管' }]);
    expect(await spacesOf(person)).toEqual(['other']);
  });

  test('lets somebody in at once when it is accepted, as a visitor from another enterprise', async () => {
    const person = await server.as('other-user');
    await ask(person);
    const [request] = await waiting();
    const params = { requestId: request!.id };
    expect(await admin.ok(joiningApi.acceptRequest, { params, body: { role: 'user' } })).toMatchObject({ state: 'accepted', role: 'user', decidedBy: { id: admin.id } });
    expect(await person.ok(identityApi.me, {}, { space: 'demo' })).toMatchObject({ entId: 'other', isCrossSpace: true, role: 'user' });
    expect((await admin.call(joiningApi.acceptRequest, { params, body: { role: 'admin' } })).body).toMatchObject({ code: 'joining.request.decided' });
    expect((await ask(person)).body).toMatchObject({ code: 'joining.member_already' });
  });

  test('is decided by its own enterprise alone', async () => {
    const person = await server.as('other-admin');
    await ask(person);
    const [request] = await waiting();
    const params = { requestId: request!.id };
    expect((await person.call(joiningApi.acceptRequest, { params, body: { role: 'user' } })).status).toBe(404);
    expect((await person.ok(joiningApi.listRequests)).rows).toEqual([]);
    await admin.ok(joiningApi.refuseRequest, { params, body: { reason: '' } });
  });

  test('of two decisions at once one holds', async () => {
    await ask(await server.as('saas'));
    const [request] = await waiting();
    const params = { requestId: request!.id };
    const answers = await Promise.all([admin.call(joiningApi.acceptRequest, { params, body: { role: 'user' } }), admin.call(joiningApi.refuseRequest, { params, body: { reason: '' } }), admin.call(joiningApi.refuseRequest, { params, body: { reason: '' } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test('pages go on where the last one ended', async () => {
    const all = (await admin.ok(joiningApi.listRequests)).rows.map(({ id }) => id);
    const first = await admin.ok(joiningApi.listRequests, { query: { limit: 2 } });
    const second = await admin.ok(joiningApi.listRequests, { query: { limit: 200, after: first.next! } });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(all);
    expect((await admin.call(joiningApi.listRequests, { query: { limit: 2, after: 'nonsense' } })).status).toBe(422);
  });
});

describe('an invitation', () => {
  const invite = (input: object = {}) => admin.ok(joiningApi.invite, { body: { role: 'user', note: '', days: 7, mostPeople: 1, review: false, ...input } });

  test('says what it is for, lets as many in as it was made for, and is then used up', async () => {
    const { token, invitation } = await invite({ role: 'audit', note: '年度审计' });
    expect(await server.visitor.ok(joiningApi.readInvitation, { body: { token } })).toMatchObject({ enterprise: '示范企业', note: '年度审计', member: false });
    expect((await server.visitor.call(joiningApi.acceptInvitation, { body: { token } })).body).toMatchObject({ code: 'joining.person_missing' });
    const [one, two] = await Promise.all(['other-admin', 'user7'].map(async (login) => (await server.as(login)).call(joiningApi.acceptInvitation, { body: { token } })));
    expect(one!.status).toBe(200);
    expect(two!.body).toMatchObject({ code: expect.stringMatching(/member_already|not_found/) });
    expect(await (await server.as('other-admin')).ok(identityApi.me, {}, { space: 'demo' })).toMatchObject({ role: 'audit' });
    expect((await admin.ok(joiningApi.listInvitations)).rows.find(({ id }) => id === invitation.id)).toMatchObject({ people: 1, state: 'used_up' });
    expect((await server.visitor.call(joiningApi.readInvitation, { body: { token } })).status).toBe(404);
  });

  test('no longer holds when it was revoked', async () => {
    const { token, invitation } = await invite();
    expect(await admin.ok(joiningApi.revokeInvitation, { params: { invitationId: invitation.id } })).toMatchObject({ state: 'revoked' });
    expect((await server.visitor.call(joiningApi.readInvitation, { body: { token } })).status).toBe(404);
  });

  test('is known by its hash alone', async () => {
    const { token, invitation } = await invite();
    const texts = JSON.stringify(await admin.ok(joiningApi.listInvitations)) + JSON.stringify(invitation);
    expect(texts).not.toContain(token);
  });
});
