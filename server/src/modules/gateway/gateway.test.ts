import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, mainEnvironment, subscriptionStates } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { exampleCertificate } from '../../gateway/testing/certificate.ts';
import { refresh } from './snapshots.ts';

let server: TestServer;
let admin: Client;
let upstream: Server;
let upstreamUrl: string;
let application: string;
let key: string;
let consumer: string;
/** What the upstream was asked last. */
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string };

beforeAll(async () => {
  upstream = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked = { method: request.method!, url: request.url!, headers: request.headers, body };
      if (request.url === '/api/broken') return response.destroy();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: 'Pump', phone: '13800001234', echo: body, big: 1 }));
    });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/api`;
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8' });
  admin = await server.as('admin');
  ({ id: consumer } = await admin.ok(gatewayApi.createConsumer, { body: { name: 'Partner', about: '', off: false } }));
  ({ id: application } = await admin.ok(gatewayApi.createApplication, {
    params: { consumerId: consumer },
    body: { name: 'App' },
  }));
  key = (await credential('key')).secret!;
});
afterAll(async () => {
  await server.stop();
  upstream.closeAllConnections();
  upstream.close();
});

const credential = (kind: 'key' | 'basic' | 'hmac' | 'oauth', of = application) =>
  admin.ok(gatewayApi.createCredential, {
    params: { applicationId: of },
    body: { kind, name: kind, expiresAt: null, jwt: null },
  });

let made = 0;
/** Made, released and live; answers its id and where it lies. */
async function serve(
  change: (api: GatewayApi) => GatewayApi,
  more: { environment?: string; state?: 'live' | 'deprecated' | 'retired' } = {},
): Promise<{ id: string; at: string }> {
  const basePath = `/a${++made}`;
  const draft = change({
    ...emptyApi(),
    basePath,
    source: {
      is: 'upstream',
      targets: [{ id: 'one', url: upstreamUrl, weight: 1 }],
      health: null,
      canary: null,
      mirror: null,
    },
    operations: [
      newOperation('get', { path: '/things/{id}' }),
      newOperation('post', { method: 'POST', path: '/things' }),
    ],
  });
  const id = randomUUID();
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: id, name: { zh: basePath }, draft },
  });
  await release(id);
  await live(id, more);
  return { id, at: `/gateway/demo${basePath}` };
}

async function release(id: string): Promise<void> {
  const { version } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version } });
}

async function live(
  id: string,
  {
    environment = mainEnvironment,
    state = 'live',
  }: { environment?: string; state?: 'live' | 'deprecated' | 'retired' } = {},
): Promise<void> {
  const { released } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  await admin.ok(gatewayApi.putLive, {
    params: { apiId: id, environment },
    body: { number: released!, state, sunset: state === 'live' ? null : '2027-01-01T00:00:00.000Z' },
  });
  await settled();
}

/** What was changed is in force: the snapshot is made, and handed to the threads by a look that begins afterwards. */
async function settled(): Promise<void> {
  await refresh(server.platform, server.spaceId);
  for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
}

async function until<T>(look: () => Promise<T>, fits: (value: T) => boolean): Promise<T> {
  for (let n = 0; ; n++) {
    const value = await look();
    if (fits(value) || n > 1_000) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const call = (
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
): Promise<Response> => fetch(`${server.url}${path}`, { ...init, headers: { 'x-api-key': key, ...init.headers } });

/** Until the snapshot with it is there: a change is in force within two seconds. */
const whenStatus = (path: string, status: number, init?: Parameters<typeof call>[1]): Promise<Response> =>
  until(
    () => call(path, init),
    (answer) => answer.status === status,
  );

test('a call goes up with what the gateway says, and without what the caller claims', async () => {
  const { at } = await serve((api) => api);
  const answer = await whenStatus(`${at}/things/7?x=1`, 200, {
    headers: { 'x-consumer': 'somebody', 'x-forwarded-for': '9.9.9.9', cookie: 'a=1; formwork_session=secret' },
  });
  expect(await answer.json()).toMatchObject({ name: 'Pump' });
  expect(asked).toMatchObject({ method: 'GET', url: '/api/things/7?x=1' });
  expect(asked.headers).toMatchObject({
    'x-consumer': application,
    'x-consumer-name': 'Partner',
    'x-forwarded-for': '127.0.0.1',
    cookie: 'a=1',
  });
  expect(asked.headers['x-api-key']).toBeUndefined();
  expect(asked.headers['x-request-id']).toBe(answer.headers.get('x-request-id'));
  expect(asked.headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  // under the product's own host an answer may not run as a page of ours
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
});

describe('who may', () => {
  test.each([
    [
      'basic',
      ({ login, secret }: Drawn) => ({
        authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`,
      }),
    ],
    ['hmac', ({ login, secret }: Drawn, target: string) => ({ authorization: signature(login!, secret!, target) })],
  ] as const)('%s', async (kind, headers) => {
    const { at } = await serve((api) => ({ ...api, security: { open: false, ways: [kind], subscription: false } }));
    const drawn = await credential(kind);
    await whenStatus(`${at}/things/1`, 200, { headers: { 'x-api-key': '', ...headers(drawn, `${at}/things/1`) } });
    const ok = await fetch(`${server.url}${at}/things/1`, { headers: headers(drawn, `${at}/things/1`) });
    expect(ok.status).toBe(200);
    const wrong = await fetch(`${server.url}${at}/things/1`, {
      headers: headers({ ...drawn, secret: 'wrong' }, `${at}/things/1`),
    });
    expect([wrong.status, codeOf({ body: await wrong.json() })]).toEqual([401, 'wrong_credential']);
    const other = await call(`${at}/things/1`);
    expect(codeOf({ body: await other.json() })).toBe('other_credential');
  });

  test('a signature counts once', async () => {
    const { at } = await serve((api) => ({ ...api, security: { open: false, ways: ['hmac'], subscription: false } }));
    const { login, secret } = await credential('hmac');
    const header = () => ({ authorization: signature(login!, secret!, `${at}/things/1`) });
    await until(
      () => fetch(`${server.url}${at}/things/1`, { headers: header() }),
      ({ status }) => status === 200,
    );
    const same = header();
    expect((await fetch(`${server.url}${at}/things/1`, { headers: same })).status).toBe(200);
    const again = await fetch(`${server.url}${at}/things/1`, { headers: same });
    expect(codeOf({ body: await again.json() })).toBe('credential_replayed');
  });

  test('tokens of our own, and of others by their keys', async () => {
    const { at } = await serve((api) => ({
      ...api,
      security: { open: false, ways: ['oauth', 'jwt'], subscription: false },
    }));
    const { login, secret } = await credential('oauth');
    const token = await until(
      () =>
        fetch(`${server.url}/gateway/demo/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ grant_type: 'client_credentials', client_id: login!, client_secret: secret! }),
        }),
      ({ status }) => status === 200,
    );
    const { access_token: own } = (await token.json()) as { access_token: string };
    const bearer = (text: string) =>
      fetch(`${server.url}${at}/things/1`, { headers: { authorization: `Bearer ${text}` } });
    expect((await bearer(own)).status).toBe(200);
    expect((await bearer(`${own.slice(0, -6)}AAAAAA`)).status).toBe(401);

    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1' }] });
    await admin.ok(gatewayApi.createCredential, {
      params: { applicationId: application },
      body: {
        kind: 'jwt',
        name: 'Other',
        expiresAt: null,
        jwt: { issuer: 'https://other.example', audience: 'us', subject: '', keys },
      },
    });
    const jwt = (claims: object, alg = 'ES256') => {
      const text = [{ alg, kid: 'k1' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
    };
    const good = { iss: 'https://other.example', aud: 'us', exp: Math.floor(Date.now() / 1_000) + 60 };
    expect(
      (
        await until(
          () => bearer(jwt(good)),
          ({ status }) => status === 200,
        )
      ).status,
    ).toBe(200);
    for (const bad of [
      jwt({ ...good, aud: 'them' }),
      jwt({ ...good, iss: 'x' }),
      jwt({ ...good, exp: 1 }),
      jwt({ ...good, exp: undefined }),
      jwt(good, 'none'),
      jwt(good, 'HS256'),
    ])
      expect((await bearer(bad)).status).toBe(401);
  });

  test('a revoked key is refused by the next snapshot, which is told of at once', async () => {
    const { at } = await serve((api) => api);
    const drawn = await credential('key');
    const headers = { 'x-api-key': drawn.secret! };
    expect((await whenStatus(`${at}/things/1`, 200, { headers })).status).toBe(200);
    const told = new Promise((resolve) => server.platform.bus.on('gateway.snapshot', resolve));
    await admin.ok(gatewayApi.revokeCredential, { params: { credentialId: drawn.id } });
    expect(await told).toMatchObject({ spaceId: 'demo', environment: mainEnvironment });
    expect((await whenStatus(`${at}/things/1`, 401, { headers })).status).toBe(401);
  });

  test('who is switched off is refused', async () => {
    const { at } = await serve((api) => api);
    const { id } = await admin.ok(gatewayApi.createConsumer, { body: { name: 'Off', about: '', off: false } });
    const { id: app } = await admin.ok(gatewayApi.createApplication, {
      params: { consumerId: id },
      body: { name: 'App' },
    });
    const headers = { 'x-api-key': (await credential('key', app)).secret! };
    expect((await whenStatus(`${at}/things/1`, 200, { headers })).status).toBe(200);
    await admin.ok(gatewayApi.updateConsumer, {
      params: { consumerId: id },
      body: { name: 'Off', about: '', off: true },
    });
    const answer = await whenStatus(`${at}/things/1`, 403, { headers });
    expect(codeOf({ body: await answer.json() })).toBe('consumer_off');
  });
});

test('each state of an API and of a subscription has its answer', async () => {
  const table: Record<string, string> = {};
  const answerOf = async (path: string): Promise<string> => {
    const answer = await call(path);
    const { code } = (await answer.json()) as { code?: string };
    return `${answer.status}${code === undefined ? '' : ` ${code}`}${answer.headers.has('sunset') ? ' sunset' : ''}`;
  };
  const unreleased = randomUUID();
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: {
      commandId: unreleased,
      name: { zh: 'draft' },
      draft: { ...emptyApi(), basePath: '/draft', operations: [newOperation('get', { path: '/things/{id}' })] },
    },
  });
  const refused = await admin.call(gatewayApi.putLive, {
    params: { apiId: unreleased, environment: mainEnvironment },
    body: { number: 1, state: 'live', sunset: null },
  });
  table['draft put live'] = `${refused.status} ${codeOf(refused)}`;
  const { id, at } = await serve((api) => api);
  await whenStatus(`${at}/things/1`, 200);
  table.draft = await answerOf('/gateway/demo/draft/things/1');
  await release(unreleased);
  await settled();
  table.released = await answerOf('/gateway/demo/draft/things/1');
  await admin.ok(gatewayApi.createEnvironment, { body: { id: 'states', name: 'States' } });
  await live(unreleased, { environment: 'states' });
  table['live in another environment'] = await answerOf('/gateway/demo/draft/things/1');
  table['in that environment'] = await answerOf('/gateway/demo~states/draft/things/1');
  table.live = await answerOf(`${at}/things/1`);
  for (const state of ['deprecated', 'retired'] as const) {
    await live(id, { state });
    table[state] = await until(
      () => answerOf(`${at}/things/1`),
      (text) => text.includes('sunset') && (state === 'deprecated' || text.startsWith('410')),
    );
  }
  await admin.ok(gatewayApi.removeLive, { params: { apiId: id, environment: mainEnvironment } });
  table['taken out'] = await until(
    () => answerOf(`${at}/things/1`),
    (text) => text.startsWith('404'),
  );

  const asking = await serve((api) => ({ ...api, security: { open: false, ways: ['key'], subscription: true } }));
  const path = `${asking.at}/things/1`;
  table['no subscription'] = await until(
    () => answerOf(path),
    (text) => !text.startsWith('404'),
  );
  const { id: plan } = await admin.ok(gatewayApi.createPlan, {
    body: { name: 'Checked', about: '', rate: null, quota: null, approval: true },
  });
  const subscribe = async () =>
    (await admin.ok(gatewayApi.subscribe, { body: { application, api: asking.id, plan, note: '' } })).id;
  const decide = (subscriptionId: string, state: (typeof subscriptionStates)[number]) =>
    admin.ok(gatewayApi.decideSubscription, { params: { subscriptionId }, body: { state, note: '' } });
  const told = (part: string) =>
    until(
      () => answerOf(path),
      (text) => text.includes(part),
    );
  const subscription = await subscribe();
  table.requested = await told('requested');
  await decide(subscription, 'refused');
  table.refused = await told('refused');
  await decide(subscription, 'approved');
  table.approved = await told('200');
  await decide(subscription, 'suspended');
  table.suspended = await told('suspended');
  await decide(subscription, 'ended');
  table.ended = await told('_ended');
  expect(
    codeOf(
      await admin.call(gatewayApi.decideSubscription, {
        params: { subscriptionId: subscription },
        body: { state: 'approved', note: '' },
      }),
    ),
  ).toBe('gateway.subscription.not_from_here');
  expect(table).toEqual({
    draft: '404 no_api',
    'draft put live': '409 gateway.api.not_released',
    released: '404 no_api',
    'live in another environment': '404 no_api',
    'in that environment': '200',
    live: '200',
    deprecated: '200 sunset',
    retired: '410 retired sunset',
    'taken out': '404 no_api',
    'no subscription': '403 not_subscribed',
    requested: '403 subscription_requested',
    refused: '403 subscription_refused',
    approved: '200',
    suspended: '403 subscription_suspended',
    ended: '403 subscription_ended',
  });
});

test('limits, quotas, addresses and sizes refuse, and the log says why by the id of the request', async () => {
  const { at } = await serve((api) => ({
    ...api,
    limits: {
      ...api.limits,
      rate: { per: 'application', count: 1, seconds: 3_600, burst: 2 },
      bodyBytes: 10,
      deny: ['203.0.113.0/24'],
    },
  }));
  await whenStatus(`${at}/things/1`, 200);
  expect((await call(`${at}/things/1`)).status).toBe(200);
  const third = await call(`${at}/things/1`);
  expect(third.status).toBe(429);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3_000);
  const requestId = third.headers.get('x-request-id')!;
  const line = await until(
    () => admin.call(gatewayApi.logEntry, { params: { requestId } }),
    ({ status }) => status === 200,
  );
  expect(line.body).toMatchObject({
    status: 429,
    code: 'rate',
    policy: 'limit',
    consumerName: 'Partner / App',
    detail: { count: 1, seconds: 3_600 },
  });
  expect((await admin.ok(gatewayApi.logs, { query: { search: requestId, limit: 10 } })).rows).toHaveLength(1);
  const { apis } = await until(
    () => admin.ok(gatewayApi.traffic, { query: { hours: 1 } }),
    (one) => one.apis.length > 0,
  );
  expect(apis[0]!.calls).toBeGreaterThan(0);

  const small = await serve((api) => ({ ...api, limits: { ...api.limits, bodyBytes: 10 } }));
  await whenStatus(`${small.at}/things/1`, 200);
  const large = await call(`${small.at}/things`, { method: 'POST', body: 'x'.repeat(11) });
  expect([large.status, codeOf({ body: await large.json() })]).toEqual([413, 'body_too_large']);
});

test('a quota counts calls and is kept over a restart', async () => {
  const { id: plan } = await admin.ok(gatewayApi.createPlan, {
    body: {
      name: 'Small',
      about: '',
      rate: null,
      quota: { calls: 2, bytes: null, seconds: null, period: 'month' },
      approval: false,
    },
  });
  const { id, at } = await serve((api) => ({ ...api, security: { open: false, ways: ['key'], subscription: true } }));
  await admin.ok(gatewayApi.subscribe, { body: { application, api: id, plan, note: '' } });
  expect((await whenStatus(`${at}/things/1`, 200)).status).toBe(200);
  expect((await call(`${at}/things/1`)).status).toBe(200);
  expect(codeOf({ body: await (await call(`${at}/things/1`)).json() })).toBe('quota');
});

test('bodies are checked, changed and masked', async () => {
  const { at } = await serve((api) => ({
    ...api,
    operations: [
      newOperation('post', {
        method: 'POST',
        path: '/things',
        requestSchema: JSON.stringify({
          type: 'object',
          required: ['code'],
          properties: { code: { type: 'string', pattern: '^[A-Z]+$' } },
        }),
      }),
    ],
    transform: {
      requestHeaders: [{ id: 'h', name: 'X-Code', value: 'body.code' }],
      requestBody: '{ "code": body.code, "twice": 2 * 1.5 }',
      responseHeaders: [{ id: 'r', name: 'X-Kind', value: '"kind " + response.headers["content-type"]' }],
      responseBody: '',
    },
    mask: [{ id: 'm', path: 'phone', how: 'last4' }],
  }));
  const post = (body: unknown) =>
    call(`${at}/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const answer = await until(
    () => post({ code: 'AB' }),
    ({ status }) => status === 200,
  );
  expect(await answer.json()).toMatchObject({ phone: '***1234' });
  expect(JSON.parse(asked.body)).toEqual({ code: 'AB', twice: 3 });
  expect(asked.headers['x-code']).toBe('AB');
  const wrong = await post({ code: 'ab' });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    422,
    { code: 'invalid_body', problems: [{ at: '/code' }] },
  ]);
  expect((await call(`${at}/things`, { method: 'POST', body: '{' })).status).toBe(400);
});

test('an upstream on the inside is not reached', async () => {
  const closed = await startTestServer();
  try {
    const other = await closed.as('admin');
    const id = randomUUID();
    const draft: GatewayApi = {
      ...emptyApi(),
      basePath: '/inside',
      security: { open: true, ways: [], subscription: false },
      source: {
        is: 'upstream',
        targets: [{ id: 'one', url: upstreamUrl, weight: 1 }],
        health: null,
        canary: null,
        mirror: null,
      },
      operations: [newOperation('get', { path: '/x' })],
    };
    await other.ok(definitionsApi.create, {
      params: { kind: 'gateway_api' },
      body: { commandId: id, name: { zh: 'x' }, draft },
    });
    await other.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: 1 } });
    await other.ok(gatewayApi.putLive, {
      params: { apiId: id, environment: mainEnvironment },
      body: { number: 1, state: 'live', sunset: null },
    });
    const answer = await until(
      () => fetch(`${closed.url}/gateway/demo/inside/x`),
      ({ status }) => status !== 404,
    );
    expect([answer.status, codeOf({ body: await answer.json() })]).toEqual([502, 'upstream_address']);
  } finally {
    await closed.stop();
  }
});

test('the records of a form, with rows and fields of the person of the API', async () => {
  const field = <T extends Field['type']>(type: T, id: string): Field => newField(type, { zh: id }, id) as Field;
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title: { zh: '备件' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '备件' },
    layout: [],
    titleField: 'name',
    fields: [field('text', 'name'), field('number', 'cost')],
    tables: [],
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  const person = await server.as('user2');
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'person', id: person.id },
          actions: ['create', 'view'],
          scope: 'own',
          fields: { cost: { existing: 'hidden', making: 'hidden' } as never },
        },
      ],
    },
  });
  await admin.ok(recordsApi.create, { params: { formId }, body: { values: { name: 'Secret', cost: 9 } } });
  const { id } = await admin.ok(gatewayApi.apiOfForm, {
    body: { form: formId, person: person.id, basePath: '/parts' },
  });
  await release(id);
  await live(id);
  const created = await until(
    () =>
      call('/gateway/demo/parts', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Valve' }),
      }),
    ({ status }) => status !== 404 && status !== 503,
  );
  expect(created.status).toBe(201);
  const { id: recordId } = (await created.json()) as { id: string };
  const listed = (await (await call('/gateway/demo/parts')).json()) as { rows: { values: Record<string, unknown> }[] };
  expect(listed.rows).toHaveLength(1);
  expect(listed.rows[0]!.values).toMatchObject({ name: 'Valve' });
  expect(listed.rows[0]!.values.cost ?? null).toBeNull();
  expect((await call(`/gateway/demo/parts/${recordId}`)).status).toBe(200);
  expect((await call(`/gateway/demo/parts/${recordId}`, { method: 'DELETE' })).status).toBe(403);
  // written out it is longer than any call: refused by itself, and nobody beside it notices
  const long = JSON.stringify({ name: 'x', many: Array.from({ length: 130_000 }, () => 1) }).replaceAll(',1', ',1e20');
  const refused = call('/gateway/demo/parts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: long,
  });
  const beside = Array.from({ length: 20 }, () => call(`/gateway/demo/parts/${recordId}`));
  expect([(await refused).status, ...(await Promise.all(beside)).map(({ status }) => status)]).toEqual([
    413,
    ...beside.map(() => 200),
  ]);
  const found = await admin.ok(definitionsApi.problems, { params: { kind: 'gateway_api', id } });
  expect(found.problems).toEqual([]);

  // what the catalogue calls personal is hidden from the next snapshot on
  const { version, draft } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  await admin.ok(definitionsApi.saveDraft, {
    params: { kind: 'gateway_api', id },
    body: { expectedVersion: version, draft: { ...(draft as GatewayApi), maskFrom: 'personal' } },
  });
  await release(id);
  await live(id);
  const asset = await until(
    async () => (await admin.ok(assetsApi.list, { query: { kind: 'form', search: '备件', limit: 5 } })).rows[0],
    (one) => one !== undefined,
  );
  const { columns } = await admin.ok(assetsApi.get, { params: { assetId: asset!.id } });
  await admin.ok(assetsApi.updateColumn, {
    params: { assetId: asset!.id, columnId: columns.find(({ key: column }) => column === 'name')!.id },
    body: { sensitivity: 'personal' },
  });
  await settled();
  const hidden = (await (await call('/gateway/demo/parts')).json()) as { rows: { values: Record<string, unknown> }[] };
  expect(hidden.rows.map(({ values }) => values.name)).toEqual(['***']);
});

test('a certificate is a credential once; keys need an address or stand there', async () => {
  const draw = (body: object) =>
    admin.call(gatewayApi.createCredential, {
      params: { applicationId: application },
      body: { kind: 'certificate', name: 'Shown', expiresAt: null, jwt: null, ...body },
    });
  expect(codeOf(await draw({ certificate: 'nothing' }))).toBe('gateway.credential.certificate');
  expect((await draw({ certificate: exampleCertificate.pem })).body).toMatchObject({ login: null, secret: null });
  expect(codeOf(await draw({ certificate: exampleCertificate.pem }))).toBe('gateway.credential.certificate_taken');
  const [shown] = (await admin.ok(gatewayApi.consumers)).flatMap(({ applications }) =>
    applications.flatMap(({ credentials }) => credentials.filter(({ kind }) => kind === 'certificate')),
  );
  expect(shown).toMatchObject({ hint: 'Partner' });
  expect(Date.parse(shown!.expiresAt!)).toBeGreaterThan(Date.now());
  const jwt = { issuer: 'x', audience: '', subject: '', keys: '' };
  expect(codeOf(await draw({ kind: 'jwt', jwt }))).toBe('gateway.credential.no_keys');
  expect(codeOf(await draw({ kind: 'jwt', jwt: { ...jwt, address: 'ftp://x' } }))).toBe(
    'gateway.credential.keys_address',
  );
  expect((await draw({ kind: 'jwt', jwt: { ...jwt, address: 'https://x.example/keys' } })).status).toBe(200);
});

interface Drawn {
  login: string | null;
  secret: string | null;
}

function signature(login: string, secret: string, target: string): string {
  const [date, nonce, hash] = [
    String(Math.floor(Date.now() / 1_000)),
    randomUUID(),
    createHash('sha256').update('').digest('hex'),
  ];
  const text = createHmac('sha256', secret).update(['GET', target, date, nonce, hash].join('\n')).digest('hex');
  return `HMAC-SHA256 Credential=${login}, Date=${date}, Nonce=${nonce}, BodyHash=${hash}, Signature=${text}`;
}
