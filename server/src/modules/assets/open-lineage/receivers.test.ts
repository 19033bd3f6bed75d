import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { receiverApi, type Receiver, type ReceiverInput } from '@formwork/contract/assets/receivers.ts';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { messagesApi } from '@formwork/contract/messages/api.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceSchema } from '../../../platform/db/space-data.ts';
import { codeOf, startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { drawFlow, drawTask, endOf, fileNode, release } from '../../etl/testing/drawing.ts';
import { startSftpServer, type SftpServer } from '../../etl/testing/sftp-server.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { againstSpec } from '../testing/open-lineage-spec.ts';
import { sendTo, sendToAll } from './send.ts';
import { tellUntold } from './told.ts';

// Events of our runs, sent by themselves to an address: with its login, in order, again where they were not taken.

let server: TestServer;
let admin: Client;
let other: Server;
let sftp: SftpServer;
let url: string;
let status = 200;
let task: string;
const got: {
  path: string;
  authorization: string | undefined;
  key: string | undefined;
  signed: boolean;
  event: Event;
}[] = [];
interface Event {
  eventType: string;
  run: { runId: string };
  outputs: unknown[];
}
interface ToldRun {
  eventType: string;
  run: { runId: string; facets: { parent?: object } };
  job: { namespace: string; name: string };
  outputs: { name: string }[];
}
const folder = mkdtempSync(join(tmpdir(), 'openlineage-'));

beforeAll(async () => {
  other = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (status < 300)
        got.push({
          path: request.url!,
          authorization: request.headers.authorization,
          key: request.headers['idempotency-key'] as string | undefined,
          signed: Object.keys(request.headers).some((name) => name.includes('signature')),
          event: JSON.parse(Buffer.concat(parts).toString()) as Event,
        });
      response.statusCode = status;
      response.end();
    });
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/lineage/`;
  server = await startTestServer({
    FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8',
    FORMWORK_ETL_FOLDERS: `events=${folder}`,
  });
  admin = await server.as('admin');
  sftp = await startSftpServer(folder, { user: 'me', password: 'pw' });
  task = await release(
    admin,
    'etl_task',
    drawTask(
      [
        await fileNode(admin, 'rows.csv', 'code,amount\nA,1\n'),
        { id: 'out', kind: 'fileTarget', format: 'csv', name: 'copy' },
      ],
      ['c>out'],
    ),
  );
}, 600_000);
afterAll(async () => {
  await server.stop();
  await sftp?.close();
  other.closeAllConnections();
  other.close();
  rmSync(folder, { recursive: true, force: true });
});

async function connection(kind: 'http' | 'webhook' | 's3', at = url): Promise<string> {
  const of = {
    http: { settings: { url: at, auth: 'bearer' }, secrets: { token: 'the secret' } },
    webhook: { settings: { url: at }, secrets: { secret: 'the secret' } },
    s3: { settings: { endpoint: at, region: 'x', bucket: 'b', accessKey: 'k' }, secrets: { secretKey: 's' } },
  }[kind];
  const { id } = await admin.ok(connectionsApi.create, {
    body: { kind, name: `${kind} ${randomUUID()}`, folder: null, ...of },
  });
  return id;
}
const input = (given: Partial<ReceiverInput>): ReceiverInput => ({
  version: 0,
  name: 'Marquez',
  connection: randomUUID(),
  path: 'api/v1/lineage',
  enabled: true,
  ...given,
});
const make = (given: Partial<ReceiverInput>) => admin.ok(receiverApi.createReceiver, { body: input(given) });
const now = async (id: string): Promise<Receiver> =>
  (await admin.ok(receiverApi.receivers, {})).find((one) => one.id === id)!;
const send = (id: string) => admin.ok(receiverApi.sendNow, { params: { receiverId: id } });
const remove = (id: string) => admin.ok(receiverApi.removeReceiver, { params: { receiverId: id } });

/** A run, told of. */
async function run(): Promise<string> {
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  expect((await endOf(admin, id)).state).toBe('finished');
  await vi.waitFor(async () => {
    const { rows } = await server.platform.pool.query(
      `select 1 from ${spaceSchema('demo')}.assets_told where run = $1`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });
  return id;
}

test('events go to the address with its secret, once each, as the specification says', async () => {
  await run();
  const { id, waiting } = await make({ connection: await connection('http') });
  // what was told before is not sent
  expect(waiting).toBe(0);
  got.length = 0;
  const runId = await run();
  expect(await send(id)).toMatchObject({ sent: 2, waiting: 0, failures: 0, failure: null });
  expect(got.map(({ path, authorization, key }) => [path, authorization, key])).toEqual([
    ['/lineage/api/v1/lineage', 'Bearer the secret', `${runId}:START`],
    ['/lineage/api/v1/lineage', 'Bearer the secret', `${runId}:COMPLETE`],
  ]);
  for (const { event } of got) expect(againstSpec(event)).toEqual([]);
  expect(got[1]!.event.outputs).toMatchObject([{ outputFacets: { outputStatistics: { rowCount: 1 } } }]);
  await sendToAll({ platform: server.platform, spaceId: 'demo' });
  expect(got).toHaveLength(2);
  await remove(id);
});

test('a webhook signs them', async () => {
  const { id } = await make({ connection: await connection('webhook'), path: '' });
  got.length = 0;
  await run();
  await send(id);
  expect(got.map(({ signed, event }) => [signed, event.eventType])).toEqual([
    [true, 'START'],
    [true, 'COMPLETE'],
  ]);
  await remove(id);
});

test.each(['disk', 'sftp'] as const)('at a place for files, as %s, they are lines of JSON', async (kind) => {
  const of = {
    disk: { settings: { place: 'events', folder: '' }, secrets: {} },
    sftp: { settings: { host: '127.0.0.1', port: sftp.port, user: 'me', folder: '' }, secrets: { password: 'pw' } },
  }[kind];
  const { id: place } = await admin.ok(connectionsApi.create, {
    body: { kind, name: randomUUID(), folder: null, ...of },
  });
  const { id } = await make({ connection: place, path: `lineage/${kind}/` });
  const runId = await run();
  expect(await send(id)).toMatchObject({ sent: 2, waiting: 0, failures: 0, failure: null });
  const next = await run();
  expect(await send(id)).toMatchObject({ sent: 4, waiting: 0 });
  const below = join(folder, 'lineage', kind);
  const files = readdirSync(below).toSorted();
  expect(files).toHaveLength(2);
  const events = files.flatMap((name) =>
    readFileSync(join(below, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Event),
  );
  expect(events.map((event) => [event.run.runId, event.eventType])).toEqual([
    [runId, 'START'],
    [runId, 'COMPLETE'],
    [next, 'START'],
    [next, 'COMPLETE'],
  ]);
  for (const event of events) expect(againstSpec(event)).toEqual([]);
  await remove(id);
});

test('a run of a flow is told of too, and what ran in it names it', async () => {
  const flow = await release(
    admin,
    'etl_flow',
    drawFlow([{ id: 'n', kind: 'task', task, retries: 0, timeout: null }], []),
  );
  const { id } = await admin.ok(etlTasksApi.startFlow, { params: { flowId: flow }, body: { parameters: {} } });
  const { state, runs } = await endOf(admin, id);
  expect([state, runs.length]).toEqual(['finished', 1]);
  const toldOf = async (runId: string): Promise<ToldRun[]> => {
    const { rows } = await server.platform.pool.query<{ event: ToldRun }>(
      `select event from ${spaceSchema('demo')}.assets_told where run = $1 order by id`,
      [runId],
    );
    return rows.map(({ event }) => event);
  };
  const told = await vi.waitFor(async () => {
    await tellUntold({ platform: server.platform, spaceId: 'demo' });
    const both = [await toldOf(id), await toldOf(runs[0]!.run)] as const;
    expect(both.map((events) => events.length)).toEqual([2, 2]);
    return both;
  });
  const [own, inner] = told;
  expect(own.map(({ eventType }) => eventType)).toEqual(['START', 'COMPLETE']);
  // tasks are no data that a flow reads
  expect(own[1]).toMatchObject({ inputs: [], outputs: [], job: { facets: { jobType: { jobType: 'DAG' } } } });
  const { namespace, name } = own[0]!.job;
  for (const event of inner) {
    expect(event.run.facets.parent).toMatchObject({ run: { runId: id }, job: { namespace, name } });
    expect(event.outputs.map((one) => one.name)).not.toContain(name);
  }
  for (const event of [...own, ...inner]) expect(againstSpec(event)).toEqual([]);
});

test('a run that ended before its task was an asset is told of once it is', async () => {
  const schema = spaceSchema('demo');
  const { pool } = server.platform;
  // away from its place, as what was not registered yet
  const hide = (from: string, to: string) =>
    pool.query(`update ${schema}.assets_asset set ref = $2 where kind = 'etl_task' and ref = $1`, [from, to]);
  await hide(task, 'hidden');
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId: task }, body: {} });
  await endOf(admin, id);
  const found = async (table: string) =>
    (await pool.query(`select 1 from ${schema}.${table} where run = $1`, [id])).rows.length;
  await vi.waitFor(async () => expect(await found('assets_untold')).toBe(1));
  const at = { platform: server.platform, spaceId: 'demo' };
  await tellUntold(at);
  expect([await found('assets_told'), await found('assets_untold')]).toEqual([0, 1]);
  await hide('hidden', task);
  await tellUntold(at);
  expect([await found('assets_told'), await found('assets_untold')]).toEqual([2, 0]);
});

test('what is not taken is seen, sent again later, and told to who set it after five times; an event that is wrong is left out', async () => {
  const { id } = await make({ connection: await connection('http') });
  got.length = 0;
  status = 503;
  await run();
  expect(await send(id)).toMatchObject({ sent: 0, waiting: 2, failures: 1, failure: 'HTTP 503' });
  const { nextAt, failedAt } = await now(id);
  expect(Date.parse(nextAt!)).toBeGreaterThan(Date.parse(failedAt!));
  // its turn has not come
  await sendToAll({ platform: server.platform, spaceId: 'demo' });
  expect((await now(id)).failures).toBe(1);
  for (let times = 2; times <= 5; times += 1) await send(id);
  const { rows } = await admin.ok(messagesApi.list, { query: { limit: 50 } });
  expect(rows.filter(({ kind }) => kind === 'assetReceiverFails').map(({ title }) => title)).toEqual(['Marquez']);
  status = 200;
  expect(await send(id)).toMatchObject({ sent: 2, waiting: 0, failures: 0, failure: null, nextAt: null });
  expect(got.map(({ event }) => event.eventType)).toEqual(['START', 'COMPLETE']);
  status = 422;
  await run();
  expect(await send(id)).toMatchObject({ sent: 2, refused: 2, waiting: 0, failures: 0 });
  status = 200;
  await remove(id);
});

test('an address inside is not called', async () => {
  const { id } = await make({ connection: await connection('http', 'http://10.0.0.7:8080/') });
  await run();
  expect(await send(id)).toMatchObject({ sent: 0, waiting: 2, failure: 'assets.receiver.address' });
  await remove(id);
});

test('a login that fails is said as such', async () => {
  const { id: own } = await admin.ok(connectionsApi.create, {
    body: {
      kind: 'http',
      name: randomUUID(),
      folder: null,
      settings: { url, auth: 'oauth2', tokenUrl: url, clientId: 'x' },
      secrets: { clientSecret: 'the secret' },
    },
  });
  const { id } = await make({ connection: own });
  await run();
  status = 404;
  expect(await send(id)).toMatchObject({ sent: 0, waiting: 2, failure: 'connections.test.login' });
  status = 200;
  await remove(id);
});

test('a turn has its time, what is left goes with the next', async () => {
  const { id } = await make({ connection: await connection('http') });
  await run();
  await sendTo({ platform: server.platform, spaceId: 'demo' }, id, 0);
  expect(await now(id)).toMatchObject({ sent: 1, waiting: 1, failures: 0 });
  expect(await send(id)).toMatchObject({ sent: 2, waiting: 0 });
  await remove(id);
});

test('what does not fit is refused at its field, and nobody writes over what another changed', async () => {
  const fieldsOf = (answer: { body: unknown }) =>
    (answer.body as { fields?: { path: string; code: string }[] }).fields?.map(({ path, code }) => [path, code]);
  const refused = (given: Partial<ReceiverInput>) => admin.call(receiverApi.createReceiver, { body: input(given) });
  expect(codeOf(await refused({}))).toBe('connections.connection.not_found');
  expect(fieldsOf(await refused({ connection: await connection('webhook') }))).toEqual([
    ['path', 'assets.receiver.path_fits_not'],
  ]);
  const { id, version, connection: own } = await make({ connection: await connection('http') });
  const change = (given: Partial<ReceiverInput>) =>
    admin.call(receiverApi.updateReceiver, { params: { receiverId: id }, body: input({ connection: own, ...given }) });
  expect((await change({ version, enabled: false })).status).toBe(200);
  expect(codeOf(await change({ version }))).toBe('assets.receiver.changed_meanwhile');
  expect(codeOf(await admin.call(receiverApi.sendNow, { params: { receiverId: id } }))).toBe('assets.receiver.off');
  await remove(id);
  expect((await admin.call(receiverApi.removeReceiver, { params: { receiverId: id } })).status).toBe(404);
});

test('who may do what', async () => {
  const { id, connection: own } = await make({ connection: await connection('http') });
  const params = { receiverId: id };
  const table: Record<string, number[]> = {};
  for (const one of ['user', 'safe', 'audit', 'other-admin'] as const) {
    const client = await server.as(one);
    table[one] = [
      (await client.call(receiverApi.receivers, {})).status,
      (await client.call(receiverApi.createReceiver, { body: input({ connection: own }) })).status,
      (await client.call(receiverApi.updateReceiver, { params, body: input({ connection: own, version: 1 }) })).status,
      (await client.call(receiverApi.sendNow, { params })).status,
      (await client.call(receiverApi.removeReceiver, { params })).status,
    ];
  }
  const none = [403, 403, 403, 403, 403];
  expect(table).toEqual({ user: none, safe: none, audit: none, 'other-admin': [200, 404, 404, 404, 404] });
  expect(await (await server.as('other-admin')).ok(receiverApi.receivers, {})).toEqual([]);
});

test('a connection that events are sent over is not removed; one of a receiver that is off says so', async () => {
  const { id: own } = await admin.ok(connectionsApi.create, {
    body: {
      kind: 'http',
      name: 'Kept',
      folder: null,
      settings: { url: 'http://127.0.0.1:9', auth: 'none' },
      secrets: {},
    },
  });
  const receiver = await make({ connection: own, name: 'catalog' });
  const at = { params: { connectionId: own } };
  const kept = await admin.call(connectionsApi.remove, { ...at, query: { accept: true } });
  expect([kept.status, codeOf(kept)]).toEqual([409, 'connections.connection.in_use']);
  expect(JSON.stringify(kept.body)).toContain('catalog');
  expect((await admin.ok(connectionsApi.uses, at)).uses).toMatchObject([
    { kind: 'openlineage_receiver', id: receiver.id, of: 'release' },
  ]);
  await admin.ok(receiverApi.updateReceiver, {
    params: { receiverId: receiver.id },
    body: input({ connection: own, name: 'catalog', enabled: false, version: receiver.version }),
  });
  const named = await admin.call(connectionsApi.remove, { ...at, query: { accept: false } });
  expect(codeOf(named)).toBe('connections.connection.named_by_drafts');
  await remove(receiver.id);
  await admin.ok(connectionsApi.remove, { ...at, query: { accept: false } });
});
