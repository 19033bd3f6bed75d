import { api } from '@formwork/contract/api.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './server.ts';
import { makeThings, type Things } from './strangers-scene.ts';

/** Where three-admin management is on, every call that changes what somebody may do waits for the reviewer, and changes nothing until then. */
let things: Things;
let admin: Client;
let second: string;
let before: string;

beforeAll(async () => {
  things = await makeThings();
  admin = things.admin;
  second = (await admin.ok(organizationApi.createDepartment, { body: { name: '第二', parentId: null } })).id;
  // an application whose buttons are restricted already, and may be set back
  await admin.ok(formsApi.putButtons, {
    params: { appId: things.ids.appId! },
    body: { expectedVersion: 0, settings: restricted },
  });
  // a system in somebody's care: what comes into it, they give rights on
  await admin.ok(organizationApi.giveDelegatedAdmin, {
    body: { personId: things.ids.personId!, systemId: things.ids.systemId!, may: ['rights', 'roles'], until: null },
  });
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  before = await things.everything();
});
afterAll(() => things.scene.server.stop());

/** Nobody but reviewers may delete. */
const restricted = { buttons: { 'row.delete': { roles: ['safe'] } }, own: [], order: {} };

const changing = Object.entries(api).flatMap(([area, all]) =>
  Object.entries(all)
    .map(([name, endpoint]) => ({ call: `${area}.${name}`, area, name, endpoint: endpoint as Endpoint }))
    .filter(({ endpoint }) => endpoint.rights !== undefined),
);

/** What is sent so that somebody's rights would change, where the scene sends something else or nothing. */
const bodies = (id: (name: string) => string): Record<string, object> => ({
  'forms.copyForm': { title: { zh: 'y' }, withRules: true },
  'forms.copyApp': { title: { zh: 'y' }, withRules: true },
  'forms.putButtons': { expectedVersion: 1, settings: { buttons: {}, own: [], order: {} } },
  'forms.updateApp': { systemId: id('systemId') },
  'forms.arrangeSystems': { systems: [{ id: id('systemId'), apps: [id('appId')] }], loose: [] },
  'organization.updateRole': { systemId: id('systemId') },
  'organization.createPerson': {
    login: 'second.reviewer',
    name: 'y',
    role: 'safe',
    departmentId: null,
    superiorId: null,
  },
  'organization.updatePerson': { role: 'admin' },
  'organization.updateDepartment': { parentId: second },
  'organization.mergeDepartment': { intoId: second },
  'organization.createGroup': { name: 'y', kind: 'public', appIds: [], scope: [{ kind: 'person', id: admin.id }] },
  'organization.updateGroup': { scope: [{ kind: 'person', id: admin.id }] },
  'organization.setRoleMembers': { ids: [id('personId')] },
  'policy.save': { ...SecurityPolicy.parse({}), ipRanges: ['127.0.0.0/8'] },
  'review.setSeparation': { enabled: false },
});

/** Calls whose things the scene does not have, and where their waiting is tried. */
const triedElsewhere: Record<string, string> = {
  'joining.acceptRequest': 'modules/review/review.test.ts',
  'exchange.decide': 'modules/etl/exchange/exchange.test.ts',
  'packages.apply': 'modules/packages/packages.test.ts',
  'packages.rollBack': 'modules/packages/packages.test.ts',
  'organization.startPeopleImport': 'modules/review/review.test.ts',
};

test.each(changing.filter(({ call }) => !(call in triedElsewhere)))(
  '$call waits',
  async ({ call, area, name, endpoint }) => {
    const id = (of: string): string => things.ids[of]!;
    const body = bodies(id)[call] ?? things.bodies[area]?.[name] ?? (endpoint.method === 'DELETE' ? undefined : {});
    const params = area === 'documents' ? { ...things.ids, appId: id('fileAppId') } : things.ids;
    const answer = await admin.call(endpoint, { params, query: things.queries[name] ?? {}, ...(body && { body }) });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      status: 202,
      body: { code: 'review.change.prepared' },
    });
  },
);

test('and nothing of it is done', async () => {
  expect(await things.everything()).toBe(before);
});
