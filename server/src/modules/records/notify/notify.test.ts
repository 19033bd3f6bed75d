import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { NotificationRule } from '@formwork/contract/forms/notifications.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { talkApi } from '@formwork/contract/records/talk.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import { listen } from '../../../testing/listen.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { dueBetween, tellDates } from './clock.ts';
import { notifySubscriber } from './subscriber.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let masked: Client;
let outsider: Client;
let appId: string;
let formId: string;

beforeAll(async () => {
  // in development mails are kept in the outbox, as if they were sent
  server = await startTestServer({ FORMWORK_DEVELOPMENT: 'true' });
  [admin, user, masked, outsider] = await Promise.all([
    server.as('admin'),
    server.as('user'),
    server.as('user2'),
    server.as('user3'),
  ]);
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } })).id;
  const definition = {
    format: 1 as const,
    title: { zh: '报修', en: 'Repair' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [
      newField('text', { zh: '名称' }, 'name'),
      newField('number', { zh: '费用' }, 'cost'),
      newField('member', { zh: '维修人' }, 'fitter'),
      newField('date', { zh: '到期' }, 'due'),
      newField('dateTime', { zh: '开始' }, 'begins'),
    ],
  };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } }))
    .id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: 'a',
          subject: { kind: 'person', id: user.id },
          actions: ['view', 'create', 'edit', 'delete'],
          scope: 'all',
        },
        {
          id: 'b',
          subject: { kind: 'person', id: masked.id },
          actions: ['view'],
          scope: 'all',
          fields: { cost: { new: 'hidden', existing: 'hidden' } },
        },
      ],
    },
  });
});
afterAll(() => server.stop());

const rule = (id: string, more: Partial<NotificationRule>): NotificationRule => ({
  id,
  title: { zh: id },
  enabled: true,
  when: { on: 'created' },
  receivers: [user, masked, outsider].map((who) => ({ kind: 'people' as const, id: who.id })),
  named: [],
  ways: ['message'],
  text: { zh: '' },
  ...more,
});
async function put(rules: NotificationRule[]) {
  const { version } = await admin.ok(formsApi.notifications, { params: { formId } });
  return admin.call(formsApi.putNotifications, { params: { formId }, body: { expectedVersion: version, rules } });
}
const set = async (...rules: NotificationRule[]) => expect((await put(rules)).status).toBe(200);
const create = (values: Record<string, unknown>) =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
const texts = async (who: Client, recordId: string) =>
  (await who.ok(messagesApi.list, { query: { kind: 'notified', limit: 100 } })).rows
    .filter((row) => row.recordId === recordId)
    .map(({ title }) => title);
const told = (who: Client, recordId: string, expected: string[]) =>
  vi.waitFor(async () => expect(await texts(who, recordId)).toEqual(expected), 8_000);
const mails = (to: string) =>
  inControl(server.platform.control, 'demo', (tx) =>
    tx.selectFrom('platform.outbox').select(['subject', 'body_text']).where('recipient', '=', to).execute(),
  );

test('a new record is told of in words of what each may see; who does not see it hears nothing', async () => {
  await set(rule('new', { text: { zh: '{{doer}}登记了{{name}}，费用{{cost}}元' } }));
  const { id } = await create({ name: '一号泵', cost: '120' });
  const { name } = await admin.ok(identityApi.me);
  await told(user, id, [`${name}登记了一号泵，费用120元`]);
  await told(masked, id, [`${name}登记了一号泵，费用元`]);
  expect(await texts(outsider, id)).toEqual([]);
  expect(await texts(admin, id)).toEqual([]);
});

test('however often an event comes, nobody gets a second message or mail', async () => {
  const email = 'fitter@example.com';
  await server.platform.control.updateTable('identity.account').set({ email }).where('id', '=', user.id).execute();
  await set(rule('new', { ways: ['message', 'mail', 'live'], text: { zh: '新报修：{{recordTitle}}' } }));
  const heard = await listen(server.url, user);
  const { id } = await create({ name: '二号泵' });
  await told(user, id, ['新报修：二号泵']);
  await vi.waitFor(() =>
    expect(heard).toContainEqual(expect.objectContaining({ type: 'records.notice', kind: 'notified', recordId: id })),
  );
  const { rows } = await server.platform.pool.query<{ id: string; type: string; actor: string; data: object }>(
    `select id, type, actor, data from space_demo.event where type = 'records.created' and data->>'recordId' = $1`,
    [id],
  );
  for (let time = 0; time < 2; time++)
    await notifySubscriber.handle(server.platform, 'demo', [
      { ...rows[0]!, requestId: '', ip: '', at: new Date() } as never,
    ]);
  expect(await texts(user, id)).toEqual(['新报修：二号泵']);
  const sent = await mails(email);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ subject: '报修: 新报修：二号泵' });
});

test('changes of the fields meant, conditions that came true, comments, and those whom the record names', async () => {
  await set(
    rule('changed', {
      when: { on: 'changed', fields: ['cost'] },
      text: { zh: '费用改为{{cost}}' },
      receivers: [],
      named: ['fitter'],
    }),
    rule('became', {
      when: { on: 'became' },
      condition: { all: [{ field: 'cost', operator: 'gt', value: 1000 }] },
      text: { zh: '超支：{{cost}}' },
    }),
    rule('said', { when: { on: 'commented' }, text: { zh: '{{name}}有新评论' } }),
    rule('off', { enabled: false, text: { zh: '不应收到' } }),
  );
  const made = await create({ name: '三号泵', cost: '10', fitter: [user.id] });
  const params = { formId, recordId: made.id };
  let version = made.version;
  const update = async (values: Record<string, unknown>) => {
    ({ version } = await admin.ok(recordsApi.update, {
      params,
      body: { expectedVersion: version, values: values as never },
    }));
  };
  await update({ name: '三号泵甲' });
  await update({ cost: '2000' });
  await update({ cost: '3000' });
  await admin.ok(talkApi.comment, { params, body: { text: '看一下', mentions: [], files: [] } });
  await vi.waitFor(
    async () =>
      expect((await texts(user, made.id)).toSorted()).toEqual(
        ['三号泵甲有新评论', '超支：2000', '费用改为2000', '费用改为3000'].toSorted(),
      ),
    8_000,
  );
  expect((await texts(masked, made.id)).toSorted()).toEqual(['三号泵甲有新评论', '超支：'].toSorted());
});

test('what cannot be decided is not told, until it is filled in', async () => {
  await set(
    rule('little', {
      when: { on: 'became' },
      condition: { all: [{ field: 'cost', operator: 'lt', value: 100 }] },
      text: { zh: '便宜：{{name}}' },
    }),
    rule('not fitter', {
      condition: { all: [{ field: 'fitter', operator: 'hasNone', value: [masked.id] }] },
      text: { zh: '别人修：{{name}}' },
    }),
    rule('always', { text: { zh: '新增：{{name}}' } }),
  );
  const { id, version } = await create({ name: '四号泵' });
  const other = await create({ name: '五号泵', fitter: [user.id] });
  await told(user, other.id, ['新增：五号泵', '别人修：五号泵']);
  // nothing said of an empty cost, nor of a fitter nobody named
  await told(user, id, ['新增：四号泵']);
  await admin.ok(recordsApi.update, {
    params: { formId, recordId: id },
    body: { expectedVersion: version, values: { cost: '50' } },
  });
  await told(user, id, ['便宜：四号泵', '新增：四号泵']);
});

test('a deleted record is told of to those whom the rules had let see it', async () => {
  await set(rule('gone', { when: { on: 'deleted' }, text: { zh: '已删除{{name}}（{{cost}}）' } }));
  const { id } = await create({ name: '四号泵', cost: '5' });
  await admin.ok(recordsApi.remove, { params: { formId, recordId: id } });
  await told(user, id, ['已删除四号泵（5）']);
  await told(masked, id, ['已删除四号泵（）']);
  expect(await texts(outsider, id)).toEqual([]);
});

test('a date is told of when its moment has come, once, and again when it is moved', async () => {
  await set(
    rule('due', {
      when: { on: 'date', field: 'begins', amount: 30, unit: 'minutes', side: 'before', at: '09:00' },
      condition: { all: [{ field: 'name', operator: 'notEmpty' }] },
      text: { zh: '{{name}}即将开始' },
    }),
  );
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
  const soon = await create({ name: '五号泵', begins: at(40) });
  const past = await create({ name: '旧', begins: at(-300) });
  for (let time = 0; time < 2; time++) await tellDates(server.platform, 'demo', new Date(now + 5 * 60_000));
  expect(await texts(user, soon.id)).toEqual([]);
  for (let time = 0; time < 2; time++) await tellDates(server.platform, 'demo', new Date(now + 11 * 60_000));
  expect(await texts(user, soon.id)).toEqual(['五号泵即将开始']);
  await admin.ok(recordsApi.update, {
    params: { formId, recordId: soon.id },
    body: { expectedVersion: soon.version, values: { begins: at(50) } },
  });
  await tellDates(server.platform, 'demo', new Date(now + 21 * 60_000));
  expect(await texts(user, soon.id)).toEqual(['五号泵即将开始', '五号泵即将开始']);
  expect(await texts(user, past.id)).toEqual([]);
});

test('a day is told of by the clock of the enterprise', () => {
  const when = { on: 'date', field: 'due', amount: 3, unit: 'days', side: 'before', at: '09:00' } as const;
  const between = (from: string, until: string) =>
    dueBetween(when, 'date', 'Asia/Shanghai', new Date(from), new Date(until))?.values[0];
  expect(between('2026-05-01T00:59:00Z', '2026-05-01T01:00:00Z')).toEqual(['2026-05-04']);
  expect(between('2026-05-01T01:00:00Z', '2026-05-01T01:01:00Z')).toBeUndefined();
  expect(between('2026-05-01T00:00:00Z', '2026-05-02T02:00:00Z')).toEqual(['2026-05-04', '2026-05-05']);
});

test('what does not fit is refused where it stands, and nothing is saved', async () => {
  const wrong = await put([
    rule('x', { receivers: [], ways: [], text: { zh: ' ', en: '{{gone}}' }, when: { on: 'became' } }),
    rule('y', {
      text: { zh: '好' },
      named: ['name'],
      when: { on: 'date', field: 'name', amount: 1, unit: 'days', side: 'after', at: '09:00' },
    }),
    rule('z', { text: { zh: '好' }, receivers: [{ kind: 'people', id: randomUUID() }] }),
  ]);
  expect(wrong.status).toBe(422);
  const { fields } = wrong.body as unknown as { fields: { path: string; code: string }[] };
  expect(fields.map(({ path, code }) => [path, code])).toEqual([
    ['body.rules.0.condition', 'forms.notification.no_condition'],
    ['body.rules.0.receivers', 'forms.notification.no_receivers'],
    ['body.rules.0.ways', 'forms.notification.no_ways'],
    ['body.rules.0.text.zh', 'forms.notification.no_text'],
    ['body.rules.0.text.en', 'forms.notification.unknown_word'],
    ['body.rules.1.when.field', 'forms.notification.no_date'],
    ['body.rules.1.named', 'forms.notification.unknown_field'],
    ['body.rules.2.receivers', 'forms.notification.unknown_receiver'],
  ]);
  const stale = await admin.call(formsApi.putNotifications, {
    params: { formId },
    body: { expectedVersion: 0, rules: [] },
  });
  expect(codeOf(stale)).toBe('forms.notification.changed');
  expect((await user.call(formsApi.notifications, { params: { formId } })).status).toBe(403);
});

test('a copy tells whom its original tells', async () => {
  const kept = rule('kept', { text: { zh: '新：{{name}}' } });
  await set(kept);
  const form = await admin.ok(formsApi.copyForm, {
    params: { formId },
    body: { title: { zh: '副本' }, withRules: false },
  });
  const app = await admin.ok(formsApi.copyApp, {
    params: { appId },
    body: { title: { zh: '副本' }, withRules: false },
  });
  const { apps } = await admin.ok(formsApi.listApps);
  const inCopy = apps.find(({ id }) => id === app.appId)!.forms.map(({ id }) => id);
  for (const copy of [form.formId, inCopy[0]!])
    expect((await admin.ok(formsApi.notifications, { params: { formId: copy } })).rules).toEqual([kept]);
});
