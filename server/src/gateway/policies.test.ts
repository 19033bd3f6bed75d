import { generateKeyPairSync, sign } from 'node:crypto';
import { newOperation } from '@formwork/contract/gateway/definition.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  api,
  credential,
  emptySnapshot,
  key,
  openUpstream,
  sha256,
  startStand,
  until,
  upstreamOf,
} from './testing/stand.ts';
import type { Opened, Stand } from './testing/stand.ts';
import { exampleCertificate } from './testing/certificate.ts';
import type { Snapshot } from './snapshot.ts';

const json = (value: unknown, status = 200) =>
  openUpstream('json', (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  });

const opened: Opened[] = [];
const keep = async (one: Promise<Opened>): Promise<Opened> => {
  opened.push(await one);
  return opened.at(-1)!;
};

describe.each(['net', 'http'])('policies over the loop %s', (loop) => {
  let stand: Stand;
  let stable: Opened;
  let next: Opened;
  let slow: Opened;
  let dead: string;
  /** Keys of a sign-in elsewhere: as a text, or not to be had. */
  let keySet: string | undefined;
  let keyUpstream: Opened;

  beforeAll(async () => {
    stable = await keep(openUpstream('stable'));
    next = await keep(openUpstream('next'));
    slow = await keep(openUpstream('slow', () => {}));
    const closed = await openUpstream('closed');
    dead = closed.url;
    closed.close();
    keyUpstream = await keep(
      openUpstream('keys', (_, response) => {
        response.statusCode = keySet === undefined ? 500 : 200;
        response.end(keySet);
      }),
    );
    stand = await startStand({}, { settings: { FORMWORK_GATEWAY_LOOP: loop, FORMWORK_TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(async () => {
    await stand.stop();
    for (const one of opened.splice(0)) one.close();
  });

  const serve = (...apis: Snapshot['apis']) => stand.serve((snapshot) => ({ ...snapshot, apis }));
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${stand.url}${path}`, { headers });
  const named = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    ((await (await get(path, headers)).json()) as { name: string }).name;
  const codeOf = async (answer: Response): Promise<string> => ((await answer.json()) as { code: string }).code;

  test('a canary is reached by its header, by who calls and by its share, and is no reason to refuse', async () => {
    const canary = {
      targets: [{ id: 'next', url: next.url, weight: 1 }],
      share: 0,
      by: 'call' as const,
      header: { name: 'X-Next', value: 'yes' },
      applications: ['app'],
    };
    const of = (name: string, more: object) =>
      api(name, stable.url, () => ({
        security: { open: true, ways: ['key'], subscription: false },
        source: upstreamOf(stable.url, { canary: { ...canary, ...more } }),
      }));
    await serve(
      of('a', {}),
      of('half', { share: 50, applications: [] }),
      of('whose', { share: 50, by: 'caller', applications: [] }),
      of('away', { targets: [{ id: 'next', url: dead, weight: 1 }] }),
    );
    expect(await named('/a/x')).toBe('stable');
    expect(await named('/a/x', { 'x-next': 'yes' })).toBe('next');
    expect(await named('/a/x', { 'x-next': 'no' })).toBe('stable');
    expect(await named('/a/x', { 'x-api-key': key })).toBe('next');
    const both = new Set(await Promise.all(Array.from({ length: 60 }, () => named('/half/x'))));
    expect([...both].toSorted()).toEqual(['next', 'stable']);
    // whoever calls stays where they are
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => named('/whose/x')))).size).toBe(1);
    expect(await named('/away/x', { 'x-next': 'yes' })).toBe('stable');
    await until(() => stand.rows.some(({ detail }) => detail.canary === 'away'));
  });

  test('a mirror gets a copy with its body, and nobody waits for it', async () => {
    await serve(
      api('m', stable.url, () => ({ source: upstreamOf(stable.url, { mirror: { url: slow.url, share: 100 } }) })),
      api('n', stable.url, () => ({ source: upstreamOf(stable.url, { mirror: { url: dead, share: 100 } }) })),
    );
    const answer = await fetch(`${stand.url}/m/x?y=1`, { method: 'POST', body: 'the body' });
    expect(await answer.json()).toEqual({ name: 'stable' });
    await until(() => slow.asked.length > 0);
    expect(slow.asked[0]).toMatchObject({ method: 'POST', url: '/x?y=1', body: 'the body' });
    expect(slow.asked[0]!.headers['x-mirrored']).toBe('1');
    expect(stable.asked.at(-1)!.headers['x-mirrored']).toBeUndefined();
    expect(await named('/n/x')).toBe('stable');
  });

  test('several upstreams answer as one, and what is missing is said', async () => {
    const who = await keep(json({ id: 12345678901234567890n.toString(), name: 'Pump' }));
    const orders = await keep(json([1, 2]));
    const bad = await keep(json({}, 500));
    const part = (name: string, url: string, required = false) => ({ id: name, name, url, required, health: '' });
    const operation = (id: string, parts: ReturnType<typeof part>[]) =>
      newOperation(id, { path: `/${id}/{id}`, parts });
    const before = { firstByteMs: 400, connectMs: 400, totalMs: 1_000, retries: 0, breaker: null };
    await serve(
      api('g', stable.url, () => ({
        source: { is: 'aggregate' },
        upstream: before,
        operations: [
          operation('all', [part('who', `${who.url}/who/{id}?of={of}`, true), part('orders', `${orders.url}/o`)]),
          operation('some', [part('who', who.url), part('bad', bad.url), part('slow', slow.url), part('dead', dead)]),
          operation('need', [part('who', who.url), part('bad', bad.url, true)]),
          operation('up', [part('who', `${who.url}/who/{of}/all`)]),
          operation('none', [part('bad', bad.url), part('dead', dead)]),
        ],
        cache: { seconds: 60, vary: [] },
      })),
    );
    const all = await get('/g/all/a%20b?of=c%26d');
    expect(await all.json()).toEqual({ who: { id: '12345678901234567890', name: 'Pump' }, orders: [1, 2] });
    expect(who.asked[0]!.url).toBe('/who/a%20b?of=c%26d');
    expect(all.headers.get('x-partial')).toBeNull();
    const some = await get('/g/some/1');
    expect(some.status).toBe(200);
    expect(await some.json()).toMatchObject({
      who: { name: 'Pump' },
      bad: null,
      slow: null,
      _missing: { bad: '500', slow: 'timeout', dead: 'unreachable' },
    });
    expect(some.headers.get('x-partial')).toBe('bad, slow, dead');
    // what is filled in leads nowhere else
    const asked = who.asked.length;
    const up = await get('/g/up/x?of=..');
    expect([up.status, await codeOf(up), who.asked.length]).toEqual([400, 'bad_path', asked]);
    // half an answer is not kept
    const count = who.asked.length;
    await get('/g/some/1');
    await get('/g/all/a%20b?of=c%26d');
    expect(who.asked.length).toBe(count + 1);
    const need = await get('/g/need/1');
    expect([need.status, await codeOf(need)]).toEqual([502, 'part_failed']);
    expect((await get('/g/none/1')).status).toBe(502);
  });

  test('faults befall as many as they should, where they are in force', async () => {
    const faults = { environments: ['live'], share: 100, delayMs: 0, status: null, cut: false };
    const of = (name: string, more: object) => api(name, stable.url, () => ({ faults: { ...faults, ...more } }));
    const mock = newOperation('get', {
      path: '/x',
      mock: { status: 200, type: 'text/plain', body: 'late', delayMs: 30 },
    });
    await serve(
      of('f', { status: 503 }),
      of('late', { delayMs: 40 }),
      of('cut', { cut: true, delayMs: 10 }),
      of('none', { status: 500, share: 0 }),
      of('elsewhere', { status: 500, environments: ['test'] }),
      api('mock', stable.url, () => ({ source: { is: 'mock' }, operations: [mock] })),
    );
    const fault = await get('/f/x');
    expect([fault.status, await codeOf(fault)]).toEqual([503, 'fault']);
    expect(await named('/late/x')).toBe('stable');
    const posted = await fetch(`${stand.url}/late/x`, { method: 'POST', body: 'x'.repeat(200_000) });
    expect(await posted.json()).toEqual({ name: 'stable' });
    expect(stable.asked.at(-1)!.body).toHaveLength(200_000);
    await expect(get('/cut/x')).rejects.toThrow();
    expect(await named('/none/x')).toBe('stable');
    expect(await named('/elsewhere/x')).toBe('stable');
    expect(await (await get('/mock/x')).text()).toBe('late');
  });

  test('keys at an address are fetched, followed when they change, and the last good ones stay', async () => {
    const pair = (kid: string) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid } };
    };
    const first = pair('one');
    const token = ({ kid, privateKey }: ReturnType<typeof pair>): string => {
      const exp = Math.floor(Date.now() / 1_000) + 600;
      const text = [
        { alg: 'ES256', kid },
        { iss: 'elsewhere', exp, n: Math.random() },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    };
    keySet = JSON.stringify({ keys: [first.jwk] });
    const jwt = { issuer: 'elsewhere', audience: '', subject: '', keys: '', address: `${keyUpstream.url}/keys?x=1` };
    await stand.serve((snapshot) => ({
      ...snapshot,
      credentials: [...emptySnapshot().credentials, credential('j', { kind: 'jwt', jwt })],
      apis: [api('j', stable.url, () => ({ security: { open: false, ways: ['jwt'], subscription: false } }))],
    }));
    const status = async (of: ReturnType<typeof pair>): Promise<number> =>
      (await get('/j/x', { authorization: `Bearer ${token(of)}` })).status;
    await until(async () => (await status(first)) === 200);
    expect(keyUpstream.asked[0]!.url).toBe('/keys?x=1');
    expect(await status(pair('one'))).toBe(401);
    expect(await status(pair('two'))).toBe(401);
    // it is away now, and so is the process that had it
    keySet = undefined;
    stand = await stand.restart();
    expect(await status(first)).toBe(200);
    expect(await status(pair('one'))).toBe(401);
  });

  test('a certificate is believed from a proxy alone', async () => {
    const { pem, der, fingerprint } = exampleCertificate;
    const apis = [
      api('c', stable.url, () => ({ security: { open: false, ways: ['certificate'], subscription: false } })),
    ];
    const change = (snapshot: Snapshot): Snapshot => ({
      ...snapshot,
      apis,
      credentials: [credential('cert', { kind: 'certificate', hash: fingerprint })],
    });
    await stand.serve(change);
    const shown = { 'x-client-cert': encodeURIComponent(pem), 'x-forwarded-for': '9.9.9.9, 203.0.113.7' };
    const answer = await get('/c/x', shown);
    expect(answer.status).toBe(200);
    expect(stable.asked.at(-1)!.headers).toMatchObject({ 'x-consumer': 'app', 'x-forwarded-for': '203.0.113.7' });
    expect(stable.asked.at(-1)!.headers['x-client-cert']).toBeUndefined();
    expect((await get('/c/x', { 'x-client-cert': `:${der}:` })).status).toBe(200);
    expect(await codeOf(await get('/c/x', { 'x-client-cert': 'nothing' }))).toBe('wrong_credential');
    expect(await codeOf(await get('/c/x'))).toBe('no_credential');
    const alone = await startStand(change(emptySnapshot()), { settings: { FORMWORK_GATEWAY_LOOP: loop } });
    try {
      const refused = await fetch(`${alone.url}/c/x`, { headers: shown });
      expect([refused.status, await codeOf(refused)]).toEqual([401, 'no_credential']);
    } finally {
      await alone.stop();
    }
  });

  test('an answer is kept by what it depends on, never another caller’s, and forgotten when that is asked', async () => {
    let count = 0;
    let vary = '';
    const counting = await keep(
      openUpstream('count', (_, response) => {
        if (vary !== '') response.setHeader('vary', vary);
        response.end(String((count += 1)));
      }),
    );
    await serve(api('k', counting.url, () => ({ cache: { seconds: 60, vary: ['X-Lang'] } })));
    const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();
    expect([await text('/k/x'), await text('/k/x'), await text('/k/x?a')]).toEqual(['1', '1', '2']);
    expect([await text('/k/x', { 'x-lang': 'zh' }), await text('/k/x', { 'x-lang': 'zh' })]).toEqual(['3', '3']);
    // what is the upstream's to judge is its answer to one
    expect([await text('/k/x', { authorization: 'Bearer a' }), await text('/k/x', { cookie: 'a=1' })]).toEqual([
      '4',
      '5',
    ]);
    vary = 'Accept-Language';
    expect([await text('/k/v'), await text('/k/v')]).toEqual(['6', '7']);
    vary = 'x-lang, Accept-Encoding';
    expect([await text('/k/w'), await text('/k/w')]).toEqual(['8', '8']);
  });

  test('answers are checked by their schema, and what is too sensitive is hidden wherever it lies', async () => {
    const person = await keep(json({ rows: [{ values: { name: 'A', phone: '138' } }], phone: { n: 1 } }));
    const responseSchema = JSON.stringify({ type: 'object', required: ['rows'] });
    const operations = [newOperation('get', { path: '/{what}', responseSchema })];
    await serve(
      { ...api('s', person.url, () => ({ operations })), hidden: ['phone'] },
      api('t', stable.url, () => ({ operations })),
    );
    expect(await (await get('/s/x')).json()).toEqual({ rows: [{ values: { name: 'A', phone: '***' } }], phone: '***' });
    expect(await codeOf(await get('/t/x'))).toBe('invalid_answer');
  });

  test('an upstream that fails is left alone, and found again; tries besides are few', async () => {
    let well = false;
    const moody = await keep(
      openUpstream('moody', (request, response) => {
        response.statusCode = well ? 200 : 500;
        response.end(request.url);
      }),
    );
    const breaker = { failures: 3, seconds: 1 };
    const patience = { connectMs: 500, firstByteMs: 500, totalMs: 1_000 };
    const lazy = await keep(openUpstream('lazy', (_, response) => void response.destroy()));
    await serve(
      api('b', moody.url, () => ({ upstream: { ...patience, retries: 0, breaker } })),
      api('h', moody.url, () => ({
        source: {
          ...upstreamOf(stable.url, { health: { path: '/well', seconds: 2 } }),
          targets: [
            { id: 'one', url: stable.url, weight: 1 },
            { id: 'two', url: moody.url, weight: 1 },
          ],
        },
      })),
      api('r', lazy.url, () => ({ upstream: { ...patience, retries: 5, breaker: null } })),
    );
    for (let n = 0; n < 3; n += 1) expect((await get('/b/x')).status).toBe(500);
    const refused = await get('/b/x');
    expect([refused.status, await codeOf(refused)]).toEqual([503, 'breaker']);
    well = true;
    await until(async () => (await get('/b/x')).status === 200);
    // asked by itself, the one that is ill is passed over
    well = false;
    const told = moody.asked.filter(({ url }) => url === '/well').length;
    await until(() => moody.asked.filter(({ url }) => url === '/well').length > told);
    await until(async () =>
      (await Promise.all(Array.from({ length: 8 }, () => named('/h/x').catch(() => '')))).every(
        (name) => name === 'stable',
      ),
    );
    const before = lazy.asked.length;
    await Promise.all(Array.from({ length: 20 }, () => get('/r/x')));
    // ten are there, and each call earns a fifth
    expect(lazy.asked.length - before).toBeLessThanOrEqual(20 + 10 + 4);
    expect(sha256('')).toHaveLength(43);
  });

  test('the same headers again go by the rules of the API they are sent to, and by the call they are of', async () => {
    const seen = await keep(
      openUpstream('seen', (_, response) => {
        response.writeHead(200, { 'x-of': 'upstream', 'access-control-allow-origin': 'anybody', date: 'always' });
        response.end('{}');
      }),
    );
    const cors = { origins: ['https://shop.example'], headers: [], credentials: false, seconds: 60 };
    const apis = [
      api('open', seen.url),
      api('closed', seen.url, () => ({ security: { open: false, ways: ['key'], subscription: false } })),
      api('told', seen.url, (body) => ({
        transform: {
          ...body.transform,
          requestHeaders: [{ id: 'said', name: 'X-Said', value: 'request.headers.accept' }],
        },
      })),
      api('shared', seen.url, () => ({ cors })),
      { ...api('old', seen.url), state: 'deprecated' as const },
    ];
    await stand.serve(() => ({ ...emptySnapshot(), apis }));
    const headers = { authorization: `Bearer ${key}`, accept: 'text/x', origin: 'https://shop.example' };
    const ids = new Set<string>();
    for (let round = 0; round < 3; round += 1)
      for (const path of ['open', 'closed', 'told', 'shared', 'old']) {
        const answer = await get(`/${path}/${round}`, headers);
        const asked = seen.asked.at(-1)!;
        expect([path, answer.status, asked.url]).toEqual([path, 200, `/${round}`]);
        // of an open API what is shown is the upstream's to judge, of another one it is ours
        expect(asked.headers.authorization).toBe(path === 'closed' ? undefined : headers.authorization);
        expect(asked.headers['x-consumer']).toBe(path === 'closed' ? 'app' : undefined);
        expect(asked.headers['x-said']).toBe(path === 'told' ? 'text/x' : undefined);
        expect(asked.headers['x-forwarded-host']).toBe(new URL(stand.url).host);
        expect(asked.headers['x-request-id']).toBe(answer.headers.get('x-request-id'));
        expect(asked.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
        ids.add(answer.headers.get('x-request-id')!).add(asked.headers.traceparent as string);
        expect(answer.headers.get('x-of')).toBe('upstream');
        expect(answer.headers.get('deprecation')).toBe(path === 'old' ? 'true' : null);
        expect(answer.headers.get('access-control-allow-origin')).toBe(path === 'shared' ? headers.origin : 'anybody');
      }
    // a trace of the caller's is gone on with, twice with the same headers too
    const traced = { ...headers, traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` };
    for (let n = 0; n < 2; n += 1) {
      await get('/open/x', traced);
      const step = seen.asked.at(-1)!.headers.traceparent as string;
      expect(step).toMatch(new RegExp(`^00-${'a'.repeat(32)}-(?!b{16})[0-9a-f]{16}-00$`));
      ids.add(step);
    }
    expect(ids.size).toBe(32);
  });
});
