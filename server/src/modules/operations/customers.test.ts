import { once } from 'node:events';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { filesApi } from '@formwork/contract/files/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { endExpired } from '../identity/enterprises.ts';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { testPassword } from '../../testing/people.ts';

let server: TestServer;
let root: Client;
let saas: Client;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.as('root');
  saas = await server.as('saas');
});
afterAll(() => server.stop());

const customers = async (person: Client, query: object = {}) =>
  (await person.ok(customersApi.list, { query: query as never })).rows;
const create = (person: Client, name: string, body: object = {}) =>
  person.call(customersApi.create, {
    body: { name, administrator: { name: '管理员', login: 'boss-of-a-customer' }, ...body } as never,
  });
const enter = (login: string, password = testPassword) =>
  server.visitor.call(signInApi.signIn, { body: { login, password } });
const of = (customerId: string) => ({ params: { customerId } });

describe('the list of customers', () => {
  test('has every enterprise with what it uses, and not the operator itself', async () => {
    const rows = await customers(root);
    expect(rows.map(({ id }) => id).sort()).toEqual(['demo', 'other']);
    expect(rows.find(({ id }) => id === 'demo')).toMatchObject({
      name: '示范企业',
      edition: 'enterprise',
      state: 'active',
      provider: null,
      usage: { people: 10, applications: 0, records: 0 },
      can: { edit: true, suspend: true, assign: true },
    });
    expect(rows[0]!.usage.storedBytes).toBeGreaterThan(0);
  });

  test('is searched, filtered and paged in the database', async () => {
    expect((await customers(root, { search: '另一' })).map(({ id }) => id)).toEqual(['other']);
    expect(await customers(root, { search: '100%' })).toEqual([]);
    expect(await customers(root, { state: 'suspended' })).toEqual([]);
    const page = await root.ok(customersApi.list, { query: { limit: 1, offset: 1 } });
    expect([page.rows.length, page.total]).toEqual([1, 2]);
  });
});

describe('a new customer', () => {
  test('begins with an administrator whose password is good for one sign-in', async () => {
    const { customer, login, password } = await root.ok(customersApi.create, {
      body: {
        name: '长江阀门',
        creditCode: '91350100m000100y43',
        edition: 'community',
        expiresAt: null,
        administrator: { name: '张工', login: 'valve' },
      },
    });
    expect(customer).toMatchObject({
      name: '长江阀门',
      creditCode: '91350100M000100Y43',
      edition: 'community',
      state: 'active',
      usage: { people: 1 },
    });
    const first = (await enter(login, password)).body as { next: string; ticket: string };
    expect(first.next).toBe('new_password');
    const me = await server.visitor.ok(signInApi.newPassword, {
      body: { ticket: first.ticket, next: 'Quite-another-1' },
    });
    expect(me).toMatchObject({ role: 'admin', entName: '长江阀门' });
    expect((await enter(login, password)).status).toBe(401);
    expect((await enter(login, 'Quite-another-1')).body).toMatchObject({ login });
  });

  test('is refused at the right field', async () => {
    const fields = async (body: object) =>
      (
        (await create(root, '甲乙丙', body)).body as unknown as { fields?: { path: string; code: string }[] }
      ).fields?.map(({ path, code }) => [path, code]);
    expect(await fields({ creditCode: '91350100M000100Y44' })).toEqual([['creditCode', 'joining.credit_code_wrong']]);
    expect(await fields({ administrator: { name: 'x', login: 'admin' } })).toEqual([
      ['administrator.login', 'identity.account.login_taken'],
    ]);
    expect(await fields({ expiresAt: '2020-01-01T00:00:00Z' })).toEqual([
      ['expiresAt', 'operations.customer.expires_in_past'],
    ]);
    expect(await fields({ providerId: root.id })).toEqual([['providerId', 'operations.provider.not_found']]);
    expect(await customers(root, { search: '甲乙丙' })).toEqual([]);
  });
});

describe('a service provider', () => {
  test('sees and changes its own customers alone', async () => {
    expect(await customers(saas)).toEqual([]);
    const { customer } = (await create(saas, '海星轴承')).body;
    expect(customer).toMatchObject({ provider: { id: saas.id }, can: { edit: true, assign: false } });
    expect((await customers(saas)).map(({ id }) => id)).toEqual([customer.id]);
    expect((await saas.ok(customersApi.update, { ...of(customer.id), body: { name: '海星轴承集团' } })).name).toBe(
      '海星轴承集团',
    );
    for (const call of [
      () => saas.call(customersApi.update, { ...of('demo'), body: { name: '改名' } }),
      () => saas.call(customersApi.suspend, { ...of('demo'), body: { because: 'x' } }),
      () => saas.call(customersApi.resume, of('demo')),
    ]) {
      expect((await call()).body).toMatchObject({ code: 'operations.customer.not_found' });
    }
    expect((await saas.call(customersApi.update, { ...of(customer.id), body: { providerId: null } })).status).toBe(403);
    expect(await root.ok(customersApi.update, { ...of(customer.id), body: { providerId: null } })).toMatchObject({
      provider: null,
    });
    expect(await customers(saas)).toEqual([]);
  });
});

describe('an enterprise that is shut', () => {
  const suspend = (id: string) => root.ok(customersApi.suspend, { ...of(id), body: { because: '欠费' } });
  const resume = (id: string) => root.ok(customersApi.resume, of(id));

  test('lets nobody sign in, ends sessions and sockets on every process, and keeps everything', async () => {
    const person = await signIn(server.url, 'other-user');
    const administrator = await signIn(server.url, 'other-admin');
    expect((await administrator.call(identityApi.me)).status).toBe(200);
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, { headers: { cookie: person.cookie } });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'bindUid', uid: person.id }));
    await once(socket, 'message');
    const closed = once(socket, 'close');

    expect(await suspend('other')).toMatchObject({ state: 'suspended', suspendedBecause: '欠费' });
    await closed;
    for (const client of [person, administrator])
      expect((await client.call(identityApi.me)).body).toMatchObject({ code: 'identity.space.suspended' });
    expect((await enter('other-user')).body).toMatchObject({ code: 'identity.space.suspended' });
    expect((await enter('other-user', 'wrong')).body).toMatchObject({ code: 'identity.session.wrong_password' });
    const page = await person.fetch('/user/workbench', { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([
      302,
      expect.stringContaining('why=identity.space.suspended'),
    ]);
    expect((await customers(root, { state: 'suspended' })).map(({ id }) => id)).toEqual(['other']);

    expect(await resume('other')).toMatchObject({ state: 'active', usage: { people: 2 } });
    expect((await person.call(identityApi.me)).body).toMatchObject({ code: 'platform.not_signed_in' });
    expect((await enter('other-user')).body).toMatchObject({ login: 'other-user' });
  });

  test('is closed to those who visit it, whose own enterprise stays open', async () => {
    const administrator = await signIn(server.url, 'other-admin');
    const { token } = await administrator.ok(joiningApi.invite, {
      body: { role: 'user', departmentId: null, note: '', days: 7, mostPeople: 1, review: false },
    });
    const guest = await signIn(server.url, 'user2');
    await guest.ok(joiningApi.acceptInvitation, { body: { token } });
    expect((await guest.call(identityApi.me, {}, { space: 'other' })).status).toBe(200);
    await suspend('other');
    expect((await guest.call(identityApi.me, {}, { space: 'other' })).body).toMatchObject({
      code: 'identity.space.suspended',
    });
    expect((await guest.call(identityApi.me)).status).toBe(200);
    await resume('other');
    expect((await guest.call(identityApi.me, {}, { space: 'other' })).status).toBe(200);
  });

  test('opens nothing by what was handed out either: tickets of files, invitations, its code', async () => {
    const administrator = await signIn(server.url, 'other-admin');
    const form = new FormData();
    form.append('file', new File(['图纸'], 'a.txt'));
    const [file] = (await (await administrator.fetch('/api/files', { method: 'POST', body: form })).json()) as {
      id: string;
    }[];
    const { ticket } = await administrator.ok(filesApi.makeTicket, { params: { fileId: file!.id } });
    const { token } = await administrator.ok(joiningApi.invite, {
      body: { role: 'user', departmentId: null, note: '', days: 7, mostPeople: 1, review: false },
    });
    const guest = await signIn(server.url, 'user3');
    await server.platform.control
      .updateTable('identity.space')
      .set({ credit_code: '9144030071526726XG' })
      .where('id', '=', 'other')
      .execute();
    const byCode = { body: { creditCode: '9144030071526726XG', message: '' } };
    const tried = async () =>
      [
        await server.visitor.call(filesApi.viewByTicket, { params: { ticket } }),
        await server.visitor.call(filesApi.openByTicket, { params: { ticket } }),
        await server.visitor.call(joiningApi.readInvitation, { body: { token } }),
        await server.visitor.call(joiningApi.findEnterprise, { body: { creditCode: byCode.body.creditCode } }),
      ].map((answer) => codeOf(answer) ?? answer.status);
    expect(await tried()).toEqual([200, 200, 200, 200]);
    await suspend('other');
    expect(await tried()).toEqual([
      'files.ticket.expired',
      'files.ticket.expired',
      'joining.invitation.not_found',
      'joining.enterprise.not_found',
    ]);
    expect([
      codeOf(await guest.call(joiningApi.acceptInvitation, { body: { token } })),
      codeOf(await guest.call(joiningApi.requestToJoin, byCode)),
    ]).toEqual(['joining.invitation.not_found', 'joining.enterprise.not_found']);
    await resume('other');
    expect((await guest.call(joiningApi.acceptInvitation, { body: { token } })).status).toBe(200);
  });

  test('is so too when its time is over, from the very moment', async () => {
    const person = await signIn(server.url, 'other-user');
    expect((await person.call(identityApi.me)).status).toBe(200);
    const isThere = async () => (await person.call(identityApi.me)).status === 200;
    // as short as this machine can be in it at all
    for (let ms = 400, seen = false; !seen; ms *= 2) {
      const expiresAt = new Date(Date.now() + ms).toISOString();
      await root.ok(customersApi.update, { ...of('other'), body: { expiresAt } });
      seen = await isThere();
    }
    await expect
      .poll(async () => (await person.call(identityApi.me)).body, { interval: 50 })
      .toMatchObject({ code: 'identity.space.expired' });
    expect((await enter('other-user')).body).toMatchObject({ code: 'identity.space.expired' });
    await endExpired.run(server.platform);
    const open = await server.platform.control
      .selectFrom('identity.session')
      .select('id')
      .where('account_id', '=', person.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toEqual([]);
    expect((await customers(root, { state: 'expired' })).map(({ id }) => id)).toEqual(['other']);
    await root.ok(customersApi.update, { ...of('other'), body: { expiresAt: null } });
    expect((await enter('other-user')).status).toBe(200);
  });

  test('does not exist for the operator: nobody shuts themselves out', async () => {
    expect((await root.call(customersApi.suspend, { ...of('operator'), body: { because: 'x' } })).status).toBe(404);
  });

  test('reads of it in its own trail, and the operator in theirs', async () => {
    const trailOf = async (person: Client) =>
      (await person.ok(auditApi.list, { query: { limit: 200 } })).rows.map(({ type }) => type);
    await suspend('demo');
    await resume('demo');
    const auditor = await signIn(server.url, 'audit');
    await expect
      .poll(() => trailOf(auditor))
      .toEqual(expect.arrayContaining(['operations.customer.suspended', 'operations.customer.resumed']));
    await expect
      .poll(() => trailOf(root))
      .toEqual(expect.arrayContaining(['operations.customer.suspended', 'operations.customer.created']));
  });
});

describe('private addresses', () => {
  test('are given to one enterprise by the operator alone, and hold at once', async () => {
    expect(await root.ok(customersApi.addresses, of('demo'))).toEqual({ ranges: [] });
    expect((await saas.call(customersApi.putAddresses, { ...of('demo'), body: { ranges: [] } })).status).toBe(403);
    const wrong = await root.call(customersApi.putAddresses, { ...of('demo'), body: { ranges: ['10.0.0.0/99'] } });
    expect([wrong.status, codeOf(wrong)]).toEqual([422, 'operations.customer.bad_range']);
    await root.ok(customersApi.putAddresses, { ...of('demo'), body: { ranges: ['10.1.0.0/16', '192.168.3.7'] } });
    expect(server.platform.outgoingRanges.of('demo')).toEqual(['10.1.0.0/16', '192.168.3.7']);
    expect(server.platform.outgoingRanges.of('other')).toEqual([]);
    expect(await root.ok(customersApi.addresses, of('demo'))).toEqual({ ranges: ['10.1.0.0/16', '192.168.3.7'] });
    expect((await root.call(customersApi.addresses, of('nobody'))).status).toBe(404);
    await root.ok(customersApi.putAddresses, { ...of('demo'), body: { ranges: [] } });
    expect(server.platform.outgoingRanges.of('demo')).toEqual([]);
  });
});
