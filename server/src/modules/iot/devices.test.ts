import { hash } from 'node:crypto';
import { auditApi } from '@formwork/contract/audit/api.ts';
import { iotApi, type Device, type ProductInput } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { once } from 'node:events';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  user = await server.as('user');
});
afterAll(() => server.stop());

const point = (key: string, more: object = {}): Point =>
  Point.parse({ key, title: { zh: key }, type: 'number', ...more });
const boiler: ProductInput = {
  name: '锅炉',
  note: '',
  silence: 600,
  points: [
    point('temp', { unit: '°C', min: -50, max: 500, decimals: 1 }),
    point('count', { type: 'integer' }),
    point('on', { type: 'boolean' }),
    point('mode', { type: 'text' }),
  ],
};
let made = 0;
async function product(more: Partial<ProductInput> = {}) {
  return admin.ok(iotApi.createProduct, { body: { ...boiler, name: `锅炉 ${++made}`, ...more } });
}
async function device(productId: string, more: object = {}) {
  made += 1;
  return admin.ok(iotApi.createDevice, {
    body: { name: `设备 ${made}`, code: `D-${made}`, note: '', productId, ...more },
  });
}
/** As a device does it: no cookie, a bearer token. */
async function report(key: string, body: unknown, space = '') {
  const response = await fetch(`${server.url}${space}/api/iot/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as { code?: string; taken?: number; fields?: { path: string; code: string }[] },
  };
}
const read = (id: string): Promise<Device> => user.ok(iotApi.getDevice, { params: { deviceId: id } });

test('a device reports with its key, and its last values are there', async () => {
  const { id: productId } = await product();
  const { device: made1, key } = await device(productId);
  expect(made1.state).toBe('never');
  expect(await report(key, { values: { temp: 21.34, count: 7, on: 1, mode: '自动' } })).toEqual({
    status: 200,
    body: { taken: 4 },
  });
  const now = await read(made1.id);
  expect(now.state).toBe('online');
  expect(Object.fromEntries(Object.entries(now.values).map(([name, { value }]) => [name, value]))).toEqual({
    temp: 21.3,
    count: 7,
    on: true,
    mode: '自动',
  });
  // an older value does not take the place of a newer one; of several the latest counts
  const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  expect((await report(key, [{ at: at(3600), values: { temp: 1 } }])).status).toBe(200);
  expect((await read(made1.id)).values.temp!.value).toBe(21.3);
  const { device: other, key: otherKey } = await device(productId);
  expect(
    (
      await report(otherKey, [
        { at: at(10), values: { temp: 2 } },
        { at: at(5), values: { temp: 3 } },
        { at: at(20), values: { temp: 1 } },
      ])
    ).body,
  ).toEqual({ taken: 3 });
  expect((await read(other.id)).values.temp!.value).toBe(3);
});

test('what does not fit the thing model is refused whole, with the place and the reason', async () => {
  const { id: productId } = await product();
  const {
    device: { id },
    key,
  } = await device(productId);
  const refused = await report(key, [
    { values: { temp: 'warm', count: 1.5, on: 'yes', mode: 3 } },
    { at: '2099-01-01T00:00:00Z', values: { temp: 501, speed: 1 } },
  ]);
  expect([refused.status, refused.body.code]).toEqual([422, 'iot.telemetry.invalid']);
  expect(refused.body.fields!.map(({ path, code }) => `${path} ${code}`)).toEqual([
    '0.values.temp iot.telemetry.not_number',
    '0.values.count iot.telemetry.not_integer',
    '0.values.on iot.telemetry.not_boolean',
    '0.values.mode iot.telemetry.not_text',
    '1.at iot.telemetry.in_future',
    '1.values.temp iot.telemetry.too_large',
    '1.values.speed iot.telemetry.unknown_point',
  ]);
  expect((await report(key, { values: { temp: -51 } })).body.fields).toEqual([
    { path: 'values.temp', code: 'iot.telemetry.too_small', data: { limit: -50 } },
  ]);
  expect((await read(id)).values).toEqual({});
  expect(
    (await report(key, { values: Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`k${n}`, 1])) })).status,
  ).toBe(413);
  expect((await report(key, [])).status).toBe(422);
});

test('a key is kept as a hash, is drawn anew, and opens nothing of a retired device or another space', async () => {
  const { id: productId } = await product();
  const {
    device: { id, keyEnd },
    key,
  } = await device(productId);
  expect(key.endsWith(keyEnd)).toBe(true);
  const {
    rows: [row],
  } = await server.platform.owner.query<{ key_hash: Buffer; all: string }>(
    `select key_hash, iot_device::text as all from space_demo.iot_device where id = $1`,
    [id],
  );
  expect(row!.key_hash.equals(hash('sha256', key, 'buffer'))).toBe(true);
  expect(row!.all).not.toContain(key);
  const { key: next } = await admin.ok(iotApi.drawKey, { params: { deviceId: id } });
  expect(await report(key, { values: {} })).toMatchObject({ status: 401, body: { code: 'iot.telemetry.wrong_key' } });
  expect((await report(next, { values: {} })).status).toBe(200);
  expect((await report(next, { values: {} }, '/space-other')).status).toBe(401);
  expect((await report(next.replace('fwd_demo', 'fwd_other'), { values: {} })).status).toBe(401);
  expect((await report(next.replace('fwd_demo', 'fwd_nosuch'), { values: {} })).status).toBe(401);
  // it is no token of a person
  expect((await fetch(`${server.url}/api/iot/devices`, { headers: { authorization: `Bearer ${next}` } })).status).toBe(
    401,
  );
  expect((await admin.ok(iotApi.retireDevice, { params: { deviceId: id } })).state).toBe('retired');
  expect(await report(next, { values: {} })).toMatchObject({ status: 409, body: { code: 'iot.device.retired' } });
  expect((await admin.call(iotApi.drawKey, { params: { deviceId: id } })).status).toBe(409);
  expect((await admin.ok(iotApi.reviveDevice, { params: { deviceId: id } })).retired).toBe(false);
  expect((await report(next, { values: {} })).status).toBe(200);
});

test('somebody who reports without end is asked to wait', async () => {
  const { id: productId } = await product();
  const {
    device: { id },
    key,
  } = await device(productId);
  await server.platform.control
    .insertInto('platform.tries')
    .values({ key: `iot.telemetry:demo ${id}`, tries: 600, ends_at: new Date(Date.now() + 30_000) })
    .execute();
  expect(await report(key, { values: {} })).toMatchObject({
    status: 429,
    body: { code: 'platform.too_many_requests' },
  });
});

test('devices are found by name, pinyin and code, page by page, by product and by state', async () => {
  const mine = await product();
  const names = ['一号泵', '二号泵', '冷却塔'];
  for (const name of names) await device(mine.id, { name, code: `找-${name}` });
  const find = async (query: object) =>
    (await user.ok(iotApi.listDevices, { query: { product: mine.id, ...query } })).rows.map(({ name }) => name);
  expect((await find({})).sort()).toEqual([...names].sort());
  expect(await find({ search: 'lengque' })).toEqual(['冷却塔']);
  expect(await find({ search: 'LQT' })).toEqual(['冷却塔']);
  expect(await find({ search: '找-一号' })).toEqual(['一号泵']);
  expect(await find({ search: '%' })).toEqual([]);
  const first = await user.ok(iotApi.listDevices, { query: { product: mine.id, limit: 2 } });
  const second = await user.ok(iotApi.listDevices, { query: { product: mine.id, limit: 2, offset: 2 } });
  expect([...first.rows, ...second.rows].map(({ name }) => name).sort()).toEqual([...names].sort());
  expect([first.total, second.total]).toEqual([3, 3]);
  expect(await find({ state: 'never' })).toHaveLength(3);
  expect(await find({ state: 'online' })).toEqual([]);
  const all = (await user.ok(iotApi.listDevices, { query: { product: mine.id } })).rows;
  await admin.ok(iotApi.retireDevice, { params: { deviceId: all[0]!.id } });
  expect(await find({})).toHaveLength(2);
  expect(await find({ state: 'retired' })).toEqual([all[0]!.name]);
});

test('codes and names of products are there once, products with devices stay, and a changed model drops what it ends', async () => {
  const mine = await product();
  const {
    device: { id },
    key,
  } = await device(mine.id, { code: 'Once' });
  expect(
    (await admin.call(iotApi.createDevice, { body: { name: 'x', code: 'oNCE', note: '', productId: mine.id } })).body,
  ).toMatchObject({ code: 'iot.device.code_taken' });
  expect(
    (await admin.call(iotApi.createProduct, { body: { ...boiler, name: mine.name.toUpperCase() } })).body,
  ).toMatchObject({ code: 'iot.product.name_taken' });
  expect((await admin.call(iotApi.deleteProduct, { params: { productId: mine.id } })).body).toMatchObject({
    code: 'iot.product.in_use',
  });
  expect(
    (
      await admin.call(iotApi.createDevice, {
        body: { name: 'x', code: 'x1', note: '', productId: '01890000-0000-7000-8000-000000000000' },
      })
    ).body,
  ).toMatchObject({ fields: [{ path: 'productId' }] });
  expect(
    (await admin.call(iotApi.createProduct, { body: { ...boiler, name: 'twice', points: [point('a'), point('A')] } }))
      .status,
  ).toBe(422);
  await report(key, { values: { temp: 5, count: 3 } });
  await admin.ok(iotApi.updateProduct, {
    params: { productId: mine.id },
    body: { ...boiler, name: mine.name, points: [point('temp'), point('count', { type: 'text' })] },
  });
  expect(Object.keys((await read(id)).values)).toEqual(['temp']);
  const empty = await product();
  await admin.ok(iotApi.deleteProduct, { params: { productId: empty.id } });
  expect((await admin.ok(iotApi.listProducts)).map((one) => one.id)).not.toContain(empty.id);
  const other = await product();
  expect(
    (
      await admin.ok(iotApi.updateDevice, {
        params: { deviceId: id },
        body: { name: '改名', code: 'Once', note: 'x', productId: other.id },
      })
    ).values,
  ).toEqual({});
});

test('people hear what a device reports, other spaces neither see nor hear it, and the trail tells of changes', async () => {
  const { id: productId } = await product();
  const {
    device: { id, code },
    key,
  } = await device(productId);
  const heard = await listen(user, id);
  await report(key, { values: { temp: 42 } });
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(heard).toMatchObject([{ type: 'watching' }, { type: 'iot.device.reported', values: { temp: { value: 42 } } }]);
  const stranger = await server.as('other-admin');
  expect((await stranger.call(iotApi.getDevice, { params: { deviceId: id } })).status).toBe(404);
  expect((await stranger.ok(iotApi.listDevices, { query: {} })).rows).toEqual([]);
  expect(await stranger.ok(iotApi.findDevices, { query: { ids: [id] } })).toEqual([]);
  expect(await stranger.ok(iotApi.listProducts)).toEqual([]);
  const strange = await listen(stranger, id);
  await report(key, { values: { temp: 43 } });
  while (heard.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(strange.filter(({ type }) => type.startsWith('iot.'))).toEqual([]);
  await admin.ok(iotApi.retireDevice, { params: { deviceId: id } });
  const auditor = await server.as('audit');
  await expect
    .poll(async () =>
      (await auditor.ok(auditApi.list, { query: { search: code } as never })).rows.map(({ type }) => type),
    )
    .toContain('iot.device.retired');
});

async function listen(client: Client, id: string): Promise<{ type: string }[]> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket`, { headers: { cookie: client.cookie } });
  const heard: { type: string }[] = [];
  await once(socket, 'open');
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as { type: string };
    if (message.type !== 'bound') heard.push(message);
  });
  socket.send(JSON.stringify({ type: 'bindUid', uid: client.id }));
  socket.send(JSON.stringify({ type: 'watch', topic: `device:${id}` }));
  while (heard.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  return heard;
}
