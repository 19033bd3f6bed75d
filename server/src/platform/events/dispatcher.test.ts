import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSpace } from '../../modules/identity/public.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { asDispatcher } from '../db/db.ts';
import { startDispatcher, type Dispatcher } from './dispatcher.ts';
import type { LoggedEvent, Subscriber } from './events.ts';
import { newId } from '../ids.ts';
import { inSpace } from '../db/space-data.ts';

let server: TestServer;
const running: Dispatcher[] = [];
beforeEach(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
  await server.stop();
});

function dispatch(...subscribers: Subscriber[]): Dispatcher {
  const dispatcher = startDispatcher(
    server.platform,
    server.databaseUrl.replace(/\/\/[^@]+@/, `//${appCredentials()}@`),
    subscribers,
  );
  running.push(dispatcher);
  return dispatcher;
}

function appCredentials(): string {
  const { user, password } = server.platform.pool.options as {
    user?: string;
    password?: string;
    connectionString?: string;
  };
  if (user) return `${user}:${String(password)}`;
  const url = new URL(server.platform.pool.options.connectionString!);
  return `${url.username}:${url.password}`;
}

const doer = (spaceId = 'demo') => ({
  platform: server.platform,
  spaceId,
  requestId: 'test',
  ip: '127.0.0.1',
  user: { id: newId(), role: 'admin' as const },
});
const until = (holds: () => boolean | Promise<boolean>) => expect.poll(() => holds(), { interval: 25 }).toBe(true);

test('every event of a space reaches the subscriber once, with writers at work and some rolled back', async () => {
  const heard: LoggedEvent[] = [];
  dispatch({
    name: 'test.all',
    start: 'first',
    types: ['test.'],
    handle: async (_platform, _spaceId, events) => {
      heard.push(...events);
    },
  });
  const written: string[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; i < 40; i++) {
        const subject = `${writer}-${i}`;
        await inSpace(doer(), async (tx) => {
          await tx.event('test.written', subject, { i });
          if (i % 7 === 3) throw new Error('changed my mind');
        }).then(
          () => written.push(subject),
          () => undefined,
        );
      }
    }),
  );
  await until(() => heard.length >= written.length);
  expect(heard.map(({ subject }) => subject).sort()).toEqual(written.sort());
  for (let writer = 0; writer < 8; writer++) {
    const own = heard.filter(({ subject }) => subject.startsWith(`${writer}-`)).map(({ data }) => data.i as number);
    expect(own).toEqual([...own].sort((a, b) => a - b));
  }
});

test('an event that fails again and again is set aside, and nothing waits behind it', async () => {
  const heard: string[] = [];
  dispatch({
    name: 'test.picky',
    start: 'first',
    types: ['test.'],
    handle: async (_platform, _spaceId, events) => {
      if (events.some(({ subject }) => subject === 'bad')) throw new Error('cannot take this one');
      heard.push(...events.map(({ subject }) => subject));
    },
  });
  for (const subject of ['first', 'bad', 'last']) await inSpace(doer(), (tx) => tx.event('test.written', subject, {}));
  await until(() => heard.includes('last'));
  expect(heard).toEqual(['first', 'last']);
  const set = await asDispatcher(server.platform.control, (tx) =>
    tx.selectFrom('platform.failed_event').select(['subscriber', 'type']).execute(),
  );
  expect(set).toEqual([{ subscriber: 'test.picky', type: 'test.written' }]);
});

test('nobody waits for a subscriber that is slow or fails, and what is too much for its lane it reads later', async () => {
  const [slow, failing, quick]: [string[], string[], string[]] = [[], [], []];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  dispatch(
    {
      name: 'test.slow',
      start: 'first',
      types: ['test.'],
      handle: async (_platform, _spaceId, events) => {
        await released;
        slow.push(...events.map(({ subject }) => subject));
      },
    },
    {
      name: 'test.failing',
      start: 'first',
      types: ['test.'],
      handle: async () => {
        failing.push('');
        await Promise.reject(new Error('not today'));
      },
    },
    {
      name: 'test.quick',
      start: 'first',
      types: ['test.'],
      handle: async (_platform, _spaceId, events) => {
        quick.push(...events.map(({ subject }) => subject));
      },
    },
  );
  const many = 25_000;
  for (let from = 0; from < many; from += 5_000) {
    await server.platform.owner.query(
      `insert into space_demo.event (id, type, subject, request_id, ip, data)
      select uuidv7(), 'test.written', n::text, '', '', '{}' from generate_series($1::int, $2::int) n order by n`,
      [from, from + 4_999],
    );
    server.platform.bus.eventsWritten('demo');
  }
  await expect.poll(() => quick.length).toBe(many);
  expect([slow.length, failing.length > 0]).toEqual([0, true]);
  release();
  await expect.poll(() => slow.length).toBe(many);
  expect(new Set(slow).size).toBe(many);
});

test('while what a subscriber needs is away no event of it is set aside', async () => {
  let calls = 0;
  const heard: string[] = [];
  dispatch({
    name: 'test.cut_off',
    start: 'first',
    types: ['test.'],
    handle: async (_platform, _spaceId, events) => {
      calls += 1;
      if (calls < 7) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      heard.push(...events.map(({ subject }) => subject));
    },
  });
  await inSpace(doer(), (tx) => tx.event('test.written', 'patient', {}));
  await expect.poll(() => heard).toEqual(['patient']);
  expect(
    await asDispatcher(server.platform.control, (tx) =>
      tx.selectFrom('platform.failed_event').select('subscriber').execute(),
    ),
  ).toEqual([]);
});

test('a new subscriber that tells people does not hear of what was before it, one that rebuilds hears all', async () => {
  const [teller, builder]: [string[], string[]] = [[], []];
  const hears = (name: string, start: 'now' | 'first', into: string[]): Subscriber => ({
    name,
    start,
    types: ['test.'],
    handle: async (_platform, _spaceId, events) => {
      into.push(...events.map(({ subject }) => subject));
    },
  });
  const before: string[] = [];
  const old = dispatch(hears('test.old', 'now', before));
  for (const subject of ['one', 'two']) await inSpace(doer(), (tx) => tx.event('test.written', subject, {}));
  await until(() => before.length === 2);
  await old.stop();
  // written while no version ran: the old one still hears it
  await inSpace(doer(), (tx) => tx.event('test.written', 'three', {}));

  const upgraded = dispatch(
    hears('test.old', 'now', before),
    hears('test.teller', 'now', teller),
    hears('test.builder', 'first', builder),
  );
  await until(() => builder.length === 3 && before.length === 3);
  await createSpace(server.platform, { id: 'later', name: '后来' });
  await inSpace(doer('later'), (tx) => tx.event('test.written', 'later', {}));
  await inSpace(doer(), (tx) => tx.event('test.written', 'four', {}));
  for (const all of [before, builder]) await until(() => all.length === 5);
  await until(() => teller.length === 2);
  expect(teller.sort()).toEqual(['four', 'later']);

  // it is not new any more: what comes while nobody listens is kept for it
  await upgraded.stop();
  await inSpace(doer(), (tx) => tx.event('test.written', 'five', {}));
  dispatch(hears('test.teller', 'now', teller));
  await until(() => teller.includes('five'));
});

test('of two dispatchers one works; when it stops the other goes on where it was', async () => {
  const heard: string[] = [];
  const subscriber: Subscriber = {
    name: 'test.both',
    start: 'first',
    types: ['test.'],
    handle: async (_platform, _spaceId, events) => {
      heard.push(...events.map(({ subject }) => subject));
    },
  };
  const first = dispatch(subscriber);
  await inSpace(doer(), (tx) => tx.event('test.written', 'one', {}));
  await until(() => heard.length === 1);
  dispatch(subscriber);
  await first.stop();
  await inSpace(doer(), (tx) => tx.event('test.written', 'two', {}));
  await until(() => heard.length === 2);
  expect(heard).toEqual(['one', 'two']);
});

test('a space made later is heard too', async () => {
  const heard: string[] = [];
  dispatch({
    name: 'test.late',
    start: 'first',
    types: ['test.'],
    handle: async (_platform, spaceId) => {
      heard.push(spaceId);
    },
  });
  await createSpace(server.platform, { id: 'later', name: '后来' });
  await inSpace(doer('later'), (tx) => tx.event('test.written', 'x', {}));
  await until(() => heard.includes('later'));
});

test('where people wait for it, many at once do not make all that follow gather for as long', async () => {
  const batches = { patient: [] as number[], awaited: [] as number[] };
  const counting = (name: keyof typeof batches, more: Partial<Subscriber>): Subscriber => ({
    name: `test.${name}`,
    start: 'first',
    types: ['test.'],
    gathers: true,
    ...more,
    handle: (_platform, _spaceId, events) => {
      batches[name].push(events.length);
      return Promise.resolve();
    },
  });
  const write = (count: number) =>
    inSpace(doer(), async (tx) => {
      for (let at = 0; at < count; at++) await tx.event('test.written', 'a', {});
    });
  await write(50);
  dispatch(counting('patient', {}), counting('awaited', { awaited: true }));
  let written = 50;
  for (const end = Date.now() + 2_500; Date.now() < end; written += 1) {
    await write(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await until(() => Object.values(batches).every((some) => some.reduce((sum, one) => sum + one, 0) === written));
  expect(batches.awaited.length).toBeGreaterThan(2 * batches.patient.length);
});
