import { joiningApi } from '@formwork/contract/joining/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sheetRows } from '../../../testing/sheet-rows.ts';
import { roleTitles } from '../import/sheet-columns.ts';
import { codeOf } from '../../../testing/server.ts';
import {
  departmentScene,
  imported,
  outsideSign,
  seen,
  type DepartmentScene,
} from '../testing/delegated-departments.ts';

/** What the cut of the organization does not say by itself. */
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene();
});
afterAll(() => scene.server.stop());

const person = (place: 'inside' | 'own' | 'outside' | 'above') => ({ params: { personId: scene.people[place] } });
const department = (place: 'inside' | 'own' | 'outside') => ({ params: { departmentId: scene.ids[place] } });

test('nothing is put outside of all departments, and nobody gets another kind of account', async () => {
  const body = { login: scene.login(), name: 'X', role: 'user' as const, departmentId: null, superiorId: null };
  const refusals = [
    await scene.delegate.call(organizationApi.createPerson, { body }),
    await scene.delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { departmentId: null } }),
    await scene.delegate.call(organizationApi.createDepartment, { body: { name: 'Top', parentId: null } }),
    await scene.delegate.call(organizationApi.updateDepartment, { ...department('inside'), body: { parentId: null } }),
    await scene.delegate.call(joiningApi.invite, { body: { role: 'user', departmentId: null } as never }),
    await scene.delegate.call(joiningApi.createColleagues, {
      body: { departmentId: null, people: [{ name: 'Y', login: scene.login() }] } as never,
    }),
    await scene.delegate.call(organizationApi.createPerson, {
      body: { ...body, role: 'admin', departmentId: scene.ids.inside },
    }),
    await scene.delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { role: 'safe' } }),
    await scene.delegate.call(joiningApi.invite, { body: { role: 'audit', departmentId: scene.ids.inside } as never }),
  ];
  expect(refusals.map((answer) => [answer.status, codeOf(answer)])).toEqual([
    ...Array.from({ length: 6 }, () => [403, 'organization.delegated.inside']),
    ...Array.from({ length: 3 }, () => [403, 'organization.delegated.ordinary_people']),
  ]);
});

test('administrators, other delegates and oneself are shown and not changed', async () => {
  const other = await scene.newClient('Otto', scene.ids.inside);
  await scene.give(other.id, scene.ids.inside, ['people']);
  for (const personId of [scene.people.admin, other.id, scene.delegate.id]) {
    const params = { personId };
    expect((await scene.delegate.ok(organizationApi.getPerson, { params })).can).toEqual({
      edit: false,
      changeRole: false,
      disable: false,
      resetPassword: false,
      handOver: false,
    });
    const tries = [
      await scene.delegate.call(organizationApi.updatePerson, { params, body: { name: 'Changed' } }),
      await scene.delegate.call(organizationApi.disablePerson, { params }),
      await scene.delegate.call(organizationApi.enablePerson, { params }),
      await scene.delegate.call(organizationApi.resetPassword, { params }),
      await scene.delegate.call(organizationApi.endSecondStep, { params }),
      await scene.delegate.call(organizationApi.movePeople, {
        body: { ids: [personId], departmentId: scene.ids.second },
      }),
      await scene.delegate.call(organizationApi.assignPost, {
        params: { postId: scene.postId },
        body: { ids: [personId] },
      }),
    ];
    for (const answer of tries) expect([403, 409]).toContain(answer.status);
  }
  expect(
    (await scene.delegate.ok(organizationApi.getPerson, { params: { personId: scene.people.inside } })).can,
  ).toMatchObject({ edit: true, disable: true, changeRole: false, handOver: false });
});

test('a department is merged into another in care, and into no other', async () => {
  const merging = await scene.newDepartment('Merging', scene.ids.own);
  const into = async (intoId: string) =>
    codeOf(
      await scene.delegate.call(organizationApi.mergeDepartment, {
        params: { departmentId: merging },
        body: { intoId },
      }),
    );
  expect([await into(scene.ids.outside), await into(scene.ids.above), await into(scene.ids.own)]).toEqual([
    'organization.department.not_found',
    'organization.department.not_found',
    undefined,
  ]);
});

test('a circle of superiors that leads outside is found', async () => {
  await scene.admin.ok(organizationApi.updatePerson, { ...person('outside'), body: { superiorId: scene.people.own } });
  const answer = await scene.delegate.call(organizationApi.updatePerson, {
    ...person('own'),
    body: { superiorId: scene.people.inside },
  });
  expect([answer.status, codeOf(answer)]).toEqual([409, 'organization.person.superior_circle']);
  await scene.admin.ok(organizationApi.updatePerson, { ...person('outside'), body: { superiorId: null } });
});

test('a department where somebody from elsewhere works too is not empty', async () => {
  const team = await scene.newDepartment('Team', scene.ids.own);
  await scene.admin.ok(organizationApi.updatePerson, {
    params: { personId: scene.people.partly },
    body: { partTime: [{ departmentId: team, postId: null }] },
  });
  const answer = await scene.delegate.call(organizationApi.disableDepartment, { params: { departmentId: team } });
  expect(codeOf(answer)).toBe('organization.department.not_empty');
  await scene.delegate.ok(organizationApi.mergeDepartment, {
    params: { departmentId: team },
    body: { intoId: scene.ids.inside },
  });
  const moved = await scene.admin.ok(organizationApi.getPerson, { params: { personId: scene.people.partly } });
  expect(moved.partTime.map(({ department: { name } }) => name)).toEqual(['Inside']);
});

describe('roles that come with a place', () => {
  let roleId: string;
  beforeAll(async () => {
    roleId = (await scene.admin.ok(organizationApi.createRole, { body: { name: 'Cashier', description: '' } })).id;
  });
  const hold = (holders: object[]) =>
    scene.admin.ok(organizationApi.setRoleHolders, { params: { roleId }, body: { holders: holders as never } });
  const named = (list: string[]) =>
    scene.admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: list } });

  test('are handed on by those alone who hold them', async () => {
    for (const place of ['inside', 'own'] as const)
      await scene.admin.ok(organizationApi.updatePerson, { ...person(place), body: { postId: null, partTime: [] } });
    const vault = await scene.newDepartment('Vault', scene.ids.own);
    const below = await scene.newDepartment('Below', vault);
    const moving = await scene.newDepartment('Moving', scene.ids.own);
    await scene.newPerson('Mia', moving);
    await hold([
      { kind: 'department', id: vault, below: true },
      { kind: 'post', id: scene.postId, below: false },
    ]);
    const file = `login,name,department\nsheet.${scene.login()},Sheet,Own/Vault/Fresh\n`;
    const tries = async () => [
      await scene.delegate.call(organizationApi.createPerson, {
        body: { login: scene.login(), name: 'X', role: 'user', departmentId: below, superiorId: null },
      }),
      await scene.delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { departmentId: vault } }),
      await scene.delegate.call(organizationApi.updatePerson, {
        ...person('inside'),
        body: { departmentId: scene.ids.inside, partTime: [{ departmentId: scene.ids.second, postId: scene.postId }] },
      }),
      await scene.delegate.call(organizationApi.movePeople, {
        body: { ids: [scene.people.inside], departmentId: below },
      }),
      await scene.delegate.call(organizationApi.assignPost, {
        params: { postId: scene.postId },
        body: { ids: [scene.people.own] },
      }),
      await scene.delegate.call(organizationApi.updateDepartment, {
        params: { departmentId: moving },
        body: { parentId: vault },
      }),
      await scene.delegate.call(joiningApi.invite, { body: { role: 'user', departmentId: vault } as never }),
      await scene.delegate.call(organizationApi.mergeDepartment, {
        params: { departmentId: moving },
        body: { intoId: vault },
      }),
    ];
    expect((await tries()).map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array.from({ length: 8 }, () => [403, 'organization.delegated.beyond']),
    );
    expect(await imported(scene.delegate, file)).toMatchObject({ created: 0, failed: 1 });
    await named([scene.delegate.id]);
    expect((await tries()).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await imported(scene.delegate, file)).toMatchObject({ created: 1, failed: 0 });
    await hold([]);
    await named([]);
    await scene.admin.ok(organizationApi.updatePerson, {
      ...person('inside'),
      body: { departmentId: scene.ids.inside, partTime: [], postId: null },
    });
  });
});

test('a sheet changes nobody outside, makes nothing at the top, no post and no administrator', async () => {
  const outside = await scene.admin.ok(organizationApi.getPerson, person('outside'));
  const top = `New ${scene.login()}`;
  const result = await imported(
    scene.delegate,
    [
      'login,name,department,post,Account type',
      `${outside.login},Renamed,Own/Inside,,`,
      `s.${scene.login()},At top,${top},,`,
      `s.${scene.login()},By its whole way,Above ${outsideSign}/Own,,`,
      `s.${scene.login()},No place,,,`,
      `s.${scene.login()},New post,Own,Unheard-of post,`,
      `s.${scene.login()},Boss,Own,,${roleTitles.admin.en}`,
      `s.${scene.login()},Right,Own/Inside/Made by sheet,,`,
    ].join('\n'),
  );
  expect(
    (await sheetRows(await scene.delegate.fetch(`/api/organization/people-imports/${result.id}/failures`))).map(
      (row) => row[1],
    ),
  ).toEqual(['name', 'Renamed', 'At top', 'By its whole way', 'No place', 'New post', 'Boss']);
  expect(result).toMatchObject({ created: 1, updated: 0, failed: 6 });
  expect((await scene.admin.ok(organizationApi.getPerson, person('outside'))).name).toBe(outside.name);
  expect(await seen(scene.delegate)).toContain('Right');
  const tops = await scene.admin.ok(organizationApi.listTree, { query: { offset: 0, limit: 200 } });
  expect(tops.rows.map(({ name }) => name)).not.toContain(top);
});
