import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, flowOperations, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { FlowAnswer } from '@formwork/contract/orchestration/api.ts';
import { flowOf } from '@formwork/logic/testing/flows.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { refresh } from './snapshots.ts';

// Flows as APIs: with the rights of the person the API names, and what comes later asked for by its run.

let server: TestServer;
let admin: Client;
let person: string;
let flow: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  person = admin.id;
  flow = randomUUID();
  await admin.ok(definitionsApi.create, {
    params: { kind: 'orchestration' },
    body: {
      commandId: flow,
      name: { zh: '相加' },
      draft: flowOf([{ kind: 'end', id: 'end' }], 'start>end', {
        inputs: [
          { name: 'a', type: 'number' },
          { name: 'b', type: 'number' },
        ],
        outputs: [{ name: 'sum', value: 'a + b' }],
      }),
    },
  });
  await admin.ok(definitionsApi.release, {
    params: { kind: 'orchestration', id: flow },
    body: { version: 1, note: '', accept: true },
  });
});
afterAll(() => server.stop());

let made = 0;
async function served(change: (api: GatewayApi) => Partial<GatewayApi> = () => ({})) {
  const id = randomUUID();
  const basePath = `/f${(made += 1)}`;
  const body: GatewayApi = {
    ...emptyApi(),
    basePath,
    security: { open: true, ways: [], subscription: false },
    source: { is: 'flow', flow, person },
    operations: flowOperations(),
  };
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: id, name: { zh: basePath }, draft: { ...body, ...change(body) } },
  });
  const released = await admin.call(definitionsApi.release, {
    params: { kind: 'gateway_api', id },
    body: { version: 1 },
  });
  if (released.status === 200) {
    await admin.ok(gatewayApi.putLive, {
      params: { apiId: id, environment: mainEnvironment },
      body: { number: 1, state: 'live', sunset: null },
    });
    await refresh(server.platform, server.spaceId);
    for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
  }
  return { id, released, at: `${server.url}/gateway/demo${basePath}` };
}

const post = (at: string, body: unknown) =>
  fetch(at, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('a flow is called with the body, answers at its end, and its run is asked for', async () => {
  const { at } = await served();
  const answer = await post(at, { a: 1, b: 2 });
  const told = (await answer.json()) as FlowAnswer;
  expect([answer.status, told.state, told.result]).toEqual([200, 'finished', { sum: 3 }]);
  const again = await fetch(`${at}/runs/${told.run}`);
  expect([again.status, ((await again.json()) as FlowAnswer).result]).toEqual([200, { sum: 3 }]);
  expect((await fetch(`${at}/runs/${randomUUID()}`)).status).toBe(404);
  expect((await fetch(`${at}/runs/x`)).status).toBe(422);
  const wrong = await post(at, { a: 'one', c: 2 });
  expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([422, 'platform.invalid_input']);
  // what an API calls is not taken away from it
  const kept = await admin.call(definitionsApi.archive, { params: { kind: 'orchestration', id: flow }, body: {} });
  expect(kept.status).toBe(409);
});

test('parameters are inputs by their types; a person who may not use the flow finds none', async () => {
  const parameters = (['a', 'b'] as const).map((name) => ({
    id: name,
    name,
    in: name === 'a' ? ('path' as const) : ('query' as const),
    type: 'integer' as const,
    required: true,
    about: '',
  }));
  const operations = [newOperation('sum', { method: 'POST', path: '/{a}', parameters })];
  const { at } = await served(() => ({ operations }));
  expect(((await (await post(`${at}/4?b=5`, {})).json()) as FlowAnswer).result).toEqual({ sum: 9 });
  const { id: nobody } = await server.as('user2');
  const stranger = await served(() => ({ operations, source: { is: 'flow', flow, person: nobody } }));
  expect((await post(`${stranger.at}/4?b=5`, {})).status).toBe(404);
});

test('without a flow, or without the run that a GET asks for, it is not released', async () => {
  const none = await served(() => ({ source: { is: 'flow', flow: null, person } }));
  expect(codeOf(none.released)).toBe('definitions.release.problems');
  const operations = [newOperation('get', { path: '/x' })];
  expect(codeOf((await served(() => ({ operations }))).released)).toBe('definitions.release.problems');
});
