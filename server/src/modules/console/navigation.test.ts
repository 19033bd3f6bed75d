import { elementsApi, type ElementPage, type ElementSettings } from '@formwork/contract/console/elements.ts';
import {
  mostTabs,
  navigationApi,
  type EntryPlace,
  type EntrySettings,
  type Menu,
  type Target,
} from '@formwork/contract/console/navigation.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = await Promise.all([server.as('admin'), server.as('user'), server.as('other-admin')]);
});
afterAll(() => server.stop());
afterEach(async () => {
  for (const terminal of ['web', 'phone'] as const)
    await admin.ok(navigationApi.resetNavigation, { params: { terminal } });
});

const web = { terminal: 'web' } as const;
const phone = { terminal: 'phone' } as const;
const top: EntryPlace = { parentId: null, tab: false };
const settings = (target: Target, more: Partial<EntrySettings> = {}): EntrySettings => ({
  target,
  title: null,
  icon: null,
  newWindow: false,
  hidden: false,
  roles: [],
  roleGroups: [],
  ...more,
});
const page = (id: string, more: Partial<EntrySettings> = {}) => settings({ kind: 'page', page: id }, more);
const add = (entry: EntrySettings, place = top, params: { terminal: 'web' | 'phone' } = web) =>
  admin.ok(navigationApi.createEntry, { params, body: { place, settings: entry } });
const names = (menu: Menu | null) =>
  menu?.entries.map(({ title, children }) =>
    children.length > 0 ? [title.zh, ...children.map((child) => child.title.zh)] : title.zh,
  );

test('nothing configured is the own navigation; it can be begun with, changed, and brought back', async () => {
  expect(await user.ok(navigationApi.menus)).toEqual({ web: null, phone: null });
  const entries = await admin.ok(navigationApi.startNavigation, { params: web });
  expect(entries.map(({ name }) => name?.zh)).toEqual(
    expect.arrayContaining(['工作台', '我的应用', '应用设计', '通讯录']),
  );
  // what a role may not open is not in its menu
  const seen = (await user.ok(navigationApi.menus)).web;
  expect(names(seen)).toContain('工作台');
  expect(names(seen)).not.toContain('应用设计');
  const moved = await admin.ok(navigationApi.arrangeEntries, {
    params: web,
    body: { places: entries.toReversed().map(({ id }) => ({ id, ...top })) },
  });
  expect(moved.map(({ id }) => id)).toEqual(entries.map(({ id }) => id).toReversed());
  await admin.ok(navigationApi.resetNavigation, { params: web });
  expect((await user.ok(navigationApi.menus)).web).toBeNull();
});

test('entries are shown to the roles and role groups they name, and give no right', async () => {
  const group = await admin.ok(organizationApi.createRoleGroup, { body: { name: '生产' } });
  const role = await admin.ok(organizationApi.createRole, {
    body: { name: '班长', description: '', groupId: group.id },
  });
  await add(page('workbench'));
  await add(page('contacts', { title: { zh: '班组通讯录', en: 'Team' }, roleGroups: [group.id] }));
  await add(page('organization', { roles: [role.id] }));
  await add(page('personalCentre', { hidden: true }));
  const seen = async (client: Client) => names((await client.ok(navigationApi.menus)).web);
  expect(await seen(user)).toEqual(['工作台']);
  const me = (await user.ok(identityApi.me)).id;
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role.id }, body: { ids: [me] } });
  // the organization's page is for administrators, whatever the menu says
  await expect.poll(() => seen(user)).toEqual(['工作台', '班组通讯录']);
  expect(names(await admin.ok(navigationApi.previewMenu, { params: web, query: { person: me } }))).toEqual([
    '工作台',
    '班组通讯录',
  ]);
  expect((await other.call(navigationApi.previewMenu, { params: web, query: { person: me } })).status).toBe(404);
});

test('applications and forms are there for who may see them, groups only with something in them', async () => {
  const definition = {
    format: 1,
    title: { zh: '点检' },
    fields: [newField('text', { zh: '名称' }, 'name')],
    tables: [],
    layout: [],
    titleField: null,
  } as FormDefinition;
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' }, icon: 'tools' } });
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: { zh: '点检' }, definition },
  });
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId: form.id } });
  await admin.ok(formsApi.release, { params: { formId: form.id }, body: { draftVersion: version } });
  const group = await add(settings({ kind: 'group' }, { title: { zh: '设备' } }));
  const inside = { parentId: group.id, tab: false };
  await add(settings({ kind: 'app', appId: app.id, formId: form.id }), inside);
  await add(settings({ kind: 'app', appId: app.id, formId: null }), inside);
  await add(settings({ kind: 'link', url: 'https://example.com/help' }, { title: { zh: '帮助' } }));
  expect(names((await user.ok(navigationApi.menus)).web)).toEqual(['帮助']);
  await admin.ok(formsApi.putPermissions, {
    params: { formId: form.id },
    body: { rules: [{ id: '1', subject: { kind: 'everyone' }, actions: ['view'], scope: 'all' }] },
  });
  const { web: menu } = await user.ok(navigationApi.menus);
  expect(names(menu)).toEqual([['设备', '点检', '设备'], '帮助']);
  expect(menu?.entries[0]?.children[0]).toMatchObject({ href: `/app/!/${app.id}?form=${form.id}`, icon: 'form' });
  await admin.ok(navigationApi.deleteEntry, { params: { entryId: group.id } });
  expect(names((await user.ok(navigationApi.menus)).web)).toEqual(['帮助']);
});

test('entries stand where they may, lead nowhere dangerous, and belong to their space', async () => {
  const refused = async (body: object, params: { terminal: 'web' | 'phone' } = web) =>
    (await admin.call(navigationApi.createEntry, { params, body: body as never })).status;
  expect(
    await refused({
      place: top,
      settings: settings({ kind: 'link', url: 'javascript:alert(1)' }, { title: { zh: 'x' } }),
    }),
  ).toBe(422);
  expect(
    await refused({ place: top, settings: settings({ kind: 'link', url: '//evil.example' }, { title: { zh: 'x' } }) }),
  ).toBe(422);
  expect(
    await refused({ place: top, settings: settings({ kind: 'link', url: '/\\evil.example' }, { title: { zh: 'x' } }) }),
  ).toBe(422);
  expect(await refused({ place: top, settings: settings({ kind: 'group' }) })).toBe(422);
  expect(await refused({ place: { parentId: null, tab: true }, settings: page('workbench') })).toBe(409);
  const entry = await add(page('workbench'));
  expect(await refused({ place: { parentId: entry.id, tab: false }, settings: page('contacts') })).toBe(409);
  expect(
    (
      await admin.call(navigationApi.updateEntry, {
        params: { entryId: entry.id },
        body: settings({ kind: 'group' }, { title: { zh: 'x' } }),
      })
    ).status,
  ).toBe(422);

  const own = { params: { entryId: entry.id } };
  expect((await other.call(navigationApi.getEntry, own)).status).toBe(404);
  expect((await other.call(navigationApi.updateEntry, { ...own, body: page('contacts') })).status).toBe(404);
  expect((await other.call(navigationApi.deleteEntry, own)).status).toBe(404);
  expect(
    (await other.call(navigationApi.arrangeEntries, { params: web, body: { places: [{ id: entry.id, ...top }] } }))
      .status,
  ).toBe(404);
  await other.ok(navigationApi.resetNavigation, { params: web });
  expect((await other.ok(navigationApi.menus)).web).toBeNull();
  expect((await user.call(navigationApi.updateEntry, { ...own, body: page('contacts') })).status).toBe(403);
  expect(await admin.ok(navigationApi.getEntry, own)).toMatchObject({ target: { page: 'workbench' } });
});

test('a phone has up to five tabs beside its entries', async () => {
  const started = await admin.ok(navigationApi.startNavigation, { params: phone });
  const { phone: menu } = await user.ok(navigationApi.menus);
  expect(menu?.tabs.map(({ title }) => title.zh)).toEqual(['首页', '工作台', '消息', '应用', '我']);
  expect(names(menu)).toContain('工作台');
  const tabs = started.filter(({ tab }) => tab).length;
  for (let n = tabs; n < mostTabs; n += 1) await add(page('myHome'), { parentId: null, tab: true }, phone);
  expect(
    (
      await admin.call(navigationApi.createEntry, {
        params: phone,
        body: { place: { parentId: null, tab: true }, settings: page('myHome') },
      })
    ).status,
  ).toBe(409);
});

describe('elements of pages', () => {
  const params = { page: 'workbench' as const };
  const arranged = {
    elements: { 'tabs.copies': { hidden: true }, 'tabs.todo': { title: { zh: '我的待办', en: 'Mine' } } },
    order: { tabs: ['handled', 'todo'] },
  };

  test('are arranged by administrators for everybody of their space, and by no other', async () => {
    for (const who of [user, await server.as('safe'), await server.as('audit')]) {
      expect((await who.call(elementsApi.getElements, { params })).status).toBe(403);
      expect(
        (await who.call(elementsApi.putElements, { params, body: { expectedVersion: 0, settings: arranged } })).status,
      ).toBe(403);
    }
    expect(await admin.ok(elementsApi.getElements, { params })).toEqual({
      page: 'workbench',
      settings: { elements: {}, order: {} },
      version: 0,
      changedBy: null,
      changedAt: null,
    });
    expect(
      await admin.ok(elementsApi.putElements, { params, body: { expectedVersion: 0, settings: arranged } }),
    ).toMatchObject({ version: 1, settings: arranged, changedBy: admin.id });
    expect(await user.ok(elementsApi.elements, {})).toEqual({ workbench: arranged });
    expect(await other.ok(elementsApi.elements, {})).toEqual({});
    expect(await (await server.as('root')).ok(elementsApi.elements, {})).toEqual({});
    expect(
      await admin.call(elementsApi.putElements, { params, body: { expectedVersion: 0, settings: arranged } }),
    ).toMatchObject({ status: 409, body: { code: 'console.elements.changed' } });
    await admin.ok(elementsApi.resetElements, { params });
    expect(await user.ok(elementsApi.elements, {})).toEqual({});
    // set once more, it is numbered on: an older page does not write over it
    const again = await admin.ok(elementsApi.putElements, { params, body: { expectedVersion: 0, settings: arranged } });
    expect(again.settings).toEqual(arranged);
    await admin.ok(elementsApi.putElements, {
      params,
      body: { expectedVersion: again.version, settings: { elements: {}, order: {} } },
    });
    await admin.ok(elementsApi.resetElements, { params });
    expect(await user.ok(elementsApi.elements, {})).toEqual({});
  });

  test('are refused where the page has them not, or they cannot be so', async () => {
    const refused = async (wantedPage: ElementPage, wanted: Partial<ElementSettings>) =>
      (
        await admin.call(elementsApi.putElements, {
          params: { page: wantedPage },
          body: { expectedVersion: 0, settings: { elements: {}, order: {}, ...wanted } },
        })
      ).status;
    expect(await refused('workbench', { elements: { 'tabs.nosuch': { hidden: true } } })).toBe(422);
    expect(await refused('workbench', { elements: { 'tabs.todo': { hidden: true } } })).toBe(422);
    expect(await refused('recordDetail', { elements: { 'header.pager': { title: { zh: '翻页' } } } })).toBe(422);
    expect(await refused('appList', { order: { tools: ['filter'] } })).toBe(422);
    expect(await refused('login' as ElementPage, {})).toBe(422);
  });
});
