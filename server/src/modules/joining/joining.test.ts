import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

const creditCode = '91350100M000100Y43';
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  await server.platform.control
    .updateTable('identity.space')
    .set({ credit_code: creditCode })
    .where('id', '=', 'demo')
    .execute();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const spacesOf = async (person: Client) => (await person.ok(identityApi.spaces)).map(({ id }) => id);
const ask = (person: Client, message = '') => person.call(joiningApi.requestToJoin, { body: { creditCode, message } });
const waiting = async () => (await admin.ok(joiningApi.listRequests, { query: { state: 'waiting', limit: 50 } })).rows;

describe('finding an enterprise', () => {
  test('goes by its whole code, in capitals or not', async () => {
    expect(
      await server.visitor.ok(joiningApi.findEnterprise, { body: { creditCode: creditCode.toLowerCase() } }),
    ).toEqual({ name: '示范企业' });
  });

  test('refuses a code with a slip of the pen at its field, and knows no other', async () => {
    expect(
      (await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: '91350100M000100Y44' } })).body,
    ).toMatchObject({ fields: [{ path: 'creditCode', code: 'joining.credit_code_wrong' }] });
    expect(
      (await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: '9144030071526726XG' } })).status,
    ).toBe(404);
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
    await expect
      .poll(async () => (await admin.ok(messagesApi.list, { query: { kind: 'joinRequested' } })).rows[0])
      .toMatchObject({ title: request!.name, target: { page: 'userRegister' }, recordId: null });
    await admin.ok(joiningApi.refuseRequest, {
      params: { requestId: request!.id },
      body: { reason: '请联系部门主管' },
    });
    expect(await person.ok(joiningApi.ownRequests)).toMatchObject([
      { enterprise: '示范企业', state: 'refused', reason: '请联系部门主管' },
    ]);
    expect(await spacesOf(person)).toEqual(['other']);
  });

  test('lets somebody in at once when it is accepted, as a visitor from another enterprise', async () => {
    const person = await server.as('other-user');
    await ask(person);
    const [request] = await waiting();
    const params = { requestId: request!.id };
    expect(await admin.ok(joiningApi.acceptRequest, { params, body: { role: 'user' } })).toMatchObject({
      state: 'accepted',
      role: 'user',
      decidedBy: { id: admin.id },
    });
    expect(await person.ok(identityApi.me, {}, { space: 'demo' })).toMatchObject({
      entId: 'other',
      isCrossSpace: true,
      role: 'user',
    });
    expect((await admin.call(joiningApi.acceptRequest, { params, body: { role: 'admin' } })).body).toMatchObject({
      code: 'joining.request.decided',
    });
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
    const answers = await Promise.all([
      admin.call(joiningApi.acceptRequest, { params, body: { role: 'user' } }),
      admin.call(joiningApi.refuseRequest, { params, body: { reason: '' } }),
      admin.call(joiningApi.refuseRequest, { params, body: { reason: '' } }),
    ]);
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
  const invite = (input: object = {}) =>
    admin.ok(joiningApi.invite, {
      body: { role: 'user', departmentId: null, note: '', days: 7, mostPeople: 1, review: false, ...input },
    });

  test('says what it is for, lets as many in as it was made for, and is then used up', async () => {
    const { token, invitation } = await invite({ note: '年度审计' });
    expect(await server.visitor.ok(joiningApi.readInvitation, { body: { token } })).toMatchObject({
      enterprise: '示范企业',
      note: '年度审计',
      member: false,
    });
    expect((await server.visitor.call(joiningApi.acceptInvitation, { body: { token } })).body).toMatchObject({
      code: 'joining.person_missing',
    });
    const [one, two] = await Promise.all(
      ['other-admin', 'user7'].map(async (login) =>
        (await server.as(login)).call(joiningApi.acceptInvitation, { body: { token } }),
      ),
    );
    expect(one!.status).toBe(200);
    expect(two!.body).toMatchObject({ code: expect.stringMatching(/member_already|not_found/) });
    expect(await (await server.as('other-admin')).ok(identityApi.me, {}, { space: 'demo' })).toMatchObject({
      role: 'user',
    });
    expect((await admin.ok(joiningApi.listInvitations)).rows.find(({ id }) => id === invitation.id)).toMatchObject({
      people: 1,
      state: 'used_up',
    });
    expect((await server.visitor.call(joiningApi.readInvitation, { body: { token } })).status).toBe(404);
  });

  test('puts people into its department', async () => {
    const departmentId = (
      await admin.ok(organizationApi.createDepartment, { body: { name: '外协组', parentId: null } })
    ).id;
    const { token, invitation } = await invite({ departmentId });
    expect(invitation.department).toEqual({ id: departmentId, name: '外协组' });
    const guest = await server.as('root');
    await guest.ok(joiningApi.acceptInvitation, { body: { token } });
    expect(await admin.ok(organizationApi.getPerson, { params: { personId: guest.id } })).toMatchObject({
      role: 'user',
      department: { id: departmentId },
    });
    const virtual = (
      await admin.ok(organizationApi.createDepartment, { body: { name: '虚拟组', parentId: null, virtual: true } })
    ).id;
    expect(
      (
        await admin.call(joiningApi.invite, {
          body: { role: 'user', departmentId: virtual, note: '', days: 7, mostPeople: 1, review: false },
        })
      ).body,
    ).toMatchObject({ code: 'organization.department.virtual_main' });
  });

  test('gives nobody an administrative role by itself: they wait for review, with what it gave', async () => {
    const departmentId = (
      await admin.ok(organizationApi.createDepartment, { body: { name: '审计室', parentId: null } })
    ).id;
    const { token, invitation } = await invite({ role: 'audit', departmentId });
    expect(invitation.review).toBe(true);
    const person = await server.as('saas');
    // a member already when the acceptance above was quicker than the refusals
    await admin.call(organizationApi.disablePerson, { params: { personId: person.id } });
    expect(await person.ok(joiningApi.acceptInvitation, { body: { token } })).toMatchObject({ waiting: true });
    const [request] = await waiting();
    expect(request).toMatchObject({ role: 'audit', department: { name: '审计室' } });
    await admin.ok(joiningApi.acceptRequest, { params: { requestId: request!.id }, body: { role: 'audit' } });
    expect(await admin.ok(organizationApi.getPerson, { params: { personId: person.id } })).toMatchObject({
      role: 'audit',
      department: { name: '审计室' },
    });
  });

  test('no longer holds when it was revoked', async () => {
    const { token, invitation } = await invite();
    expect(await admin.ok(joiningApi.revokeInvitation, { params: { invitationId: invitation.id } })).toMatchObject({
      state: 'revoked',
    });
    expect((await server.visitor.call(joiningApi.readInvitation, { body: { token } })).status).toBe(404);
  });

  test('is known by its hash alone', async () => {
    const { token, invitation } = await invite();
    const texts = JSON.stringify(await admin.ok(joiningApi.listInvitations)) + JSON.stringify(invitation);
    expect(texts).not.toContain(token);
  });
});

describe('colleagues made at once', () => {
  const line = (login: string, more: object = {}) => ({ name: '新同事', login, phone: '', email: '', ...more });

  test('sign in with the passwords shown, and a refused line stops no other', async () => {
    const departmentId = (
      await admin.ok(organizationApi.createDepartment, { body: { name: '二车间', parentId: null } })
    ).id;
    const results = await admin.ok(joiningApi.createColleagues, {
      body: {
        departmentId,
        people: [
          line('batch.one', { phone: '0595-1234' }),
          line('ADMIN'),
          line(''),
          line('batch.two', { email: 'nonsense' }),
          line('batch.one'),
        ],
      },
    });
    expect(
      results.map(({ password, problems }) => (password === null ? problems.map(({ path }) => path).join() : 'made')),
    ).toEqual(['made', 'login', 'login', 'email', 'login']);
    const { rows } = await admin.ok(organizationApi.listPeople, {
      query: { search: 'batch.', offset: 0, limit: 10, state: 'enabled' },
    });
    expect(rows).toMatchObject([
      { login: 'batch.one', role: 'user', phone: '0595-1234', department: { id: departmentId } },
    ]);
    const entered = await fetch(`${server.url}/api/identity/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'batch.one', password: results[0]!.password }),
    });
    expect(entered.status).toBe(200);
  });
});

// the last: it uses up the address
test('an address that tries one invitation after another has to wait', async () => {
  const accept = () => server.visitor.call(joiningApi.acceptInvitation, { body: { token: 'x'.repeat(43) } });
  const answers = [];
  for (let tries = 0; tries < 61; tries += 1) answers.push((await accept()).status);
  expect(answers.filter((status) => status === 404).length).toBeGreaterThan(30);
  expect(answers.at(-1)).toBe(429);
});

test('where no mail and no short message leaves, nobody is promised a code', async () => {
  for (const [kind, target, code] of [
    ['phone', '13900002222', 'identity.code.no_sms'],
    ['email', 'new@plant.example', 'identity.code.no_mail'],
  ] as const)
    expect(await server.visitor.call(joiningApi.sendCode, { body: { kind, target } })).toMatchObject({
      status: 409,
      body: { code },
    });
});
