import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';
import { directoryOf, membersOfRole } from '../public.ts';

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const refusal = ({ status, body }: Answer) => [status, (body as { code?: string }).code];
let made = 0;

async function newPerson(name: string, more: object = {}) {
  const { person } = await admin.ok(organizationApi.createPerson, {
    body: { login: `someone${++made}`, name, role: 'user', departmentId: null, superiorId: null, ...more },
  });
  return person;
}
const newDepartment = (name: string, parentId: string | null = null, virtual = false) =>
  admin.ok(organizationApi.createDepartment, { body: { name, parentId, virtual } });
const namesBelow = async (parent: string, disabled = true) =>
  (await admin.ok(organizationApi.listTree, { query: { parent, disabled, offset: 0, limit: 100 } })).rows.map(
    ({ name }) => name,
  );
const peopleOf = async (department: string) =>
  (
    await admin.ok(organizationApi.listPeople, { query: { department, state: 'enabled', offset: 0, limit: 100 } })
  ).rows.map(({ name }) => name);

describe('departments', () => {
  test('stand in the order they were put in, also after many moves', async () => {
    const top = await newDepartment('顺序');
    const [a, b, c] = [
      await newDepartment('甲', top.id),
      await newDepartment('乙', top.id),
      await newDepartment('丙', top.id),
    ];
    const put = (departmentId: string, beforeId: string | null) =>
      admin.ok(organizationApi.updateDepartment, { params: { departmentId }, body: { parentId: top.id, beforeId } });
    await put(c.id, a.id);
    expect(await namesBelow(top.id)).toEqual(['丙', '甲', '乙']);
    await put(a.id, null);
    expect(await namesBelow(top.id)).toEqual(['丙', '乙', '甲']);
    await Promise.all([put(a.id, b.id), put(b.id, null), put(c.id, null)]);
    expect((await namesBelow(top.id)).toSorted()).toEqual(['丙', '乙', '甲'].toSorted());
    const { way } = await admin.ok(organizationApi.getDepartment, { params: { departmentId: b.id } });
    expect(way.map(({ name }) => name)).toEqual(['顺序', '乙']);
    expect(way[1]!.index).toBe((await namesBelow(top.id)).indexOf('乙'));
  });

  test('merge: people, positions and departments move, the emptied one stays below, out of use', async () => {
    const from = await newDepartment('老车间');
    const into = await newDepartment('新车间');
    await newDepartment('一班', from.id);
    const worker = await newPerson('搬迁', { departmentId: from.id });
    await newPerson('两头兼', { departmentId: into.id, partTime: [{ departmentId: from.id, postId: null }] });
    const merged = await admin.ok(organizationApi.mergeDepartment, {
      params: { departmentId: from.id },
      body: { intoId: into.id },
    });
    expect(merged).toMatchObject({ id: into.id, people: 2 });
    expect(await namesBelow(into.id)).toEqual(['一班', '老车间']);
    expect(await namesBelow(into.id, false)).toEqual(['一班']);
    expect((await admin.ok(organizationApi.getPerson, { params: { personId: worker.id } })).department?.name).toBe(
      '新车间',
    );
    const again = await admin.call(organizationApi.mergeDepartment, {
      params: { departmentId: into.id },
      body: { intoId: from.id },
    });
    expect(refusal(again)).toEqual([409, 'organization.department.disabled']);
  });

  test('virtual ones hold people beside their own department', async () => {
    const own = await newDepartment('机加工');
    const project = await newDepartment('项目组', null, true);
    const member = await newPerson('成员', { departmentId: own.id });
    expect(
      refusal(
        await admin.call(organizationApi.updatePerson, {
          params: { personId: member.id },
          body: { departmentId: project.id },
        }),
      ),
    ).toEqual([409, 'organization.department.virtual_main']);
    expect(
      await admin.ok(organizationApi.movePeople, { body: { ids: [member.id], departmentId: project.id } }),
    ).toEqual({ moved: 1 });
    expect(await peopleOf(project.id)).toEqual(['成员']);
    expect(await peopleOf(own.id)).toEqual(['成员']);
    expect(
      refusal(
        await admin.call(organizationApi.mergeDepartment, {
          params: { departmentId: project.id },
          body: { intoId: own.id },
        }),
      ),
    ).toEqual([409, 'organization.department.other_kind']);
    expect(
      refusal(await admin.call(organizationApi.disableDepartment, { params: { departmentId: project.id } })),
    ).toEqual([409, 'organization.department.not_empty']);
  });

  test('count everybody once, whatever their positions', async () => {
    const top = await newDepartment('集团');
    const [left, right] = [await newDepartment('左', top.id), await newDepartment('右', top.id)];
    await newPerson('双岗', { departmentId: left.id, partTime: [{ departmentId: right.id, postId: null }] });
    expect(await admin.ok(organizationApi.getDepartment, { params: { departmentId: top.id } })).toMatchObject({
      people: 1,
      children: 2,
    });
  });

  test('a tree grows so deep and no deeper', async () => {
    let parent: string | null = null;
    for (let level = 0; level < 30; level += 1) parent = (await newDepartment('层', parent)).id;
    expect(
      refusal(await admin.call(organizationApi.createDepartment, { body: { name: '层', parentId: parent } })),
    ).toEqual([409, 'organization.department.too_deep']);
  });
});

describe('people', () => {
  test('have a main and further positions, a superior and details', async () => {
    const [main, beside] = [await newDepartment('主部门'), await newDepartment('兼职部门')];
    const post = await admin.ok(organizationApi.createPost, {
      body: { name: '工艺员', description: '', gradeId: null },
    });
    const details = {
      gender: 'female' as const,
      birthday: '1990-02-28',
      email: 'a@example.com',
      phone: '13800000000',
      extension: '8012',
      jobDescription: '负责工艺文件',
      entryDate: '2020-07-01',
    };
    const person = await newPerson('全部信息', {
      departmentId: main.id,
      postId: post.id,
      superiorId: admin.id,
      partTime: [{ departmentId: beside.id, postId: post.id }],
      ...details,
    });
    expect(person).toMatchObject({
      ...details,
      department: { name: '主部门' },
      post: { name: '工艺员' },
      partTime: [{ department: { name: '兼职部门' }, post: { name: '工艺员' } }],
      superior: { id: admin.id },
    });
    const twice = await admin.call(organizationApi.updatePerson, {
      params: { personId: person.id },
      body: { departmentId: beside.id },
    });
    expect(refusal(twice)).toEqual([409, 'organization.person.twice_in_department']);
    expect(
      (
        await admin.call(organizationApi.updatePerson, {
          params: { personId: person.id },
          body: { email: 'not an address' },
        })
      ).status,
    ).toBe(422);

    const card = await (await server.as('user')).ok(organizationApi.getContact, { params: { personId: person.id } });
    expect(card).toMatchObject({
      name: '全部信息',
      gender: 'female',
      extension: '8012',
      positions: [
        { department: ['主部门'], post: '工艺员', main: true },
        { department: ['兼职部门'], post: '工艺员', main: false },
      ],
    });
    expect(card).not.toHaveProperty('phone');
    expect(
      (await (await server.as('other-user')).call(organizationApi.getContact, { params: { personId: person.id } }))
        .status,
    ).toBe(404);
  });

  test('contacts say where each initial begins', async () => {
    const department = await newDepartment('通讯录');
    for (const name of ['赵一', '安二', '钱三', 'Bob', '安大']) await newPerson(name, { departmentId: department.id });
    const user = await server.as('user');
    const { rows, total, initials } = await user.ok(organizationApi.listContacts, {
      query: { department: department.id, offset: 0, limit: 10 },
    });
    expect(total).toBe(5);
    const letterAt = (at: number) => initials.findLast(({ offset }) => offset <= at)?.letter;
    expect(rows.map(({ name }, at) => `${letterAt(at)}${name}`).toSorted()).toEqual(
      ['A安二', 'A安大', 'BBob', 'Q钱三', 'Z赵一'].toSorted(),
    );
    expect(
      (
        await user.ok(organizationApi.listContacts, {
          query: { department: department.id, search: 'ad', offset: 0, limit: 10 },
        })
      ).rows.map(({ name }) => name),
    ).toEqual(['安大']);
  });

  test('of suppliers belong to one and to no department', async () => {
    const supplier = await admin.ok(organizationApi.createSupplier, {
      body: { name: '东方轴承', creditCode: '91350211M000100Y43', contact: '李四', phone: '', note: '' },
    });
    const person = await newPerson('供方人员', { supplierId: supplier.id });
    expect(
      (
        await admin.ok(organizationApi.listPeople, {
          query: { supplier: 'any', state: 'enabled', offset: 0, limit: 10 },
        })
      ).rows,
    ).toMatchObject([{ id: person.id, supplier: { name: '东方轴承' } }]);
    expect(refusal(await admin.call(organizationApi.deleteSupplier, { params: { supplierId: supplier.id } }))).toEqual([
      409,
      'organization.supplier.in_use',
    ]);
    await admin.ok(organizationApi.updatePerson, { params: { personId: person.id }, body: { supplierId: null } });
    await admin.ok(organizationApi.deleteSupplier, { params: { supplierId: supplier.id } });
  });
});

describe('posts', () => {
  test('have grades and holders, main and part-time; only unheld ones go', async () => {
    const [high, low] = [
      await admin.ok(organizationApi.createGrade, { body: { name: '高级', rank: 1 } }),
      await admin.ok(organizationApi.createGrade, { body: { name: '初级', rank: 5 } }),
    ];
    const [second, first] = [
      await admin.ok(organizationApi.createPost, { body: { name: '操作工', description: '', gradeId: low.id } }),
      await admin.ok(organizationApi.createPost, { body: { name: '总工程师', description: '', gradeId: high.id } }),
    ];
    const posts = (await admin.ok(organizationApi.listPosts)).map(({ id }) => id);
    expect(posts.indexOf(first.id)).toBeLessThan(posts.indexOf(second.id));
    const [a, b] = [await newDepartment('岗位甲'), await newDepartment('岗位乙')];
    const person = await newPerson('持岗', {
      departmentId: a.id,
      postId: first.id,
      partTime: [{ departmentId: b.id, postId: second.id }],
    });
    expect(
      (await admin.ok(organizationApi.listPosts)).filter(({ id }) => id === first.id || id === second.id),
    ).toMatchObject([
      { holders: 1, partTime: 0 },
      { holders: 0, partTime: 1 },
    ]);
    expect(
      (
        await admin.ok(organizationApi.listPeople, {
          query: { post: second.id, state: 'enabled', offset: 0, limit: 10 },
        })
      ).rows.map(({ id }) => id),
    ).toEqual([person.id]);
    expect(refusal(await admin.call(organizationApi.deletePost, { params: { postId: second.id } }))).toEqual([
      409,
      'organization.post.in_use',
    ]);
    await admin.ok(organizationApi.updatePost, { params: { postId: second.id }, body: { disabled: true } });
    expect(
      refusal(
        await admin.call(organizationApi.updatePerson, { params: { personId: admin.id }, body: { postId: second.id } }),
      ),
    ).toEqual([409, 'organization.post.disabled']);
    await admin.ok(organizationApi.deleteGrade, { params: { gradeId: low.id } });
    expect((await admin.ok(organizationApi.listPosts)).find(({ id }) => id === second.id)?.grade).toBeNull();
    expect(
      (
        await (
          await server.as('user')
        ).call(organizationApi.createPost, { body: { name: 'x', description: '', gradeId: null } })
      ).status,
    ).toBe(403);
  });
});

describe('groups of users', () => {
  test("private ones are their owner's alone, public ones everybody's and the administrators' to change", async () => {
    const [user, other] = [await server.as('user'), await server.as('user2')];
    const department = await newDepartment('组内');
    await newPerson('组员', { departmentId: department.id });
    const mine = await user.ok(organizationApi.createGroup, {
      body: {
        name: '常用审批人',
        kind: 'private',
        appIds: [],
        scope: [
          { kind: 'department', id: department.id },
          { kind: 'person', id: other.id },
        ],
      },
    });
    expect(mine).toMatchObject({ people: 2, can: { edit: true }, scope: [{ name: '组内' }, { kind: 'person' }] });
    expect((await other.ok(organizationApi.listGroups)).map(({ id }) => id)).not.toContain(mine.id);
    expect(
      (await other.call(organizationApi.updateGroup, { params: { userGroupId: mine.id }, body: { name: 'x' } })).status,
    ).toBe(404);
    expect((await admin.call(organizationApi.deleteGroup, { params: { userGroupId: mine.id } })).status).toBe(404);
    expect(await other.ok(organizationApi.pickPeople, { query: { group: mine.id, limit: 10 } })).toEqual([]);
    expect((await user.ok(organizationApi.pickPeople, { query: { group: mine.id, limit: 10 } })).length).toBe(2);

    expect(
      refusal(
        await user.call(organizationApi.createGroup, {
          body: { name: '公共', kind: 'public', appIds: [], scope: [{ kind: 'person', id: user.id }] },
        }),
      ),
    ).toEqual([403, 'organization.group.public_by_administrators']);
    const open = await admin.ok(organizationApi.createGroup, {
      body: { name: '公共', kind: 'public', appIds: ['a1'], scope: [{ kind: 'person', id: user.id }] },
    });
    expect((await user.ok(organizationApi.listGroups, { query: { app: 'a1' } })).map(({ id }) => id)).toContain(
      open.id,
    );
    expect((await user.ok(organizationApi.listGroups, { query: { app: 'a2' } })).map(({ id }) => id)).not.toContain(
      open.id,
    );
    expect(
      (await user.call(organizationApi.updateGroup, { params: { userGroupId: open.id }, body: { name: 'x' } })).status,
    ).toBe(403);
    expect(
      (await user.call(organizationApi.createGroup, { body: { name: 'x', kind: 'private', appIds: [], scope: [] } }))
        .status,
    ).toBe(422);

    const all = { kind: 'department' as const, id: department.id };
    const member = (await peopleOf(department.id)).length;
    const [one] = (
      await admin.ok(organizationApi.listPeople, {
        query: { department: department.id, state: 'enabled', offset: 0, limit: 1 },
      })
    ).rows;
    expect(
      await user.ok(organizationApi.updateGroup, {
        params: { userGroupId: mine.id },
        body: { scope: [all, { kind: 'person', id: one!.id, except: true }] },
      }),
    ).toMatchObject({ people: member - 1 });
  });
});

test('the directory follows changes of names, places and roles without being read anew', async () => {
  const [first, last] = [await newPerson('啊阿'), await newPerson('左左')];
  const order = async () => [...(await directoryOf(server.platform, 'demo')).people.keys()];
  expect((await order()).indexOf(first.id)).toBeLessThan((await order()).indexOf(last.id));
  await admin.ok(organizationApi.updatePerson, { params: { personId: first.id }, body: { name: '左左左' } });
  expect((await order()).indexOf(first.id)).toBeGreaterThan((await order()).indexOf(last.id));
  const role = await admin.ok(organizationApi.createRole, { body: { name: '跟随', description: '' } });
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [last.id] } });
  const directory = await directoryOf(server.platform, 'demo');
  expect([directory.people.get(last.id)?.roleIds, membersOfRole(directory, role.id)]).toEqual([[role.id], [last.id]]);
  await admin.ok(organizationApi.deleteRole, { params: { roleId: role.id } });
  expect((await directoryOf(server.platform, 'demo')).people.get(last.id)?.roleIds).toEqual([]);
});
