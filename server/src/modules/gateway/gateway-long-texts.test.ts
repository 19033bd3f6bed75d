import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { DefinitionProblem } from '@formwork/contract/definitions/kind.ts';
import { gatewayApi, mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppError } from '../../platform/errors.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../testing/server.ts';
import { readDescription } from './openapi-in.ts';
import { patched, servedDocument } from './openapi-out.ts';
import { findFailures } from './schemas.ts';
import { longYaml } from './testing/long-yaml.ts';

// What is read and written in a thread is what would be read and written beside it.

let server: TestServer;
let admin: Client;
const text = longYaml();
const source = createServer((_, response) => response.end(text));
beforeAll(async () => {
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
});
afterAll(async () => {
  source.close();
  await server.stop();
});

const draftOf = async (id: string) => {
  const { draft, version } = await admin.ok(definitionsApi.get, { params: { kind: 'gateway_api', id } });
  return { draft: draft as GatewayApi, version };
};

test(
  'three megabytes of YAML come in, go out, are changed, released, compared and shown',
  { timeout: 120_000 },
  async () => {
    expect(text.length).toBeGreaterThan(3_000_000);
    const { port } = source.address() as AddressInfo;
    const [made, fetched] = await Promise.all([
      admin.ok(gatewayApi.importApi, { body: { text } }),
      admin.ok(gatewayApi.importApi, { body: { address: `http://127.0.0.1:${port}/openapi.yaml` } }),
    ]);
    const read = await readDescription(text);
    expect(made).toEqual({ id: made.id, operations: 330, unsupported: read.unsupported });
    expect(fetched).toEqual({ ...made, id: fetched.id });
    const params = { kind: 'gateway_api', id: made.id };
    const { draft } = await draftOf(made.id);
    expect(draft.operations).toEqual(read.operations);
    expect((await draftOf(fetched.id)).draft).toEqual(draft);
    expect(draft.operations.filter(({ requestSchema }) => requestSchema !== '')).toHaveLength(165);
    expect(await admin.ok(gatewayApi.exportApi, { params: { apiId: made.id } })).toEqual({
      text,
      format: 'yaml',
      unchanged: true,
    });

    const ops = [{ do: 'set' as const, at: ['operations', '#get_r3', 'title'], value: 'Said anew' }];
    await admin.ok(definitionsApi.change, { params, body: { client: randomUUID(), seq: 1, ops } });
    const changed = await draftOf(made.id);
    const out = await admin.ok(gatewayApi.exportApi, { params: { apiId: made.id } });
    expect(out.text).toBe(patched(text, 'yaml', draft.operations, changed.draft));
    const kept = new Set(out.text.split('\n'));
    expect(text.split('\n').filter((line) => !kept.has(line)).length).toBeLessThan(20);

    expect(await admin.ok(definitionsApi.problems, { params })).toEqual({ version: changed.version, problems: [] });
    await admin.ok(definitionsApi.release, { params, body: { version: changed.version, note: '' } });
    const again = text.replaceAll('Makes resource', 'Begins resource');
    await admin.ok(gatewayApi.importApi, { body: { text: again, apiId: made.id } });
    const { draft: second, version } = await draftOf(made.id);
    await admin.ok(definitionsApi.release, { params, body: { version, note: '' } });
    const { words } = await admin.ok(definitionsApi.getRelease, {
      params: { ...params, number: 2 },
      query: { against: 1 },
    });
    expect(words.filter(({ code }) => code === 'gateway.words.operation_changed')).toHaveLength(166);

    await admin.ok(gatewayApi.putLive, {
      params: { apiId: made.id, environment: mainEnvironment },
      body: { number: 1, state: 'live', sunset: null },
    });
    await admin.ok(gatewayPortalApi.putListing, {
      params: { apiId: made.id },
      body: { audience: [{ kind: 'everyone' }], plans: [] },
    });
    const { document } = await admin.ok(gatewayPortalApi.reference, {
      params: { apiId: made.id },
      query: { environment: mainEnvironment },
    });
    const servers = document.servers as { url: string }[];
    const address = servers[0]!.url.slice(0, -changed.draft.basePath.length);
    const imported = { body: again, format: 'yaml' as const, operations: second.operations };
    expect(JSON.stringify(document)).toBe(JSON.stringify(servedDocument('Long', changed.draft, address, imported)));
  },
);

test('what is wrong with a long one is said in the same words', async () => {
  const refused = async (sent: string) => {
    const { status, body } = await admin.call(gatewayApi.importApi, { body: { text: sent } });
    return { status, ...(body as unknown as { code: string; data?: object }) };
  };
  const swagger = text.replace('openapi: 3.0.3', 'swagger: "2.0"');
  expect(await refused(swagger)).toMatchObject({
    status: 422,
    code: 'gateway.document.swagger',
    data: { version: '2.0' },
  });
  const open = `${text}    S:\n      type: "open\n`;
  const [there, here] = [await refused(open), await readDescription(open).catch((error: unknown) => error)];
  expect(there).toMatchObject({ status: 422, code: (here as AppError).code, data: (here as AppError).data });
});

test('schemas of a draft that are none are found among many', async () => {
  const good = (n: number) =>
    JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 20 }, (_, p) => [`p${n}_${p}`, { type: 'string' }])),
    });
  const operations = Array.from({ length: 100 }, (_, n) =>
    newOperation(`o${n}`, {
      path: `/o${n}`,
      requestSchema: n === 40 ? '{' : good(n),
      responseSchema: n === 60 ? '{"type":"nothing"}' : good(n + 1_000),
    }),
  );
  const draft: GatewayApi = {
    ...emptyApi(),
    basePath: '/many',
    source: { is: 'mock' },
    security: { ...emptyApi().security, open: true },
    operations,
  };
  const id = randomUUID();
  await admin.ok(definitionsApi.create, {
    params: { kind: 'gateway_api' },
    body: { commandId: id, name: { zh: 'many' }, draft },
  });
  const { problems } = await admin.ok(definitionsApi.problems, { params: { kind: 'gateway_api', id } });
  const failures: DefinitionProblem[] = [];
  await findFailures(operations, (operation, part, message) =>
    failures.push({
      code: 'gateway.problem.bad_schema',
      level: 'error',
      at: ['operations', `#${operation.id}`, part],
      data: { message },
    }),
  );
  expect(failures).toHaveLength(2);
  expect(problems).toEqual(failures);
  expect(
    codeOf(await admin.call(definitionsApi.release, { params: { kind: 'gateway_api', id }, body: { version: 1 } })),
  ).toBe('definitions.release.problems');
});
