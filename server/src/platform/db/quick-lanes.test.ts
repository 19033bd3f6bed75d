import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { textOf } from './byte-text.ts';
import { closeLanes, readBytes } from './quick-lanes.ts';

let server: TestServer;
let pool: pg.Pool;
beforeAll(async () => {
  // what takes how long is measured by this clock, which stands: every statement is quick here once it ran a few times
  vi.useFakeTimers({ toFake: ['performance'] });
  server = await startTestServer();
  pool = new pg.Pool({ ...server.platform.pool.options, application_name: 'lanes' });
});
afterAll(async () => {
  await closeLanes(pool);
  await pool.end();
  await server.stop();
  vi.useRealTimers();
});

const shared = { name: 'double', text: 'select $1::int * 2, pg_backend_pid()' };
const ask = async (value: unknown) => (await readBytes(pool, { ...shared, values: [value] }))[0]!;
/** Runs it until it counts as quick and both lanes stand: more than one of them takes at once then share two connections. */
const warmUp = (): Promise<void> =>
  vi.waitFor(async () => {
    const backends = (await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)))).map(([, backend]) => backend);
    if (new Set(backends).size !== 2) throw new Error('the lanes are not used');
  });

test('quick reads share at most two connections, and each gets its own answer', async () => {
  await warmUp();
  const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => ask(n)));
  expect(answers.map(([double]) => double)).toEqual(answers.map((_, n) => String(2 * n)));
  expect(new Set(answers.map(([, backend]) => backend)).size).toBeLessThanOrEqual(2);
});

test('columns come as they are: none, empty, of any script, longer than what a socket hands over at once', async () => {
  const texts = ['plain', '', null, '检查 😀 é', '\u0080\u00ff', 'x'.repeat(70_000), `${'设备'.repeat(12_000)}.`];
  const read = async () =>
    (
      await readBytes(pool, {
        name: 'texts',
        text: 'select t, 7, t from unnest($1::text[]) with ordinality u(t, n) order by n',
        values: [texts],
      })
    ).map((row) => row.map((text) => text && textOf(text)));
  for (let n = 0; n < 12; n += 1) expect(await read()).toEqual(texts.map((text) => [text, '7', text]));
  for (const rows of await Promise.all(Array.from({ length: 6 }, read)))
    expect(rows).toEqual(texts.map((text) => [text, '7', text]));
});

test('one that is refused leaves those before and behind it alone', async () => {
  await warmUp();
  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => ask(n % 3 === 1 ? 'none' : n)));
  expect(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value[0] : (answer.reason as { code: string }).code,
    ),
  ).toEqual(answers.map((_, n) => (n % 3 === 1 ? '22P02' : String(2 * n))));
  expect((await ask(21))[0]).toBe('42');
});

test('reads of a lost connection are answered all the same', async () => {
  await warmUp();
  const backends = new Set((await Promise.all([1, 2, 3, 4].map(ask))).map(([, backend]) => backend!));
  const asking = Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)));
  await server.platform.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [[...backends]]);
  expect((await asking).map(([double]) => double)).toEqual(Array.from({ length: 12 }, (_, n) => String(2 * n)));
  const after = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)));
  expect(after.map(([double]) => double)).toEqual(Array.from({ length: 12 }, (_, n) => String(2 * n)));
});

test('a slow read does not hold up others', async () => {
  await warmUp();
  const gate = await server.platform.owner.connect();
  await gate.query('select pg_advisory_lock(20)');
  const isThrough = vi.fn();
  const slow = readBytes(pool, { name: 'slow', text: 'select pg_advisory_lock(20)' }).then(isThrough);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)));
  expect(answers.map(([double]) => double)).toEqual(answers.map((_, n) => String(2 * n)));
  expect(isThrough).not.toHaveBeenCalled();
  await gate.query('select pg_advisory_unlock(20)');
  gate.release();
  await slow;
});

test('what has become slow leaves the lanes', async () => {
  await warmUp();
  const backendsOf = async (together: number) =>
    new Set((await Promise.all(Array.from({ length: together }, (_, n) => ask(n)))).map(([, backend]) => backend)).size;
  expect(await backendsOf(6)).toBe(1);
  for (let n = 0; n < 10; n += 1) {
    const asking = ask(n);
    vi.advanceTimersByTime(100);
    await asking;
  }
  expect(await backendsOf(6)).toBeGreaterThan(2);
});
