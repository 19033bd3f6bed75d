import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ FORMWORK_ROLE: 'web' });
});
afterAll(() => server.stop());

test('while events go on coming their reader is woken at most once in 25 ms, and hears of the first and of the last', async () => {
  const { bus } = server.platform;
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  let heard = 0;
  const spaces = new Set<string>();
  client.on('notification', ({ payload }) => {
    for (const message of JSON.parse(payload!) as { kind: string; spaces: string[] }[]) {
      if (message.kind !== 'events') continue;
      heard += 1;
      for (const space of message.spaces) spaces.add(space);
    }
  });
  await client.query('listen formwork');
  try {
    // half a second by a clock of the test's own, in which nothing else of the process runs
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const written = 500;
    for (let n = 1; n <= written; n += 1) {
      bus.eventsWritten(`s${n}`);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(25);
    vi.useRealTimers();
    await expect.poll(() => spaces.size).toBe(written);
    expect(spaces.has(`s${written}`)).toBe(true);
    expect(heard).toBeGreaterThan(1);
    expect(heard).toBeLessThanOrEqual(written / 25 + 1);
  } finally {
    vi.useRealTimers();
    await client.end();
  }
});

test('a message that no NOTIFY carries is refused where it is published, and the process goes on; spaces are told in as many as it takes', async () => {
  const { bus } = server.platform;
  const heard = new Set<string>();
  bus.on('test.size', ({ what }) => heard.add(String(what)));
  bus.on('events', ({ spaces }) => {
    for (const space of spaces as string[]) heard.add(space);
  });
  expect(() => bus.publish({ kind: 'test.size', what: 'x'.repeat(8_000) })).toThrow('too large');
  bus.publish({ kind: 'test.size', what: 'small' });
  bus.publish({ kind: 'test.size', what: 'y'.repeat(7_800) });
  const spaces = Array.from({ length: 1_000 }, (_, at) => `${'s'.repeat(36)}${at}`);
  for (const space of spaces) bus.eventsWritten(space);
  await expect.poll(() => spaces.every((space) => heard.has(space)) && heard.has('y'.repeat(7_800))).toBe(true);
  expect(heard.has('small')).toBe(true);
});
