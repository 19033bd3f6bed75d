import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, exchangeOperations } from '@formwork/contract/gateway/definition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { refresh } from './snapshots.ts';

// Data of another enterprise through the own gateway: what was approved, page by page, and nothing once it has ended.

let server: TestServer;
let admin: Client;
let provider: Client;
beforeAll(async () => {
  server = await startTestServer();
  [admin, provider] = await Promise.all([server.as('admin'), server.as('other-admin')]);
});
afterAll(() => server.stop());

async function approved(): Promise<string> {
  const title = { zh: '浮标' };
  const { id: appId } = await provider.ok(formsApi.createApp, { body: { title } });
  const fields = [newField('text', { zh: '站号' }, 'code'), newField('text', { zh: '密' }, 'secret')];
  const { id: formId } = await provider.ok(formsApi.createForm, {
    params: { appId },
    body: { title, definition: { format: 1, title, layout: [], titleField: 'code', fields, tables: [] } },
  });
  await provider.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  for (const n of [1, 2, 3])
    await provider.ok(recordsApi.create, { params: { formId }, body: { values: { code: `S${n}`, secret: 'hidden' } } });
  const { id: offerId } = await provider.ok(exchangeApi.createOffer, {
    body: {
      title: '浮标',
      about: '',
      terms: '内部使用',
      source: { kind: 'table', from: 'forms', schema: '', table: formId },
      columns: [{ column: 'code', name: 'station', mask: 'none' }],
      order: 'station',
      audience: ['demo'],
      ways: ['api'],
      everyMinutes: null,
      rowsPerDay: null,
    },
  });
  await provider.ok(exchangeApi.setOffered, { params: { offerId }, body: { state: 'offered' } });
  const { id: exchangeId } = await admin.ok(exchangeApi.request, {
    body: { provider: 'other', offer: offerId, reason: '对比', until: null, agreed: true },
  });
  await provider.ok(exchangeApi.decide, { params: { exchangeId }, body: { step: 'approve', note: '' } });
  return exchangeId;
}

test('pages of it, counted where it is offered; refused as soon as it has ended', async () => {
  const exchangeId = await approved();
  const id = randomUUID();
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: {
      commandId: id,
      name: { zh: '浮标' },
      draft: {
        ...emptyApi(),
        basePath: '/buoys',
        security: { open: true, ways: [], subscription: false },
        source: { is: 'exchange', request: exchangeId, person: admin.id },
        operations: exchangeOperations(),
      },
    },
  });
  await admin.ok(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: 1 } });
  await admin.ok(gatewayApi.putLive, {
    params: { apiId: id, environment: mainEnvironment },
    body: { number: 1, state: 'live', sunset: null },
  });
  await refresh(server.platform, server.spaceId);
  for (let looks = 0; looks < 2; looks += 1) await server.gateway!.look();
  const call = (query = '') => fetch(`${server.url}/gateway/demo/buoys${query}`);
  const first = await vi.waitFor(
    async () => {
      const answer = await call('?limit=2');
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    { timeout: 30_000, interval: 200 },
  );
  expect(first).toEqual({ rows: [{ station: 'S1' }, { station: 'S2' }], cut: null, next: 'S2' });
  expect(await (await call('?limit=2&after=S2')).json()).toEqual({ rows: [{ station: 'S3' }], cut: null, next: null });
  expect((await call('?limit=many')).status).toBe(422);
  const { days } = await provider.ok(exchangeApi.get, { params: { exchangeId } });
  expect(days.map(({ way, rows }) => [way, rows])).toEqual([['api', 3]]);
  await provider.ok(exchangeApi.end, { params: { exchangeId }, body: { note: '' } });
  expect((await call('?limit=2')).status).toBe(409);
});
