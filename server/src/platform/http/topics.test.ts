import { documentsApi } from '@formwork/contract/documents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { shareApi } from '@formwork/contract/records/share.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { modules } from '../../modules.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

/** What is not there for somebody is refused when they would watch it, and what they lose falls silent at once. */
let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
const nobody = '01890000-0000-7000-8000-000000000000';

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user2')];
  const appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '台账' } } })).id;
  const definition = {
    format: 1 as const,
    title: { zh: '台账' },
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名称' }, 'name')],
    tables: [],
  };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } }))
    .id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

const allow = (...rules: Omit<PermissionRule, 'id'>[]) =>
  admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: rules.map((rule, index) => ({ ...rule, id: String(index) })) },
  });
const make = async () =>
  (await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: 'x' } } })).id;

/** Another one each time the test is tried. */
const fresh = (name: string) => `${name}${crypto.randomUUID().slice(0, 8)}`;

/** A page of somebody, and what it has heard. */
async function page(
  client: Client,
): Promise<{ watch(topic: string): Promise<string>; heard: { type: string; topic?: string }[] }> {
  const heard: { type: string; topic?: string }[] = [];
  let watched = '';
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  onTestFinished(() => socket.terminate());
  // what ends it is an answer too
  socket.on('close', (code) => heard.push({ type: `closed ${code}`, topic: watched }));
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as { type: string }));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  return {
    heard,
    async watch(topic) {
      const before = heard.length;
      watched = topic;
      socket.send(JSON.stringify({ type: 'watch', topic }));
      await expect
        .poll(() => heard.slice(before).find((message) => message.topic === topic), { interval: 5 })
        .toBeDefined();
      return heard.slice(before).find((message) => message.topic === topic)!.type;
    },
  };
}

test('a device of another space, or none, is not watched; nor any other topic by an id that nobody gave it', async () => {
  const stranger = await server.as('other-admin');
  const { id: productId } = await stranger.ok(iotApi.createProduct, {
    body: {
      name: fresh('泵'),
      note: '',
      silence: 600,
      points: [Point.parse({ key: 'temp', title: { zh: '温度' }, type: 'number' })],
    },
  });
  const { device } = await stranger.ok(iotApi.createDevice, {
    body: { name: '一号', code: fresh('p'), note: '', productId },
  });
  const [theirs, mine] = [await page(stranger), await page(admin)];
  expect(await theirs.watch(`device:${device.id}`)).toBe('watching');
  for (const topic of [
    `device:${device.id}`,
    `device:${nobody}`,
    'device:x',
    'enterprise:x',
    'buttons:x',
    'console:x',
    'form:nothere',
    'record:a/b',
    'documents:nothere',
    // whatever modules bring, later ones too
    ...modules
      .flatMap(({ topics }) => Object.keys(topics ?? {}))
      .flatMap((kind) =>
        ['', 'nothere', nobody, `chart/${nobody}`, `${nobody}/${nobody}`].map((id) => `${kind}:${id}`),
      ),
  ])
    expect(await mine.watch(topic), topic).toBe('refused');
  for (const topic of ['enterprise:appearance', 'buttons:app', 'console:menus', 'console:elements'])
    expect(await mine.watch(topic), topic).toBe('watching');
});

test('whoever loses a right hears no more, before anything else happens: by rules, roles, shares and folders', async () => {
  const refused = (heard: { type: string; topic?: string }[], topic: string) =>
    expect.poll(() => heard.some((message) => message.type === 'refused' && message.topic === topic)).toBe(true);
  const theirs = await page(user);
  await allow({ subject: { kind: 'person', id: user.id }, actions: ['view'], scope: 'all' });
  const id = await make();
  for (const topic of [`form:${formId}`, `record:${formId}/${id}`]) expect(await theirs.watch(topic)).toBe('watching');
  await allow();
  for (const topic of [`form:${formId}`, `record:${formId}/${id}`]) await refused(theirs.heard, topic);

  const role = (await admin.ok(organizationApi.createRole, { body: { name: '看', description: '' } })).id;
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role }, body: { ids: [user.id] } });
  await allow({ subject: { kind: 'role', id: role }, actions: ['view'], scope: 'all' });
  const byRole = await page(user);
  expect(await byRole.watch(`form:${formId}`)).toBe('watching');
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: role }, body: { ids: [] } });
  await refused(byRole.heard, `form:${formId}`);

  await admin.ok(shareApi.share, {
    params: { formId },
    body: { records: [id], receivers: [{ kind: 'people', id: user.id }], level: 'view' },
  });
  const byShare = await page(user);
  expect(await byShare.watch(`record:${formId}/${id}`)).toBe('watching');
  const {
    shares: [share],
  } = await admin.ok(shareApi.shares, { params: { formId, recordId: id } });
  await admin.ok(shareApi.endShare, { params: { formId, recordId: id, shareId: share!.id } });
  await refused(byShare.heard, `record:${formId}/${id}`);

  const appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '资料' }, kind: 'files' } })).id;
  await admin.ok(documentsApi.putRules, {
    params: { appId },
    body: { folder: null, alone: false, rules: [{ subject: { kind: 'person', id: user.id }, level: 'view' }] },
  });
  const byFolder = await page(user);
  expect(await byFolder.watch(`documents:${appId}`)).toBe('watching');
  await admin.ok(documentsApi.putRules, { params: { appId }, body: { folder: null, alone: false, rules: [] } });
  await refused(byFolder.heard, `documents:${appId}`);
});
