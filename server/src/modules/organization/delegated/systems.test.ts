import { randomUUID } from 'node:crypto';
import { api } from '@formwork/contract/api.ts';
import { isSystemPart, systemParts, type SystemPart } from '@formwork/contract/delegated.ts';
import type { Endpoint } from '@formwork/contract/endpoint.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { reviewApi } from '@formwork/contract/review/api.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf, type Client } from '../../../testing/server.ts';
import { departmentScene, type DepartmentScene } from '../testing/delegated-departments.ts';

/** What somebody does who looks after a system: every part against every call, about a thing of theirs, of another system, of none, of another enterprise. */
const outsideSign = 'OUTSIDE';
const places = ['own', 'other', 'none', 'foreign'] as const;
type Place = (typeof places)[number];
type Said = [own: string, other: string, none: string, foreign: string];

let scene: DepartmentScene;
let admin: Client;
/** Each looks after one part of the system `own`. */
const delegates: Record<SystemPart, Client> = {} as never;
const others: Client[] = [];
/** Looks after all of the system `other`. */
let neighbour: Client;
const systems: Record<Place, string | null> = {} as never;
const apps: Record<Place, string> = {} as never;
const forms: Record<Place, string> = {} as never;
const roles: Record<Place, string> = {} as never;

const rule = (subject: PermissionRule['subject'] = { kind: 'everyone' }): PermissionRule => ({
  id: 'r1',
  subject,
  actions: ['view'],
  scope: 'all',
});
const give = (personId: string, systemId: string, may: SystemPart[], until: string | null = null) =>
  admin.ok(organizationApi.giveDelegatedAdmin, { body: { personId, systemId, may, until } });
const newRole = async (name: string, systemId: string | null) =>
  (await admin.ok(organizationApi.createRole, { body: { name, description: '', systemId } })).id;

beforeAll(async () => {
  scene = await departmentScene();
  admin = scene.admin;
  const stranger = await scene.server.as('other-admin');
  for (const place of places) {
    const foreign = place === 'foreign';
    const maker = foreign ? stranger : admin;
    const at = foreign ? { space: 'other' } : undefined;
    const zh = place === 'own' ? 'Own' : `${place} ${outsideSign}`;
    systems[place] =
      place === 'none' ? null : (await maker.ok(formsApi.createSystem, { body: { title: { zh } } }, at)).id;
    const body = { title: { zh }, systemId: systems[place] };
    apps[place] = (await maker.ok(formsApi.createApp, { body }, at)).id;
    const params = { appId: apps[place] };
    forms[place] = (await maker.ok(formsApi.createForm, { params, body: { title: { zh } } }, at)).id;
    roles[place] = (
      await maker.ok(
        organizationApi.createRole,
        { body: { name: `Role ${zh}`, description: '', systemId: systems[place] } },
        at,
      )
    ).id;
  }
  for (const part of systemParts) {
    delegates[part] = await scene.newClient(part, scene.ids.inside);
    await give(delegates[part].id, systems.own!, [part]);
  }
  // who looks after the department, after another system, after nothing
  neighbour = await scene.newClient('Elsewhere', null);
  await give(neighbour.id, systems.other!, [...systemParts]);
  others.push(scene.delegate, await scene.newClient('Nobody', null), neighbour);
});
afterAll(() => scene.server.stop());

const yes = '200';
const noApp = '404 forms.app.not_found';
const noForm = '404 forms.form.not_found';
const noRole = '404 organization.role.not_found';
const otherRole = '403 organization.delegated.other_role';
const otherSystem = '403 organization.delegated.other_system';
const inside = '403 organization.delegated.inside_system';

// eslint-disable-next-line typescript/no-explicit-any -- of many shapes
type Call = Endpoint<any, any, any, any>;
/** Made by an administrator of its enterprise, for one try. */
async function newApp(at: Place): Promise<string> {
  const foreign = at === 'foreign';
  const maker = foreign ? await scene.server.as('other-admin') : admin;
  const body = { title: { zh: at === 'own' ? 'Passing' : `Passing ${outsideSign}` }, systemId: systems[at] };
  return (await maker.ok(formsApi.createApp, { body }, foreign ? { space: 'other' } : undefined)).id;
}
async function removedApp(at: Place): Promise<string> {
  const appId = await newApp(at);
  const foreign = at === 'foreign';
  const maker = foreign ? await scene.server.as('other-admin') : admin;
  await maker.ok(formsApi.removeApp, { params: { appId } }, foreign ? { space: 'other' } : undefined);
  return appId;
}
const table: [string, SystemPart, Call, (at: Place) => object | Promise<object>, Said][] = [
  [
    'an application',
    'applications',
    formsApi.updateApp,
    (at) => ({ params: { appId: apps[at] }, body: { category: 'Kept' } }),
    [yes, noApp, noApp, noApp],
  ],
  [
    'a new application',
    'applications',
    formsApi.createApp,
    (at) => ({ body: { title: { zh: 'New' }, systemId: systems[at] } }),
    [yes, inside, inside, inside],
  ],
  [
    'the end of an application',
    'applications',
    formsApi.removeApp,
    async (at) => ({ params: { appId: await newApp(at) } }),
    [yes, noApp, noApp, noApp],
  ],
  [
    'its return',
    'applications',
    formsApi.restoreApp,
    async (at) => ({ params: { appId: await removedApp(at) } }),
    [yes, noApp, noApp, noApp],
  ],
  [
    'where it goes',
    'applications',
    formsApi.updateApp,
    (at) => ({ params: { appId: apps.own }, body: { systemId: systems[at] } }),
    [yes, inside, inside, inside],
  ],
  [
    'as a template',
    'applications',
    formsApi.updateApp,
    (at) => ({ params: { appId: apps[at] }, body: { template: true } }),
    ['403 platform.forbidden', noApp, noApp, noApp],
  ],
  [
    'an order',
    'applications',
    formsApi.arrangeSystems,
    (at) => ({ body: { systems: [{ id: systems.own!, apps: [apps[at]] }], loose: [] } }),
    [yes, noApp, noApp, noApp],
  ],
  [
    'the order of a system',
    'applications',
    formsApi.arrangeSystems,
    (at) => ({
      body: systems[at] ? { systems: [{ id: systems[at], apps: [] }], loose: [] } : { systems: [], loose: [apps.own] },
    }),
    [yes, '404 forms.system.not_found', inside, '404 forms.system.not_found'],
  ],
  [
    'rules of a form',
    'rights',
    formsApi.getPermissions,
    (at) => ({ params: { formId: forms[at] } }),
    [yes, noForm, noForm, noForm],
  ],
  [
    'other rules of a form',
    'rights',
    formsApi.putPermissions,
    (at) => ({ params: { formId: forms[at] }, body: { rules: [rule()] } }),
    [yes, noForm, noForm, noForm],
  ],
  [
    'its fields',
    'rights',
    formsApi.getRelease,
    (at) => ({ params: { formId: forms[at], number: 1 } }),
    ['404 forms.release.not_found', noForm, noForm, noForm],
  ],
  [
    'what a role may do',
    'rights',
    formsApi.getSubjectRules,
    (at) => ({ params: { subject: roles[at] } }),
    [yes, yes, yes, noRole],
  ],
  [
    'what everybody may do with an application',
    'rights',
    formsApi.putSubjectRules,
    (at) => ({
      params: { subject: 'everyone' },
      body: { changes: [{ target: { kind: 'app', id: apps[at] }, rules: [rule()] }] },
    }),
    [yes, noApp, noApp, noApp],
  ],
  [
    'what a role may do with a form',
    'rights',
    formsApi.putSubjectRules,
    (at) => ({
      params: { subject: roles.other },
      body: {
        changes: [
          { target: { kind: 'form', id: forms.own }, rules: [] },
          { target: { kind: 'form', id: forms[at] }, rules: [] },
        ],
      },
    }),
    [yes, noForm, noForm, noForm],
  ],
  [
    'a new role',
    'roles',
    organizationApi.createRole,
    (at) => ({ body: { name: scene.login(), description: '', systemId: systems[at] } }),
    [yes, otherSystem, otherSystem, otherSystem],
  ],
  [
    'the name of a role',
    'roles',
    organizationApi.updateRole,
    (at) => ({ params: { roleId: roles[at] }, body: { description: 'Kept' } }),
    [yes, otherRole, otherRole, noRole],
  ],
  [
    'where it belongs',
    'roles',
    organizationApi.updateRole,
    (at) => ({ params: { roleId: roles.own }, body: { systemId: systems[at] } }),
    [yes, otherSystem, otherSystem, otherSystem],
  ],
  [
    'its end',
    'roles',
    organizationApi.deleteRole,
    async (at) => ({
      params: { roleId: at === 'foreign' ? roles.foreign : await newRole(scene.login(), systems[at]) },
    }),
    [yes, otherRole, otherRole, noRole],
  ],
  [
    'who holds it',
    'roles',
    organizationApi.setRoleMembers,
    (at) => ({ params: { roleId: roles[at] }, body: { ids: [scene.people.own] } }),
    [yes, otherRole, otherRole, noRole],
  ],
  [
    'through what',
    'roles',
    organizationApi.setRoleHolders,
    (at) => ({
      params: { roleId: roles[at] },
      body: { holders: [{ kind: 'department', id: scene.ids.own, below: false }] },
    }),
    [yes, otherRole, otherRole, noRole],
  ],
  ...systemParts.map((part): (typeof table)[number] => [
    `handing on ${part}`,
    part,
    organizationApi.giveDelegatedAdmin,
    (at) => ({ body: { personId: scene.people.own, systemId: systems[at] ?? 'nothere', may: [part] } }),
    [yes, ...Array.from({ length: 3 }, () => '404 organization.delegated.system_not_found')] as Said,
  ]),
];
/** Tried below. */
const elsewhere: Call[] = [formsApi.listBin, organizationApi.listDelegatedAdmins, organizationApi.endDelegatedAdmin];

test('every endpoint that such people may call is tried here', () => {
  const all = Object.values(api).flatMap((area) => Object.values(area) as Endpoint[]);
  const tried = new Set<Call>([...elsewhere, ...table.map(([, , endpoint]) => endpoint)]);
  expect(all.filter((one) => one.delegable?.some(isSystemPart) && !tried.has(one)).map(({ path }) => path)).toEqual([]);
});

test.each(table)(
  '%s: the own one, of another system, of none, of another enterprise',
  async (_name, part, endpoint, inputOf, said) => {
    const answers: string[] = [];
    for (const place of places) {
      const answer = await delegates[part].call(endpoint, await inputOf(place));
      answers.push(answer.status < 300 ? yes : `${answer.status} ${codeOf(answer)}`);
      if (answer.status < 300) {
        expect(JSON.stringify(answer.body)).not.toContain(outsideSign);
        await asBefore();
      }
    }
    expect(answers).toEqual(said);
    // and nobody whose part is another one, or who looks after something else
    const strangers = [...systemParts.filter((one) => one !== part).map((one) => delegates[one]), ...others];
    for (const place of places)
      for (const who of strangers) {
        if (who === neighbour && (place !== 'own' || endpoint === formsApi.getSubjectRules)) continue;
        const { status } = await who.call(endpoint, await inputOf(place));
        expect([place, status >= 400]).toEqual([place, true]);
      }
  },
);

async function asBefore(): Promise<void> {
  const { apps: all } = await admin.ok(formsApi.listApps);
  for (const { id, systemId } of all)
    if (systemId === systems.own && id !== apps.own) await admin.ok(formsApi.removeApp, { params: { appId: id } });
  for (const { id, person } of await admin.ok(organizationApi.listDelegatedAdmins))
    if (person.id === scene.people.own) await admin.ok(organizationApi.endDelegatedAdmin, { params: { grantId: id } });
  for (const formId of [forms.own, forms.other])
    await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [] } });
}

test('no other call of administrators is open to them', async () => {
  const all = Object.values(api)
    .flatMap((area) => Object.values(area) as Endpoint[])
    .filter(({ permission }) => permission !== 'anyone' && !roleHolds('user', permission));
  const params = new Proxy({}, { get: () => '01890000-0000-7000-8000-000000000000' });
  const wrong: string[] = [];
  for (const part of systemParts)
    for (const endpoint of all) {
      const answer = await delegates[part].call(endpoint, {
        params,
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      });
      const refused = answer.status === 403 && codeOf(answer) === 'platform.forbidden';
      if (refused === (endpoint.delegable?.includes(part) ?? false))
        wrong.push(`${part}: ${endpoint.method} ${endpoint.path}`);
    }
  expect(wrong).toEqual([]);
});

test('what they administer shows nothing of other systems, and no record is theirs by it', async () => {
  for (const part of systemParts) {
    const query = { administering: part };
    const shown = [
      (await delegates[part].ok(formsApi.listSystems, { query })).systems.map(({ id }) => id),
      (await delegates[part].ok(formsApi.listApps, { query })).apps.map(({ id }) => id),
    ];
    expect(shown).toEqual([[systems.own], [apps.own]]);
    for (const one of systemParts.filter((other) => other !== part))
      expect((await delegates[part].call(formsApi.listApps, { query: { administering: one } })).status).toBe(403);
    expect((await delegates[part].ok(formsApi.listApps)).apps).toEqual([]);
    expect(await delegates[part].ok(organizationApi.closedPages)).toMatchObject({ delegated: [part] });
  }
  const { apps: ruled } = await delegates.rights.ok(formsApi.getSubjectRules, { params: { subject: 'everyone' } });
  expect(ruled.map(({ id }) => id)).toEqual([apps.own]);
  for (const who of others)
    expect((await who.call(formsApi.listSystems, { query: { administering: 'roles' } })).status).toBe(
      who === neighbour ? 200 : 403,
    );
});

test('the bin shows them the applications of their systems; what something else uses they do not remove', async () => {
  const [own] = [await removedApp('own'), await removedApp('other'), await removedApp('none')];
  const bin = await delegates.applications.ok(formsApi.listBin);
  expect(bin.apps.map(({ id }) => id)).toContain(own);
  expect(JSON.stringify(bin)).not.toContain(outsideSign);
  expect(bin.forms).toEqual([]);
  for (const who of [delegates.rights, delegates.roles, ...others.slice(0, 2)])
    expect((await who.call(formsApi.listBin)).status).toBe(403);
  // a form of another system links to one of theirs: they are told that, and not by what
  const target = await newApp('own');
  const aim = {
    format: 1 as const,
    title: { zh: '目标' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名' }, 'name')],
  };
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: target },
    body: { title: aim.title, definition: aim },
  });
  await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: 1 } });
  const relation = newField('relation', { zh: '关联' }, 'link');
  const definition = {
    format: 1 as const,
    title: { zh: `Speaker ${outsideSign}` },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名' }, 'name'), { ...relation, config: { ...relation.config, form: form.id } }],
  };
  const speaker = await admin.ok(formsApi.createForm, {
    params: { appId: apps.other },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: speaker.id }, body: { draftVersion: 1 } });
  const query = { acceptUses: true };
  const refused = await delegates.applications.call(formsApi.removeApp, { params: { appId: target }, query });
  expect(codeOf(refused)).toBe('organization.delegated.app_used');
  expect(JSON.stringify(refused.body)).not.toContain(outsideSign);
  await admin.ok(formsApi.removeForm, { params: { formId: speaker.id }, query });
  await delegates.applications.ok(formsApi.removeApp, { params: { appId: target } });
});

test('a role that reaches beyond the system is handed on by whoever holds it, and by no other', async () => {
  const roleId = await newRole('Reaching', systems.own);
  const set = async () => {
    const answer = await delegates.roles.call(organizationApi.setRoleMembers, {
      params: { roleId },
      body: { ids: [scene.people.own, delegates.roles.id] },
    });
    if (answer.status < 300) await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [] } });
    return codeOf(answer);
  };
  const reaches = 'organization.delegated.role_reaches';
  const subject = { kind: 'role' as const, id: roleId };
  const onForm = (place: Place, rules: PermissionRule[]) =>
    admin.ok(formsApi.putPermissions, { params: { formId: forms[place] }, body: { rules } });
  expect(await set()).toBe(undefined);
  await onForm('own', [rule(subject)]);
  expect(await set()).toBe(undefined);
  for (const place of ['other', 'none'] as const) {
    await onForm(place, [rule(subject)]);
    expect(await set()).toBe(reaches);
    await onForm(place, []);
    expect(await set()).toBe(undefined);
  }
  const onApp = (rules: PermissionRule[]) =>
    admin.ok(formsApi.putSubjectRules, {
      params: { subject: roleId },
      body: { changes: [{ target: { kind: 'app', id: apps.other }, rules }] },
    });
  await onApp([rule(subject)]);
  expect(await set()).toBe(reaches);
  await onApp([]);
  const page = (effect: 'grant' | null) =>
    admin.ok(organizationApi.setPageRights, {
      params: { subject: roleId },
      body: { changes: [{ page: 'workbench', effect }] },
    });
  await page('grant');
  expect(await set()).toBe(reaches);
  // who holds it has what it gives
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [delegates.roles.id] } });
  expect(await set()).toBe(undefined);
  await page(null);
  // a process that hands work to the role, and a folder of rules that it sees
  const space = scene.server.spaceId;
  const control = <T>(work: Parameters<typeof inControl<T>>[2]) =>
    inControl(scene.server.platform.control, space, work);
  await control((tx) =>
    tx
      .insertInto('workflow.release')
      .values({
        space_id: space,
        form_id: forms.other,
        number: 1,
        graph: JSON.stringify({ people: [{ kind: 'role', id: roleId }] }),
        note: '',
        released_by: admin.id,
      })
      .execute(),
  );
  expect(await set()).toBe(reaches);
  await control((tx) =>
    tx.updateTable('workflow.release').set({ graph: '{}' }).where('form_id', '=', forms.other).execute(),
  );
  expect(await set()).toBe(undefined);
  // records shared with it, folders of documents and of definitions that it sees
  const schema = spaceSchema(space);
  const data = (text: string, values: unknown[]) => spaceQuery(scene.server.platform, { text, values });
  await data(
    `insert into ${schema}.records_share (record_id, id, form_id, receivers, level, by_unit, created_by) values ($1, $1, $2, $3, 'view', true, $4)`,
    [randomUUID(), forms.other, JSON.stringify([{ kind: 'role', id: roleId }]), admin.id],
  );
  expect(await set()).toBe(reaches);
  await data(`delete from ${schema}.records_share where form_id = $1`, [forms.other]);
  await data(`insert into ${schema}.documents_rule (id, app_id, subject, level) values ($1, $2, $3, 'view')`, [
    randomUUID(),
    apps.other,
    JSON.stringify(subject),
  ]);
  expect(await set()).toBe(reaches);
  await data(`delete from ${schema}.documents_rule where app_id = $1`, [apps.other]);
  await control((tx) =>
    sql`insert into definitions.access_rule (space_id, area, id, position, subject_kind, subject_id, effect, level)
      values (${space}, 'rules', ${randomUUID()}, 0, 'role', ${roleId}, 'grant', 'see')`.execute(tx),
  );
  expect(await set()).toBe(reaches);
});

test('is handed on no further than one has it, ends with it, and is ended by the security administrator', async () => {
  const [boss, deputy] = [await scene.newClient('Head', null), await scene.newClient('Deputy', null)];
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  const grant = await give(boss.id, systems.own!, ['rights', 'roles'], soon);
  const hand = async (body: object) =>
    boss.call(organizationApi.giveDelegatedAdmin, {
      body: { personId: deputy.id, systemId: systems.own, may: ['rights'], until: null, ...body } as never,
    });
  const department = { systemId: null, departmentId: scene.ids.own, may: ['people'] };
  const refusals = [
    await hand({ may: ['applications'] }),
    await hand({ may: ['rights', 'applications'] }),
    await hand({ systemId: systems.other }),
    await hand({ until: later }),
    await hand({ personId: boss.id }),
    await hand({ personId: scene.people.admin }),
    await hand(department),
    await hand({ may: ['people'] }),
    await hand({ departmentId: scene.ids.own }),
  ];
  expect(refusals.map((answer) => [answer.status, codeOf(answer)])).toEqual([
    [403, 'platform.forbidden'],
    [403, 'organization.delegated.beyond'],
    [404, 'organization.delegated.system_not_found'],
    [403, 'organization.delegated.longer'],
    [409, 'organization.person.own_account'],
    [409, 'organization.delegated.not_a_user'],
    [403, 'platform.forbidden'],
    [422, 'platform.invalid_input'],
    [422, 'platform.invalid_input'],
  ]);
  expect((await hand({})).body).toMatchObject({
    until: soon,
    handedOn: true,
    department: null,
    system: { id: systems.own },
  });
  const may = async (who: Client) =>
    (await who.call(formsApi.getSubjectRules, { params: { subject: 'everyone' } })).status;
  expect([await may(boss), await may(deputy)]).toEqual([200, 200]);
  const listed = (await boss.ok(organizationApi.listDelegatedAdmins)).map(({ person, can }) => [person.name, can.end]);
  expect(listed).toEqual([
    ['Head', false],
    ['Deputy', true],
  ]);
  await admin.ok(organizationApi.disablePerson, { params: { personId: boss.id } });
  expect(await may(deputy)).toBe(403);
  await admin.ok(organizationApi.enablePerson, { params: { personId: boss.id } });
  expect(await may(deputy)).toBe(200);
  const safe = await scene.server.as('safe');
  expect((await safe.ok(organizationApi.listDelegatedAdmins)).find(({ id }) => id === grant.id)).toMatchObject({
    system: { title: { zh: 'Own' } },
    can: { end: true },
  });
  await safe.ok(organizationApi.endDelegatedAdmin, { params: { grantId: grant.id } });
  expect(await may(deputy)).toBe(403);
});

test('ends with the system, whose roles then belong to none', async () => {
  const { id } = await admin.ok(formsApi.createSystem, { body: { title: { zh: 'Going' } } });
  const roleId = await newRole('Of what goes', id);
  const who = await scene.newClient('Gone', null);
  await give(who.id, id, ['roles']);
  const rename = () =>
    who.call(organizationApi.updateRole, { params: { roleId }, body: { description: 'still mine' } });
  expect((await rename()).status).toBe(200);
  await admin.ok(formsApi.deleteSystem, { params: { systemId: id } });
  expect((await rename()).status).toBe(403);
  expect((await admin.ok(organizationApi.listRoles)).find((role) => role.id === roleId)?.systemId).toBe(null);
  expect((await admin.ok(organizationApi.listDelegatedAdmins)).some(({ person }) => person.id === who.id)).toBe(false);
});

test('under three-admin management their changes of rights wait, and what changes none does not', async () => {
  const { id: moving } = await admin.ok(formsApi.createApp, { body: { title: { zh: 'Moving' } } });
  await admin.ok(reviewApi.setSeparation, { body: { enabled: true } });
  const safe = await scene.server.as('safe');
  const waiting = async () => (await safe.ok(reviewApi.listChanges, { query: { state: 'waiting' } as never })).rows;
  try {
    const statuses = [
      await delegates.rights.call(formsApi.putPermissions, {
        params: { formId: forms.own },
        body: { rules: [rule()] },
      }),
      // refused anyway: it does not wait
      await delegates.rights.call(formsApi.putPermissions, {
        params: { formId: forms.other },
        body: { rules: [rule()] },
      }),
      await delegates.roles.call(organizationApi.setRoleMembers, {
        params: { roleId: roles.own },
        body: { ids: [scene.people.own] },
      }),
      await delegates.roles.call(organizationApi.setRoleMembers, {
        params: { roleId: roles.other },
        body: { ids: [] },
      }),
      await delegates.applications.call(formsApi.arrangeSystems, {
        body: { systems: [{ id: systems.own!, apps: [apps.own] }], loose: [] },
      }),
      // what comes into a system in somebody's care, they give rights on
      await admin.call(formsApi.updateApp, { params: { appId: moving }, body: { systemId: systems.own } }),
      await admin.call(formsApi.updateApp, { params: { appId: moving }, body: { icon: 'star' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([202, 404, 202, 403, 200, 202, 200]);
    expect(await waiting()).toHaveLength(3);
  } finally {
    await admin.call(reviewApi.setSeparation, { body: { enabled: false } });
    for (const { id } of await waiting())
      await safe.call(reviewApi.release, { params: { changeId: id }, body: { reason: '' } });
  }
});
