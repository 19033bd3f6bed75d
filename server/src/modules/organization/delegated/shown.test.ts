import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetRows } from '../../../testing/sheet-rows.ts';
import { departmentScene, outsideSign, type DepartmentScene } from '../testing/delegated-departments.ts';

/** What a delegate is shown, and what stays as it is because they are not shown it. */
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene();
});
afterAll(() => scene.server.stop());

const person = (place: 'inside' | 'own' | 'outside' | 'above') => ({ params: { personId: scene.people[place] } });
const department = (place: 'inside' | 'own' | 'outside') => ({ params: { departmentId: scene.ids[place] } });

test('list, tree, search, pickers and sheets show no other department', async () => {
  const looked = JSON.stringify([
    await scene.delegate.ok(organizationApi.listPeople, { query: { state: 'all', offset: 0, limit: 200 } }),
    await scene.delegate.ok(organizationApi.listPeople, {
      query: { search: outsideSign, state: 'all', offset: 0, limit: 200 },
    }),
    await scene.delegate.ok(organizationApi.listPeople, {
      query: { department: 'none', state: 'all', offset: 0, limit: 200 },
    }),
    await scene.delegate.ok(organizationApi.listTree, {
      query: { administering: 'people', disabled: true, offset: 0, limit: 200 },
    }),
    await scene.delegate.ok(organizationApi.getDepartment, {
      ...department('inside'),
      query: { administering: 'people' },
    }),
    await scene.delegate.ok(organizationApi.pickPeople, { query: { administering: 'people', limit: 100 } }),
    await scene.delegate.ok(organizationApi.pickPeople, {
      query: { administering: 'people', search: outsideSign, limit: 100 },
    }),
    await scene.delegate.ok(organizationApi.pickPeople, {
      query: { administering: 'people', ids: Object.values(scene.people), limit: 100 },
    }),
    await scene.delegate.ok(organizationApi.pickDepartments, { query: { administering: 'people', limit: 100 } }),
    await scene.delegate.ok(organizationApi.pickDepartments, {
      query: { administering: 'people', ids: Object.values(scene.ids), limit: 100 },
    }),
    await scene.delegate.ok(organizationApi.listPosts, { query: { administering: 'posts' } }),
    await scene.delegate.ok(organizationApi.listDelegatedAdmins),
    await sheetRows(await scene.delegate.fetch('/api/organization/people-sheets/export?state=all')),
  ]);
  expect(looked).not.toContain(outsideSign);
  expect(looked).toContain('Flo');
  const tree = await scene.delegate.ok(organizationApi.listTree, {
    query: { administering: 'people', offset: 0, limit: 200 },
  });
  expect(tree.rows.map(({ name, parentId }) => [name, parentId])).toEqual([['Own', null]]);
  const { way } = await scene.delegate.ok(organizationApi.getDepartment, {
    ...department('inside'),
    query: { administering: 'people' },
  });
  expect(way.map(({ name }) => name)).toEqual(['Own', 'Inside']);
});

test('what is not shown of a person or department stays as it is', async () => {
  const of = () => scene.admin.ok(organizationApi.getPerson, person('inside'));
  await scene.admin.ok(organizationApi.updatePerson, {
    ...person('inside'),
    body: {
      departmentId: scene.ids.inside,
      superiorId: scene.people.outside,
      partTime: [{ departmentId: scene.ids.outside, postId: scene.postId }],
    },
  });
  const shown = await scene.delegate.ok(organizationApi.getPerson, person('inside'));
  expect([shown.superior, shown.partTime]).toEqual([null, []]);
  await scene.delegate.ok(organizationApi.updatePerson, {
    ...person('inside'),
    body: {
      superiorId: null,
      supplierId: null,
      partTime: [{ departmentId: scene.ids.second, postId: null }],
      departmentId: scene.ids.inside,
    },
  });
  expect((await of()).superior?.id).toBe(scene.people.outside);
  expect((await of()).partTime.map(({ department: { id } }) => id).toSorted()).toEqual(
    [scene.ids.outside, scene.ids.second].toSorted(),
  );
  await scene.delegate.ok(organizationApi.updateDepartment, {
    ...department('inside'),
    body: { name: 'Inside', headId: null },
  });
  expect((await scene.admin.ok(organizationApi.getDepartment, department('inside'))).head?.id).toBe(
    scene.people.outside,
  );
  await scene.admin.ok(organizationApi.updatePerson, { ...person('inside'), body: { partTime: [] } });
});
