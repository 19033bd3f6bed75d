import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer } from '../../start.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { auditSubscriber } from '../audit/trail.ts';
import { asDispatcher } from '../db/db.ts';
import { keepEventWeeks, makeEventWeeks } from './event-weeks.ts';
import type { Subscriber } from './events.ts';
import { newId } from '../ids.ts';
import { migrate } from '../db/migrate.ts';
import { inSpace } from '../db/space-data.ts';
import { withModule } from '../../testing/with-module.ts';

const heard: string[] = [];
const listener: Subscriber = {
  name: 'test.weeks',
  start: 'first',
  types: ['test.'],
  handle: async (_platform, _spaceId, events) => {
    heard.push(...events.map(({ subject }) => subject));
  },
};
withModule({ name: 'test', subscribers: [listener] });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterAll(() => server.stop());

const owner = () => server.platform.owner;
const write = (spaceId: string, subject: string) =>
  inSpace(
    { platform: server.platform, spaceId, requestId: 'test', ip: '127.0.0.1', user: { id: newId(), role: 'admin' } },
    (tx) => tx.event('test.written', subject, {}),
  );
const writeOld = (spaceId: string, subject: string, days: number) =>
  owner().query(
    `insert into space_${spaceId}.event (id, type, subject, at, request_id, ip, data) values (uuidv7(), 'test.written', $1, now() - make_interval(days => $2), '', '', '{}')`,
    [subject, days],
  );
const parts = async (spaceId: string) =>
  (
    await owner().query<{ name: string }>(
      'select relname as name from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = $1::regclass order by 1',
      [`space_${spaceId}.event`],
    )
  ).rows.map(({ name }) => name);
const subjects = async (spaceId: string) =>
  (
    await owner().query<{ subject: string }>(
      `select subject from space_${spaceId}.event where type like 'test.%' order by xid, id`,
    )
  ).rows.map(({ subject }) => subject);
const ofPlatform = async () =>
  (
    await asDispatcher(server.platform.control, (tx) =>
      sql<{ id: string }>`select xid, id from platform.event order by xid, id`.execute(tx),
    )
  ).rows;

async function working(work: () => Promise<void>): Promise<void> {
  const running = await startServer(
    { ...server.platform.config, databaseUrl: server.databaseUrl, role: 'worker', port: 0 },
    server.platform.log,
  );
  try {
    await work();
  } finally {
    await running.stop();
  }
}

/** The tables as they were before there were weeks. */
async function goBack(): Promise<void> {
  const [control, space] = ['../../../migrations/0001_platform.sql', '../../../migrations/space/0001_platform.sql'].map(
    (path) => readFileSync(new URL(path, import.meta.url), 'utf8'),
  );
  const table = control!.slice(
    control!.indexOf('create table platform.event ('),
    control!.indexOf('-- Where each subscriber stands'),
  );
  await owner().query(`begin; set local app.space_id = 'demo';
    alter table platform.event no force row level security; create temp table kept on commit drop as select * from platform.event;
    drop table platform.event; ${table} alter table platform.event no force row level security; insert into platform.event select * from kept; alter table platform.event force row level security;
    drop table space_demo.event; ${space!.replaceAll(':schema', 'space_demo')}
    delete from platform.migration where name like '%_platform_event_weeks.sql';
    delete from platform.space_migration where space_id = 'demo' and name like '%_platform_event_weeks.sql'; commit`);
}

test('events that were there before there were weeks keep their order, and everybody goes on', async () => {
  await server.as('admin');
  await goBack();
  for (const subject of ['one', 'two']) await write('demo', subject);
  await writeOld('demo', 'long ago', 90);
  const before = await ofPlatform();
  expect(before.length).toBeGreaterThan(0);
  await migrate(server.databaseUrl);
  expect(await subjects('demo')).toEqual(['one', 'two', 'long ago']);
  expect(await ofPlatform()).toEqual(before);
  expect(await parts('demo')).toContain('event_before');
  await working(async () => {
    await write('demo', 'three');
    await expect.poll(() => heard).toEqual(['one', 'two', 'long ago', 'three']);
  });
});

test('weeks that all subscribers have passed by thirty days go, the trail stays', async () => {
  const day = 86_400_000;
  const client = await owner().connect();
  for (const days of [66, 45]) await makeEventWeeks(client, 'other', Date.now() - days * day);
  client.release();
  const old: [string, number][] = [
    ['ages ago', 400],
    ['two months ago', 60],
    ['six weeks ago', 45],
    ['last week', 7],
  ];
  for (const [subject, days] of old) await writeOld('other', subject, days);
  await working(async () => {
    await write('other', 'today');
    await expect.poll(() => heard.includes('today')).toBe(true);
    await expect
      .poll(
        async () =>
          (
            await owner().query(
              `select 1 from platform.event_cursor where stream = 'other' and subscriber in ('platform.audit', 'test.weeks')`,
            )
          ).rowCount,
      )
      .toBe(2);
  });
  const trail = async () =>
    (await owner().query(`select 1 from space_other.trail where type = 'test.written'`)).rowCount;
  const keep = () => keepEventWeeks([auditSubscriber, listener]).run(server.platform);
  const all = [...old.map(([subject]) => subject), 'today'];
  const weeks = await parts('other');
  expect([await subjects('other'), await trail()]).toEqual([all, all.length]);

  // one that has not begun, and one that stands at what is six weeks old: thirty days before that stay
  const stand = (place: string) =>
    owner().query(
      `update platform.event_cursor c set xid = e.xid, id = e.id from space_other.event e where c.stream = 'other' and c.subscriber = 'test.weeks' and e.subject = $1`,
      [place],
    );
  await owner().query(
    `update platform.event_cursor set xid = '0', id = '00000000-0000-0000-0000-000000000000' where stream = 'other' and subscriber = 'test.weeks'`,
  );
  await keep();
  expect([await subjects('other'), await parts('other')]).toEqual([all, weeks]);
  await stand('two months ago');
  await keep();
  expect(await subjects('other')).toEqual(all.slice(1));
  expect(await parts('other')).toEqual(weeks);

  await stand('today');
  await keep();
  expect(await subjects('other')).toEqual(['last week', 'today']);
  expect((await parts('other')).length).toBeLessThan(weeks.length);
  expect(await trail()).toBe(all.length);

  // the same again changes nothing, and writing goes on
  const left = await parts('other');
  await keep();
  expect(await parts('other')).toEqual(left);
  await write('other', 'later');
  expect(await subjects('other')).toEqual(['last week', 'today', 'later']);
});

test('what no week was made for is kept, and moves into its week when that is made', async () => {
  const {
    rows: [week],
  } = await owner().query<{ name: string }>(
    `select to_char(date_trunc('week', now() + interval '70 days', 'UTC') at time zone 'UTC', '"event_w"YYYYMMDD') as name`,
  );
  await writeOld('other', 'from another clock', -70);
  const client = await owner().connect();
  await makeEventWeeks(client, 'other', Date.now() + 70 * 86_400_000);
  client.release();
  expect((await owner().query(`select subject from space_other.${week!.name}`)).rows).toEqual([
    { subject: 'from another clock' },
  ]);
  expect(await subjects('other')).toContain('from another clock');
});
