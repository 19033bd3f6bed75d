import { api } from '@formwork/contract/api.ts';
import type { DepartmentPart } from '@formwork/contract/delegated.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { runsApi } from '@formwork/contract/runs/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sheetRows } from '../../../testing/sheet-rows.ts';
import { roleTitles } from '../import/sheet-columns.ts';
import { codeOf, signIn, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/**
 * A tree with a department in somebody's care, told by every endpoint that such a person may call. Whatever lies outside has
 * a name with this sign, so that it is found wherever it shows.
 */
const outsideSign = 'OUTSIDE';
const parts: DepartmentPart[] = ['people', 'posts', 'registrations'];

let server: TestServer;
let admin: Client;
/** Looks after `own` and what is below it. */
let delegate: Client;
const ids: Record<'above' | 'own' | 'inside' | 'second' | 'outside', string> = {} as never;
const people: Record<'above' | 'own' | 'inside' | 'outside' | 'nowhere' | 'admin' | 'partly', string> = {} as never;
let postId: string;
let made = 0;

const newDepartment = async (name: string, parentId: string | null) =>
  (await admin.ok(organizationApi.createDepartment, { body: { name, parentId } })).id;
async function newPerson(name: string, departmentId: string | null, more: object = {}): Promise<string> {
  made += 1;
  const { person } = await admin.ok(organizationApi.createPerson, {
    body: { login: `${name.toLowerCase()}.${made}`, name, role: 'user', departmentId, superiorId: null, ...more },
  });
  return person.id;
}
/** Somebody who can sign in. */
async function newClient(name: string, departmentId: string | null): Promise<Client> {
  made += 1;
  const login = `client.${made}`;
  const { password } = await admin.ok(organizationApi.createPerson, {
    body: { login, name, role: 'user', departmentId, superiorId: null },
  });
  return signIn(server.url, login, password);
}
const give = (personId: string, departmentId: string, may: DepartmentPart[] = parts, until: string | null = null) =>
  admin.ok(organizationApi.giveDelegatedAdmin, { body: { personId, departmentId, may, until } });
const seen = async (who: Client) =>
  (await who.ok(organizationApi.listPeople, { query: { state: 'all', offset: 0, limit: 200 } })).rows.map(
    ({ name }) => name,
  );

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  ids.above = await newDepartment(`Above ${outsideSign}`, null);
  ids.own = await newDepartment('Own', ids.above);
  ids.inside = await newDepartment('Inside', ids.own);
  ids.second = await newDepartment('Second', ids.own);
  ids.outside = await newDepartment(`Beside ${outsideSign}`, ids.above);
  postId = (await admin.ok(organizationApi.createPost, { body: { name: 'Fitter', description: '', gradeId: null } }))
    .id;
  people.above = await newPerson(`Ann${outsideSign}`, ids.above);
  people.outside = await newPerson(`Bob${outsideSign}`, ids.outside);
  people.nowhere = await newPerson(`Cid${outsideSign}`, null);
  people.partly = await newPerson(`Dan${outsideSign}`, ids.outside, {
    partTime: [{ departmentId: ids.inside, postId: null }],
  });
  people.own = await newPerson('Eve', ids.own);
  people.inside = await newPerson('Flo', ids.inside, {
    superiorId: people.outside,
    partTime: [{ departmentId: ids.outside, postId }],
  });
  people.admin = await newPerson('Gus', ids.inside, { role: 'admin' });
  await admin.ok(organizationApi.updateDepartment, {
    params: { departmentId: ids.inside },
    body: { headId: people.outside },
  });
  delegate = await newClient('Delia', ids.own);
});
afterAll(() => server.stop());

test('who looks after nothing administers nothing', async () => {
  expect((await delegate.call(organizationApi.listPeople, {})).status).toBe(403);
  expect((await delegate.call(organizationApi.listTree, { query: { administering: 'people' } as never })).status).toBe(
    403,
  );
  expect((await delegate.call(organizationApi.listDelegatedAdmins, {})).status).toBe(403);
});

test('an administrator gives it, and it is shown as it stands', async () => {
  expect(await give(delegate.id, ids.own)).toMatchObject({
    person: { id: delegate.id },
    department: { name: 'Own', path: [`Above ${outsideSign}`] },
    may: parts,
    inForce: true,
    handedOn: false,
    can: { end: true },
  });
  expect(await delegate.ok(organizationApi.closedPages)).toMatchObject({ delegated: parts });
});

type Place = 'inside' | 'own' | 'outside' | 'above';
const places: Place[] = ['inside', 'own', 'outside', 'above'];
type Said = [inside: string, own: string, outside: string, above: string];

const person = (place: Place) => ({ params: { personId: people[place] } });
const department = (place: Place) => ({ params: { departmentId: ids[place] } });
const login = () => `made.${(made += 1)}`;
const gone: [string, string] = ['404 organization.person.not_found', '404 organization.person.not_found'];
const noDepartment: [string, string] = [
  '404 organization.department.not_found',
  '404 organization.department.not_found',
];

/** Every call that is for delegates, about a thing of each place. */
const table: [string, Endpoint<any, any, any, any>, (place: Place) => object, Said][] = [
  // eslint-disable-line typescript/no-explicit-any -- of many shapes
  ['a person', organizationApi.getPerson, person, ['200', '200', ...gone]],
  [
    'their name',
    organizationApi.updatePerson,
    (at) => ({ ...person(at), body: { extension: '12' } }),
    ['200', '200', ...gone],
  ],
  [
    'their place',
    organizationApi.updatePerson,
    (at) => ({ params: { personId: people.own }, body: { departmentId: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'their superior',
    organizationApi.updatePerson,
    (at) => ({ params: { personId: people.own }, body: { superiorId: at === 'own' ? delegate.id : people[at] } }),
    ['200', '200', ...gone],
  ],
  [
    'a place beside theirs',
    organizationApi.updatePerson,
    (at) => ({
      params: { personId: people.own },
      body: { departmentId: ids.second, partTime: [{ departmentId: ids[at], postId: null }] },
    }),
    ['200', '200', ...noDepartment],
  ],
  [
    'a new person',
    organizationApi.createPerson,
    (at) => ({ body: { login: login(), name: 'New', role: 'user', departmentId: ids[at], superiorId: null } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'people to move',
    organizationApi.movePeople,
    (at) => ({ body: { ids: [people[at]], departmentId: ids.second } }),
    ['200', '200', ...gone],
  ],
  [
    'where they move',
    organizationApi.movePeople,
    (at) => ({ body: { ids: [people.inside], departmentId: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  ['a lock', organizationApi.disablePerson, person, ['200', '200', ...gone]],
  ['its end', organizationApi.enablePerson, person, ['200', '200', ...gone]],
  ['a password', organizationApi.resetPassword, person, ['200', '200', ...gone]],
  [
    'a second step',
    organizationApi.endSecondStep,
    person,
    ['409 organization.person.no_second_step', '409 organization.person.no_second_step', ...gone],
  ],
  [
    'a department below',
    organizationApi.createDepartment,
    (at) => ({ body: { name: `New ${(made += 1)}`, parentId: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'a department',
    organizationApi.updateDepartment,
    (at) => ({ ...department(at), body: { name: at === 'inside' ? 'Inside' : 'Renamed' } }),
    ['200', '403 organization.delegated.own_department', ...noDepartment],
  ],
  [
    'its head',
    organizationApi.updateDepartment,
    (at) => ({ params: { departmentId: ids.second }, body: { headId: people[at] } }),
    ['200', '200', ...gone],
  ],
  [
    'where it moves',
    organizationApi.updateDepartment,
    (at) => ({ params: { departmentId: ids.second }, body: { parentId: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'itself into another',
    organizationApi.mergeDepartment,
    (at) => ({ params: { departmentId: ids.own }, body: { intoId: ids[at] } }),
    [
      '403 organization.delegated.own_department',
      '403 organization.delegated.own_department',
      '403 organization.delegated.own_department',
      '403 organization.delegated.own_department',
    ],
  ],
  [
    'what is merged',
    organizationApi.mergeDepartment,
    (at) => ({ ...department(at), body: { intoId: ids[at] } }),
    ['409 organization.department.inside_itself', '403 organization.delegated.own_department', ...noDepartment],
  ],
  [
    'out of use',
    organizationApi.disableDepartment,
    department,
    ['409 organization.department.not_empty', '403 organization.delegated.own_department', ...noDepartment],
  ],
  [
    'in use',
    organizationApi.enableDepartment,
    department,
    ['200', '403 organization.delegated.own_department', ...noDepartment],
  ],
  [
    'a post',
    organizationApi.assignPost,
    (at) => ({ params: { postId }, body: { ids: [people[at]] } }),
    ['200', '200', ...gone],
  ],
  [
    'a sheet',
    organizationApi.exportPeople,
    (at) => ({ query: { department: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'an invitation',
    joiningApi.invite,
    (at) => ({ body: { role: 'user', departmentId: ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'colleagues',
    joiningApi.createColleagues,
    (at) => ({ body: { departmentId: ids[at], people: [{ name: 'Col', login: login() }] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'handing on',
    organizationApi.giveDelegatedAdmin,
    (at) => ({ body: { personId: people.inside, departmentId: ids[at], may: ['posts'] } }),
    ['200', '200', ...noDepartment],
  ],
];
/** Whose table is elsewhere in this file, or who name nothing. */
const triedBelow = new Set<Endpoint<any, any, any, any>>([
  // eslint-disable-line typescript/no-explicit-any -- of many shapes
  organizationApi.listPeople,
  organizationApi.listDelegatedAdmins,
  organizationApi.endDelegatedAdmin,
  organizationApi.importTemplate,
  organizationApi.uploadPeopleSheet,
  organizationApi.readPeopleSheet,
  organizationApi.getPeopleImport,
  organizationApi.startPeopleImport,
  organizationApi.importFailures,
  joiningApi.listRequests,
  joiningApi.countRequests,
  joiningApi.acceptRequest,
  joiningApi.refuseRequest,
  joiningApi.listInvitations,
  joiningApi.revokeInvitation,
]);

test('every endpoint that delegates may call is tried here', () => {
  const all = Object.values(api).flatMap((area) => Object.values(area) as Endpoint[]);
  const tried = new Set([...triedBelow, ...table.map(([, endpoint]) => endpoint)]);
  expect(all.filter((one) => one.delegable !== undefined && !tried.has(one)).map(({ path }) => path)).toEqual([]);
});

test.each(table)('%s: inside and the own one, outside and above', async (_name, endpoint, inputOf, said) => {
  const answers: string[] = [];
  for (const place of places) {
    const answer = await delegate.call(endpoint, inputOf(place));
    answers.push(answer.status < 300 ? '200' : `${answer.status} ${codeOf(answer)}`);
    // what an answer says of a change shows no more than the reading
    if (answer.status < 300) expect(JSON.stringify(answer.body)).not.toContain(outsideSign);
    // as it was for the next place
    await admin.ok(organizationApi.updatePerson, {
      params: { personId: people.own },
      body: { departmentId: ids.own, superiorId: null, partTime: [] },
    });
    await admin.ok(organizationApi.movePeople, { body: { ids: [people.inside], departmentId: ids.inside } });
    await admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: ids.second },
      body: { parentId: ids.own, headId: null },
    });
    for (const { id, person: whose } of await admin.ok(organizationApi.listDelegatedAdmins))
      if (whose.id === people.inside) await admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: id } });
  }
  expect(answers).toEqual(said);
});

test('no other call of administrators is open to them', async () => {
  const others = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ permission }) => permission !== 'anyone' && !roleHolds('user', permission));
  const params = new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000000' });
  const wrong: string[] = [];
  for (const endpoint of others) {
    const answer = await delegate.call(endpoint, { params, ...(endpoint.method === 'GET' ? {} : { body: {} }) });
    const refused = answer.status === 403 && codeOf(answer) === 'platform.forbidden';
    if (refused === (endpoint.delegable !== undefined)) wrong.push(`${endpoint.method} ${endpoint.path}`);
  }
  expect(wrong).toEqual([]);
});

test('nothing is put outside of all departments, and nobody gets another kind of account', async () => {
  const body = { login: login(), name: 'X', role: 'user' as const, departmentId: null, superiorId: null };
  const refusals = [
    await delegate.call(organizationApi.createPerson, { body }),
    await delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { departmentId: null } }),
    await delegate.call(organizationApi.createDepartment, { body: { name: 'Top', parentId: null } }),
    await delegate.call(organizationApi.updateDepartment, { ...department('inside'), body: { parentId: null } }),
    await delegate.call(joiningApi.invite, { body: { role: 'user', departmentId: null } as never }),
    await delegate.call(joiningApi.createColleagues, {
      body: { departmentId: null, people: [{ name: 'Y', login: login() }] } as never,
    }),
    await delegate.call(organizationApi.createPerson, { body: { ...body, role: 'admin', departmentId: ids.inside } }),
    await delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { role: 'safe' } }),
    await delegate.call(joiningApi.invite, { body: { role: 'audit', departmentId: ids.inside } as never }),
  ];
  expect(refusals.map((answer) => [answer.status, codeOf(answer)])).toEqual([
    ...Array.from({ length: 6 }, () => [403, 'organization.delegated.inside']),
    ...Array.from({ length: 3 }, () => [403, 'organization.delegated.ordinary_people']),
  ]);
});

test('administrators, other delegates and oneself are shown and not changed', async () => {
  const other = await newClient('Otto', ids.inside);
  await give(other.id, ids.inside, ['people']);
  for (const personId of [people.admin, other.id, delegate.id]) {
    const params = { personId };
    expect((await delegate.ok(organizationApi.getPerson, { params })).can).toEqual({
      edit: false,
      changeRole: false,
      disable: false,
      resetPassword: false,
      handOver: false,
    });
    const tries = [
      await delegate.call(organizationApi.updatePerson, { params, body: { name: 'Changed' } }),
      await delegate.call(organizationApi.disablePerson, { params }),
      await delegate.call(organizationApi.enablePerson, { params }),
      await delegate.call(organizationApi.resetPassword, { params }),
      await delegate.call(organizationApi.endSecondStep, { params }),
      await delegate.call(organizationApi.movePeople, { body: { ids: [personId], departmentId: ids.second } }),
      await delegate.call(organizationApi.assignPost, { params: { postId }, body: { ids: [personId] } }),
    ];
    for (const answer of tries) expect([403, 409]).toContain(answer.status);
  }
  expect((await delegate.ok(organizationApi.getPerson, { params: { personId: people.inside } })).can).toMatchObject({
    edit: true,
    disable: true,
    changeRole: false,
    handOver: false,
  });
});

test('list, tree, search, pickers and sheets show no other department', async () => {
  const looked = JSON.stringify([
    await delegate.ok(organizationApi.listPeople, { query: { state: 'all', offset: 0, limit: 200 } }),
    await delegate.ok(organizationApi.listPeople, {
      query: { search: outsideSign, state: 'all', offset: 0, limit: 200 },
    }),
    await delegate.ok(organizationApi.listPeople, {
      query: { department: 'none', state: 'all', offset: 0, limit: 200 },
    }),
    await delegate.ok(organizationApi.listTree, {
      query: { administering: 'people', disabled: true, offset: 0, limit: 200 },
    }),
    await delegate.ok(organizationApi.getDepartment, { ...department('inside'), query: { administering: 'people' } }),
    await delegate.ok(organizationApi.pickPeople, { query: { administering: 'people', limit: 100 } }),
    await delegate.ok(organizationApi.pickPeople, {
      query: { administering: 'people', search: outsideSign, limit: 100 },
    }),
    await delegate.ok(organizationApi.pickPeople, {
      query: { administering: 'people', ids: Object.values(people), limit: 100 },
    }),
    await delegate.ok(organizationApi.pickDepartments, { query: { administering: 'people', limit: 100 } }),
    await delegate.ok(organizationApi.pickDepartments, {
      query: { administering: 'people', ids: Object.values(ids), limit: 100 },
    }),
    await delegate.ok(organizationApi.listPosts, { query: { administering: 'posts' } }),
    await delegate.ok(organizationApi.listDelegatedAdmins),
    await sheetRows(await delegate.fetch('/api/organization/people-sheets/export?state=all')),
  ]);
  expect(looked).not.toContain(outsideSign);
  expect(looked).toContain('Flo');
  const tree = await delegate.ok(organizationApi.listTree, {
    query: { administering: 'people', offset: 0, limit: 200 },
  });
  expect(tree.rows.map(({ name, parentId }) => [name, parentId])).toEqual([['Own', null]]);
  const { way } = await delegate.ok(organizationApi.getDepartment, {
    ...department('inside'),
    query: { administering: 'people' },
  });
  expect(way.map(({ name }) => name)).toEqual(['Own', 'Inside']);
});

test('what is not shown of a person or department stays as it is', async () => {
  const of = () => admin.ok(organizationApi.getPerson, person('inside'));
  await admin.ok(organizationApi.updatePerson, {
    ...person('inside'),
    body: { departmentId: ids.inside, superiorId: people.outside, partTime: [{ departmentId: ids.outside, postId }] },
  });
  const shown = await delegate.ok(organizationApi.getPerson, person('inside'));
  expect([shown.superior, shown.partTime]).toEqual([null, []]);
  await delegate.ok(organizationApi.updatePerson, {
    ...person('inside'),
    body: {
      superiorId: null,
      supplierId: null,
      partTime: [{ departmentId: ids.second, postId: null }],
      departmentId: ids.inside,
    },
  });
  expect((await of()).superior?.id).toBe(people.outside);
  expect((await of()).partTime.map(({ department: { id } }) => id).toSorted()).toEqual(
    [ids.outside, ids.second].toSorted(),
  );
  await delegate.ok(organizationApi.updateDepartment, {
    ...department('inside'),
    body: { name: 'Inside', headId: null },
  });
  expect((await admin.ok(organizationApi.getDepartment, department('inside'))).head?.id).toBe(people.outside);
  await admin.ok(organizationApi.updatePerson, { ...person('inside'), body: { partTime: [] } });
});

test('a department is merged into another in care, and into no other', async () => {
  const merging = await newDepartment('Merging', ids.own);
  const into = async (intoId: string) =>
    codeOf(
      await delegate.call(organizationApi.mergeDepartment, { params: { departmentId: merging }, body: { intoId } }),
    );
  expect([await into(ids.outside), await into(ids.above), await into(ids.own)]).toEqual([
    'organization.department.not_found',
    'organization.department.not_found',
    undefined,
  ]);
});

test('a circle of superiors that leads outside is found', async () => {
  await admin.ok(organizationApi.updatePerson, { ...person('outside'), body: { superiorId: people.own } });
  const answer = await delegate.call(organizationApi.updatePerson, {
    ...person('own'),
    body: { superiorId: people.inside },
  });
  expect([answer.status, codeOf(answer)]).toEqual([409, 'organization.person.superior_circle']);
  await admin.ok(organizationApi.updatePerson, { ...person('outside'), body: { superiorId: null } });
});

test('a department where somebody from elsewhere works too is not empty', async () => {
  const team = await newDepartment('Team', ids.own);
  await admin.ok(organizationApi.updatePerson, {
    params: { personId: people.partly },
    body: { partTime: [{ departmentId: team, postId: null }] },
  });
  const answer = await delegate.call(organizationApi.disableDepartment, { params: { departmentId: team } });
  expect(codeOf(answer)).toBe('organization.department.not_empty');
  await delegate.ok(organizationApi.mergeDepartment, { params: { departmentId: team }, body: { intoId: ids.inside } });
  const moved = await admin.ok(organizationApi.getPerson, { params: { personId: people.partly } });
  expect(moved.partTime.map(({ department: { name } }) => name)).toEqual(['Inside']);
});

describe('roles that come with a place', () => {
  let roleId: string;
  beforeAll(async () => {
    roleId = (await admin.ok(organizationApi.createRole, { body: { name: 'Cashier', description: '' } })).id;
  });
  const hold = (holders: object[]) =>
    admin.ok(organizationApi.setRoleHolders, { params: { roleId }, body: { holders: holders as never } });
  const named = (list: string[]) =>
    admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: list } });

  test('are handed on by those alone who hold them', async () => {
    for (const place of ['inside', 'own'] as const)
      await admin.ok(organizationApi.updatePerson, { ...person(place), body: { postId: null, partTime: [] } });
    const vault = await newDepartment('Vault', ids.own);
    const below = await newDepartment('Below', vault);
    const moving = await newDepartment('Moving', ids.own);
    await newPerson('Mia', moving);
    await hold([
      { kind: 'department', id: vault, below: true },
      { kind: 'post', id: postId, below: false },
    ]);
    const file = `login,name,department\nsheet.${(made += 1)},Sheet,Own/Vault/Fresh\n`;
    const tries = async () => [
      await delegate.call(organizationApi.createPerson, {
        body: { login: login(), name: 'X', role: 'user', departmentId: below, superiorId: null },
      }),
      await delegate.call(organizationApi.updatePerson, { ...person('inside'), body: { departmentId: vault } }),
      await delegate.call(organizationApi.updatePerson, {
        ...person('inside'),
        body: { departmentId: ids.inside, partTime: [{ departmentId: ids.second, postId }] },
      }),
      await delegate.call(organizationApi.movePeople, { body: { ids: [people.inside], departmentId: below } }),
      await delegate.call(organizationApi.assignPost, { params: { postId }, body: { ids: [people.own] } }),
      await delegate.call(organizationApi.updateDepartment, {
        params: { departmentId: moving },
        body: { parentId: vault },
      }),
      await delegate.call(joiningApi.invite, { body: { role: 'user', departmentId: vault } as never }),
      await delegate.call(organizationApi.mergeDepartment, {
        params: { departmentId: moving },
        body: { intoId: vault },
      }),
    ];
    expect((await tries()).map((answer) => [answer.status, codeOf(answer)])).toEqual(
      Array.from({ length: 8 }, () => [403, 'organization.delegated.beyond']),
    );
    expect(await imported(delegate, file)).toMatchObject({ created: 0, failed: 1 });
    await named([delegate.id]);
    expect((await tries()).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(await imported(delegate, file)).toMatchObject({ created: 1, failed: 0 });
    await hold([]);
    await named([]);
    await admin.ok(organizationApi.updatePerson, {
      ...person('inside'),
      body: { departmentId: ids.inside, partTime: [], postId: null },
    });
  });
});

async function imported(who: Client, content: string) {
  const body = new FormData();
  body.append('file', new File([content], 'people.csv'));
  const { id } = (await (await who.fetch('/api/organization/people-imports', { method: 'POST', body })).json()) as {
    id: string;
  };
  const { jobId } = await who.ok(organizationApi.startPeopleImport, {
    params: { importId: id },
    body: { password: 'First-password-7' },
  });
  await expect
    .poll(async () => (await who.ok(runsApi.get, { params: { runId: jobId! } })).state, { timeout: 60_000 })
    .toBe('finished');
  return who.ok(organizationApi.getPeopleImport, { params: { importId: id } });
}

test('a sheet changes nobody outside, makes nothing at the top, no post and no administrator', async () => {
  const outside = await admin.ok(organizationApi.getPerson, person('outside'));
  const top = `New ${(made += 1)}`;
  const result = await imported(
    delegate,
    [
      'login,name,department,post,Account type',
      `${outside.login},Renamed,Own/Inside,,`,
      `s.${(made += 1)},At top,${top},,`,
      `s.${(made += 1)},By its whole way,Above ${outsideSign}/Own,,`,
      `s.${(made += 1)},No place,,,`,
      `s.${(made += 1)},New post,Own,Unheard-of post,`,
      `s.${(made += 1)},Boss,Own,,${roleTitles.admin.en}`,
      `s.${(made += 1)},Right,Own/Inside/Made by sheet,,`,
    ].join('\n'),
  );
  expect(
    (await sheetRows(await delegate.fetch(`/api/organization/people-imports/${result.id}/failures`))).map(
      (row) => row[1],
    ),
  ).toEqual(['name', 'Renamed', 'At top', 'By its whole way', 'No place', 'New post', 'Boss']);
  expect(result).toMatchObject({ created: 1, updated: 0, failed: 6 });
  expect((await admin.ok(organizationApi.getPerson, person('outside'))).name).toBe(outside.name);
  expect(await seen(delegate)).toContain('Right');
  const tops = await admin.ok(organizationApi.listTree, { query: { offset: 0, limit: 200 } });
  expect(tops.rows.map(({ name }) => name)).not.toContain(top);
});

describe('registrations', () => {
  async function invited(departmentId: string | null): Promise<string> {
    const { token } = await admin.ok(joiningApi.invite, {
      body: { role: 'user', departmentId, note: '', days: 7, mostPeople: 9, review: true },
    });
    return token;
  }
  test('of the departments in care are shown and decided, others are not there', async () => {
    const [inside, outside, nowhere] = [await invited(ids.inside), await invited(ids.outside), await invited(null)];
    const joiners = ['other-user', 'other-admin', 'root'];
    for (const [at, token] of [inside, outside, nowhere].entries())
      await (await server.as(joiners[at]!)).ok(joiningApi.acceptInvitation, { body: { token } });
    const all = (await admin.ok(joiningApi.listRequests, { query: { limit: 50 } })).rows;
    const own = (await delegate.ok(joiningApi.listRequests, { query: { limit: 50 } })).rows;
    expect([all.length, own.map(({ department: at }) => at?.id)]).toEqual([3, [ids.inside]]);
    expect(await delegate.ok(joiningApi.countRequests)).toEqual({ waiting: 1 });
    for (const { id } of all.filter((one) => one.id !== own[0]!.id)) {
      const params = { requestId: id };
      const tries = [
        await delegate.call(joiningApi.acceptRequest, { params, body: { role: 'user', departmentId: ids.inside } }),
        await delegate.call(joiningApi.refuseRequest, { params, body: { reason: '' } }),
      ];
      expect(tries.map((answer) => codeOf(answer))).toEqual(
        Array.from({ length: 2 }, () => 'joining.request.not_found'),
      );
    }
    const params = { requestId: own[0]!.id };
    const wrong = await Promise.all(
      [{ role: 'admin' }, { departmentId: ids.outside }, { departmentId: null }].map((body) =>
        delegate.call(joiningApi.acceptRequest, { params, body: body as never }),
      ),
    );
    expect(wrong.map((answer) => codeOf(answer))).toEqual([
      'organization.delegated.ordinary_people',
      'organization.department.not_found',
      'organization.delegated.inside',
    ]);
    expect(await delegate.ok(joiningApi.acceptRequest, { params, body: { role: 'user' } })).toMatchObject({
      state: 'accepted',
    });
    const listed = (await delegate.ok(joiningApi.listInvitations, { query: { limit: 200 } })).rows;
    const departments = new Set(listed.map(({ department: at }) => at?.name ?? ''));
    expect([...departments].filter((name) => name === '' || name.includes(outsideSign))).toEqual([]);
    for (const { id, department: at } of (await admin.ok(joiningApi.listInvitations, { query: { limit: 200 } })).rows) {
      const answer = await delegate.call(joiningApi.revokeInvitation, { params: { invitationId: id } });
      expect(answer.status).toBe(at === null || at.id === ids.outside ? 404 : 200);
    }
  });
});

describe('the right itself', () => {
  test('each part opens its own calls and no others', async () => {
    const one = await newClient('Part', ids.second);
    for (const part of parts) {
      const grant = await give(one.id, ids.second, [part]);
      const answers = [
        await one.call(organizationApi.exportPeople, {}),
        await one.call(organizationApi.assignPost, { params: { postId }, body: { ids: [people.outside] } }),
        await one.call(joiningApi.countRequests, {}),
        await one.call(organizationApi.createPost, { body: { name: 'No', description: '', gradeId: null } }),
        await one.call(organizationApi.handOver, {
          ...person('inside'),
          body: { toId: one.id, parts: ['tasks'], disable: false },
        }),
        await one.call(organizationApi.createRole, { body: { name: 'No', description: '' } }),
      ];
      expect(answers.map(({ status }) => status !== 403)).toEqual([
        ...parts.map((each) => each === part),
        false,
        false,
        false,
      ]);
      await admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: grant.id } });
    }
  });

  test('is given to ordinary people alone, and not for times that are over', async () => {
    const body = { personId: people.own, departmentId: ids.inside, may: parts, until: null };
    const codes = async (changes: object) =>
      codeOf(await admin.call(organizationApi.giveDelegatedAdmin, { body: { ...body, ...changes } }));
    expect([
      await codes({ personId: people.admin }),
      await codes({ personId: (await server.as('safe')).id }),
      await codes({ until: new Date(Date.now() - 1000).toISOString() }),
      await codes({ departmentId: people.own }),
      await codes({ personId: ids.own }),
    ]).toEqual([
      'organization.delegated.not_a_user',
      'organization.delegated.not_a_user',
      'organization.delegated.past',
      'organization.department.not_found',
      'organization.person.not_found',
    ]);
  });

  test('is handed on no further and no longer than one has it, and ends with it', async () => {
    const [boss, deputy, third] = [
      await newClient('Boss', ids.own),
      await newClient('Deputy', ids.inside),
      await newClient('Third', ids.inside),
    ];
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const grant = await give(boss.id, ids.own, ['people'], soon);
    const hand = (who: Client, body: object) =>
      who.call(organizationApi.giveDelegatedAdmin, {
        body: { personId: deputy.id, departmentId: ids.inside, may: ['people'], until: null, ...body } as never,
      });
    expect([
      codeOf(await hand(boss, { may: ['posts'] })),
      codeOf(await hand(boss, { may: ['people', 'posts'] })),
      codeOf(await hand(boss, { until: later })),
      codeOf(await hand(boss, { departmentId: ids.outside })),
      codeOf(await hand(boss, { personId: people.outside })),
      codeOf(await hand(boss, { personId: boss.id })),
    ]).toEqual([
      'platform.forbidden',
      'organization.delegated.beyond',
      'organization.delegated.longer',
      'organization.department.not_found',
      'organization.person.not_found',
      'organization.person.own_account',
    ]);
    const handed = (await hand(boss, {})).body as { id: string; until: string; handedOn: boolean };
    expect(handed).toMatchObject({ until: soon, handedOn: true });
    expect((await hand(deputy, { personId: third.id })).status).toBe(200);
    // not back to whom one has it from
    expect((await hand(deputy, { personId: boss.id })).status).toBe(404);
    const listed = (who: Client) => who.ok(organizationApi.listDelegatedAdmins);
    expect((await listed(boss)).map(({ person: { name }, can }) => [name, can.end])).toEqual([
      ['Boss', false],
      ['Deputy', true],
      ['Third', true],
    ]);
    expect((await listed(deputy)).map(({ person: { name }, can }) => [name, can.end])).toEqual([
      ['Deputy', false],
      ['Third', true],
    ]);
    const end = (who: Client, grantId: string) => who.call(organizationApi.endDelegatedAdmin, { params: { grantId } });
    expect([(await end(deputy, handed.id)).status, (await end(deputy, grant.id)).status]).toEqual([403, 404]);
    const lookAfter = async () =>
      Promise.all([boss, deputy, third].map(async (who) => (await who.call(organizationApi.listPeople, {})).status));
    expect(await lookAfter()).toEqual([200, 200, 200]);
    // shut out, moved away from what it came from, ended: what came of it ends in the same moment
    await admin.ok(organizationApi.disablePerson, { params: { personId: boss.id } });
    expect(await lookAfter()).toEqual([401, 403, 403]);
    await admin.ok(organizationApi.enablePerson, { params: { personId: boss.id } });
    expect((await lookAfter()).slice(1)).toEqual([200, 200]);
    await admin.ok(organizationApi.updatePerson, { params: { personId: boss.id }, body: { role: 'audit' } });
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    await admin.ok(organizationApi.updatePerson, { params: { personId: boss.id }, body: { role: 'user' } });
    await admin.ok(organizationApi.updateDepartment, { ...department('inside'), body: { parentId: ids.outside } });
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    await admin.ok(organizationApi.updateDepartment, { ...department('inside'), body: { parentId: ids.own } });
    expect((await lookAfter()).slice(1)).toEqual([200, 200]);
    const safe = await server.as('safe');
    expect((await listed(safe)).find(({ id }) => id === grant.id)?.can).toEqual({ end: true });
    expect((await end(await server.as('audit'), grant.id)).status).toBe(403);
    expect((await end(safe, grant.id)).status).toBe(200);
    expect((await lookAfter()).slice(1)).toEqual([403, 403]);
    expect((await listed(admin)).some(({ id }) => id === handed.id)).toBe(false);
  });

  test('ends by itself when its time is over', async () => {
    const one = await newClient('Short', ids.second);
    const grant = await give(one.id, ids.second, ['people'], new Date(Date.now() + 2_000).toISOString());
    await expect
      .poll(async () => (await one.call(organizationApi.listPeople, {})).status, { timeout: 60_000 })
      .toBe(403);
    const told = (await admin.ok(organizationApi.listDelegatedAdmins, { query: { person: one.id } }))[0];
    expect([told?.id, told?.inForce]).toEqual([grant.id, false]);
  });

  test('follows departments and people as they move', async () => {
    const [guest, moved] = [await newPerson('Guest', ids.outside), await newDepartment('Wandering', ids.outside)];
    await newPerson('Walker', moved);
    expect(await seen(delegate)).not.toContain('Walker');
    await admin.ok(organizationApi.movePeople, { body: { ids: [guest], departmentId: ids.inside } });
    await admin.ok(organizationApi.updateDepartment, { params: { departmentId: moved }, body: { parentId: ids.own } });
    expect(await seen(delegate)).toEqual(expect.arrayContaining(['Guest', 'Walker']));
    await admin.ok(organizationApi.movePeople, { body: { ids: [guest], departmentId: ids.outside } });
    await admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: moved },
      body: { parentId: ids.above },
    });
    const names = await seen(delegate);
    expect([names.includes('Guest'), names.includes('Walker')]).toEqual([false, false]);
    const tries = [
      await delegate.call(organizationApi.updatePerson, { params: { personId: guest }, body: { name: 'Mine' } }),
      await delegate.call(organizationApi.updateDepartment, {
        params: { departmentId: moved },
        body: { name: 'Mine' },
      }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('is not there in another space', async () => {
    const stranger = await server.as('other-admin');
    expect(await stranger.ok(organizationApi.listDelegatedAdmins, {}, { space: 'other' })).toEqual([]);
    const [grant] = await admin.ok(organizationApi.listDelegatedAdmins);
    const answer = await stranger.call(organizationApi.endDelegatedAdmin, { params: { grantId: grant!.id } });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'organization.delegated.not_found']);
  });
});

describe('under three-admin management', () => {
  test('each grant and each move waits, runs as the delegate then, and is judged anew', async () => {
    const safe = await server.as('safe');
    const waiting = async () => (await safe.ok(reviewApi.listChanges, { query: { state: 'waiting' } as never })).rows;
    const release = async () => {
      const [change] = await waiting();
      return safe.ok(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
    };
    const one = await newClient('Wanda', ids.second);
    const mover = await newPerson('Moses', ids.inside);
    await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
    try {
      const asked = await admin.call(organizationApi.giveDelegatedAdmin, {
        body: { personId: one.id, departmentId: ids.own, may: ['people'], until: null },
      });
      expect([asked.status, codeOf(asked)]).toEqual([202, 'review.change.prepared']);
      expect((await one.call(organizationApi.listPeople, {})).status).toBe(403);
      expect((await waiting())[0]).toMatchObject({ subject: 'Wanda' });
      expect(await release()).toMatchObject({ state: 'released' });
      expect((await one.call(organizationApi.listPeople, {})).status).toBe(200);

      const move = (personId: string, departmentId: string) =>
        one.call(organizationApi.movePeople, { body: { ids: [personId], departmentId } });
      // what would be refused anyway does not wait
      expect([(await move(people.outside, ids.inside)).status, (await move(mover, ids.outside)).status]).toEqual([
        404, 404,
      ]);
      expect((await one.call(organizationApi.disablePerson, person('outside'))).status).toBe(404);
      expect((await move(mover, ids.second)).status).toBe(202);
      expect(await release()).toMatchObject({ state: 'released' });
      expect((await admin.ok(organizationApi.getPerson, { params: { personId: mover } })).department?.id).toBe(
        ids.second,
      );

      // ended while something of theirs waits: it is released no more
      expect((await move(mover, ids.inside)).status).toBe(202);
      const [grant] = await safe.ok(organizationApi.listDelegatedAdmins, { query: { person: one.id } });
      expect((await safe.call(organizationApi.endDelegatedAdmin, { params: { grantId: grant!.id } })).status).toBe(200);
      const [change] = await waiting();
      const late = await safe.call(reviewApi.release, { params: { changeId: change!.id }, body: { reason: '' } });
      expect(late.body).toMatchObject({ state: 'failed', failure: 'review.change.preparer_gone' });
      expect((await admin.ok(organizationApi.getPerson, { params: { personId: mover } })).department?.id).toBe(
        ids.second,
      );
    } finally {
      await admin.call(reviewApi.setSeparation, { body: { enabled: false } });
      for (const { id } of await waiting())
        await safe.call(reviewApi.release, { params: { changeId: id }, body: { reason: '' } });
    }
  });
});
