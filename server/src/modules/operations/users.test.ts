import { auditApi } from '@formwork/contract/audit/api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { customersApi } from '@formwork/contract/operations/customers.ts';
import { usersApi } from '@formwork/contract/operations/users.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { testPassword } from '../../testing/people.ts';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let root: Client;
beforeAll(async () => {
  server = await startTestServer();
  root = await server.as('root');
});
afterAll(() => server.stop());

const find = async (search: string, person = root) =>
  (await person.ok(usersApi.list, { query: { search } as never })).rows;
const idOf = async (login: string) => (await find(login)).find((one) => one.login === login)!.id;
const of = async (login: string) => ({ params: { userId: await idOf(login) } });
const enter = (login: string, password = testPassword) =>
  server.visitor.call(signInApi.signIn, { body: { login, password } });

describe('accounts of all spaces', () => {
  test('are found by login, name, phone and mailbox, which are shown in part', async () => {
    await server.platform.control
      .updateTable('identity.account')
      .set({ phone: '13812345678', email: 'li.hong@plant.example' })
      .where('login', '=', 'other-user')
      .execute();
    for (const search of ['other-us', 'OTHER-USER 先', '1381234', 'li.hong@PLANT']) {
      expect(
        (await find(search)).map(({ login }) => login),
        search,
      ).toEqual(['other-user']);
    }
    expect((await find('other-user'))[0]).toMatchObject({
      name: 'other-user 先生',
      phone: '138****5678',
      email: 'li***@plant.example',
      home: { id: 'other', name: '另一企业' },
      role: 'user',
      spaces: 1,
      state: 'active',
      sessions: 0,
      can: { edit: true, sessions: true, merge: true },
    });
    expect(await find('100%_')).toEqual([]);
    const page = await root.ok(usersApi.list, { query: { limit: 3, offset: 2 } });
    expect([page.rows.length, page.total, page.more]).toEqual([3, 14, false]);
    expect(
      (await root.ok(usersApi.list, { query: { space: 'other' } as never })).rows.map(({ login }) => login).sort(),
    ).toEqual(['other-admin', 'other-user']);
  });

  test('staff of the operator is seen, and changed elsewhere', async () => {
    expect((await find('root'))[0]).toMatchObject({
      role: 'root',
      can: { edit: false, sessions: false, merge: false },
    });
    expect(codeOf(await root.call(usersApi.disable, await of('root')))).toBe('operations.user.is_operator');
  });

  test('a service provider finds those of its customers alone', async () => {
    const saas = await server.as('saas');
    expect(await find('user', saas)).toEqual([]);
    await root.ok(customersApi.update, { params: { customerId: 'other' }, body: { providerId: saas.id } });
    expect((await find('user', saas)).map(({ login }) => login)).toEqual(['other-user']);
    expect(codeOf(await saas.call(usersApi.disable, await of('user')))).toBe('operations.user.not_found');
    expect(codeOf(await saas.call(usersApi.get, await of('user')))).toBe('operations.user.not_found');
    expect((await saas.ok(usersApi.get, await of('other-user'))).memberships).toMatchObject([
      { space: { id: 'other' }, role: 'user' },
    ]);
    expect(
      (await saas.call(usersApi.planMerge, { ...(await of('other-user')), query: { intoId: saas.id } })).status,
    ).toBe(403);
  });
});

describe('one account', () => {
  test('waits after three wrong entries until it is unlocked', async () => {
    for (let n = 0; n < 3; n++) await enter('user3', 'wrong');
    expect((await enter('user3')).status).toBe(429);
    expect((await find('user3'))[0]).toMatchObject({ state: 'waiting', secondsLeft: expect.any(Number) });
    expect(
      (await root.ok(usersApi.list, { query: { state: 'waiting' } as never })).rows.map(({ login }) => login),
    ).toEqual(['user3']);
    await root.ok(usersApi.unlock, await of('user3'));
    expect((await enter('user3')).status).toBe(200);
  });

  test('is shut out of everything at once, and let in again', async () => {
    const person = await signIn(server.url, 'user4');
    await root.ok(usersApi.disable, await of('user4'));
    expect((await person.call(identityApi.me)).status).toBe(401);
    expect(codeOf(await enter('user4'))).toBe('identity.account.disabled');
    expect((await find('user4'))[0]).toMatchObject({ state: 'disabled' });
    const admin = await server.as('admin');
    await expect
      .poll(
        async () =>
          (await admin.ok(organizationApi.listPeople, { query: { search: 'user4', state: 'all' } as never })).rows[0]!
            .disabled,
      )
      .toBe(true);
    await root.ok(usersApi.enable, await of('user4'));
    expect((await enter('user4')).status).toBe(200);
    const auditor = await server.as('audit');
    await expect
      .poll(async () => (await auditor.ok(auditApi.list, { query: { limit: 200 } })).rows.map(({ type }) => type))
      .toEqual(
        expect.arrayContaining(['identity.account.disabled', 'identity.account.enabled', 'identity.account.unlocked']),
      );
  });

  test('has its sessions listed and ended, one or all', async () => {
    const [one, two, three] = [
      await signIn(server.url, 'user5'),
      await signIn(server.url, 'user5'),
      await signIn(server.url, 'user5'),
    ];
    const at = await of('user5');
    const { sessions, user } = await root.ok(usersApi.get, at);
    expect([sessions.length, user.sessions]).toEqual([3, 3]);
    await root.ok(usersApi.endSession, { params: { ...at.params, sessionId: sessions[0]!.id } });
    const statuses = async () =>
      (await Promise.all([one, two, three].map((client) => client.call(identityApi.me))))
        .map(({ status }) => status)
        .sort();
    expect(await statuses()).toEqual([200, 200, 401]);
    expect(
      codeOf(
        await root.call(usersApi.endSession, { params: { userId: await idOf('user6'), sessionId: sessions[1]!.id } }),
      ),
    ).toBe('identity.session.not_found');
    expect(await root.ok(usersApi.endSessions, at)).toEqual({ ended: 2 });
    expect(await statuses()).toEqual([401, 401, 401]);
  });
});

describe('merging two accounts', () => {
  const plan = async (from: string, into: string) =>
    root.ok(usersApi.planMerge, { ...(await of(from)), query: { intoId: await idOf(into) } });
  const merge = async (from: string, into: string) =>
    root.call(usersApi.merge, { ...(await of(from)), body: { intoId: await idOf(into) } });

  test('is refused with every reason before anything is done', async () => {
    expect((await plan('user6', 'user6')).refusals).toMatchObject([{ code: 'operations.merge.same' }]);
    expect((await plan('user6', 'root')).refusals).toMatchObject([{ code: 'operations.merge.operator' }]);
    expect((await plan('admin', 'user6')).refusals).toEqual([
      { code: 'operations.merge.last_administrator', data: { space: '示范企业' } },
    ]);
    expect(codeOf(await merge('admin', 'user6'))).toBe('operations.merge.last_administrator');
    expect((await server.as('admin')).id).toBe(await idOf('admin'));
  });

  test('moves memberships with place, roles and records, and closes the other account', async () => {
    const administrator = await server.as('other-admin');
    const department = await administrator.ok(organizationApi.createDepartment, {
      body: { name: '装配部', parentId: null },
    });
    const role = await administrator.ok(organizationApi.createRole, { body: { name: '巡检员' } as never });
    const old = await signIn(server.url, 'other-user');
    await administrator.ok(organizationApi.movePeople, { body: { ids: [old.id], departmentId: department.id } });
    await administrator.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [old.id] } });

    const made = await plan('other-user', 'user7');
    expect(made).toMatchObject({
      moves: [{ space: { id: 'other' }, role: 'user' }],
      stays: [],
      phone: 'moves',
      email: 'moves',
      refusals: [],
    });
    const answer = await merge('other-user', 'user7');
    expect([answer.status, answer.body]).toEqual([200, made]);

    expect((await old.call(identityApi.me)).status).toBe(401);
    expect(codeOf(await enter('other-user'))).toBe('identity.account.disabled');
    const one = await signIn(server.url, 'user7');
    expect(await one.ok(identityApi.me, {}, { space: 'other' })).toMatchObject({
      name: 'other-user 先生',
      role: 'user',
      isCrossSpace: true,
    });
    expect((await find('1381234')).map(({ login }) => login)).toEqual(['user7']);
    await expect
      .poll(
        async () =>
          (
            await administrator.ok(organizationApi.listPeople, {
              query: { search: 'other-user', state: 'all' } as never,
            })
          ).rows.find(({ id }) => id === one.id)?.department?.name,
      )
      .toBe('装配部');
    const holders = () =>
      inControl(server.platform.control, 'other', (tx) =>
        tx.selectFrom('organization.role_member').select('account_id').where('role_id', '=', role.id).execute(),
      );
    await expect.poll(holders).toEqual([{ account_id: one.id }]);

    expect((await find('other-user')).find(({ login }) => login === 'other-user')).toMatchObject({
      state: 'merged',
      can: { edit: false },
    });
    expect(codeOf(await root.call(usersApi.enable, await of('other-user')))).toBe('operations.user.merged');
    expect((await plan('other-user', 'user6')).refusals).toMatchObject([{ code: 'operations.user.merged' }]);
  });

  test('where both belong the other keeps its own role', async () => {
    expect(await plan('user5', 'user6')).toMatchObject({
      moves: [],
      stays: [{ space: { id: 'demo' }, role: 'user', keptRole: 'user' }],
      refusals: [],
    });
    expect((await merge('user5', 'user6')).status).toBe(200);
    expect((await enter('user5')).status).toBe(403);
    expect(await (await signIn(server.url, 'user6')).ok(identityApi.me)).toMatchObject({ name: 'user6 先生' });
  });
});
