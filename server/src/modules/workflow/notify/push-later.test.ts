import { randomUUID } from 'node:crypto';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { pushApi, usualPush, type PushSettings } from '@formwork/contract/workflow/push.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inControl } from '../../../platform/db/db.ts';
import type { Client } from '../../../testing/server.ts';
import { leaveMessages } from '../../messages/public.ts';
import { digestDue, quietOver, tellLater } from './push-later.ts';
import { openScene, type Scene } from '../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await openScene({ FORMWORK_DEVELOPMENT: 'true' });
});
afterAll(() => scene.server.stop());

const shanghai = 'Asia/Shanghai';
const clockOf = (at: Date) => wallText(at.toISOString(), shanghai).slice(11, 16);
const minutes = (count: number, from = new Date()) => new Date(from.getTime() + count * 60_000);
const settled = (more: Partial<PushSettings>): PushSettings => ({ ...usualPush, ...more });
const written = (to: string) =>
  inControl(scene.server.platform.control, 'demo', (tx) =>
    tx.selectFrom('platform.outbox').select(['subject', 'body_text']).where('recipient', '=', to).execute(),
  );
const leave = (person: string, title: string) =>
  leaveMessages(scene.server.platform, 'demo', {
    source: randomUUID(),
    people: [{ person, kind: 'todo', title }],
    record: { appId: 'anapp', formId: 'aform', formTitle: { zh: '设备检查' }, recordId: randomUUID() },
    by: null,
  });
async function bound(who: Client, email: string, phone: string): Promise<void> {
  await scene.server.platform.control
    .updateTable('identity.account')
    .set({ email, phone })
    .where('id', '=', who.id)
    .execute();
}
const backdate = (who: Client, at: Date) =>
  inControl(scene.server.platform.control, 'demo', (tx) =>
    tx
      .updateTable('workflow.push')
      .set({ digested_at: at, caught_up_at: at })
      .where('account_id', '=', who.id)
      .execute(),
  );

test('a digest holds what is unread, comes once, and not without anything to say', async () => {
  const [a, b] = [await scene.who('A'), await scene.who('B')];
  await bound(a, 'digest-a@example.com', '13900001111');
  await bound(b, 'digest-b@example.com', '13900002222');
  for (const who of [a, b]) await who.ok(pushApi.save, { body: settled({ digest: { every: 'daily', at: '00:00' } }) });
  for (const who of [a, b]) await backdate(who, minutes(-2_000));
  await leave(a.id, '一号机床');
  await leave(a.id, '二号机床');
  const later = minutes(1);
  await tellLater(scene.server.platform, later);
  await tellLater(scene.server.platform, later);
  expect(await written('digest-a@example.com')).toEqual([
    { subject: '每日摘要: 2', body_text: expect.stringMatching(/2 条未读消息[^]*二号机床[^]*一号机床/) },
  ]);
  expect(await written('digest-b@example.com')).toEqual([]);
  await a.ok(messagesApi.read, { body: { ids: (await a.ok(messagesApi.list)).rows.map(({ id }) => id) } });
});

test('what came in quiet hours is told once when they are over, in the ways that were wanted', async () => {
  const c = await scene.who('C');
  await bound(c, 'quiet-c@example.com', '13900003333');
  const quiet = { from: clockOf(minutes(-60)), until: clockOf(minutes(5)) };
  const rules: PushSettings['rules'] = [
    { scope: { kind: 'all' }, ways: { ...usualPush.rules[0]!.ways, todo: ['live', 'mail', 'sms'] } },
  ];
  await c.ok(pushApi.save, { body: settled({ rules, quiet }) });
  await backdate(c, minutes(-120));
  await leave(c.id, '三号机床');
  await tellLater(scene.server.platform, minutes(1));
  expect(await written('quiet-c@example.com')).toEqual([]);
  for (let time = 0; time < 2; time++) await tellLater(scene.server.platform, minutes(7));
  expect((await written('quiet-c@example.com')).map(({ subject }) => subject)).toEqual(['免打扰期间的消息: 1']);
  expect((await written('13900003333')).map(({ body_text: text }) => text)).toEqual([
    '免打扰期间有 1 条新消息，请登录后查看。',
  ]);
});

test('weekly digests come on Mondays at their time; quiet hours over midnight end in the morning', () => {
  // 2026-11-23 is a Monday; wall time is that of Shanghai
  const at = (text: string) => new Date(`${text}:00+08:00`);
  const weekly = {
    settings: settled({ digest: { every: 'weekly', at: '08:30' } }),
    digested_at: at('2026-11-16T08:31'),
  };
  expect(
    ['2026-11-22T09:00', '2026-11-23T08:29', '2026-11-23T08:30'].map(
      (text) => digestDue(weekly, at(text), shanghai) !== undefined,
    ),
  ).toEqual([false, false, true]);
  expect(
    digestDue({ ...weekly, digested_at: at('2026-11-23T08:31') }, at('2026-11-23T12:00'), shanghai),
  ).toBeUndefined();
  const night = { settings: settled({ quiet: { from: '22:00', until: '07:00' } }), caught_up_at: null };
  expect(quietOver(night, at('2026-11-23T06:59'), shanghai)).toBeUndefined();
  expect(quietOver(night, at('2026-11-23T07:03'), shanghai)).toEqual({
    from: at('2026-11-22T22:00'),
    until: at('2026-11-23T07:00'),
  });
  expect(
    quietOver({ ...night, caught_up_at: at('2026-11-23T07:00') }, at('2026-11-23T07:10'), shanghai),
  ).toBeUndefined();
});

test('quiet hours end by the clock of the enterprise, also in the night when it goes forward', () => {
  const night = { settings: settled({ quiet: { from: '22:00', until: '07:00' } }), caught_up_at: null };
  // 2026-03-08 has 23 hours in New York
  expect(quietOver(night, new Date('2026-03-08T10:59:00Z'), 'America/New_York')).toBeUndefined();
  expect(quietOver(night, new Date('2026-03-08T11:04:00Z'), 'America/New_York')).toEqual({
    from: new Date('2026-03-08T03:00:00Z'),
    until: new Date('2026-03-08T11:00:00Z'),
  });
  const daily = { settings: settled({ digest: { every: 'daily', at: '08:30' } }), digested_at: null };
  expect(
    ['2026-03-08T02:59:00Z', '2026-03-08T03:00:00Z'].map(
      (text) => digestDue(daily, new Date(text), 'Asia/Kolkata') !== undefined,
    ),
  ).toEqual([false, true]);
});
