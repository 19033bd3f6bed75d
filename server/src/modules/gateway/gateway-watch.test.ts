import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { gatewayWatchApi, type AlertInput } from '@formwork/contract/gateway/watch-api.ts';
import { identityApi } from '@formwork/contract/identity/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inControl } from '../../platform/db/db.ts';
import { spaceSchema } from '../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { judgeSpace } from './alerts.ts';
import { sendSpace } from './telemetry.ts';
import { refresh } from './snapshots.ts';

// What is seen of the gateway: alerts with their hysteresis, how upstreams fare, and bodies in the log.

let server: TestServer;
let admin: Client;
let upstream: Server;
let url: string;
let isWell = true;

beforeAll(async () => {
  upstream = createServer((request, response) => {
    response.statusCode = isWell ? 200 : 500;
    response.setHeader('content-type', 'application/json');
    response.end('{"name":"Pump","phone":"13800001234"}');
    request.resume();
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8' });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  upstream.closeAllConnections();
  upstream.close();
});

let made = 0;
async function served(change: (api: GatewayApi) => GatewayApi): Promise<{ id: string; name: string; path: string }> {
  const id = randomUUID();
  const basePath = `/w${++made}`;
  const draft = change({
    ...emptyApi(),
    basePath,
    security: { open: true, ways: [], subscription: false },
    source: { is: 'upstream', targets: [{ id: 'one', url, weight: 1 }], health: null, canary: null, mirror: null },
    operations: [newOperation('post', { method: 'POST', path: '/things' }), newOperation('get', { path: '/things' })],
  });
  const name = `watched ${basePath}`;
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: id, name: { zh: name }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: 1 } });
  await admin.ok(gatewayApi.putLive, {
    params: { apiId: id, environment: mainEnvironment },
    body: { number: 1, state: 'live', sunset: null },
  });
  await refresh(server.platform, server.spaceId);
  for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
  return { id, name, path: `${server.url}/gateway/demo${basePath}/things` };
}

const alert = (input: Partial<AlertInput>) =>
  admin.ok(gatewayWatchApi.createAlert, {
    body: {
      what: 'errors',
      api: null,
      raiseAt: 50,
      clearAt: 10,
      hold: 0,
      enabled: true,
      receivers: [],
      ways: ['message'],
      ...input,
    },
  });

const standingOf = async (id: string) =>
  (await admin.ok(gatewayWatchApi.alerts, {})).find((one) => one.id === id)!.standings;

const told = async (kind: 'gatewayErrors' | 'gatewayUpstream' | 'gatewayOver', name: string) =>
  (await admin.ok(messagesApi.list, { query: { kind } })).rows.filter(({ title }) => title.includes(name)).length;

/** Sums of this minute, as a gateway would have written them. */
const sums = (api: string, calls: number, failed: number) =>
  server.platform.pool.query(
    `insert into ${spaceSchema(server.spaceId)}.gateway_minute (minute, environment, api, application, calls, refused, failed, bytes, ms, histogram)
       values (date_trunc('minute', now()), 'live', $1, '', $2::bigint, 0, $3::bigint, 0, 0, array[$2::bigint,0,0,0,0,0,0,0,0,0,0,0,0,0]::bigint[])
     on conflict (minute, environment, api, application) do update set calls = excluded.calls, failed = excluded.failed`,
    [api, calls, failed],
  );

test('failures are told once, and once more when they are over: between the bounds nothing is said', async () => {
  const { id: api, name } = await served((one) => one);
  const { id } = await alert({ api });
  const judged = async (calls: number, failed: number) => {
    await server.platform.pool.query(`delete from ${spaceSchema(server.spaceId)}.gateway_minute where api = $1`, [api]);
    await sums(api, calls, failed);
    await judgeSpace(server.platform, server.spaceId);
    return [
      (await standingOf(id)).map(({ state }) => state).join(),
      await told('gatewayErrors', name),
      await told('gatewayOver', name),
    ];
  };
  expect(await judged(5, 5)).toEqual(['', 0, 0]);
  expect(await judged(100, 40)).toEqual(['', 0, 0]);
  expect(await judged(100, 60)).toEqual(['raised', 1, 0]);
  expect(await judged(100, 40)).toEqual(['raised', 1, 0]);
  expect(await judged(100, 90)).toEqual(['raised', 1, 0]);
  expect(await judged(100, 5)).toEqual(['', 1, 1]);
  await admin.ok(gatewayWatchApi.removeAlert, { params: { gatewayAlertId: id } });
});

test('whoever is named is told, by message and by mail, and nobody else', async () => {
  const { id: api, name } = await served((one) => one);
  const user = await server.as('user');
  const { id: person } = await user.ok(identityApi.me, {});
  await server.platform.pool.query('update identity.account set email = $2 where id = $1', [
    person,
    'told@example.com',
  ]);
  const receivers = [{ kind: 'people' as const, id: person }];
  const { id } = await alert({ api, receivers, ways: ['mail', 'message'] });
  const listed = (await admin.ok(gatewayWatchApi.alerts, {})).find((one) => one.id === id)!;
  expect([listed.receivers.map(({ kind, id: whose }) => `${kind} ${whose}`), listed.ways]).toEqual([
    [`people ${person}`],
    ['mail', 'message'],
  ]);
  await sums(api, 100, 100);
  await judgeSpace(server.platform, server.spaceId);
  const titles = (await user.ok(messagesApi.list, { query: { kind: 'gatewayErrors' } })).rows.map(({ title }) => title);
  expect(titles.filter((title) => title.includes(name))).toHaveLength(1);
  expect(await told('gatewayErrors', name)).toBe(0);
  const mails = await inControl(server.platform.control, server.spaceId, (tx) =>
    tx.selectFrom('platform.outbox').select('body_text').where('kind', '=', 'mail').execute(),
  );
  expect(mails.filter(({ body_text: text }) => text?.includes(name))).toHaveLength(1);
  const nobody = await admin.call(gatewayWatchApi.updateAlert, {
    params: { gatewayAlertId: id },
    body: { ...given(listed), receivers: [{ kind: 'people', id: randomUUID() }] },
  });
  expect(codeOf(nobody)).toBe('gateway.alert.nobody');
  await admin.ok(gatewayWatchApi.updateAlert, {
    params: { gatewayAlertId: id },
    body: { ...given(listed), receivers: [], ways: ['message'], enabled: false },
  });
  expect((await admin.ok(gatewayWatchApi.alerts, {})).find((one) => one.id === id)!.receivers).toEqual([]);
});

const given = ({ what, api, raiseAt, clearAt, hold }: AlertInput) => ({
  what,
  api,
  raiseAt,
  clearAt,
  hold,
  enabled: true,
  ways: ['message' as const],
});

test('what ends an alert may not lie above what raises it; one that is off says nothing', async () => {
  const refused = await admin.call(gatewayWatchApi.createAlert, {
    body: {
      what: 'latency',
      api: null,
      raiseAt: 10,
      clearAt: 20,
      hold: 0,
      enabled: true,
      receivers: [],
      ways: ['message'],
    },
  });
  expect(codeOf(refused)).toBe('gateway.alert.bounds');
  const { id: api } = await served((one) => one);
  const { id } = await alert({ api, enabled: false });
  await sums(api, 100, 100);
  await judgeSpace(server.platform, server.spaceId);
  expect(await standingOf(id)).toEqual([]);
  const user = await server.as('user');
  expect((await user.call(gatewayWatchApi.alerts, {})).status).toBe(403);
});

test('an upstream that fails is seen, told of, and told of when it is well again', async () => {
  const {
    id: api,
    name,
    path,
  } = await served((one) => ({
    ...one,
    upstream: { ...one.upstream, retries: 0, breaker: { failures: 2, seconds: 1 } },
  }));
  const stateOf = async () => (await admin.ok(gatewayWatchApi.upstreams, {})).find((one) => one.api === api)?.state;
  const when = (state: string) =>
    vi.waitFor(
      async () => {
        await fetch(path);
        if ((await stateOf()) !== state) throw new Error(`not ${state} yet`);
      },
      { timeout: 60_000, interval: 300 },
    );
  await when('well');
  const { id } = await alert({ what: 'upstream', api });
  isWell = false;
  await when('open');
  await judgeSpace(server.platform, server.spaceId);
  expect(await standingOf(id)).toMatchObject([{ state: 'raised' }]);
  expect(await told('gatewayUpstream', name)).toBe(1);
  isWell = true;
  await when('well');
  await judgeSpace(server.platform, server.spaceId);
  expect(await standingOf(id)).toEqual([]);
  expect(await told('gatewayOver', name)).toBe(1);
});

test('parts of an aggregation are asked whether they are well, and one that is not is left out at once', async () => {
  isWell = false;
  const part = { id: 'p', name: 'pump', url: `${url}/pumps/{id}`, required: false, health: '/health' };
  const other = { ...part, id: 'o', name: 'other', health: '' };
  const { id: api, path } = await served((one) => ({
    ...one,
    source: { is: 'aggregate' },
    upstream: { ...one.upstream, breaker: null },
    operations: [newOperation('get', { path: '/things/{id}', parts: [part, other] })],
  }));
  const states = async () =>
    (await admin.ok(gatewayWatchApi.upstreams, {})).filter((one) => one.api === api).map(({ state }) => state);
  await vi.waitFor(async () => expect((await states()).toSorted()).toEqual(['ill', 'well']), {
    timeout: 60_000,
    interval: 300,
  });
  isWell = true;
  const answer = (await (await fetch(`${path}/1`)).json()) as { other: object; _missing: object };
  expect([answer._missing, answer.other]).toEqual([{ pump: 'no_upstream' }, { name: 'Pump', phone: '13800001234' }]);
});

test('bodies stand in the log where the API says so, with what is masked for callers', async () => {
  const { path } = await served((one) => ({
    ...one,
    mask: [{ id: 'm', path: 'phone', how: 'last4' }],
    log: { requestBody: true, responseBody: true },
  }));
  const post = async (body: string) => {
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const requestId = answer.headers.get('x-request-id')!;
    return vi.waitFor(() => admin.ok(gatewayApi.logEntry, { params: { requestId } }), {
      timeout: 30_000,
      interval: 100,
    });
  };
  expect(await post('{"phone":"13911112222","code":"A"}')).toMatchObject({
    requestBody: '{"phone":"***2222","code":"A"}',
    responseBody: '{"name":"Pump","phone":"***1234"}',
  });
  // what should be masked and cannot be read is not kept
  expect((await post('phone=13911112222')).requestBody).toBeNull();
});

test('calls leave as spans of OpenTelemetry, within the trace of the caller; what is not taken is sent again', async () => {
  const got: { spans: { traceId: string; parentSpanId?: string; name: string; attributes: unknown[] }[] }[] = [];
  let status = 503;
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: typeof got }[] };
      if (status === 200 && request.url === '/otlp/v1/traces') got.push(...resourceSpans[0]!.scopeSpans);
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  try {
    const { id: connection } = await admin.ok(connectionsApi.create, {
      body: {
        kind: 'http',
        name: 'Collector',
        folder: null,
        settings: { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/otlp`, auth: 'none' },
        secrets: {},
      },
    });
    const wrong = await admin.call(gatewayWatchApi.putTelemetry, {
      body: { connection: '00000000-0000-4000-8000-000000000000', share: 100, enabled: true },
    });
    expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([422, expect.stringContaining('"path":"connection"')]);
    await admin.ok(gatewayWatchApi.putTelemetry, { body: { connection, share: 100, enabled: true } });
    const at = { params: { connectionId: connection } };
    const kept = await admin.call(connectionsApi.remove, { ...at, query: { accept: true } });
    expect([kept.status, codeOf(kept)]).toEqual([409, 'connections.connection.in_use']);
    expect(JSON.stringify(kept)).toContain('链路追踪导出');
    expect((await admin.ok(connectionsApi.uses, at)).uses).toMatchObject([
      { kind: 'gateway_telemetry', of: 'release' },
    ]);
    const { path } = await served((one) => one);
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await fetch(path, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    const requestId = answer.headers.get('x-request-id')!;
    await vi.waitFor(() => admin.ok(gatewayApi.logEntry, { params: { requestId } }), {
      timeout: 30_000,
      interval: 100,
    });
    await sendSpace(server.platform, server.spaceId, 0);
    const failed = await admin.ok(gatewayWatchApi.telemetry, {});
    expect(failed.telemetry).toMatchObject({ sent: 0, failure: 'HTTP 503' });
    status = 200;
    await sendSpace(server.platform, server.spaceId, 0);
    const spans = got.flatMap((one) => one.spans).filter(({ traceId }) => traceId === trace);
    expect(spans).toMatchObject([{ parentSpanId: '00f067aa0ba902b7', name: 'GET /things' }]);
    expect(JSON.stringify(spans[0]!.attributes)).toContain(requestId);
    const before = got.length;
    await sendSpace(server.platform, server.spaceId, 0);
    expect(got.length).toBe(before);
    expect((await admin.ok(gatewayWatchApi.telemetry, {})).telemetry).toMatchObject({ failure: null });
  } finally {
    collector.closeAllConnections();
    collector.close();
  }
});
