import { api } from '@formwork/contract/api.ts';
import { departmentParts } from '@formwork/contract/delegated.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { joiningApi } from '@formwork/contract/joining/api.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../../testing/server.ts';
import { departmentScene, outsideSign, type DepartmentScene } from '../testing/delegated-departments.ts';

/** Every call that delegates of departments may make, about a thing of each place: theirs, below it, beside and above. */
let scene: DepartmentScene;
beforeAll(async () => {
  scene = await departmentScene();
});
afterAll(() => scene.server.stop());

type Place = 'inside' | 'own' | 'outside' | 'above';
const places: Place[] = ['inside', 'own', 'outside', 'above'];
type Said = [inside: string, own: string, outside: string, above: string];

const person = (place: Place) => ({ params: { personId: scene.people[place] } });
const department = (place: Place) => ({ params: { departmentId: scene.ids[place] } });
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
    (at) => ({ params: { personId: scene.people.own }, body: { departmentId: scene.ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'their superior',
    organizationApi.updatePerson,
    (at) => ({
      params: { personId: scene.people.own },
      body: { superiorId: at === 'own' ? scene.delegate.id : scene.people[at] },
    }),
    ['200', '200', ...gone],
  ],
  [
    'a place beside theirs',
    organizationApi.updatePerson,
    (at) => ({
      params: { personId: scene.people.own },
      body: { departmentId: scene.ids.second, partTime: [{ departmentId: scene.ids[at], postId: null }] },
    }),
    ['200', '200', ...noDepartment],
  ],
  [
    'a new person',
    organizationApi.createPerson,
    (at) => ({
      body: { login: scene.login(), name: 'New', role: 'user', departmentId: scene.ids[at], superiorId: null },
    }),
    ['200', '200', ...noDepartment],
  ],
  [
    'people to move',
    organizationApi.movePeople,
    (at) => ({ body: { ids: [scene.people[at]], departmentId: scene.ids.second } }),
    ['200', '200', ...gone],
  ],
  [
    'where they move',
    organizationApi.movePeople,
    (at) => ({ body: { ids: [scene.people.inside], departmentId: scene.ids[at] } }),
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
    (at) => ({ body: { name: `New ${scene.login()}`, parentId: scene.ids[at] } }),
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
    (at) => ({ params: { departmentId: scene.ids.second }, body: { headId: scene.people[at] } }),
    ['200', '200', ...gone],
  ],
  [
    'where it moves',
    organizationApi.updateDepartment,
    (at) => ({ params: { departmentId: scene.ids.second }, body: { parentId: scene.ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'itself into another',
    organizationApi.mergeDepartment,
    (at) => ({ params: { departmentId: scene.ids.own }, body: { intoId: scene.ids[at] } }),
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
    (at) => ({ ...department(at), body: { intoId: scene.ids[at] } }),
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
    (at) => ({ params: { postId: scene.postId }, body: { ids: [scene.people[at]] } }),
    ['200', '200', ...gone],
  ],
  [
    'a sheet',
    organizationApi.exportPeople,
    (at) => ({ query: { department: scene.ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'an invitation',
    joiningApi.invite,
    (at) => ({ body: { role: 'user', departmentId: scene.ids[at] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'colleagues',
    joiningApi.createColleagues,
    (at) => ({ body: { departmentId: scene.ids[at], people: [{ name: 'Col', login: scene.login() }] } }),
    ['200', '200', ...noDepartment],
  ],
  [
    'handing on',
    organizationApi.giveDelegatedAdmin,
    (at) => ({ body: { personId: scene.people.inside, departmentId: scene.ids[at], may: ['posts'] } }),
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

/** For whoever looks after departments; those of systems are in `systems.test.ts`. */
function isTheirs({ delegable }: Endpoint): boolean {
  return delegable?.some((part) => (departmentParts as readonly string[]).includes(part)) ?? false;
}

test('every endpoint that delegates may call is tried here', () => {
  const all = Object.values(api).flatMap((area) => Object.values(area) as Endpoint[]);
  const tried = new Set([...triedBelow, ...table.map(([, endpoint]) => endpoint)]);
  expect(all.filter((one) => isTheirs(one) && !tried.has(one)).map(({ path }) => path)).toEqual([]);
});

test.each(table)('%s: inside and the own one, outside and above', async (_name, endpoint, inputOf, said) => {
  const answers: string[] = [];
  for (const place of places) {
    const answer = await scene.delegate.call(endpoint, inputOf(place));
    answers.push(answer.status < 300 ? '200' : `${answer.status} ${codeOf(answer)}`);
    // what an answer says of a change shows no more than the reading
    if (answer.status < 300) expect(JSON.stringify(answer.body)).not.toContain(outsideSign);
    // as it was for the next place
    await scene.admin.ok(organizationApi.updatePerson, {
      params: { personId: scene.people.own },
      body: { departmentId: scene.ids.own, superiorId: null, partTime: [] },
    });
    await scene.admin.ok(organizationApi.movePeople, {
      body: { ids: [scene.people.inside], departmentId: scene.ids.inside },
    });
    await scene.admin.ok(organizationApi.updateDepartment, {
      params: { departmentId: scene.ids.second },
      body: { parentId: scene.ids.own, headId: null },
    });
    for (const { id, person: whose } of await scene.admin.ok(organizationApi.listDelegatedAdmins))
      if (whose.id === scene.people.inside)
        await scene.admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: id } });
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
    const answer = await scene.delegate.call(endpoint, { params, ...(endpoint.method === 'GET' ? {} : { body: {} }) });
    const refused = answer.status === 403 && codeOf(answer) === 'platform.forbidden';
    if (refused === isTheirs(endpoint)) wrong.push(`${endpoint.method} ${endpoint.path}`);
  }
  expect(wrong).toEqual([]);
});
