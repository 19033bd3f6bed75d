import { randomUUID } from 'node:crypto';
import { agentsApi } from '@formwork/contract/agents/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { pushApi, usualPush, type PushKind, type PushSettings } from '@formwork/contract/workflow/push.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import type { LoggedEvent } from '../../../platform/events/events.ts';
import { listen } from '../../../testing/listen.ts';
import type { Client } from '../../../testing/server.ts';
import { untilHeard } from '../../../testing/until-heard.ts';
import { pushSubscriber } from './push.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
let formId: string;
// in development mails are kept in the outbox, as if they were sent
beforeAll(async () => {
  scene = await openScene({ FORMWORK_DEVELOPMENT: 'true' });
  formId = await scene.form('a:A end', 'start>a a>end');
});
afterAll(() => scene.server.stop());

const toldOf = (heard: { type: string }[], recordId: string) =>
  heard.filter(
    (message) => message.type === 'workflow.push' && (message as unknown as { recordId: string }).recordId === recordId,
  );
const ways = (more: Partial<Record<PushKind, ('live' | 'mail')[]>>) => ({
  todo: [],
  returned: [],
  urged: [],
  copied: [],
  finished: [],
  stopped: [],
  failed: [],
  mentioned: [],
  commented: [],
  ...more,
});
const settle = (who: Client, body: PushSettings) => who.ok(pushApi.save, { body });
const mailsTo = (to: string) =>
  inControl(scene.server.platform.control, 'demo', (tx) =>
    tx.selectFrom('platform.outbox').select(['id', 'subject', 'body_text']).where('recipient', '=', to).execute(),
  );

async function bindMailbox(who: Client, email: string): Promise<void> {
  await scene.server.platform.control.updateTable('identity.account').set({ email }).where('id', '=', who.id).execute();
}

test('people are told of what waits for them and of the end of what they began, not of what they do themselves', async () => {
  const [a, i] = await Promise.all([scene.who('A'), scene.who('I')]);
  const [toA, toI] = await Promise.all([listen(scene.server.url, a), listen(scene.server.url, i)]);
  const recordId = await scene.record(formId, { name: '三号铣床' });
  await scene.start(formId, recordId);
  await expect
    .poll(() => toldOf(toA, recordId))
    .toMatchObject([
      { kind: 'todo', title: '三号铣床', formTitle: { zh: '设备检查' }, formId, by: expect.stringContaining('先生') },
    ]);
  await i.ok(workflowApi.urge, {
    params: { instanceId: (await scene.process(formId, recordId)).instance!.id },
    body: { commandId: randomUUID() },
  });
  await expect.poll(() => toldOf(toA, recordId).length).toBe(2);
  expect(toldOf(toA, recordId)[1]).toMatchObject({ kind: 'urged' });
  await scene.submit(formId, recordId, 'A');
  await expect.poll(() => toldOf(toI, recordId)).toMatchObject([{ kind: 'finished' }]);
  expect(toldOf(toA, recordId)).toHaveLength(2);
});

test('who began and who had it are told when a process is stopped or ended as invalid by another', async () => {
  const [a, i, admin] = await Promise.all([scene.who('A'), scene.who('I'), scene.who('ADMIN')]);
  const [toA, toI] = await Promise.all([listen(scene.server.url, a), listen(scene.server.url, i)]);
  const recordId = await scene.record(formId, { name: '四号铣床' });
  await scene.start(formId, recordId);
  const { id: instanceId } = (await scene.process(formId, recordId)).instance!;
  await admin.ok(workflowApi.invalidate, { params: { instanceId }, body: { commandId: randomUUID(), reason: '重复' } });
  await expect.poll(() => toldOf(toI, recordId)).toMatchObject([{ kind: 'stopped', title: '四号铣床' }]);
  await expect
    .poll(() => toldOf(toA, recordId).map((message) => (message as unknown as { kind: string }).kind))
    .toEqual(['todo', 'stopped']);
  expect(
    (await a.ok(messagesApi.list)).rows
      .filter((message) => message.recordId === recordId)
      .map(({ kind, readAt }) => [kind, readAt !== null]),
  ).toEqual([
    ['stopped', false],
    ['todo', true],
  ]);
});

test('a comment is told to those it concerns and to those it mentions, who must be able to see the record', async () => {
  const [a, b, c, i, admin] = await Promise.all([
    scene.who('A'),
    scene.who('B'),
    scene.who('C'),
    scene.who('I'),
    scene.who('ADMIN'),
  ]);
  const recordId = await scene.record(formId, { name: '七号插床' });
  await scene.start(formId, recordId);
  const { id: instanceId } = (await scene.process(formId, recordId)).instance!;
  const say = (comment: string, mentions?: string[]) =>
    a.call(workflowApi.comment, {
      params: { instanceId },
      body: { commandId: randomUUID(), comment, ...(mentions && { mentions }) },
    });
  expect(await say('请看', [b.id])).toMatchObject({
    status: 422,
    body: { code: 'workflow.comment.unseeing', data: { names: 'user3 先生' } },
  });
  await i.ok(workflowApi.cc, { params: { instanceId }, body: { commandId: randomUUID(), persons: [b.id, c.id] } });
  const [toI, toB] = await Promise.all([listen(scene.server.url, i), listen(scene.server.url, b)]);
  expect((await say('@user3 先生 请看', [b.id])).status).toBe(200);
  const told = async (who: Client) =>
    (await who.ok(messagesApi.list)).rows
      .filter((message) => message.recordId === recordId)
      .map(({ kind, by }) => [kind, by])
      .filter(([kind]) => kind === 'commented' || kind === 'mentioned');
  await expect.poll(() => told(b)).toEqual([['mentioned', 'user2 先生']]);
  expect(await told(i)).toEqual([['commented', 'user2 先生']]);
  // neither whoever wrote it nor a reader of a copy who said nothing
  expect([await told(a), await told(c)]).toEqual([[], []]);
  await expect
    .poll(() => [toldOf(toI, recordId), toldOf(toB, recordId)])
    .toMatchObject([[{ kind: 'commented' }], [{ kind: 'copied' }, { kind: 'mentioned' }]]);

  // who said something is concerned from then on, unless they ended such messages
  await c.ok(workflowApi.comment, { params: { instanceId }, body: { commandId: randomUUID(), comment: '已看' } });
  await b.ok(messagesApi.subscribe, { body: { subscriptions: [{ app: null, kind: 'commented', subscribed: false }] } });
  await admin.ok(workflowApi.interrupt, {
    params: { instanceId },
    body: { commandId: randomUUID(), reason: '等备件' },
  });
  expect((await say('等备件到货')).status).toBe(200);
  await expect.poll(() => told(c)).toHaveLength(1);
  expect(await told(b)).toHaveLength(1);
  expect(
    (await scene.process(formId, recordId)).remarks.map(({ kind, text, by, persons }) => [
      kind,
      text,
      by?.id,
      persons.map(({ id }) => id),
    ]),
  ).toEqual([
    ['commented', '@user3 先生 请看', a.id, [b.id]],
    ['commented', '已看', c.id, []],
    ['interrupted', '等备件', admin.id, []],
    ['commented', '等备件到货', a.id, []],
  ]);
});

test('what people are told stays in their messages: for an agent in the name of who they act for, and done once one of them did it', async () => {
  const [a, agent] = await Promise.all([scene.who('A'), scene.who('C')]);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const { id } = await a.ok(agentsApi.create, {
    body: { agentId: agent.id, startsAt: day(-1), endsAt: day(1), appIds: null, permissions: ['todo'] },
  });
  const toAgent = await listen(scene.server.url, agent);
  const recordId = await scene.record(formId, { name: '六号刨床' });
  await scene.start(formId, recordId);
  await expect.poll(() => toldOf(toAgent, recordId)).toMatchObject([{ kind: 'todo', onBehalfOf: { id: a.id } }]);
  const told = async (who: Client) =>
    (await who.ok(messagesApi.list)).rows
      .filter((message) => message.recordId === recordId)
      .map(({ kind, title, onBehalfOf, readAt }) => ({ kind, title, for: onBehalfOf?.id, read: readAt !== null }));
  await expect.poll(() => told(a)).toEqual([{ kind: 'todo', title: '六号刨床', for: undefined, read: false }]);
  expect(await told(agent)).toEqual([{ kind: 'todo', title: '六号刨床', for: a.id, read: false }]);
  await scene.submit(formId, recordId, 'A');
  await expect.poll(() => told(a)).toMatchObject([{ read: true }]);
  await expect.poll(() => told(agent)).toMatchObject([{ read: true }]);
  await a.ok(agentsApi.recycle, { body: { ids: [id] } });
});

test('a mail goes to the bound mailbox of who asked for it, once, in their language', async () => {
  const a = await scene.who('A');
  expect(await a.ok(pushApi.get)).toEqual({ settings: usualPush, mail: 'no_mailbox', sms: 'no_phone' });
  await bindMailbox(a, 'a@example.com');
  await settle(a, {
    quiet: null,
    rules: [...usualPush.rules, { scope: { kind: 'form', id: formId }, ways: ways({ todo: ['mail'] }) }],
  });
  expect((await a.ok(pushApi.get)).mail).toBe('ready');
  const heard = await listen(scene.server.url, a);
  const recordId = await scene.record(formId, { name: '四号磨床' });
  await scene.start(formId, recordId);
  await expect
    .poll(() => mailsTo('a@example.com'))
    .toMatchObject([{ subject: '新待办: 设备检查 · 四号磨床', body_text: expect.stringContaining('操作人：') }]);
  expect(toldOf(heard, recordId)).toEqual([]);

  const {
    rows: [event],
  } = await scene.server.platform.owner.query<LoggedEvent>(
    `select id, type, subject, actor, at, request_id as "requestId", ip, data from space_demo.event where type = 'workflow.instance.started' and data->>'recordId' = $1`,
    [recordId],
  );
  await pushSubscriber.handle(scene.server.platform, 'demo', [event!]);
  expect(await mailsTo('a@example.com')).toHaveLength(1);
});

test('nothing is told in quiet hours, nor of what was switched off', async () => {
  const [a, i] = await Promise.all([scene.who('A'), scene.who('I')]);
  await settle(a, {
    quiet: { from: '00:00', until: '23:59' },
    rules: [{ scope: { kind: 'all' }, ways: ways({ todo: ['live', 'mail'] }) }],
  });
  await settle(i, { quiet: null, rules: [{ scope: { kind: 'all' }, ways: ways({ copied: ['live'] }) }] });
  const [toA, toI] = await Promise.all([listen(scene.server.url, a), listen(scene.server.url, i)]);
  const mails = (await mailsTo('a@example.com')).length;
  const recordId = await scene.record(formId);
  await scene.start(formId, recordId);
  await scene.submit(formId, recordId, 'A');
  // the pages look again all the same, by a message that comes after the notices would
  await expect
    .poll(() =>
      toI.some(
        (message) =>
          message.type === 'workflow.changed' && (message as unknown as { state: string }).state === 'finished',
      ),
    )
    .toBe(true);
  await untilHeard(scene.server, 'workflow.push', 'workflow.');
  expect([toldOf(toA, recordId), toldOf(toI, recordId), (await mailsTo('a@example.com')).length]).toEqual([
    [],
    [],
    mails,
  ]);
});

test('settings are one’s own, and whole', async () => {
  const b = await scene.who('B');
  expect((await b.ok(pushApi.get)).settings).toEqual(usualPush);
  for (const body of [
    { rules: [], quiet: null },
    { rules: [usualPush.rules[0], usualPush.rules[0]], quiet: null },
    { ...usualPush, quiet: { from: '7', until: '8' } },
  ])
    expect((await b.call(pushApi.save, { body: body as never })).status).toBe(422);
});
