import { api } from '@formwork/contract/api.ts';
import { auditApi } from '@formwork/contract/audit/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { signInApi } from '@formwork/contract/identity/sign-in.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { operationsApi } from '@formwork/contract/operations/api.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import { operatorRolesApi, personnelApi } from '@formwork/contract/operations/staff.ts';
import { usersApi } from '@formwork/contract/operations/users.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let root: Client;
let support: Client;
let supportRole: string;
const given: Permission[] = ['operations.user.read', 'operations.user.edit'];

beforeAll(async () => {
  server = await startTestServer();
  root = await server.as('root');
  supportRole = (await root.ok(operatorRolesApi.create, { body: { name: '客服', description: '', grants: given } })).id;
  support = await hire('support', { everything: false, roleIds: [supportRole] });
});
afterAll(() => server.stop());

const add = (person: Client, login: string, held: { everything: boolean; roleIds: string[] }) =>
  person.call(personnelApi.create, { body: { name: login, login, ...held } });

/** Signs in with the one-time password and the next one of their own. */
async function hire(login: string, held: { everything: boolean; roleIds: string[] }): Promise<Client> {
  const { password } = (await add(root, login, held)).body;
  return enter(login, password);
}

async function enter(login: string, once: string): Promise<Client> {
  const { body } = await server.visitor.call(signInApi.signIn, { body: { login, password: once } });
  const { ticket } = body as { ticket: string };
  const answer = await server.visitor.call(signInApi.newPassword, { body: { ticket, next: `Own-${once}` } });
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  const { id } = answer.body as { id: string };
  const call: Client['call'] = async (endpoint, input = {}) => {
    const {
      params,
      query,
      body: sent,
    } = input as { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params?.[name] ?? '-');
    const response = await fetch(`${server.url}/api${path}?${new URLSearchParams(query).toString()}`, {
      method: endpoint.method,
      headers: { cookie, ...(sent === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
    return { status: response.status, body: (await response.json()) as never, headers: response.headers };
  };
  return {
    ...server.visitor,
    call,
    cookie,
    id,
    ok: async (endpoint, input) => (await call(endpoint, input)).body,
    fetch: (path, init) => fetch(server.url + path, { ...init, headers: { ...(init?.headers as object), cookie } }),
  };
}

const endpoints = Object.entries(api).flatMap(([area, all]) =>
  Object.entries(all).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint: endpoint as Endpoint })),
);
const params = new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000000' });

describe('staff that is held to roles', () => {
  test.each(
    endpoints.filter(
      ({ endpoint }) => endpoint.permission !== 'anyone' && endpoint !== (identityApi.signOut as unknown),
    ),
  )('calls $name only where the roles say so, whatever the input', async ({ endpoint }) => {
    const answer = await support.call(endpoint, { params: params, ...(endpoint.method === 'GET' ? {} : { body: {} }) });
    expect(codeOf(answer) === 'platform.forbidden').toBe(
      !holds({ role: 'root', grants: given }, endpoint.permission as Permission),
    );
  });

  test('reads in what it may do, and which pages stay closed', async () => {
    const me = await support.ok(identityApi.me);
    expect(me.permissions).toEqual(expect.arrayContaining(['operations.user.edit', 'operations.overview.read']));
    expect(me.permissions).not.toEqual(expect.arrayContaining(['operations.staff.edit']));
    const { pages } = await support.ok(organizationApi.closedPages);
    expect([pages.includes('personnel'), pages.includes('operationLog'), pages.includes('users')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('loses and gains at once, on open sessions', async () => {
    await root.ok(operatorRolesApi.update, {
      params: { roleId: supportRole },
      body: { name: '客服', description: '', grants: ['audit.trail.read'] as never },
    });
    expect((await support.call(usersApi.list)).status).toBe(403);
    expect((await support.call(auditApi.list)).status).toBe(200);
    await root.ok(operatorRolesApi.update, {
      params: { roleId: supportRole },
      body: { name: '客服', description: '', grants: given },
    });
    expect((await support.call(usersApi.list)).status).toBe(200);
  });

  test('gives nobody more than it holds, and touches nobody who holds more', async () => {
    const { id: headRole } = await root.ok(operatorRolesApi.create, {
      body: {
        name: '人事',
        description: '',
        grants: [
          'operations.role.read',
          'operations.role.edit',
          'operations.staff.read',
          'operations.staff.edit',
        ] as never,
      },
    });
    const head = await hire('head', { everything: false, roleIds: [headRole] });
    expect(
      codeOf(
        await head.call(operatorRolesApi.create, {
          body: { name: '更多', description: '', grants: ['operations.customer.edit'] as never },
        }),
      ),
    ).toBe('operations.role.beyond_own');
    expect(
      codeOf(
        await head.call(operatorRolesApi.update, {
          params: { roleId: supportRole },
          body: { name: '客服', description: '', grants: [] },
        }),
      ),
    ).toBe('operations.role.beyond_own');
    expect(codeOf(await add(head, 'friend', { everything: true, roleIds: [] }))).toBe('operations.role.beyond_own');
    expect(codeOf(await add(head, 'friend', { everything: false, roleIds: [supportRole] }))).toBe(
      'operations.role.beyond_own',
    );
    for (const personId of [root.id, support.id])
      expect(codeOf(await head.call(personnelApi.reset, { params: { personId } }))).toBe('operations.role.beyond_own');
    expect(
      codeOf(
        await head.call(personnelApi.update, {
          params: { personId: head.id },
          body: { name: 'head', everything: true, roleIds: [] },
        }),
      ),
    ).toMatch(/beyond_own|own_account/);
    expect((await add(head, 'clerk', { everything: false, roleIds: [headRole] })).status).toBe(200);
    await root.ok(operatorRolesApi.remove, { params: { roleId: headRole } });
    expect((await head.call(personnelApi.list)).status).toBe(403);
    expect((await head.call(operationsApi.overview)).status).toBe(200);
  });
});

describe('personnel', () => {
  const rows = async () => (await root.ok(personnelApi.list)).rows;
  const of = async (login: string) => ({ params: { personId: (await rows()).find((one) => one.login === login)!.id } });

  test('is the staff of the operator alone, with what everybody holds', async () => {
    const staff = await rows();
    expect(staff.map(({ login }) => login)).toEqual(expect.arrayContaining(['root', 'support']));
    expect(staff.map(({ login }) => login)).not.toEqual(expect.arrayContaining(['saas', 'admin']));
    expect(staff.find(({ login }) => login === 'root')).toMatchObject({ everything: true, can: { edit: false } });
    expect(staff.find(({ login }) => login === 'support')).toMatchObject({
      everything: false,
      roles: [{ name: '客服' }],
      can: { edit: true },
    });
    expect((await root.ok(personnelApi.list, { query: { search: 'SUPP' } as never })).total).toBe(1);
  });

  test('is shut out and let in again, and gets a password for one sign-in', async () => {
    const person = await hire('temp', { everything: false, roleIds: [] });
    expect((await person.call(usersApi.list)).status).toBe(403);
    await root.ok(personnelApi.disable, await of('temp'));
    expect((await person.call(identityApi.me)).status).toBe(401);
    await root.ok(personnelApi.enable, await of('temp'));
    const { password } = await root.ok(personnelApi.reset, await of('temp'));
    expect(await (await enter('temp', password)).ok(identityApi.me)).toMatchObject({ login: 'temp', role: 'root' });
    expect((await server.visitor.call(signInApi.signIn, { body: { login: 'temp', password } })).status).toBe(401);
  });

  test('is told in the operation log', async () => {
    const types = async () => (await root.ok(auditApi.list, { query: { limit: 200 } })).rows.map(({ type }) => type);
    await expect
      .poll(types)
      .toEqual(
        expect.arrayContaining([
          'operations.role.created',
          'operations.staff.created',
          'operations.staff.disabled',
          'operations.staff.password_reset',
        ]),
      );
  });

  test('always has somebody with everything, and nobody changes their own account', async () => {
    expect(codeOf(await root.call(personnelApi.disable, await of('root')))).toBe('operations.staff.own_account');
    const second = await hire('second', { everything: true, roleIds: [] });
    const at = await of('root');
    const held = { name: 'root', everything: false, roleIds: [] };
    const answers = await Promise.all([
      second.call(personnelApi.update, { ...at, body: held }),
      root.call(personnelApi.update, { params: { personId: second.id }, body: { ...held, name: 'second' } }),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
  });
});
