import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { refresh } from './snapshots.ts';

// The portal: what somebody finds there, asks for and has, and what everybody else's eyes do not reach.

let server: TestServer;
let admin: Client;
let user: Client;
let other: Client;
let looked: string;
let atOnce: string;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user, other] = await Promise.all([server.as('admin'), server.as('user'), server.as('user2')]);
  const plan = (name: string, approval: boolean) =>
    admin.ok(gatewayApi.createPlan, {
      body: { name, about: '', rate: null, quota: { calls: 4, bytes: null, seconds: null, period: 'day' }, approval },
    });
  ({ id: looked } = await plan('Looked at', true));
  ({ id: atOnce } = await plan('At once', false));
});
afterAll(() => server.stop());

let made = 0;
async function served(change: (api: GatewayApi) => GatewayApi = (api) => api): Promise<{ id: string; path: string }> {
  const id = randomUUID();
  const basePath = `/p${++made}`;
  const draft = change({
    ...emptyApi(),
    basePath,
    about: 'Parts and where they lie',
    security: { open: false, ways: ['key'], subscription: true },
    operations: [
      newOperation('get', {
        path: '/parts/{id}',
        mock: { status: 200, type: 'application/json', body: '{"id":1}', delayMs: 0 },
      }),
    ],
  });
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: id, name: { zh: basePath }, draft },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: 1 } });
  await put(id, 'live');
  return { id, path: `/gateway/demo${basePath}/parts/1` };
}

const put = (apiId: string, state: 'live' | 'deprecated' | 'retired') =>
  admin.ok(gatewayApi.putLive, {
    params: { apiId, environment: mainEnvironment },
    body: { number: 1, state, sunset: state === 'live' ? null : '2027-01-01T00:00:00.000Z' },
  });

const list = (apiId: string, audience: RuleSubject[], plans: string[] = [looked, atOnce]) =>
  admin.ok(gatewayPortalApi.putListing, { params: { apiId }, body: { audience, plans } });

const found = async (who: Client, id: string): Promise<boolean> =>
  (await who.ok(gatewayPortalApi.apis, {})).apis.some((one) => one.id === id);

async function settled(): Promise<void> {
  await refresh(server.platform, server.spaceId);
  for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
}

async function ask(path: string, key?: string): Promise<{ status: number; code: string; requestId: string }> {
  const answer = await fetch(`${server.url}${path}`, key === undefined ? {} : { headers: { 'x-api-key': key } });
  const body = (await answer.json()) as { code?: string };
  return { status: answer.status, code: body.code ?? '', requestId: answer.headers.get('x-request-id')! };
}

const told = (who: Client, kind: MessageKind, title: string) =>
  vi.waitFor(
    async () => {
      const { rows } = await who.ok(messagesApi.list, { query: { kind } });
      const one = rows.find((row) => row.title.includes(title));
      if (!one) throw new Error(`no message ${kind} ${title}`);
      return one;
    },
    { timeout: 30_000, interval: 100 },
  );

async function withKey(who: Client, name: string): Promise<{ application: string; key: string }> {
  const { id: application } = await who.ok(gatewayPortalApi.createApplication, { body: { name } });
  const { secret } = await who.ok(gatewayPortalApi.createCredential, {
    params: { applicationId: application },
    body: { kind: 'key', name, expiresAt: null },
  });
  return { application, key: secret! };
}

test('who finds an API there', async () => {
  const { id } = await served();
  const table: Record<string, boolean[]> = {};
  const see = async (name: string): Promise<void> => {
    table[name] = [];
    for (const who of ['user', 'user2', 'admin', 'safe', 'audit', 'other-user'])
      table[name].push(await found(await server.as(who), id));
  };
  await see('not in the portal');
  await list(id, [{ kind: 'everyone' }]);
  await see('everyone');
  await list(id, [{ kind: 'person', id: user.id }]);
  await see('a person');
  await list(id, [{ kind: 'role', id: 'safe' }]);
  await see('a role');
  await list(id, [{ kind: 'everyone' }]);
  await put(id, 'retired');
  await see('retired');
  await admin.ok(gatewayApi.removeLive, { params: { apiId: id, environment: mainEnvironment } });
  await see('taken out');
  await put(id, 'live');
  await admin.ok(gatewayPortalApi.removeListing, { params: { apiId: id } });
  await see('taken out of the portal');
  const no = false;
  expect(table).toEqual({
    'not in the portal': [no, no, no, no, no, no],
    everyone: [true, true, true, true, true, no],
    'a person': [true, no, no, no, no, no],
    'a role': [no, no, no, true, no, no],
    retired: [true, true, true, true, true, no],
    'taken out': [no, no, no, no, no, no],
    'taken out of the portal': [no, no, no, no, no, no],
  });
  const hidden = { params: { apiId: id }, query: { environment: mainEnvironment } };
  expect(codeOf(await user.call(gatewayPortalApi.reference, hidden))).toBe('gateway.api.not_found');
});

test('a request is told to who decides, the decision to who asked, and the gateway follows', async () => {
  const { id, path } = await served();
  await list(id, [{ kind: 'everyone' }], [looked]);
  const { application, key } = await withKey(user, 'Shop');
  await settled();
  expect((await ask(path, key)).code).toBe('not_subscribed');
  const wish = { application, api: id, plan: looked, note: 'for the shop' };
  const foreign = await other.call(gatewayPortalApi.subscribe, { body: wish });
  expect(codeOf(foreign)).toBe('gateway.application.not_found');
  const notOffered = await user.call(gatewayPortalApi.subscribe, { body: { ...wish, plan: atOnce } });
  expect(codeOf(notOffered)).toBe('gateway.plan.not_offered');
  const asked = await user.ok(gatewayPortalApi.subscribe, { body: wish });
  expect(asked.state).toBe('requested');
  expect((await told(admin, 'gatewayRequested', 'Shop')).target).toMatchObject({ page: 'esb' });

  const steps = [
    ['refused', 'gatewayRefused', 'subscription_refused'],
    ['approved', 'gatewayApproved', ''],
    ['suspended', 'gatewaySuspended', 'subscription_suspended'],
    ['ended', 'gatewayEnded', 'subscription_ended'],
  ] as const;
  for (const [state, kind, code] of steps) {
    await admin.ok(gatewayApi.decideSubscription, {
      params: { subscriptionId: asked.id },
      body: { state, note: `because ${state}` },
    });
    expect(await told(user, kind, `because ${state}`)).toMatchObject({ by: 'admin 先生' });
    await settled();
    expect((await ask(path, key)).code).toBe(code);
  }
  const { subscriptions } = await user.ok(gatewayPortalApi.applications, {});
  expect(subscriptions).toMatchObject([
    { id: asked.id, state: 'ended', note: 'for the shop', answer: 'because ended', plan: { name: 'Looked at' } },
  ]);
});

test('who was refused asks again, takes a request back, and ends what is approved', async () => {
  const { id } = await served();
  await list(id, [{ kind: 'everyone' }]);
  const { application } = await withKey(user, 'Again');
  const wish = (plan: string) =>
    user.call(gatewayPortalApi.subscribe, { body: { application, api: id, plan, note: '' } });
  const end = (subscriptionId: string) => user.call(gatewayPortalApi.endSubscription, { params: { subscriptionId } });
  const first = (await wish(looked)).body as { id: string };
  expect(codeOf(await wish(looked))).toBe('gateway.subscription.taken');
  await admin.ok(gatewayApi.decideSubscription, {
    params: { subscriptionId: first.id },
    body: { state: 'refused', note: '' },
  });
  expect(codeOf(await end(first.id))).toBe('gateway.subscription.over');
  const second = (await wish(looked)).body as { id: string; state: string };
  expect(second.state).toBe('requested');
  expect(codeOf(await other.call(gatewayPortalApi.endSubscription, { params: { subscriptionId: second.id } }))).toBe(
    'gateway.subscription.not_found',
  );
  expect((await end(second.id)).status).toBe(200);
  const third = (await wish(atOnce)).body as { id: string; state: string };
  expect(third.state).toBe('approved');
  expect((await end(third.id)).status).toBe(200);
});

test('own applications and keys: shown once, revoked, and nobody else reaches them', async () => {
  const { application, key } = await withKey(user, 'Mine');
  expect(key).toMatch(/^fwg_/);
  const mine = (await user.ok(gatewayPortalApi.applications, {})).applications.find(({ id }) => id === application)!;
  expect(JSON.stringify(mine)).not.toContain(key);
  expect((await other.ok(gatewayPortalApi.applications, {})).applications).toEqual([]);
  const { credentials } = mine;
  const refusals = await Promise.all([
    other.call(gatewayPortalApi.removeApplication, { params: { applicationId: application } }),
    other.call(gatewayPortalApi.createCredential, {
      params: { applicationId: application },
      body: { kind: 'key', name: 'x', expiresAt: null },
    }),
    other.call(gatewayPortalApi.revokeCredential, { params: { credentialId: credentials[0]!.id } }),
  ]);
  expect(refusals.map(codeOf)).toEqual([
    'gateway.application.not_found',
    'gateway.application.not_found',
    'gateway.credential.not_found',
  ]);
  // the consumer is one for all applications of a person, and the administrator sees whose it is
  const consumers = await admin.ok(gatewayApi.consumers, {});
  expect(consumers.filter(({ owner }) => owner === user.id)).toHaveLength(1);
  await user.ok(gatewayPortalApi.revokeCredential, { params: { credentialId: credentials[0]!.id } });
  await user.ok(gatewayPortalApi.removeApplication, { params: { applicationId: application } });
});

test('own use, own calls, and why one was refused', async () => {
  const { id, path } = await served();
  await list(id, [{ kind: 'everyone' }]);
  const { application, key } = await withKey(user, 'Counted');
  await user.ok(gatewayPortalApi.subscribe, { body: { application, api: id, plan: atOnce, note: '' } });
  await settled();
  for (let n = 0; n < 4; n += 1) expect((await ask(path, key)).status).toBe(200);
  const refused = await ask(path, key);
  expect(refused).toMatchObject({ status: 429, code: 'quota' });
  const wrong = await ask(path, 'fwg_wrong');
  const use = await vi.waitFor(
    async () => {
      const answer = await user.ok(gatewayPortalApi.use, { query: { hours: 1 } });
      if ((answer.apis.find((one) => one.id === id)?.calls ?? 0) < 5) throw new Error('not yet');
      return answer;
    },
    { timeout: 30_000, interval: 100 },
  );
  expect(use.apis.find((one) => one.id === id)).toMatchObject({ calls: 5, refused: 1 });
  expect(use.quotas.filter(({ api }) => api.id === id)).toMatchObject([
    { plan: 'At once', period: 'day', used: { calls: 4 }, most: { calls: 4 } },
  ]);
  const calls = await user.ok(gatewayPortalApi.calls, { query: { outcome: 'refused', application, limit: 10 } });
  expect(calls.rows.map((row) => row.id)).toEqual([refused.requestId]);
  const byId = (who: Client, requestId: string) => who.call(gatewayPortalApi.call, { params: { requestId } });
  expect((await byId(user, refused.requestId)).body).toMatchObject({
    code: 'quota',
    policy: 'quota',
    detail: { calls: 4 },
  });
  expect(codeOf(await byId(other, refused.requestId))).toBe('gateway.log.not_found');
  // of a call that nobody made the code alone is told
  await vi.waitFor(async () =>
    expect((await byId(other, wrong.requestId)).body).toMatchObject({ code: 'wrong_credential', path: '', detail: {} }),
  );
  expect(await other.ok(gatewayPortalApi.use, { query: { hours: 1 } })).toMatchObject({ apis: [], quotas: [] });
  expect((await other.ok(gatewayPortalApi.calls, { query: { limit: 10 } })).rows).toEqual([]);
});

test('the end of an API is told to those who call it', async () => {
  const { id } = await served();
  await list(id, [{ kind: 'everyone' }]);
  const { application } = await withKey(user, 'Told');
  await user.ok(gatewayPortalApi.subscribe, { body: { application, api: id, plan: atOnce, note: '' } });
  await put(id, 'deprecated');
  expect((await told(user, 'gatewayDeprecated', '2027-01-01')).target).toMatchObject({ page: 'esbPortal' });
  await put(id, 'retired');
  await told(user, 'gatewayRetired', '2027-01-01');
  expect((await other.ok(messagesApi.list, { query: { kind: 'gatewayRetired' } })).rows).toEqual([]);
});

test('the reference is the imported document with our address, and says nothing of the inside', async () => {
  const text = `openapi: 3.1.0
info: { title: Parts, version: '2' }
servers: [{ url: 'https://inside.example/secret' }]
security: [{ theirs: [] }]
paths:
  /parts/{part-id}:
    servers: [{ url: 'https://other.example' }]
    get:
      operationId: part
      summary: One part
      tags: [store]
      security: []
      parameters: [{ name: part-id, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: It, content: { application/json: { schema: { $ref: '#/components/schemas/Part' } } } } }
    delete: { operationId: gone, responses: { '204': { description: Gone } } }
components:
  securitySchemes: { theirs: { type: http, scheme: basic } }
  schemas: { Part: { type: object, properties: { id: { type: integer } } } }
`;
  const { id } = await admin.ok(gatewayApi.importApi, { body: { text } });
  const { draft } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  const before = draft as GatewayApi;
  const after = { ...before, operations: before.operations.filter(({ method }) => method === 'GET') };
  await admin.ok(definitionsApi.change, {
    params: { kind: 'gateway_api', id },
    body: { client: randomUUID(), seq: 1, ops: diff(before, after) },
  });
  const now = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: now.version } });
  await put(id, 'live');
  await list(id, [{ kind: 'everyone' }]);
  const { document } = await user.ok(gatewayPortalApi.reference, {
    params: { apiId: id },
    query: { environment: mainEnvironment },
  });
  expect(document).toMatchObject({
    info: { title: 'Parts', version: '2' },
    paths: { '/parts/{part-id}': { get: { summary: 'One part', tags: ['store'] } } },
    components: {
      schemas: { Part: { type: 'object' } },
      securitySchemes: { key: { type: 'apiKey', name: 'X-Api-Key' } },
    },
    security: [{ key: [] }],
  });
  expect(Object.keys((document.paths as Record<string, object>)['/parts/{part-id}']!)).toEqual(['get']);
  expect(JSON.stringify(document)).not.toMatch(/inside\.example|other\.example|theirs/);
  expect((document.servers as { url: string }[])[0]!.url).toContain('/gateway/demo/parts');
});
