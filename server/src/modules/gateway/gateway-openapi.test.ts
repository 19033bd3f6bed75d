import { randomUUID } from 'node:crypto';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { diff } from '@formwork/contract/definitions/diff.ts';
import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { largeDescriptions } from './testing/large-descriptions.ts';

// Descriptions as large public ones are: they come in without error, what the gateway does not do is named, and they go out as they came.

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const exported = (apiId: string) => admin.ok(gatewayApi.exportApi, { params: { apiId } });

async function edited(id: string, change: (api: GatewayApi) => GatewayApi): Promise<void> {
  const { draft } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  await admin.ok(definitionsApi.change, {
    params: { kind: 'gateway_api', id },
    body: { client: randomUUID(), seq: 1, ops: diff(draft, change(draft as GatewayApi)) },
  });
}

test.each(largeDescriptions)('$name', async ({ text, operations, unsupported, comment }) => {
  const made = await admin.ok(gatewayApi.importApi, { body: { text } });
  expect(made.operations).toBe(operations);
  // each is named at its place: so many of each kind
  const counts: Record<string, number> = {};
  for (const { what } of made.unsupported) {
    const kind = what.split(' ')[0]!;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  expect(counts).toEqual(unsupported);
  expect(made.unsupported.every(({ where }) => where !== '')).toBe(true);

  const same = await exported(made.id);
  expect(same.unchanged).toBe(true);
  expect(Buffer.from(same.text).equals(Buffer.from(text))).toBe(true);

  await edited(made.id, (api) => ({
    ...api,
    operations: api.operations.map((one, n) => (n === 0 ? { ...one, title: 'Said anew' } : one)),
  }));
  const after = await exported(made.id);
  expect(after.unchanged).toBe(false);
  expect(after.text).toContain('Said anew');
  if (comment !== undefined) expect(after.text).toContain(comment);
  expect(after.text).toContain('x-unknown-to-us');
  // what was not touched stands there as it was, line by line
  const lines = new Set(after.text.split('\n'));
  expect(text.split('\n').filter((line) => !lines.has(line)).length).toBeLessThan(60);
  const order = (of: string) => [...of.matchAll(/^\s*["']?(\/[\w/{}.:-]+)["']?:/gm)].map(([, path]) => path);
  expect(order(after.text)).toEqual(order(text));
});

test('statements of an API read, once, with parameters by name', async () => {
  const table: Record<string, string> = {
    'select id from parts where id = :id': '',
    "select ';' as text, ':x' as name from parts where id = :id -- ; select 2": '',
    'select id::text from parts where id = :id;': '',
    'select 1; select 2': 'gateway.problem.sql_two_statements',
    'select 1; drop table parts': 'gateway.problem.sql_two_statements',
    'select id from parts where id = $1': 'gateway.problem.sql_unnamed',
    'select id from parts where id = ?': 'gateway.problem.sql_unnamed',
    'update parts set id = :id': 'gateway.problem.sql_not_reading',
    "select 'open": 'gateway.problem.sql_unfinished',
    'select :other from parts': 'gateway.problem.sql_unknown_name',
  };
  const found: Record<string, string> = {};
  for (const sql of Object.keys(table)) {
    const id = randomUUID();
    const draft: GatewayApi = {
      ...emptyApi(),
      basePath: `/sql-${id.slice(0, 8)}`,
      source: { is: 'sql', connection: randomUUID(), person: admin.id },
      operations: [newOperation('one', { path: '/{id}', sql })],
    };
    await admin.ok(definitionsApi.create, {
      params: { kind: 'gateway_api' },
      body: { commandId: id, name: { zh: 'sql' }, draft },
    });
    const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'gateway_api', id } });
    found[sql] = problems
      .map(({ code }) => code)
      .filter((code) => code.includes('.sql_'))
      .join();
  }
  expect(found).toEqual(table);
});
