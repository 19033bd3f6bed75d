import { organizationApi } from '@formwork/contract/organization/api.ts';
import { policyApi, SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';
import { directoryOf, membersOfRole, pinyinOf } from '../public.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const code = (answer: Answer) => (answer.body as { code?: string }).code;
let made = 0;

async function newPerson(name: string, more: { departmentId?: string | null; role?: 'admin' | 'user' } = {}) {
  return admin.ok(organizationApi.createPerson, {
    body: { login: `person${++made}`, name, role: 'user', departmentId: null, superiorId: null, ...more },
  });
}

async function enter(login: string, password: string): Promise<Response> {
  return fetch(`${server.url}/api/identity/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  });
}

test('who was given a password sets their own, unless the enterprise switched that off', async () => {
  const { person, password } = await newPerson('苏轼');
  expect(await (await enter(person.login, password)).json()).toMatchObject({ next: 'new_password' });
  await admin.ok(policyApi.save, { body: { ...SecurityPolicy.parse({}), changeGiven: false } });
  expect(await (await enter(person.login, password)).json()).toMatchObject({ name: '苏轼' });
});

describe('people', () => {
  test('a new person signs in with the password shown once', async () => {
    const { person: created, password } = await newPerson('欧阳修');
    expect(created).toMatchObject({
      name: '欧阳修',
      role: 'user',
      disabled: false,
      department: null,
      can: { edit: true, disable: true },
    });
    const response = await enter(created.login, password);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ name: '欧阳修', role: 'user', entId: 'demo' });
  });

  test('are found by name, pinyin, initials and login', async () => {
    const { person: created } = await newPerson('张晓明');
    for (const search of ['张晓', 'zhangxiao', 'zxm', 'ZhangXiaoMing', created.login]) {
      const { rows } = await admin.ok(organizationApi.listPeople, {
        query: { search, state: 'enabled', offset: 0, limit: 50 },
      });
      expect(
        rows.map((row) => row.id),
        search,
      ).toContain(created.id);
    }
    const { rows } = await admin.ok(organizationApi.listPeople, {
      query: { search: '没有这个人', state: 'enabled', offset: 0, limit: 50 },
    });
    expect(rows).toEqual([]);
  });

  test('a login can be taken once in the installation', async () => {
    const answer = await admin.call(organizationApi.createPerson, {
      body: { login: 'OTHER-user', name: 'x', role: 'user', departmentId: null, superiorId: null },
    });
    expect([answer.status, code(answer)]).toEqual([409, 'identity.account.login_taken']);
  });

  test('a disabled person is out at once and comes back', async () => {
    const { person: created, password } = await newPerson('将离');
    const cookie = (await enter(created.login, password)).headers.getSetCookie()[0]!.split(';')[0]!;
    const me = () => fetch(`${server.url}/api/identity/me`, { headers: { cookie } });
    expect((await me()).status).toBe(200);
    expect((await admin.ok(organizationApi.disablePerson, { params: { personId: created.id } })).disabled).toBe(true);
    expect((await me()).status).toBe(401);
    expect((await enter(created.login, password)).status).toBe(403);
    await admin.ok(organizationApi.enablePerson, { params: { personId: created.id } });
    expect((await enter(created.login, password)).status).toBe(200);
  });

  test('a new password ends the old one and its sessions', async () => {
    const { person: created, password } = await newPerson('重置');
    const cookie = (await enter(created.login, password)).headers.getSetCookie()[0]!.split(';')[0]!;
    const { password: next } = await admin.ok(organizationApi.resetPassword, { params: { personId: created.id } });
    expect((await fetch(`${server.url}/api/identity/me`, { headers: { cookie } })).status).toBe(401);
    expect((await enter(created.login, password)).status).toBe(401);
    expect((await enter(created.login, next)).status).toBe(200);
  });

  test('a changed role holds in open sessions', async () => {
    const { person: created, password } = await newPerson('升职');
    const response = await enter(created.login, password);
    const cookie = response.headers.getSetCookie()[0]!.split(';')[0]!;
    const create = () =>
      fetch(`${server.url}/api/organization/roles`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `角色 ${created.login}` }),
      });
    expect((await create()).status).toBe(403);
    await admin.ok(organizationApi.updatePerson, {
      params: { personId: created.id },
      body: { role: 'admin', name: '升职了' },
    });
    expect((await create()).status).toBe(200);
    await admin.ok(organizationApi.updatePerson, { params: { personId: created.id }, body: { role: 'user' } });
    expect((await create()).status).toBe(403);
  });

  test('nobody locks themselves out, and one administrator stays', async () => {
    const other = await server.as('other-admin');
    for (const answer of [
      await other.call(organizationApi.disablePerson, { params: { personId: other.id } }),
      await other.call(organizationApi.updatePerson, { params: { personId: other.id }, body: { role: 'user' } }),
    ])
      expect([answer.status, code(answer)]).toEqual([409, 'organization.person.own_account']);

    const { person: second, password } = await newPerson('第二管理员', { role: 'admin' });
    const cookie = (await enter(second.login, password)).headers.getSetCookie()[0]!.split(';')[0]!;
    const as = (method: string, path: string) =>
      fetch(`${server.url}/api/organization${path}`, { method, headers: { cookie } });
    // Both at the same moment: one of them has to stay.
    const results = await Promise.all([
      as('PUT', `/people/${admin.id}/disabling`),
      admin.call(organizationApi.disablePerson, { params: { personId: second.id } }),
    ]);
    expect(results.filter((result) => result.status === 200)).toHaveLength(1);
    if (results[0].status === 200) await as('DELETE', `/people/${admin.id}/disabling`);
  });

  test('a superior is not below the person', async () => {
    const a = (await newPerson('甲')).person;
    const b = (await newPerson('乙')).person;
    await admin.ok(organizationApi.updatePerson, { params: { personId: b.id }, body: { superiorId: a.id } });
    const answer = await admin.call(organizationApi.updatePerson, {
      params: { personId: a.id },
      body: { superiorId: b.id },
    });
    expect([answer.status, code(answer)]).toEqual([409, 'organization.person.superior_circle']);
    expect((await admin.ok(organizationApi.getPerson, { params: { personId: b.id } })).superior).toEqual({
      id: a.id,
      name: '甲',
    });
    await admin.ok(organizationApi.updatePerson, { params: { personId: b.id }, body: { superiorId: null } });
    expect(
      (await admin.ok(organizationApi.updatePerson, { params: { personId: a.id }, body: { superiorId: b.id } }))
        .superior?.name,
    ).toBe('乙');
  });

  test('users read themselves and change nobody; another space sees and changes nothing', async () => {
    const user = await server.as('user');
    const other = await server.as('other-admin');
    const { person: created } = await newPerson('仅本企业');
    const params = { personId: created.id };
    expect(code(await user.call(organizationApi.getPerson, { params }))).toBe('organization.person.not_found');
    expect((await user.call(organizationApi.listPeople)).status).toBe(403);
    expect((await user.ok(organizationApi.getPerson, { params: { personId: user.id } })).can).toEqual({
      edit: false,
      changeRole: false,
      disable: false,
      resetPassword: false,
      handOver: false,
    });
    const changes = [
      (client: Client) => client.call(organizationApi.updatePerson, { params, body: { name: 'x' } }),
      (client: Client) => client.call(organizationApi.disablePerson, { params }),
      (client: Client) => client.call(organizationApi.enablePerson, { params }),
      (client: Client) => client.call(organizationApi.resetPassword, { params }),
    ];
    for (const change of changes) {
      expect((await change(user)).status).toBe(403);
      const answer = await change(other);
      expect([answer.status, code(answer)]).toEqual([404, 'organization.person.not_found']);
    }
    expect(
      (
        await user.call(organizationApi.createPerson, {
          body: { login: 'nobody', name: 'x', role: 'user', departmentId: null, superiorId: null },
        })
      ).status,
    ).toBe(403);
    expect((await other.call(organizationApi.getPerson, { params })).status).toBe(404);
    const { rows } = await other.ok(organizationApi.listPeople, { query: { state: 'all', offset: 0, limit: 200 } });
    expect(rows.map((row) => row.login).sort()).toEqual(['other-admin', 'other-user']);
  });
});

describe('departments', () => {
  test('form a tree which cannot be tied into a ring', async () => {
    const top = await admin.ok(organizationApi.createDepartment, { body: { name: '生产部', parentId: null } });
    const inner = await admin.ok(organizationApi.createDepartment, { body: { name: '一车间', parentId: top.id } });
    const deepest = await admin.ok(organizationApi.createDepartment, {
      body: { name: '班组', parentId: inner.id, headId: admin.id },
    });
    expect(deepest.head).toMatchObject({ id: admin.id });
    const ring = await admin.call(organizationApi.updateDepartment, {
      params: { departmentId: top.id },
      body: { parentId: deepest.id },
    });
    expect([ring.status, code(ring)]).toEqual([409, 'organization.department.inside_itself']);
    const twin = await admin.call(organizationApi.createDepartment, { body: { name: '生产部', parentId: null } });
    expect([twin.status, code(twin)]).toEqual([409, 'organization.department.name_taken']);

    const moved = await admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: deepest.id },
      body: { parentId: null, beforeId: top.id },
    });
    expect(moved).toMatchObject({ parentId: null });
    const names = (await admin.ok(organizationApi.listTree)).rows.map((one) => one.name);
    expect(names.indexOf('班组')).toBe(names.indexOf('生产部') - 1);
    expect(
      (await admin.ok(organizationApi.listTree, { query: { parent: top.id, offset: 0, limit: 10 } })).rows,
    ).toMatchObject([{ name: '一车间', children: 0 }]);

    const picked = await admin.ok(organizationApi.pickDepartments, { query: { search: 'ycj', limit: 10 } });
    expect(picked).toMatchObject([{ name: '一车间', path: ['生产部'] }]);
  });

  test('hold people, also through those below; only empty ones go out of use', async () => {
    const top = await admin.ok(organizationApi.createDepartment, { body: { name: '质量部', parentId: null } });
    const inner = await admin.ok(organizationApi.createDepartment, { body: { name: '检验组', parentId: top.id } });
    const { person: created } = await newPerson('检验员', { departmentId: inner.id });
    const within = await admin.ok(organizationApi.listPeople, {
      query: { department: top.id, state: 'enabled', offset: 0, limit: 50 },
    });
    expect(within.rows.map((row) => row.id)).toEqual([created.id]);

    for (const departmentId of [top.id, inner.id]) {
      const answer = await admin.call(organizationApi.disableDepartment, { params: { departmentId } });
      expect([answer.status, code(answer)]).toEqual([409, 'organization.department.not_empty']);
    }
    await admin.ok(organizationApi.updatePerson, { params: { personId: created.id }, body: { departmentId: null } });
    expect((await admin.ok(organizationApi.disableDepartment, { params: { departmentId: inner.id } })).disabled).toBe(
      true,
    );
    const late = await admin.call(organizationApi.updatePerson, {
      params: { personId: created.id },
      body: { departmentId: inner.id },
    });
    expect([late.status, code(late)]).toEqual([409, 'organization.department.disabled']);
    expect((await admin.ok(organizationApi.enableDepartment, { params: { departmentId: inner.id } })).disabled).toBe(
      false,
    );
  });

  test('belong to their space', async () => {
    const { id } = await admin.ok(organizationApi.createDepartment, { body: { name: '研发部', parentId: null } });
    const user = await server.as('user');
    const other = await server.as('other-admin');
    expect((await user.ok(organizationApi.listTree)).rows.map((one) => one.id)).toContain(id);
    expect((await other.ok(organizationApi.listTree)).rows.map((one) => one.id)).not.toContain(id);
    const change = (client: Client) =>
      client.call(organizationApi.updateDepartment, { params: { departmentId: id }, body: { name: 'x' } });
    expect((await change(user)).status).toBe(403);
    expect((await change(other)).status).toBe(404);
    expect((await other.call(organizationApi.createDepartment, { body: { name: '下级', parentId: id } })).status).toBe(
      404,
    );
    expect((await other.call(organizationApi.disableDepartment, { params: { departmentId: id } })).status).toBe(404);
    expect((await other.call(organizationApi.enableDepartment, { params: { departmentId: id } })).status).toBe(404);
    expect((await user.call(organizationApi.disableDepartment, { params: { departmentId: id } })).status).toBe(403);
    expect((await user.call(organizationApi.createDepartment, { body: { name: '下级', parentId: id } })).status).toBe(
      403,
    );
  });
});

describe('roles', () => {
  const rolesOf = async (person: Client) => (await directoryOf(server.platform, 'demo')).people.get(person.id)?.roleIds;

  test('have members, whose rights follow at once', async () => {
    const role = await admin.ok(organizationApi.createRole, { body: { name: '设备管理员', description: '' } });
    const user2 = await server.as('user2');
    const user3 = await server.as('user3');
    const members = await admin.ok(organizationApi.setRoleMembers, {
      params: { roleId: role.id },
      body: { ids: [user2.id, user3.id, user2.id] },
    });
    expect(members.map((one) => one.id).sort()).toEqual([user2.id, user3.id].sort());
    expect(await rolesOf(user2)).toEqual([role.id]);
    expect(membersOfRole(await directoryOf(server.platform, 'demo'), role.id).toSorted()).toEqual(
      [user2.id, user3.id].sort(),
    );

    await admin.ok(organizationApi.disablePerson, { params: { personId: user3.id } });
    expect((await admin.ok(organizationApi.listRoles)).find((one) => one.id === role.id)?.members).toBe(1);
    await admin.ok(organizationApi.enablePerson, { params: { personId: user3.id } });

    await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [user3.id] } });
    expect(await rolesOf(user2)).toEqual([]);
    expect(
      (await admin.ok(organizationApi.pickRoles, { query: { search: 'sbgly', limit: 10 } })).map((one) => one.name),
    ).toEqual(['设备管理员']);
    await admin.ok(organizationApi.deleteRole, { params: { roleId: role.id } });
    expect(await rolesOf(user3)).toEqual([]);
  });

  test('are named once, and belong to their space', async () => {
    const { id } = await admin.ok(organizationApi.createRole, { body: { name: '班组长', description: '' } });
    const twin = await admin.call(organizationApi.createRole, { body: { name: '班组长', description: '' } });
    expect([twin.status, code(twin)]).toEqual([409, 'organization.role.name_taken']);
    const user = await server.as('user');
    const other = await server.as('other-admin');
    const params = { roleId: id };
    const calls = [
      (client: Client) => client.call(organizationApi.updateRole, { params, body: { name: 'x' } }),
      (client: Client) => client.call(organizationApi.setRoleMembers, { params, body: { ids: [] } }),
      (client: Client) => client.call(organizationApi.deleteRole, { params }),
    ];
    for (const call of calls) {
      expect((await call(user)).status).toBe(403);
      const answer = await call(other);
      expect([answer.status, code(answer)]).toEqual([404, 'organization.role.not_found']);
    }
    expect((await user.ok(organizationApi.listRoleMembers, { params })).length).toBe(0);
    expect((await other.call(organizationApi.listRoleMembers, { params })).status).toBe(404);
    expect((await other.ok(organizationApi.listRoles)).map((one) => one.id)).not.toContain(id);
    const stranger = await admin.call(organizationApi.setRoleMembers, { params, body: { ids: [other.id] } });
    expect([stranger.status, code(stranger)]).toEqual([404, 'organization.person.not_found']);
    expect(
      await admin.ok(organizationApi.updateRole, { params, body: { name: '班长', description: '每班一人' } }),
    ).toMatchObject({ name: '班长', description: '每班一人' });
  });
});

describe('pickers', () => {
  test('find people and answer for ids, disabled ones too', async () => {
    const user = await server.as('user');
    const found = await user.ok(organizationApi.pickPeople, { query: { search: 'user4', limit: 10 } });
    expect(found).toMatchObject([{ login: 'user4', disabled: false }]);
    const { person: gone } = await newPerson('离职者');
    await admin.ok(organizationApi.disablePerson, { params: { personId: gone.id } });
    expect(await user.ok(organizationApi.pickPeople, { query: { search: '离职者', limit: 10 } })).toEqual([]);
    expect(
      await user.ok(organizationApi.pickPeople, { query: { ids: [gone.id, found[0]!.id], limit: 10 } }),
    ).toMatchObject([{ disabled: true, spelling: 'lizhizhe' }, { login: 'user4' }]);
    const other = await server.as('other-user');
    expect(await other.ok(organizationApi.pickPeople, { query: { ids: [gone.id], limit: 10 } })).toEqual([]);
  });
});

test('other modules read the directory from memory, and never an old one after a change', async () => {
  const first = await directoryOf(server.platform, 'demo');
  expect(first.people.get(admin.id)?.login).toBe('admin');
  // the event log tells of the changes before once more
  await vi.waitFor(() => expect(directoryOf(server.platform, 'demo')).not.toBeInstanceOf(Promise));
  // Read by another process while the change is committed: what it began to read before is not kept.
  const changes = Array.from({ length: 10 }, async (_, i) => {
    const { id } = await admin.ok(organizationApi.createRole, { body: { name: `并发 ${i}`, description: '' } });
    expect((await directoryOf(server.platform, 'demo')).roles.has(id)).toBe(true);
  });
  await Promise.all(changes);
  expect(pinyinOf('张三')).toBe('zhangsan');
});
