import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepSnapshot } from './snapshot-files.ts';
import { flood, floodFor, keyedRequest } from './testing/flood.ts';
import { startProcess } from './testing/processes.ts';
import {
  api,
  bytesOf,
  credential,
  emptySnapshot,
  exchange,
  fileOf,
  key,
  openUpstream,
  sha256,
  startStand,
  until,
  upstreamOf,
} from './testing/stand.ts';
import { freePort } from '../testing/free-port.ts';
import type { Opened, Stand } from './testing/stand.ts';
import type { Snapshot } from './snapshot.ts';

/** The full count is asked by the environment; these are enough to fail where something is wrong. */
const releases = Number(process.env.FORMWORK_TEST_RELEASES ?? 25);
const longBytes = Number(process.env.FORMWORK_TEST_ANSWER_BYTES ?? 200 * 1024 * 1024);
const seconds = Number(process.env.FORMWORK_TEST_LIMIT_SECONDS ?? 1.5);

let upstream: Opened;
beforeAll(async () => {
  upstream = await openUpstream('up', (request, response) => response.end(request.url));
});
afterAll(() => upstream.close());

const limited = (name: string, limits: object) =>
  api(name, upstream.url, () => ({
    security: { open: false, ways: ['key'], subscription: false },
    limits: { rate: null, concurrency: null, bodyBytes: 1_000_000, allow: [], deny: [], ...limits },
  }));
describe.each(['net', 'http'] as const)('what holds over threads, in the loop %s', (loop) => {
  let stand: Stand;
  beforeAll(async () => {
    const rate = { per: 'application' as const, count: 200, seconds: 1, burst: 20 };
    stand = await startStand(
      {
        apis: [
          limited('rate', { rate }),
          limited('alone', { rate }),
          limited('free', {}),
          limited('few', { concurrency: 2 }),
          limited('quota', {}),
        ],
        plans: [{ id: 'p', name: 'P', rate: null, quota: { calls: 60, bytes: null, seconds: null, period: 'month' } }],
      },
      { threads: 2, settings: { FORMWORK_GATEWAY_LOOP: loop } },
    );
  });
  afterAll(() => stand.stop());

  test('a limit is never exceeded, and one connection alone gets it', async () => {
    const many = await floodFor(
      Array.from({ length: 12 }, () => stand.port),
      'rate/x',
      seconds * 1_000,
    );
    expect(many.passed).toBeLessThanOrEqual(200 * many.took + 20);
    expect([many.refused > 0, many.passed >= 20, many.lost]).toEqual([true, true, 0]);
    const one = await floodFor([stand.port], 'alone/x', 300);
    expect(one.passed).toBeLessThanOrEqual(200 * one.took + 20);
    expect(one.passed).toBeGreaterThanOrEqual(20);
    // all that a limit refuses is found by its id, with policy and rule
    const refused = await fetch(`${stand.url}/rate/x`, { headers: { 'x-api-key': key } });
    if (refused.status !== 429) return;
    const id = refused.headers.get('x-request-id');
    await until(() => stand.rows.some((row) => row.id === id));
    expect(stand.rows.find((row) => row.id === id)).toMatchObject({
      code: 'rate',
      policy: 'limit',
      detail: { count: 200 },
    });
  });

  test('a quota of calls is spent once, whichever thread is asked', async () => {
    await stand.serve((snapshot) => ({
      ...snapshot,
      apis: snapshot.apis.map((one) =>
        one.id === 'quota'
          ? { ...one, body: { ...one.body, security: { ...one.body.security, subscription: true } } }
          : one,
      ),
      subscriptions: [{ application: 'app', api: 'quota', plan: 'p', state: 'approved' }],
    }));
    let asked = 0;
    const lanes = await Promise.all(
      Array.from({ length: 6 }, () => flood(stand.port, 'quota/x', () => (asked += 1) < 150)),
    );
    expect(lanes.reduce((total, counts) => total + (counts.get(200) ?? 0), 0)).toBe(60);
  });

  test('a quota of time ends with the time that the source was busy, and says when to come again', async () => {
    const slow = await openUpstream('slow', (_, response) => setTimeout(() => response.end('late'), 200));
    const busy = { ...limited('busy', {}), id: 'busy' };
    busy.body = { ...busy.body, source: upstreamOf(slow.url), security: { ...busy.body.security, subscription: true } };
    await stand.serve((snapshot) => ({
      ...snapshot,
      apis: [...snapshot.apis, busy],
      plans: [
        ...snapshot.plans,
        { id: 't', name: 'T', rate: null, quota: { calls: null, bytes: null, seconds: 1, period: 'day' } },
      ],
      subscriptions: [...snapshot.subscriptions, { application: 'app', api: 'busy', plan: 't', state: 'approved' }],
    }));
    let passed = 0;
    let refused: Response | undefined;
    await until(async () => {
      const answer = await fetch(`${stand.url}/busy/x`, { headers: { 'x-api-key': key } });
      await answer.clone().text();
      if (answer.status === 200) passed += 1;
      else refused = answer;
      return refused !== undefined;
    });
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(5);
    expect([refused!.status, await refused!.json()]).toMatchObject([429, { code: 'quota_time' }]);
    const wait = Number(refused!.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    await until(() => stand.minutes.some(({ api: of, sourceMs }) => of === 'busy' && sourceMs >= 200));
    slow.close();
  });

  test('releases under load lose no request', async () => {
    let goesOn = true;
    const load = Promise.all(Array.from({ length: 6 }, () => flood(stand.port, 'free/x', () => goesOn)));
    for (let n = 0; n < releases; n += 1)
      await stand.serve((snapshot) => ({
        ...snapshot,
        apis: snapshot.apis.map((one) => (one.id === 'free' ? { ...one, number: one.number + 1 } : one)),
      }));
    goesOn = false;
    const lanes = await load;
    for (const counts of lanes) expect([...counts.keys()]).toEqual([200]);
  });

  test('a key that is revoked is refused by every thread', async () => {
    const drawn = `fwg_${'r'.repeat(43)}`;
    const own = credential('r', { hash: sha256(drawn) });
    const statuses = (): Promise<number[]> =>
      Promise.all(
        Array.from({ length: 8 }, async () => {
          const headers = { 'x-api-key': drawn, connection: 'close' };
          return (await fetch(`${stand.url}/free/x`, { headers })).status;
        }),
      );
    await stand.serve((snapshot) => ({ ...snapshot, credentials: [...snapshot.credentials, own] }));
    expect(new Set(await statuses())).toEqual(new Set([200]));
    await stand.serve((snapshot) => ({
      ...snapshot,
      credentials: snapshot.credentials.filter(({ id }) => id !== 'r'),
    }));
    expect(new Set(await statuses())).toEqual(new Set([401]));
  });

  test('without its database it goes on, starts anew, and tells all of it afterwards', async () => {
    const rows = stand.rows;
    stand.away.now = true;
    let goesOn = true;
    const load = flood(stand.port, 'free/x', () => goesOn);
    await stand.gateway.look();
    const told = await fetch(`${stand.url}/free/away`, { headers: { 'x-api-key': key } });
    const id = told.headers.get('x-request-id');
    goesOn = false;
    expect([...(await load).keys()]).toEqual([200]);
    // another process with this disk, while the database is away still
    stand = await stand.restart({ away: true });
    const answer = await fetch(`${stand.url}/free/x`, { headers: { 'x-api-key': key } });
    expect([answer.status, await answer.text()]).toEqual([200, '/x']);
    const quota = await fetch(`${stand.url}/quota/x`, { headers: { 'x-api-key': key } });
    expect([quota.status, ((await quota.json()) as { code: string }).code]).toEqual([429, 'quota']);
    stand.away.now = false;
    await until(() => [...rows, ...stand.rows].some((row) => row.id === id));
  });
});

/** The gateway as an operator starts it by itself. */
describe('processes', () => {
  const children: ChildProcess[] = [];
  const folders: string[] = [];
  let port: number;
  const big = bytesOf(10 * 1024 * 1024);
  let echo: Opened;
  let long: Opened;
  beforeAll(async () => {
    port = await freePort();
    echo = await openUpstream('echo', (_, response) => response.end(big));
    long = await openUpstream('long', (_, response) => {
      response.writeHead(200, { 'content-length': longBytes });
      Readable.from(pieces(longBytes)).pipe(response);
    });
  });
  afterAll(() => {
    echo.close();
    long.close();
    for (const child of children) child.kill('SIGKILL');
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  const folderWith = (snapshot: Snapshot): string => {
    const folder = mkdtempSync(path.join(tmpdir(), 'fw-process-'));
    folders.push(folder);
    keepSnapshot(folder, fileOf(snapshot, 3));
    return folder;
  };

  async function start(folder: string): Promise<ChildProcess> {
    children.push(await startProcess({ folder, port }));
    return children.at(-1)!;
  }

  test('two share a limit and a port, one is killed, and comes back without a database', async () => {
    // a second try shares its port with nobody
    for (const child of children.splice(0)) child.kill('SIGKILL');
    const rate = { per: 'application' as const, count: 200, seconds: 1, burst: 20 };
    const large = { rate: null, concurrency: null, bodyBytes: 50 * 1024 * 1024, allow: [], deny: [] };
    const snapshot = {
      ...emptySnapshot(),
      apis: [
        limited('rate', { rate }),
        limited('free', {}),
        api('e', echo.url, () => ({ limits: large })),
        api('long', long.url),
      ],
    };
    const [first, second] = [folderWith(snapshot), folderWith(snapshot)];
    const [one, other] = await Promise.all([start(first), start(second)]);
    const both = await floodFor(
      Array.from({ length: 12 }, () => port),
      'rate/x',
      seconds * 1_000,
    );
    expect(both.passed).toBeLessThanOrEqual(200 * both.took + 20);
    expect([both.refused > 0, both.passed >= 20, both.lost]).toEqual([true, true, 0]);

    one.kill('SIGKILL');
    await new Promise((resolve) => one.once('exit', resolve));
    const alone = await exchange(port, keyedRequest('free/x'), (heard) => heard.endsWith('/x'));
    expect(alone).toContain('200 OK');
    // ten megabytes both ways through the one that is left take no more memory than they did the first times
    const at = `http://127.0.0.1:${port}/gateway/demo/e/x`;
    const send = async (body: Buffer | string): Promise<number> =>
      (await (await fetch(at, { method: 'POST', body })).arrayBuffer()).byteLength;
    for (let n = 0; n < 3; n += 1) expect(await send(big)).toBe(big.length);
    const before = mostMemory(other);
    for (let n = 0; n < 4; n += 1) expect(await send(big)).toBe(big.length);
    const after = mostMemory(other);
    if (before !== undefined) expect(after! - before).toBeLessThan(50);

    // an answer without end takes what lies between two collections of garbage, and no more than that
    const answer = await fetch(`http://127.0.0.1:${port}/gateway/demo/long/x`);
    let heard = 0;
    let halfway: number | undefined;
    for await (const part of answer.body!) {
      heard += part.byteLength;
      if (heard > longBytes / 2) halfway ??= mostMemory(other);
    }
    expect(heard).toBe(longBytes);
    const end = mostMemory(other);
    if (halfway !== undefined) expect(end! - halfway).toBeLessThan(50);
    if (process.env.FORMWORK_TEST_ANSWER_BYTES) console.log('MiB at most', { before, after, halfway, end });

    await start(first);
    const lanes = await floodFor(
      Array.from({ length: 8 }, () => port),
      'free/x',
      200,
    );
    expect([lanes.lost, lanes.refused]).toEqual([0, 0]);
  }, 600_000);
});

function* pieces(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(64 * 1024, 'x');
  for (let left = bytes; left > 0; left -= piece.length) yield left < piece.length ? piece.subarray(0, left) : piece;
}

/** The most that a process ever had, in MiB. */
function mostMemory({ pid }: ChildProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
