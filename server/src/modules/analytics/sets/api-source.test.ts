import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyDataSet, type SetField, type SetSource } from '@formwork/contract/analytics/dataset.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { begun, released, rowsOf, setChart } from '../testing/sets.ts';
import { rowsIn } from './api-source.ts';

let server: TestServer;
let admin: Client;
let user: Client;
let connection: string;
const asked: (string | undefined)[] = [];

const answers: Record<string, [number, string]> = {
  '/v1/orders?year=2026': [
    200,
    '{"data": {"items": [{"line": "A", "amount": 12345678901234.56, "lots": {"n": 1}}, {"line": "A", "amount": 0.44}, {"line": "B", "amount": null}]}}',
  ],
  '/v1/plain': [200, '[{"line": "C", "amount": 7}]'],
  '/v1/numbers': [200, '{"list": [1, 2]}'],
  '/v1/none': [200, '{"data": {"items": []}}'],
  '/v1/html': [200, '<html>'],
  '/secret': [200, '[{"line": "X", "amount": 1}]'],
};
const far = createServer((request, response) => {
  asked.push(request.headers.authorization);
  const [status, body] = answers[request.url ?? ''] ?? [404, '{}'];
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
});

const fields: SetField[] = [
  { id: 'line', column: 'line', title: { zh: '产线' }, kind: 'text' },
  { id: 'amount', column: 'amount', title: { zh: '量' }, kind: 'number' },
];

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  [admin, user] = [await server.as('admin'), await server.as('user2')];
  far.listen(0, '127.0.0.1');
  await once(far, 'listening');
  const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}/v1`;
  ({ id: connection } = await admin.ok(connectionsApi.create, {
    body: {
      kind: 'http',
      name: 'orders',
      folder: null,
      settings: { url, auth: 'bearer' },
      secrets: { token: 'tok-1' },
    },
  }));
});
afterAll(async () => {
  far.close();
  await server.stop();
});

const sourceOf = (path: string, rows = ''): SetSource => ({ is: 'api', connection, path, rows });
const byLine = (id: string) => setChart(id, { x: [{ field: 'line' }], y: [{ field: 'amount', fn: 'sum' }] });

describe('the answer of a call', () => {
  test('is read as rows, with the secret of its connection', async () => {
    const draft = { ...emptyDataSet(), fields, source: sourceOf('orders?year=2026', 'data.items') };
    const id = await released(admin, 'dataset', await begun(admin, 'dataset', draft));
    expect(await rowsOf(admin, byLine(id))).toEqual([
      ['A', '12345678901235'],
      ['B', null],
    ]);
    expect(asked).toContain('Bearer tok-1');
    const found = await admin.ok(setsApi.look, { params: { datasetId: id }, body: { source: draft.source } });
    expect(found.columns.map(({ name }) => name)).toEqual(['line', 'amount', 'lots']);
    expect(found.rows).toHaveLength(3);
    expect((await admin.ok(setsApi.connections)).map((one) => [one.id, one.kind])).toContainEqual([connection, 'http']);
  });

  test('that holds no rows is said, and nothing outside the connection is asked', async () => {
    const id = await begun(admin, 'dataset', { ...emptyDataSet(), fields });
    const look = async (path: string, rows?: string, who = admin) =>
      codeOf(await who.call(setsApi.look, { params: { datasetId: id }, body: { source: sourceOf(path, rows) } }));
    expect(await look('plain')).toBeUndefined();
    expect(await look('numbers', 'list')).toBeUndefined();
    expect(await look('none', 'data.items')).toBe('analytics.set.api_no_rows');
    expect(await look('plain', 'data')).toBe('analytics.set.api_no_rows');
    expect(await look('plain', 'constructor.name')).toBe('analytics.set.api_no_rows');
    expect(await look('html')).toBe('analytics.set.api_no_json');
    expect(await look('gone')).toBe('analytics.set.api_status');
    expect(await look('../secret')).toBe('connections.test.address');
    expect(await look('plain', '', user)).toBe('analytics.set.gone');
    // somebody with a data set of their own may still not use the connection
    const own = await begun(user, 'dataset', { ...emptyDataSet(), fields });
    const theirs = await user.call(setsApi.look, { params: { datasetId: own }, body: { source: sourceOf('plain') } });
    expect(theirs.status).toBeGreaterThanOrEqual(403);
    expect(JSON.stringify(theirs.body)).not.toContain('"C"');
  });

  test('keeps numbers as they were sent', () => {
    expect(rowsIn('{"a": [{"n": 90071992547409931234.50}]}', 'a')).toBe('[{"n":90071992547409931234.50}]');
    expect(rowsIn('{"a": {"n": 1e400}}', 'a')).toBe('[{"n":1e400}]');
  });
});
