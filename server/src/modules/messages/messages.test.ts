import { randomUUID } from 'node:crypto';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi, ofPlatform, subscribed } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { leaveMessages, settleMessages } from './public.ts';

let server: TestServer;
let user: Client;
let other: Client;
beforeAll(async () => {
  server = await startTestServer();
  [user, other] = [await server.as('user'), await server.as('user2')];
});
afterAll(() => server.stop());

const form = { formId: 'aform', formTitle: { zh: '设备检查' } };
const leave = (
  people: { person: string; kind: MessageKind; title: string; principal?: string }[],
  { recordId = randomUUID(), source = randomUUID(), appId = 'anapp' } = {},
) => leaveMessages(server.platform, 'demo', { record: { ...form, appId, recordId }, by: null, source, people });
const mine = async (query = {}) => (await user.ok(messagesApi.list, { query })).rows;
const unread = async (who = user) => (await who.ok(messagesApi.count)).unread;

test('a message is there once, is read, and goes when it is deleted; others never see it', async () => {
  const source = randomUUID();
  for (let time = 0; time < 2; time++) await leave([{ person: user.id, kind: 'todo', title: '三号铣床' }], { source });
  const [message, ...more] = await mine();
  expect(message).toMatchObject({
    kind: 'todo',
    title: '三号铣床',
    formTitle: { zh: '设备检查' },
    by: null,
    readAt: null,
    onBehalfOf: null,
  });
  expect([more, await unread(), await unread(other)]).toEqual([[], 1, 0]);

  for (const who of [other, await server.as('other-user')]) {
    await who.ok(messagesApi.read, { body: { ids: [message!.id] } });
    await who.ok(messagesApi.remove, { body: { ids: [message!.id] } });
  }
  expect(await unread()).toBe(1);
  await user.ok(messagesApi.read, { body: { ids: [message!.id] } });
  expect([await unread(), (await mine({ unread: true })).length, (await mine())[0]!.readAt]).toEqual([
    0,
    0,
    expect.any(String),
  ]);
  await user.ok(messagesApi.remove, { body: { ids: [message!.id] } });
  expect(await mine()).toEqual([]);
});

test('they come in pages, newest first, by application and kind', async () => {
  // left by a first try
  const left = (await mine()).map(({ id }) => id);
  if (left.length > 0) await user.ok(messagesApi.remove, { body: { ids: left } });
  for (let n = 0; n < 5; n++)
    await leave([{ person: user.id, kind: n % 2 ? 'copied' : 'finished', title: String(n) }], {
      appId: n < 3 ? 'anapp' : 'second',
    });
  const first = await user.ok(messagesApi.list, { query: { limit: 3 } });
  const second = await user.ok(messagesApi.list, { query: { limit: 3, after: first.next! } });
  expect([...first.rows, ...second.rows].map(({ title }) => title)).toEqual(['4', '3', '2', '1', '0']);
  expect(second.next).toBeNull();
  expect((await mine({ app: 'second', kind: 'copied' })).map(({ title }) => title)).toEqual(['3']);
  await user.ok(messagesApi.remove, { body: { ids: (await mine()).map(({ id }) => id) } });
});

test('they are searched for by parts of their titles, of the form and of whoever did it', async () => {
  const { name } = await other.ok(identityApi.me);
  await leave([
    { person: user.id, kind: 'todo', title: '三号铣床 Ａ-１００%' },
    { person: other.id, kind: 'todo', title: '三号铣床' },
  ]);
  await leaveMessages(server.platform, 'demo', {
    record: { ...form, appId: 'anapp', recordId: randomUUID(), formTitle: { zh: '采购', en: 'Purchase orders' } },
    by: other.id,
    source: randomUUID(),
    people: [{ person: user.id, kind: 'copied', title: '五号车床' }],
  });
  const found = async (search: string) => (await mine({ search })).map(({ title }) => title);
  expect([
    await found('铣床'),
    await found('床'),
    await found('号车 采'),
    await found('ORDERS'),
    await found(name),
    await found('a-100%'),
  ]).toEqual([
    ['三号铣床 Ａ-１００%'],
    ['五号车床', '三号铣床 Ａ-１００%'],
    ['五号车床'],
    ['五号车床'],
    ['五号车床'],
    ['三号铣床 Ａ-１００%'],
  ]);
  expect([await found('铣车'), await found('100_'), await found('三号 采购'), await found('\\')]).toEqual([
    [],
    [],
    [],
    [],
  ]);

  // of those that many have, one after the other is looked at, in pages
  await spaceQuery(server.platform, {
    text: `insert into ${spaceSchema('demo')}.messages_message (id, person, kind, app_id, form_id, form_title, record_id, title, source, plain, terms)
    select gen_random_uuid(), $1, 'finished', 'anapp', 'aform', '{"zh":"设备检查"}', gen_random_uuid(), '铣床 ' || n, n::text, '铣床 ' || n, '{铣,床,铣床}' from generate_series(1, 5100) as n`,
    values: [user.id],
  });
  const { rows, next } = await user.ok(messagesApi.list, { query: { search: '铣床', limit: 100 } });
  expect([rows.length, rows.every(({ title }) => title.includes('铣床'))]).toEqual([100, true]);
  expect(
    (await user.ok(messagesApi.list, { query: { search: '铣床', limit: 100, after: next! } })).rows[0]!.id < next!,
  ).toBe(true);
  expect(await found('车床')).toEqual(['五号车床']);
  await spaceQuery(server.platform, { text: `delete from ${spaceSchema('demo')}.messages_message` });
});

test('whoever opens a record has read what was said of it, and what is done waits for nobody', async () => {
  const [seen, done] = [randomUUID(), randomUUID()];
  for (const recordId of [seen, done])
    await leave(
      [
        { person: user.id, kind: 'todo', title: '' },
        { person: user.id, kind: 'copied', title: '' },
      ],
      { recordId },
    );
  await user.ok(messagesApi.read, { body: { recordId: seen } });
  expect((await mine({ unread: true })).map(({ recordId }) => recordId)).toEqual([done, done]);
  await settleMessages(server.platform, 'demo', { recordId: done, people: [user.id], kinds: ['todo'] });
  expect((await mine({ unread: true })).map(({ kind }) => kind)).toEqual(['copied']);
});

test('what somebody does not want to hear of is left to nobody else', async () => {
  const put = (app: string | null, kind: MessageKind, on: boolean) =>
    user.ok(messagesApi.subscribe, { body: { subscriptions: [{ app, kind, subscribed: on }] } });
  await put(null, 'urged', false);
  expect((await put('second', 'urged', true)).subscriptions).toEqual([
    { app: null, kind: 'urged', subscribed: false },
    { app: 'second', kind: 'urged', subscribed: true },
  ]);
  const told = async (appId: string) =>
    (
      await leave(
        [
          { person: user.id, kind: 'urged', title: '' },
          { person: other.id, kind: 'urged', title: '' },
        ],
        { appId },
      )
    ).map(({ person }) => person);
  expect(await told('anapp')).toEqual([other.id]);
  expect(await told('second')).toEqual([user.id, other.id]);
  expect((await other.ok(messagesApi.subscriptions)).subscriptions).toEqual([]);
});

test('what is of no record leads to a page, and many in a while are one message with its count', async () => {
  await user.ok(messagesApi.remove, { body: { ids: (await mine()).map(({ id }) => id) } }).catch(() => undefined);
  const source = randomUUID();
  const tell = (title: string, from: string) =>
    leaveMessages(server.platform, 'demo', {
      source: from,
      people: [{ person: user.id, kind: 'joinRequested', title }],
      target: { page: 'userRegister', query: { tab: 'requests' } },
      thing: 'requests',
      by: null,
    });
  await tell('甲', randomUUID());
  await user.ok(messagesApi.read, { body: { ids: [(await mine({ app: ofPlatform }))[0]!.id] } });
  await tell('乙', source);
  await tell('乙', source);
  const [message, ...more] = await mine({ app: ofPlatform });
  expect(more.length === 0 || more[0]!.title !== '甲').toBe(true);
  expect(message).toMatchObject({
    kind: 'joinRequested',
    title: '乙',
    appId: null,
    recordId: null,
    formTitle: null,
    target: { page: 'userRegister', query: { tab: 'requests' } },
    readAt: null,
  });
  // the slot of ten minutes may have ended between the two
  expect([1, 2]).toContain(message!.times);
  expect((await mine({ search: '乙' })).map(({ id }) => id)).toEqual([message!.id]);
  await user.ok(messagesApi.subscribe, {
    body: { subscriptions: [{ app: ofPlatform, kind: 'joinRequested', subscribed: false }] },
  });
  expect(await tell('丙', randomUUID())).toEqual([]);
});

test('the closest that was said holds', () => {
  const said = [
    { app: null, kind: 'todo', subscribed: false },
    { app: 'one', kind: 'todo', subscribed: true },
  ] as const;
  expect([subscribed(said, 'one', 'todo'), subscribed(said, 'two', 'todo'), subscribed(said, 'two', 'copied')]).toEqual(
    [true, false, true],
  );
});
