import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import type { GivenTaskNode } from '@formwork/contract/etl/task.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { Aedes } from 'aedes';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spaceQuery, spaceSchema } from '../../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../../testing/server.ts';
import { asSystem } from '../../../identity/public.ts';
import { openMqttLine } from '../../kinds/mqtt-line.ts';
import { at, drawTask, endOf, release, type Own } from '../../testing/drawing.ts';
import { countKept, keepMessages } from './inbox.ts';

// Messages of a real broker, over HTTP.

let server: TestServer;
let admin: Client;
let broker: Aedes;
let net: Server;
let port: number;
let connection: string;

beforeAll(async () => {
  server = await startTestServer({ FORMWORK_OUTGOING_ALLOWED: '127.0.0.1' });
  admin = await server.as('admin');
  broker = await Aedes.createBroker({
    authenticate: (_, user, password, done) =>
      user === 'me' && password?.toString() === 'pw'
        ? done(null, true)
        : done(Object.assign(new Error('no'), { returnCode: 4 }) as never, false),
    authorizeSubscribe: (_, subscription, done) =>
      done(null, subscription.topic.startsWith('secret') ? null : subscription),
  });
  net = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(net, 'listening');
  ({ port } = net.address() as AddressInfo);
  connection = await connected();
});
afterAll(async () => {
  await server.stop();
  broker?.close();
  net?.close();
});

let made = 0;
async function connected(more: object = {}, password = 'pw'): Promise<string> {
  const settings = { host: '127.0.0.1', port, user: 'me', ...more };
  const name = `broker ${(made += 1)}`;
  return (
    await admin.ok(connectionsApi.create, {
      body: { kind: 'mqtt', name, folder: null, settings, secrets: { password } },
    })
  ).id;
}
const publish = (topic: string, payload: unknown, retain = false): Promise<void> =>
  new Promise((resolve, reject) =>
    broker.publish(
      {
        cmd: 'publish',
        topic,
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
        qos: 1,
        retain,
        dup: false,
      },
      (error) => (error ? reject(error) : resolve()),
    ),
  );
const source = (more: object = {}): Own<GivenTaskNode> => ({
  id: 'm',
  kind: 'mqttSource',
  connection,
  topic: 'plant/+/level',
  payload: 'json',
  most: 1_000,
  quiet: 1,
  columns: [
    { name: '_topic', type: 'text', nullable: false },
    { name: '_received', type: 'timestamptz', nullable: false },
    { name: 'n', type: 'integer', nullable: true },
    { name: 'more', type: 'json', nullable: true },
  ],
  ...more,
});
const draw = (node: Own<GivenTaskNode>, settings = {}) =>
  drawTask([node, { id: 't', kind: 'fileTarget', format: 'csv', name: 'out' }], ['m>t'], settings);
async function run(taskId: string) {
  const { id } = await admin.ok(etlTasksApi.run, { params: { taskId }, body: {} });
  const job = await endOf(admin, id);
  const content = job.files[0] ? await (await admin.fetch(`/api/files/${job.files[0].file}`)).text() : '';
  return { job, rows: content.trim().split('\n').slice(1) };
}
/** A run ends where nothing comes for a while, which a busy machine may take for quiet: what it left comes with the next. */
async function runUntil(taskId: string, count: number) {
  const rows: string[] = [];
  let rejected = 0;
  for (let tries = 0; tries < 10 && rows.length < count; tries += 1) {
    const { job, rows: more } = await run(taskId);
    expect(job.state).toBe('finished');
    rejected += job.rowsRejected;
    rows.push(...more);
  }
  return { rows, rejected };
}
const kept = async (): Promise<number> => {
  const { rows } = await spaceQuery<{ count: string }>(server.platform, {
    text: `select count(*) from ${spaceSchema('demo')}.etl_message`,
  });
  return Number(rows[0]!.count);
};
const sessions = () =>
  (
    broker as unknown as { persistence: { countOffline(): Promise<{ clientsCount: number }> } }
  ).persistence.countOffline();

test('a broker is tested with a clear reason', async () => {
  const tested = async (id: string) => {
    const { state, code } = await admin.ok(connectionsApi.test, { params: { connectionId: id } });
    return code ?? state;
  };
  expect(await tested(connection)).toBe('works');
  expect(await tested(await connected({}, 'other'))).toBe('connections.test.login');
  expect(await tested(await connected({ host: '127.0.0.2' }))).toBe('connections.test.address');
  expect(await tested(await connected({ tls: true }))).toMatch(/connections.test.(tls|broken|closed)/);
});

test('a broker behind TLS is believed by its certificate alone', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'broker' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const secure = createTlsServer({ cert, key }, broker.handle).listen(0, '127.0.0.1');
  await once(secure, 'listening');
  const place = { port: (secure.address() as AddressInfo).port, tls: true };
  const tested = async (more: object) =>
    admin.ok(connectionsApi.test, { params: { connectionId: await connected({ ...place, ...more }) } });
  expect(await tested({ ca: cert })).toMatchObject({ state: 'works' });
  expect(await tested({})).toMatchObject({ code: 'connections.test.tls' });
  secure.close();
});

test('somebody who looks sees what comes, and takes nothing', async () => {
  await publish('plant/a/level', { n: 1, at: 'x', more: [1] }, true);
  const node = { ...at, ...(source({ columns: [] }) as object) } as never;
  const { columns } = await admin.ok(etlTasksApi.columns, { body: { node } });
  expect(columns.map(({ name, type }) => [name, type])).toEqual([
    ['_topic', 'text'],
    ['_received', 'timestamptz'],
    ['n', 'integer'],
    ['at', 'text'],
    ['more', 'json'],
  ]);
  const shown = await admin.ok(etlTasksApi.preview, { body: { task: draw(source()), node: 'm' } });
  expect(shown.rows.map(([topic, , n]) => [topic, n])).toEqual([['plant/a/level', '1']]);
  expect(await kept()).toBe(0);
  const refused = await admin.call(etlTasksApi.columns, {
    body: { node: { ...(node as object), topic: 'secret/#' } as never },
  });
  expect(refused.status).toBe(422);
});

test('what waits for a task is taken once, what is no JSON is rejected, and what a run failed at stays', async () => {
  const taskId = await release(admin, 'etl_task', draw(source()));
  // from here on the broker keeps what comes
  expect((await runUntil(taskId, 1)).rows).toHaveLength(1);
  for (const n of [2, 3]) await publish('plant/b/level', { n });
  await publish('plant/b/level', 'no json');
  await publish('plant/b/level', [{ n: 4, more: { a: 1 } }, { n: '5' }]);
  await publish('plant/b/other', { n: 9 });
  const { rejected, rows } = await runUntil(taskId, 4);
  expect(rejected).toBe(1);
  expect(rows.map((row) => row.split(',')[2])).toEqual(['2', '3', '4', '5']);
  expect(await kept()).toBe(0);
  expect((await run(taskId)).rows).toEqual([]);

  const strict = await release(admin, 'etl_task', draw(source(), { rejects: 'stop' }));
  await run(strict);
  await publish('plant/b/level', { n: 6 });
  await publish('plant/b/level', 'no json');
  // the broker has heard that they came: they wait here
  for (let tries = 0; tries < 10 && (await kept()) < 2; tries += 1)
    expect((await run(strict)).job.state).toMatch(/failed|finished/);
  expect((await run(strict)).job).toMatchObject({ state: 'failed', error: { code: 'etl.run.rejected' } });
  expect(await kept()).toBe(2);
  const { clientsCount } = await sessions();
  await admin.ok(definitionsApi.archive, { params: { kind: 'etl_task', id: strict } });
  const ended = [0, clientsCount - 1];
  await vi.waitFor(async () => expect([await kept(), (await sessions()).clientsCount]).toEqual(ended), {
    timeout: 20_000,
  });
});

test('a run takes no more than it may, the others are there for the next', async () => {
  const taskId = await release(
    admin,
    'etl_task',
    draw(
      source({
        topic: 'many',
        payload: 'text',
        most: 30,
        columns: [{ name: 'payload', type: 'integer', nullable: true }],
      }),
    ),
  );
  await run(taskId);
  for (let n = 0; n < 50; n += 1) await publish('many', String(n));
  const first = (await runUntil(taskId, 1)).rows;
  expect(first.length).toBeLessThanOrEqual(30);
  const all = [...first, ...(await runUntil(taskId, 50 - first.length)).rows];
  expect(all).toEqual(Array.from({ length: 50 }, (_, n) => String(n)));
});

test('what a broker sends again, as it never heard that it came, is kept once', async () => {
  const ctx = asSystem(server.platform, 'demo', 'a test');
  const inbox = { task: '00000000-0000-4000-8000-000000000001', source: 'm' };
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    return openMqttLine(socket, { clientId: 'twice', lasting: true, user: 'me', password: 'pw' });
  };
  const first = await open();
  await first.subscribe('twice', 1);
  await first.close();
  await publish('twice', 'a');
  await publish('twice', 'b');
  for (const isLast of [false, true]) {
    const line = await open();
    let came = 0;
    while (came < 2) {
      const some = await line.messages(10_000);
      came += some.length;
      await keepMessages(ctx, inbox, isLast ? some.map((one) => ({ ...one, again: true })) : some);
      if (isLast) line.acknowledge(some);
    }
    await line.close();
  }
  expect(await countKept(ctx, inbox)).toBe(2);
  const last = await open();
  expect(await last.messages(500)).toEqual([]);
  await last.close();
});
