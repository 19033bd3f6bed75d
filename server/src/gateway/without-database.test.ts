import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flood, floodFor } from './testing/flood.ts';
import { api, credential, emptySnapshot, openUpstream, sha256, until, type Opened } from './testing/stand.ts';
import { twoProcesses, type TwoProcesses } from './testing/two-processes.ts';
import type { Snapshot } from './snapshot.ts';

/** Two processes of the gateway on a PostgreSQL of their own, which really stops. The full time is asked by the environment. */
const seconds = Number(process.env.FORMWORK_TEST_LIMIT_SECONDS ?? 2);

let upstream: Opened;
let two: TwoProcesses;
let ports: TwoProcesses['ports'];
const serve = (change: (snapshot: Snapshot) => Snapshot): Promise<void> => two.serve(change);
const statusOf = (port: number, at: string, shown?: string): Promise<number> => two.statusOf(port, at, shown);

const drawn = `fwg_${'r'.repeat(43)}`;
const application = randomUUID();
const limited = (name: string, more: object, subscription = false) => ({
  ...api(name, upstream.url, () => ({
    security: { open: false, ways: ['key'], subscription },
    limits: { rate: null, concurrency: null, bodyBytes: 1_000_000, allow: [], deny: [], ...more },
  })),
  // the log takes none but such
  id: randomUUID(),
});
const rate = { per: 'application' as const, count: 200, seconds: 1, burst: 20 };

beforeAll(async () => {
  upstream = await openUpstream('up', (request, response) => response.end(request.url));
  two = await twoProcesses({
    apis: [
      limited('both', { rate }),
      limited('one', { rate }),
      limited('free', {}),
      limited('few', { concurrency: 1 }),
      {
        ...api('signed', upstream.url, () => ({ security: { open: false, ways: ['hmac'], subscription: false } })),
        id: randomUUID(),
      },
    ],
    applications: emptySnapshot().applications.map((one) => ({ ...one, id: application })),
    credentials: [
      ...emptySnapshot().credentials.map((one) => ({ ...one, application })),
      credential('h', { kind: 'hmac', login: 'signer', application }),
    ],
  });
  ({ ports } = two);
}, 120_000);
afterAll(async () => {
  await two.stop();
  upstream.close();
});

test('two processes share a limit as they are called, and never exceed it', async () => {
  const bound = (took: number): number => rate.count * took + rate.burst;
  const lanes = (port: number, count: number): number[] => Array.from({ length: count }, () => port);
  const both = await floodFor([...lanes(ports[0], 4), ...lanes(ports[1], 4)], 'both/x', seconds * 1_000);
  expect(both.passed).toBeLessThanOrEqual(bound(both.took));
  expect(both.lost).toBe(0);
  // the one that is called alone gets what the other leaves, well above its half
  const one = await floodFor(lanes(ports[0], 4), 'one/x', seconds * 1_000);
  expect(one.passed).toBeLessThanOrEqual(bound(one.took));
  expect(one.passed).toBeGreaterThan(0.6 * rate.count * one.took);
  // and gives it back
  const after = await floodFor([...lanes(ports[0], 2), ...lanes(ports[1], 2)], 'one/x', seconds * 1_000);
  expect(after.passed).toBeLessThanOrEqual(bound(after.took));
  expect(after.each.slice(2).reduce((sum, count) => sum + count)).toBeGreaterThan(0.2 * rate.count * after.took);
  if (process.env.FORMWORK_TEST_LIMIT_SECONDS)
    console.log(
      'of the limit',
      [both, one, after].map(({ passed, took }) => passed / bound(took)),
    );
}, 120_000);

test('a quota is spent to its end, whichever process is called, and not beyond', async () => {
  const counted = limited('quota', {}, true);
  await serve((before) => ({
    ...before,
    apis: [...before.apis.filter(({ name }) => name !== 'quota'), counted],
    plans: [{ id: 'p', name: 'P', rate: null, quota: { calls: 60, bytes: null, seconds: null, period: 'month' } }],
    subscriptions: [{ application, api: counted.id, plan: 'p', state: 'approved' }],
  }));
  let passed = 0;
  await until(async () => {
    // the third part of the calls goes to the other one
    for (const port of [ports[0], ports[0], ports[1]]) if ((await statusOf(port, 'quota/x')) === 200) passed += 1;
    return passed >= 60;
  });
  const more = await Promise.all(Array.from({ length: 10 }, (_, i) => statusOf(ports[(i % 2) as 0 | 1], 'quota/x')));
  expect([passed, new Set(more)]).toEqual([60, new Set([429])]);
}, 60_000);

test('what one call at a time may do is not done by two', async () => {
  await until(async () => (await statusOf(ports[0], 'few/x')) === 200);
  const many = await floodFor([ports[0], ports[0]], 'few/x', 300);
  expect(many.lost).toBe(0);
});

test('a signature counts once, whichever process it comes to', async () => {
  const refused = async (port: number, signature: string): Promise<string> => {
    const { status, body } = await two.signed(port, signature);
    return status === 200 ? 'taken' : body;
  };
  const kept = async (): Promise<number> =>
    (await two.asOwner((client) => client.query('select 1 from gateway.nonce'))).rows.length;
  // within moments: each try is another signature, as one that was taken twice is known everywhere
  await until(async () => {
    const signature = two.signature();
    expect(await refused(ports[0], signature)).toBe('taken');
    expect(await refused(ports[0], signature)).toBe('credential_replayed');
    return (await refused(ports[1], signature)) === 'credential_replayed';
  });
  await until(async () => (await kept()) > 0);
  // and of before it began a process knows what was kept
  const signature = two.signature();
  expect(await refused(ports[0], signature)).toBe('taken');
  const before = await kept();
  await until(async () => (await kept()) > 0 && (await kept()) >= before);
  await two.kill(1);
  await two.start(1);
  expect(await refused(ports[1], signature)).toBe('credential_replayed');
}, 60_000);

test('a key that is revoked is refused by every process', async () => {
  await serve((before) => ({
    ...before,
    credentials: [...before.credentials, credential('r', { hash: sha256(drawn), application })],
  }));
  const allAre = (status: number) => async (): Promise<boolean> =>
    (await Promise.all(ports.map((port) => statusOf(port, 'free/x', drawn)))).every((one) => one === status);
  await until(allAre(200));
  await serve((before) => ({ ...before, credentials: before.credentials.filter(({ id }) => id !== 'r') }));
  await until(allAre(401));
}, 60_000);

test('the database stops under load: no request fails, one process starts anew, and all is told afterwards', async () => {
  let goesOn = true;
  const load = Promise.all(ports.map((port) => flood(port, 'free/x', () => goesOn)));
  await floodFor(ports, 'free/y', 200);
  await two.stopDatabase();
  await floodFor(ports, 'free/y', 1_000);
  goesOn = false;
  const counts = await load;
  for (const one of counts) expect([...one.keys()]).toEqual([200]);

  await two.kill(1);
  await two.start(1);
  const alone = await floodFor([ports[1], ports[1]], 'free/z', 300);
  expect([alone.passed > 0, alone.refused, alone.lost]).toEqual([true, 0, 0]);
  // what was signed before it began may have been taken by the other: it is not by this one
  const [early, late] = [two.signature(-30), two.signature()];
  expect((await two.signed(ports[1], early)).body).toBe('credential_ended');
  expect((await two.signed(ports[1], two.signature(1))).status).toBe(200);
  expect((await two.signed(ports[0], late)).status).toBe(200);
  // each keeps to its part by itself
  const both = await floodFor([...ports, ...ports], 'both/x', 1_000);
  expect(both.passed).toBeLessThanOrEqual(rate.count * both.took + rate.burst);
  await two.startDatabase();
  await until(async () => {
    const { rows } = await two.asOwner((client) =>
      client.query("select 1 from gateway.member where seen_at > now() - interval '1 second'"),
    );
    return rows.length === 2;
  });
  // and the other is told afterwards
  await until(async () => (await two.signed(ports[1], late)).body === 'credential_replayed');
  // what came while it was away is in the log, of the process that was killed up to its last moments
  await until(async () => {
    const { rows } = await two.asOwner((client) =>
      client.query<{ path: string; calls: string }>(
        `select path, count(*) as calls from space_demo.gateway_log where path like '/gateway/demo/free/z%' group by path`,
      ),
    );
    return Number(rows[0]?.calls ?? 0) === alone.passed;
  });
}, 120_000);
