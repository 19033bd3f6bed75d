import { setTimeout as sleep } from 'node:timers/promises';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { usualWorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import type { Timing } from '@formwork/contract/schedules/timing.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { DueRun, ScheduledKind } from '../../platform/scheduled.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { pauseSchedulesOf, registerScheduled, startScheduler } from './public.ts';
import type { Scheduler } from './leader.ts';

let server: TestServer;
let admin: Client;
let url: string;
const started: DueRun[] = [];
const running = new Set<string>();
const cancelled: string[] = [];
let onStart: ((due: DueRun) => Promise<void>) | undefined;
const schedulers: Scheduler[] = [];
let now = new Date('2026-06-01T00:00:00Z');

/** Something that runs by the clock: `locked` is for administrators alone, `gone` is not there. */
const thing: ScheduledKind = {
  requireMay(ctx, ofId, level) {
    if (ofId === 'gone') return Promise.reject(notFound('schedules.schedule.not_found'));
    if (level === 'edit' && ctx.user.role !== 'admin') return Promise.reject(forbidden('platform.forbidden'));
    return Promise.resolve();
  },
  async start(_platform, due) {
    started.push(due);
    await onStart?.(due);
  },
  running: (_platform, _spaceId, runs) => Promise.resolve(runs.filter((run) => running.has(run))),
  cancel(_platform, _spaceId, run) {
    cancelled.push(run);
    running.delete(run);
    return Promise.resolve();
  },
};

beforeAll(async () => {
  server = await startTestServer();
  // by the clock of the tests alone
  await server.scheduler?.stop();
  admin = await server.as('admin');
  registerScheduled(server.platform, { thing });
  url = (server.platform.pool.options as { connectionString: string }).connectionString;
});
afterAll(() => server.stop());
beforeEach(async () => {
  started.length = 0;
  cancelled.length = 0;
  running.clear();
  onStart = undefined;
  now = new Date('2026-06-01T00:00:00Z');
  await inDemo((tx) => tx.deleteFrom('schedules.due').execute());
  await inDemo((tx) => tx.deleteFrom('schedules.schedule').execute());
});
afterEach(async () => {
  await Promise.all(schedulers.splice(0).map((scheduler) => scheduler.stop()));
});

const inDemo = <T>(work: Parameters<typeof inControl<T>>[2]): Promise<T> =>
  inControl(server.platform.control, 'demo', work);
const lead = (): Scheduler => {
  const scheduler = startScheduler(server.platform, url, { now: () => now, tickMs: 10 });
  schedulers.push(scheduler);
  return scheduler;
};
const create = (timing: Partial<Timing>, ofId = 'a') =>
  admin.ok(schedulesApi.create, {
    body: { ofKind: 'thing', ofId, timing: { workdays: false, overlap: 'parallel', missed: 'once', ...timing } },
  });
/** As if it had been made then: calls know the time of day alone. */
async function createAt(timing: Partial<Timing>, at: string, next: string): Promise<string> {
  const { id } = await create(timing);
  await inDemo((tx) =>
    tx
      .updateTable('schedules.schedule')
      .set({ since: new Date(at), next_at: new Date(next), after_at: null })
      .where('id', '=', id)
      .execute(),
  );
  return id;
}
const times = (): string[] => started.map(({ due }) => due.toISOString()).sort();
const statesOf = (): Promise<string[]> =>
  inDemo(async (tx) => {
    const rows = await tx.selectFrom('schedules.due').select(['state']).orderBy('due').execute();
    return rows.map(({ state }) => state);
  });
const nextOf = (id: string): Promise<string | undefined> =>
  inDemo(async (tx) => {
    const row = await tx.selectFrom('schedules.schedule').select('next_at').where('id', '=', id).executeTakeFirst();
    return row?.next_at?.toISOString();
  });
/** Time passes while it is looked: a few ticks. */
const settled = () => sleep(150);

describe('what is due', () => {
  test('starts once, whoever leads, and also when the leader is gone in the midst of it', async () => {
    const id = await createAt({ cron: '0 * * * *', zone: 'UTC' }, '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z');
    lead();
    lead();
    await settled();
    expect(started).toEqual([]);
    now = new Date('2026-06-01T01:00:01Z');
    await expect.poll(times).toEqual(['2026-06-01T01:00:00.000Z']);
    await settled();
    expect(started).toHaveLength(1);
    expect(await nextOf(id)).toBe('2026-06-01T02:00:00.000Z');

    // the connection of the leader breaks after the run began and before anybody wrote that down
    let broken = 0;
    onStart = async () => {
      if (broken++ > 0) return;
      await server.platform.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwork scheduler' and datname = current_database()`,
      );
    };
    now = new Date('2026-06-01T02:00:01Z');
    await expect.poll(() => started.length).toBe(3);
    await settled();
    const [, second, third] = started;
    expect([second!.run, second!.due]).toEqual([third!.run, third!.due]);
    expect(await statesOf()).toEqual(['started', 'started']);
  });

  test('is tried again when it cannot be started, and given up at last', async () => {
    await createAt({ cron: '0 * * * *', zone: 'UTC' }, '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z');
    onStart = () => Promise.reject(new Error('no room'));
    now = new Date('2026-06-01T01:00:00Z');
    lead();
    await expect.poll(() => started.length).toBe(1);
    await settled();
    expect(started).toHaveLength(1);
    now = new Date('2026-06-01T01:30:00Z');
    await expect.poll(statesOf).toEqual(['failed']);
    expect(new Set(started.map(({ run }) => run)).size).toBe(1);
    const { id } = (await admin.ok(schedulesApi.list, { query: { ofKind: 'thing', ofId: 'a' } }))[0]!;
    expect(await admin.ok(schedulesApi.dues, { params: { scheduleId: id } })).toMatchObject([
      { state: 'failed', error: 'no room', due: '2026-06-01T01:00:00.000Z' },
    ]);
  });

  test('of a space that is held waits', async () => {
    await createAt({ every: 3600 }, '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z');
    const spaces = server.platform.hold.spaces as Map<string, unknown>;
    spaces.set('demo', { restoring: false });
    now = new Date('2026-06-01T01:00:00Z');
    lead();
    await settled();
    expect(started).toEqual([]);
    spaces.delete('demo');
    await expect.poll(times).toEqual(['2026-06-01T01:00:00.000Z']);
  });
});

describe('two hours without anybody who leads', () => {
  const every20 = (missed: Timing['missed']) =>
    createAt({ cron: '*/20 * * * *', zone: 'UTC', missed }, '2026-06-01T00:00:00Z', '2026-06-01T00:20:00Z');
  test.each([
    ['once', ['02:20']],
    ['skip', []],
    ['all', ['00:20', '00:40', '01:00', '01:20', '01:40', '02:00', '02:20']],
  ] as const)('missed %s', async (missed, expected) => {
    const id = await every20(missed);
    now = new Date('2026-06-01T02:30:00Z');
    lead();
    await expect.poll(() => nextOf(id)).toBe('2026-06-01T02:40:00.000Z');
    await settled();
    expect(times().map((at) => at.slice(11, 16))).toEqual(expected);
  });

  test('a moment that is on time is not missed', async () => {
    await every20('skip');
    now = new Date('2026-06-01T02:20:30Z');
    lead();
    await expect.poll(times).toEqual(['2026-06-01T02:20:00.000Z']);
  });
});

describe('a clock that is moved', () => {
  test('back starts nothing twice, ahead and back leaves no hole', async () => {
    const id = await createAt({ cron: '0 * * * *', zone: 'UTC' }, '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z');
    now = new Date('2026-06-01T01:00:00Z');
    lead();
    await expect.poll(() => started.length).toBe(1);
    now = new Date('2026-06-01T00:30:00Z');
    await settled();
    now = new Date('2026-06-01T01:00:10Z');
    await settled();
    expect(started).toHaveLength(1);
    // a year ahead by mistake, and back
    now = new Date('2027-06-01T00:30:00Z');
    await expect.poll(() => started.length).toBe(2);
    now = new Date('2026-06-01T01:30:00Z');
    await expect.poll(() => nextOf(id)).toBe('2026-06-01T02:00:00.000Z');
    now = new Date('2026-06-01T02:00:05Z');
    await expect.poll(() => started.length).toBe(3);
  });
});

describe('while the run before goes on', () => {
  const hourly = (overlap: Timing['overlap']) =>
    createAt({ cron: '0 * * * *', zone: 'UTC', overlap }, '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z');
  async function twoHours(overlap: Timing['overlap']): Promise<void> {
    await hourly(overlap);
    onStart = (due) => Promise.resolve(void running.add(due.run));
    now = new Date('2026-06-01T01:00:00Z');
    lead();
    await expect.poll(() => started.length).toBe(1);
    await expect.poll(statesOf).toEqual(['started']);
    now = new Date('2026-06-01T02:00:00Z');
    await expect.poll(async () => (await statesOf()).length).toBe(2);
    await settled();
  }
  test('the next is skipped', async () => {
    await twoHours('skip');
    expect([await statesOf(), started.length]).toEqual([['started', 'skipped'], 1]);
    running.clear();
    now = new Date('2026-06-01T03:00:00Z');
    await expect.poll(statesOf).toEqual(['ended', 'skipped', 'started']);
  });
  test('the next waits', async () => {
    await twoHours('wait');
    expect([await statesOf(), started.length]).toEqual([['started', 'waiting'], 1]);
    running.clear();
    await expect.poll(statesOf).toEqual(['ended', 'started']);
  });
  test('the next runs beside it', async () => {
    await twoHours('parallel');
    expect([await statesOf(), started.length]).toEqual([['started', 'started'], 2]);
  });
  test('the next takes its place', async () => {
    await twoHours('replace');
    expect([await statesOf(), started.length]).toEqual([['ended', 'started'], 2]);
    expect(cancelled).toEqual([started[0]!.run]);
  });
});

test('a thousand that are due at once are all started, each once', async () => {
  await inDemo((tx) =>
    tx
      .insertInto('schedules.schedule')
      .values(
        Array.from({ length: 1_200 }, (_, n) => ({
          space_id: 'demo',
          id: `0198c2f0-0000-7000-8000-${String(n).padStart(12, '0')}`,
          of_kind: 'thing',
          of_id: String(n),
          cron: '0 * * * *',
          every: null,
          at: null,
          zone: null,
          workdays: false,
          window: null,
          overlap: 'skip' as const,
          missed: 'once' as const,
          since: now,
          next_at: new Date('2026-06-01T01:00:00Z'),
          after_at: null,
          created_by: admin.id,
        })),
      )
      .execute(),
  );
  now = new Date('2026-06-01T01:00:00Z');
  lead();
  lead();
  await expect.poll(() => started.length).toBe(1_200);
  await settled();
  expect(new Set(started.map(({ ofId }) => ofId)).size).toBe(1_200);
});

describe('schedules of a thing', () => {
  test('are made, changed, paused and removed by whoever may say when it runs', async () => {
    const made = await create({ cron: '0 9 * * *', zone: 'Asia/Kolkata', workdays: true });
    expect(made).toMatchObject({
      ofKind: 'thing',
      ofId: 'a',
      paused: false,
      version: 1,
      timing: { cron: '0 9 * * *', workdays: true },
    });
    const at = { params: { scheduleId: made.id } };
    const user = await server.as('user');
    const body = { version: 1, timing: { every: 600, workdays: false, overlap: 'wait', missed: 'all' } as Timing };
    expect((await user.call(schedulesApi.update, { ...at, body })).status).toBe(403);
    expect((await user.call(schedulesApi.remove, at)).status).toBe(403);
    expect(await user.ok(schedulesApi.list, { query: { ofKind: 'thing', ofId: 'a' } })).toHaveLength(1);
    expect(await admin.ok(schedulesApi.update, { ...at, body })).toMatchObject({ version: 2, timing: { every: 600 } });
    expect(codeOf(await admin.call(schedulesApi.update, { ...at, body }))).toBe('schedules.schedule.changed_meanwhile');
    expect(await admin.ok(schedulesApi.pause, { ...at, body: { paused: true } })).toMatchObject({
      paused: true,
      nextAt: null,
    });
    expect((await admin.ok(schedulesApi.pause, { ...at, body: { paused: false } })).nextAt).not.toBeNull();
    await inDemo((tx) => pauseSchedulesOf({ tx, spaceId: 'demo' }, 'thing', 'a'));
    expect((await admin.ok(schedulesApi.list, { query: { ofKind: 'thing', ofId: 'a' } }))[0]).toMatchObject({
      paused: true,
    });
    await admin.ok(schedulesApi.remove, at);
    expect(await admin.ok(schedulesApi.list, { query: { ofKind: 'thing', ofId: 'a' } })).toEqual([]);
  });

  test('refuse what never runs, what is no pattern, and kinds that nothing runs', async () => {
    const refused = async (timing: object, ofKind = 'thing') =>
      codeOf(await admin.call(schedulesApi.create, { body: { ofKind, ofId: 'a', timing: timing as Timing } }));
    expect(await refused({ cron: 'often' })).toBe('schedules.timing.bad_cron');
    expect(await refused({ at: '2020-01-01T00:00:00Z' })).toBe('schedules.timing.never');
    expect(await refused({ cron: '0 0 * * *' }, 'nothing')).toBe('schedules.kind.not_found');
    expect(await refused({ cron: '0 0 * * *', every: 60 })).toBe('platform.invalid_input');
    expect(await refused({})).toBe('platform.invalid_input');
  });

  test('are shown ten times ahead, by the clock of the enterprise', async () => {
    const { times: ahead, zone } = await admin.ok(schedulesApi.preview, {
      body: {
        timing: { cron: '30 8 * * *', workdays: false, overlap: 'skip', missed: 'once' },
        from: '2026-06-01T00:00:00Z',
      },
    });
    expect([ahead.length, ahead[0], zone]).toEqual([10, '2026-06-01T00:30:00.000Z', 'Asia/Shanghai']);
  });

  test('follow the enterprise into another zone', async () => {
    const { id } = await create({ cron: '0 12 * * *' });
    lead();
    expect((await nextOf(id))!.slice(11, 16)).toBe('04:00');
    await admin.ok(enterpriseApi.setWorkTime, { body: { ...usualWorkTime, timeZone: 'Asia/Kolkata' } });
    await expect.poll(async () => (await nextOf(id))!.slice(11, 16)).toBe('06:30');
    await admin.ok(enterpriseApi.setWorkTime, { body: usualWorkTime });
  });
});
