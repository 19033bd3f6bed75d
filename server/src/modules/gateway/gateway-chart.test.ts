import { randomUUID } from 'node:crypto';
import { emptyChart } from '@formwork/contract/analytics/definition.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { chartOperations, emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { field, newForm } from '../../testing/forms.ts';
import { refresh } from './snapshots.ts';

// Charts as APIs: what they show, as data, with the rights of the person the API names.

let server: TestServer;
let admin: Client;
let chart: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const title = { zh: '图表数据' };
  const { id: appId } = await admin.ok(formsApi.createApp, { body: { title } });
  const formId = await newForm(admin, appId, {
    title,
    titleField: 'code',
    fields: [field('text', 'code'), field('number', 'amount')],
  });
  for (const amount of [2, 3])
    await admin.ok(recordsApi.create, {
      params: { formId },
      body: { commandId: randomUUID(), values: { code: 'A', amount }, slaves: {} },
    });
  const draft = {
    ...emptyChart(),
    form: formId,
    settings: {
      ...emptyChart().settings,
      slots: { x: [{ id: 'u1', field: 'code' }], y: [{ id: 'u2', field: 'amount', fn: 'sum' as const }] },
    },
  };
  const made = await admin.ok(definitionsApi.create, {
    params: { kind: 'chart' },
    body: { commandId: randomUUID(), name: title, draft },
  });
  chart = made.id;
  await admin.ok(definitionsApi.release, { params: { kind: 'chart', id: chart }, body: { version: made.version } });
}, 600_000);
afterAll(() => server.stop());

let made = 0;
async function served(source: GatewayApi['source'], operations = chartOperations()) {
  const id = randomUUID();
  const basePath = `/c${(made += 1)}`;
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: {
      commandId: id,
      name: { zh: basePath },
      draft: {
        ...emptyApi(),
        basePath,
        security: { open: true, ways: [], subscription: false },
        source,
        operations,
      } satisfies GatewayApi,
    },
  });
  const params = { kind: 'gateway_api', id };
  const released = await admin.call(definitionsApi.release, { params, body: { version: 1 } });
  if (released.status === 200) {
    await admin.ok(gatewayApi.putLive, {
      params: { apiId: id, environment: mainEnvironment },
      body: { number: 1, state: 'live', sunset: null },
    });
    await refresh(server.platform, server.spaceId);
    for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
  }
  return { released, at: `${server.url}/gateway/demo${basePath}` };
}

test('a chart answers what it shows; a person who may not see it finds none', async () => {
  const { at } = await served({ is: 'chart', chart, person: admin.id });
  const answer = await fetch(at);
  const { columns, rows } = (await answer.json()) as { columns: { id: string }[]; rows: Record<string, unknown>[] };
  expect([answer.status, columns.length, rows.length]).toEqual([200, 2, 1]);
  expect(Object.values(rows[0]!)).toEqual(['A', 5]);
  const { id: person } = await server.as('user2');
  expect((await fetch((await served({ is: 'chart', chart, person })).at)).status).toBe(404);
  // what an API answers from is not taken away from it
  const kept = await admin.call(definitionsApi.archive, { params: { kind: 'chart', id: chart }, body: {} });
  expect(kept.status).toBe(409);
});

test('without a chart, or with a method that writes, it is not released', async () => {
  const none = await served({ is: 'chart', chart: null, person: admin.id });
  expect(codeOf(none.released)).toBe('definitions.release.problems');
  const writes = await served({ is: 'chart', chart, person: admin.id }, [
    newOperation('p', { method: 'POST', path: '/' }),
  ]);
  expect(codeOf(writes.released)).toBe('definitions.release.problems');
});
