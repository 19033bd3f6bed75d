import { hash as hashText } from 'node:crypto';
import { auditApi } from '@formwork/contract/audit/api.ts';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn, startTestServer, type TestServer } from '../../testing/server.ts';
import { asDispatcher } from '../db/db.ts';
import { inSpace } from '../db/space-data.ts';
import { beforeAll, readEvents, readHorizon, type Ask, type EventRow } from '../events/event-rows.ts';
import { newId } from '../ids.ts';
import { checkChain } from './chain.ts';
import { auditSubscriber } from './trail.ts';

let server: TestServer;
// nobody hands events on but these tests
beforeEach(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterEach(() => server.stop());

async function write(...subjects: string[]): Promise<void> {
  const user = { id: newId(), role: 'admin' as const };
  // each by itself: they are read in the order of their transactions
  for (const subject of subjects)
    await inSpace({ platform: server.platform, spaceId: 'demo', requestId: 'test', ip: '127.0.0.1', user }, (tx) =>
      tx.event('test.written', subject, { name: subject, 'a\tb': '\\N "\n" 中' }),
    );
}
/** Nothing is read beside a transaction that is open, and those of other tests on the cluster count too. */
async function settled(): Promise<void> {
  const of = (end: 'xmin' | 'xmax') =>
    server.platform.pool.query<{ id: string }>(`select pg_snapshot_${end}(pg_current_snapshot())::text as id`);
  const until = BigInt((await of('xmax')).rows[0]!.id);
  await expect.poll(async () => BigInt((await of('xmin')).rows[0]!.id) >= until).toBe(true);
}
/** As the reader of the log has them. */
async function eventsOf(stream: string): Promise<EventRow[]> {
  await settled();
  const client = await server.platform.pool.connect();
  try {
    await client.query(`begin; set local time zone 'UTC'; set local role formwork_dispatcher`);
    const ask: Ask = async (query) => (await client.query(query as pg.QueryConfig)).rows as never;
    return (await readEvents(ask, stream, beforeAll, await readHorizon(ask), 1_000))!.filter(
      ({ spaceId, type }) => spaceId === 'demo' && (stream === '' || type === 'test.written'),
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}
const handOn = (events: EventRow[]) => auditSubscriber.handle(server.platform, 'demo', events);
const trail = async () =>
  (
    await server.platform.pool.query<{ seq: number; subject: string; about: string }>(
      'select seq, subject, about from space_demo.trail order by seq',
    )
  ).rows;
const check = () => checkChain(server.platform, 'demo');

test('rows are chained as the database has them, handed on again none is written twice, and a changed one is found', async () => {
  await write('one', 'two');
  await signIn(server.url, 'user');
  const [own, platforms] = [await eventsOf('demo'), await eventsOf('')];
  await handOn(own);
  await handOn(platforms);
  await write('three');
  await handOn(own);
  const all = await eventsOf('demo');
  await handOn(all);
  await handOn(platforms);
  const rows = await trail();
  expect(rows.length).toBe(all.length + platforms.length);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, at) => at + 1));
  expect(rows.at(-1)).toMatchObject({ subject: 'three', about: 'three' });
  expect(await check()).toMatchObject({ rows: rows.length, firstBroken: undefined });
  // whatever the session's own clock is
  await server.platform.owner.query(
    `alter database "${new URL(server.databaseUrl).pathname.slice(1)}" set timezone to 'Asia/Kathmandu'`,
  );
  await expect(server.platform.pool.query(`update space_demo.trail set ip = 'x'`)).rejects.toThrow(/permission denied/);
  await expect(server.platform.pool.query(`delete from space_demo.trail`)).rejects.toThrow(/permission denied/);
  await server.platform.owner.query(`update space_demo.trail set at = at + interval '1 microsecond' where seq = 2`);
  expect((await check()).firstBroken).toBe(2);
});

test('it goes on where the old trail ended, and both are read as one', async () => {
  await write('old 1', 'old 2', 'old 3', 'new 1', 'new 2');
  const events = await eventsOf('demo');
  await writeOld(events.slice(0, 3));
  // the old cursor may stand a little behind its trail
  await handOn(events.slice(1));
  expect((await trail()).map(({ seq, subject }) => [seq, subject])).toEqual([
    [4, 'new 1'],
    [5, 'new 2'],
  ]);
  expect(await check()).toMatchObject({ rows: 5, firstBroken: undefined });

  const auditor = await server.as('audit');
  const pages: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await auditor.ok(auditApi.list, { query: { limit: 2, ...(after !== undefined && { after }) } });
    pages.push(...page.rows.map(({ subject }) => subject));
    if (page.next === null) break;
    after = page.next;
  }
  expect(pages).toEqual(['new 2', 'new 1', 'old 3', 'old 2', 'old 1']);
  const found = await auditor.ok(auditApi.list, { query: { limit: 10, object: 'old' } });
  expect(found.rows.map(({ seq }) => seq)).toEqual([3, 2, 1]);

  const { owner } = server.platform;
  await owner.query('alter table platform.audit disable row level security');
  await owner.query(`delete from platform.audit where seq = 3`);
  expect((await check()).firstBroken).toBe(3);
  await owner.query('alter table platform.audit enable row level security');
  // a process of an older release does not write on there
  await expect(
    asDispatcher(server.platform.control, (tx) => tx.deleteFrom('platform.audit').execute()),
  ).rejects.toThrow(/permission denied/);
});

test('an event that failed and is handed on anew is written once, behind what came meanwhile', async () => {
  await write('one', 'failed', 'two');
  const events = await eventsOf('demo');
  const failed = events.filter(({ subject }) => subject === 'failed');
  await handOn(events.filter(({ subject }) => subject !== 'failed'));
  await handOn(failed);
  await handOn(failed);
  expect((await trail()).map(({ subject }) => subject)).toEqual(['one', 'two', 'failed']);
  expect((await check()).firstBroken).toBeUndefined();
});

test('a connection that ends during COPY fails the batch, not the process', async () => {
  await write('one');
  const events = await eventsOf('demo');
  const superuser = new URL(server.databaseUrl);
  superuser.username = 'postgres';
  const lock = new pg.Client({ connectionString: superuser.href });
  await lock.connect();
  try {
    await lock.query('begin; lock table space_demo.trail in share mode');
    const handed = handOn(events);
    handed.catch(() => {});
    await expect
      .poll(async () => {
        // within a transaction others look as they did at first
        await lock.query('select pg_stat_clear_snapshot()');
        const { rowCount } = await lock.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy %' and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await expect(handed).rejects.toThrow();
    await lock.query('rollback');
  } finally {
    await lock.end();
  }
  await handOn(events);
  expect((await trail()).map(({ subject }) => subject)).toEqual(['one']);
});

/** As the trail of all spaces was written. */
async function writeOld(events: readonly EventRow[]): Promise<void> {
  const { owner } = server.platform;
  await owner.query('alter table platform.audit disable row level security');
  let hash = '';
  for (const [at, event] of events.entries()) {
    const { id, actor, type, subject, requestId, ip, data } = event;
    hash = hashText(
      'sha256',
      JSON.stringify([hash, id, event.at.toISOString(), actor, type, subject, requestId, ip, sorted(data)]),
      'hex',
    );
    await owner.query(
      `insert into platform.audit (space_id, seq, event_id, at, actor, type, subject, request_id, ip, data, kind, about, hash) values ('demo', $1, $2, $3, $4, $5, $6, $7, $8, $9, 'other', $6, $10)`,
      [at + 1, id, event.at, actor, type, subject, requestId, ip, JSON.stringify(data), hash],
    );
  }
  await owner.query('alter table platform.audit enable row level security');
}

const sorted = (data: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
