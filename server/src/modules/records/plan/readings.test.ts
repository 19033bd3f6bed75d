import { formsApi } from '@formwork/contract/forms/api.ts';
import { blankDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Reading } from '@formwork/contract/forms/values/reading.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { exportApi } from '@formwork/contract/records/export.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { read as readBook, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Points of devices in records: captured by the server when they are saved, whatever is sent. */

let server: TestServer;
let admin: Client;
let user: Client;
let formId: string;
let appId: string;
let products: string[];
let devices: { id: string; key: string }[];

const field = <T extends Field['type']>(type: T, id: string, config: object = {}, more: object = {}): Field =>
  ({
    ...newField(type, { zh: id }, id),
    config: { ...newField(type, { zh: id }, id).config, ...config },
    ...more,
  }) as Field;
const report = async (at: number, values: object) => {
  const response = await fetch(`${server.url}/api/iot/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${devices[at]!.key}` },
    body: JSON.stringify({ values }),
  });
  expect(response.status).toBe(200);
};
const create = (values: object, slaves: object = {}, who = user) =>
  who.call(recordsApi.create, { params: { formId }, body: { values: values as never, slaves: slaves as never } });
const made = async (values: object, slaves: object = {}) => {
  const answer = await create(values, slaves);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const refused = async (values: object, slaves: object = {}) =>
  ((await create(values, slaves)).body as unknown as { fields?: { path: string; code: string }[] }).fields?.map(
    ({ path, code }) => `${path} ${code}`,
  );
const update = (recordId: string, expectedVersion: number, values: object) =>
  user.ok(recordsApi.update, { params: { formId, recordId }, body: { expectedVersion, values: values as never } });
const point = (at: number, key = 'temp') => ({ device: devices[at]!.id, pointKey: key });
const names = async (query: object) =>
  (await user.ok(recordsApi.list, { params: { formId }, query })).rows.map(({ values }) => values.name);

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user')];
  const points = [
    Point.parse({ key: 'temp', title: { zh: '温度', en: 'Temperature' }, type: 'number', unit: '°C', decimals: 1 }),
    Point.parse({ key: 'mode', title: { zh: '模式' }, type: 'text' }),
  ];
  products = await Promise.all(
    ['锅炉', '水泵'].map(
      async (name) => (await admin.ok(iotApi.createProduct, { body: { name, note: '', silence: 600, points } })).id,
    ),
  );
  devices = [];
  for (const [at, name] of ['一号锅炉', '二号锅炉', '三号水泵', '旧锅炉'].entries()) {
    const { device, key } = await admin.ok(iotApi.createDevice, {
      body: { name, code: `B-${at}`, note: '', productId: products[at === 2 ? 1 : 0]! },
    });
    devices.push({ id: device.id, key });
  }
  await report(0, { temp: 21.34, mode: '自动' });
  await report(1, { temp: -3 });
  await admin.ok(iotApi.retireDevice, { params: { deviceId: devices[3]!.id } });
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '巡检' } } })).id;
  const definition = {
    ...blankDefinition({ zh: '巡检' }),
    titleField: 'name',
    fields: [
      field('text', 'name'),
      field('devicePoint', 'any', {}, { indexed: true }),
      field('devicePoint', 'boiler', { product: products[0], point: 'temp' }),
      field(
        'devicePoint',
        'fixed',
        { fixed: { device: devices[0]!.id, point: 'temp', name: '一号锅炉' } },
        { required: true },
      ),
      field('devicePoint', 'live', { capture: false }),
      field('formula', 'warm', { expression: 'any.value > 20', result: 'boolean' }),
    ],
    tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('text', 'note'), field('devicePoint', 'spot')] }],
  };
  formId = (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: { zh: '巡检' }, definition } })).id;
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        { id: 'all', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit', 'export'], scope: 'all' },
      ],
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

test('a record captures what its points say, and nobody can say it for them', async () => {
  const { values, slaves, id } = await made(
    {
      name: '一',
      any: { ...point(0), value: 999, reportedAt: '2020-01-01T00:00:00.000Z', deviceName: 'mine' },
      boiler: point(1),
      live: point(0),
    },
    { rows: [{ values: { note: 'x', spot: point(1) } }, { values: { note: 'y' } }] },
  );
  expect(values.any).toMatchObject({
    value: 21.3,
    deviceName: '一号锅炉',
    pointTitle: { zh: '温度', en: 'Temperature' },
    unitSign: '°C',
    decimals: 1,
  });
  expect(Date.now() - Date.parse((values.any as Reading).reportedAt!)).toBeLessThan(120_000);
  expect(values.boiler).toMatchObject({ value: -3 });
  // the form says which point: nobody chose it, and it is there
  expect(values.fixed).toMatchObject({ value: 21.3, device: devices[0]!.id });
  expect(values.live).toMatchObject({ value: null, reportedAt: null, device: devices[0]!.id });
  expect(values.warm).toBe(true);
  expect(slaves.rows?.map((row) => (row.values.spot as Reading | null)?.value ?? null)).toEqual([-3, null]);
  const read = await user.ok(recordsApi.get, { params: { formId, recordId: id } });
  expect(read.values).toEqual(values);
  // a point that never reported is captured as such
  expect((await made({ name: '空', any: point(2) })).values.any).toMatchObject({
    value: null,
    reportedAt: null,
    deviceName: '三号水泵',
  });
  expect((await made({ name: '词', any: point(0, 'mode') })).values.any).toMatchObject({ value: '自动' });
});

test('what cannot be chosen is refused at its place', async () => {
  expect(await refused({ any: point(3) })).toEqual(['any records.value.device_retired']);
  expect(await refused({ any: point(0, 'speed') })).toEqual(['any records.value.no_point']);
  expect(await refused({ any: { device: '01890000-0000-7000-8000-000000000000', pointKey: 'temp' } })).toEqual([
    'any records.value.no_device',
  ]);
  expect(await refused({ boiler: point(2) })).toEqual(['boiler records.value.device_product']);
  expect(await refused({ any: 'B-0' })).toEqual(['any records.value.not_device_point']);
  expect(await refused({}, { rows: [{ values: { spot: point(3) } }] })).toEqual([
    'rows.0.spot records.value.device_retired',
  ]);
  // devices of another space are not there
  const stranger = await server.as('other-admin');
  const product = await stranger.ok(iotApi.createProduct, {
    body: {
      name: 'x',
      note: '',
      silence: 600,
      points: [Point.parse({ key: 'temp', title: { zh: 't' }, type: 'number' })],
    },
  });
  const { device } = await stranger.ok(iotApi.createDevice, {
    body: { name: 'x', code: 'x', note: '', productId: product.id },
  });
  expect(await refused({ any: { device: device.id, pointKey: 'temp' } })).toEqual(['any records.value.no_device']);
});

test('a captured value stays as it is until somebody reads again, and comes back from the past as it was', async () => {
  const first = await made({ name: '二', any: point(1) });
  await report(1, { temp: 30 });
  expect(await update(first.id, 1, { any: first.values.any })).toMatchObject({ version: 1 });
  const renamed = await update(first.id, 1, { name: '二二' });
  expect(renamed.values.any).toEqual(first.values.any);
  const again = await update(first.id, renamed.version, { any: point(1) });
  expect(again.values.any).toMatchObject({ value: 30 });
  const back = await update(first.id, again.version, { any: first.values.any });
  expect(back.values.any).toEqual(first.values.any);
  const forged = await update(first.id, back.version, { any: { ...(first.values.any as Reading), value: 1 } });
  expect(forged.values.any).toMatchObject({ value: 30 });
  // a copy is a record of its own: it captures anew
  expect((await made({ name: '抄', any: first.values.any })).values.any).toMatchObject({ value: 30 });
  // a device that is retired later stays where it stands
  const { device, key } = await admin.ok(iotApi.createDevice, {
    body: { name: '短命', code: 'B-9', note: '', productId: products[0]! },
  });
  devices.push({ id: device.id, key });
  await report(4, { temp: 1 });
  const short = await made({ name: '三', any: point(4) });
  await admin.ok(iotApi.retireDevice, { params: { deviceId: device.id } });
  expect((await update(short.id, 1, { name: '三三', any: short.values.any })).values.any).toEqual(short.values.any);
});

test('records are found by device, words and captured number, and sorted by what was captured', async () => {
  await report(1, { temp: -3 });
  for (const [name, any] of [
    ['排一', point(0)],
    ['排二', point(1)],
    ['排三', null],
  ] as const)
    await made({ name, any });
  const among = { field: 'name', operator: 'startsWith', value: '排' };
  const where = (part: object, more: object = {}) => names({ filter: JSON.stringify({ all: [among, part] }), ...more });
  expect(await where({ field: 'any', operator: 'hasAny', value: [devices[1]!.id] })).toEqual(['排二']);
  expect(await where({ field: 'any', operator: 'hasNone', value: [devices[1]!.id] }, { sort: '_createdAt' })).toEqual([
    '排一',
    '排三',
  ]);
  expect(await where({ field: 'any', operator: 'gt', value: 20 })).toEqual(['排一']);
  expect(await where({ field: 'any', operator: 'between', value: [-5, 0] })).toEqual(['排二']);
  expect(await where({ field: 'any', operator: 'contains', value: '二号' })).toEqual(['排二']);
  expect(await where({ field: 'any', operator: 'isEmpty' })).toEqual(['排三']);
  expect(await where(among, { sort: 'any' })).toEqual(['排二', '排一', '排三']);
  expect(await where(among, { sort: '-any' })).toEqual(['排一', '排二', '排三']);
  const query = { filter: JSON.stringify(among), sort: 'any', limit: 1 };
  const page = await user.ok(recordsApi.list, { params: { formId }, query });
  expect(await names({ ...query, cursor: page.next! })).toEqual(['排一']);
  await expect.poll(() => names({ search: '二号锅炉' })).toContain('排二');
});

test('a sheet names device and point, and numbers leave as numbers', async () => {
  const body = new FormData();
  body.append(
    'file',
    new Blob([
      'name,any,boiler\n入一,B-0/temp,一号锅炉\n入二,一号锅炉 / 温度,\n入三,B-7/temp,\n入四,B-3/temp,\n入五,nothing,\n',
    ]),
    'x.csv',
  );
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: sheet.reading,
      mapping: ['name', 'any', 'boiler'].map((id, index) => ({ index, field: id })),
    },
  });
  await expect
    .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state)
    .toBe('finished');
  const { failures } = await admin.ok(recordsApi.getImport, { params: { importId } });
  expect(failures.map(({ line, code }) => `${line} ${code}`)).toEqual([
    '4 records.value.no_device',
    '5 records.value.device_retired',
    '6 records.value.not_device_point',
  ]);
  const { rows } = await user.ok(recordsApi.list, {
    params: { formId },
    query: { filter: JSON.stringify({ field: 'name', operator: 'startsWith', value: '入' }), sort: 'name' },
  });
  expect(
    rows.map(({ values }) => [
      (values.any as Reading).value,
      (values.boiler as Reading | null)?.value ?? null,
      (values.fixed as Reading).value,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [21.3, 21.3, 21.3],
      [21.3, null, 21.3],
    ]),
  );

  const { exportId } = await user.ok(exportApi.start, {
    params: { formId },
    body: {
      format: 'xlsx',
      columns: ['name', 'any', 'fixed'],
      filter: JSON.stringify({ field: 'name', operator: 'in', value: ['入一', '词'] }),
      sort: 'name',
    } as never,
  });
  await expect.poll(async () => (await user.ok(exportApi.get, { params: { exportId } })).state).toBe('ready');
  const book = readBook(
    Buffer.from(
      await (
        await user.fetch(`/api/files/${(await user.ok(exportApi.get, { params: { exportId } })).fileId}`)
      ).arrayBuffer(),
    ),
    { cellNF: true },
  );
  const cells = book.Sheets[book.SheetNames[0]!]!;
  const lines = utils.sheet_to_json<unknown[]>(cells, { header: 1, raw: true });
  expect(lines.find((line) => line[0] === '入一')).toEqual(['入一', '一号锅炉 / 温度', 21.3, 21.3]);
  expect(lines[0]).toEqual(['name', 'any', 'any（保存时的值）', 'fixed']);
  expect((cells.C3 as { z?: string } | undefined)?.z).toBe('0.0" °C"');
  expect(lines.find((line) => line[0] === '词')).toEqual(['词', '一号锅炉 / 模式', '自动', 21.3]);
});

test('a sheet that names the point a record has already leaves what was captured', async () => {
  const { id, values } = await made({ name: '守一', any: point(0) });
  await report(0, { temp: 99 });
  const body = new FormData();
  body.append('file', new Blob(['name,any\n守一,一号锅炉 / 温度\n']), 'x.csv');
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: {
      uploadId: sheet.uploadId,
      reading: sheet.reading,
      mode: 'update',
      key: ['name'],
      mapping: ['name', 'any'].map((column, index) => ({ index, field: column })),
    } as never,
  });
  await expect
    .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state)
    .toBe('finished');
  expect((await user.ok(recordsApi.get, { params: { formId, recordId: id } })).values.any).toEqual(values.any);
});

test('a reading becomes its number, or words, when the form is released anew with another type', async () => {
  const { definition, version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const changed = {
    ...definition,
    fields: definition.fields
      .filter(({ id }) => id !== 'warm')
      .map((one) =>
        one.id === 'fixed' ? field('number', 'fixed') : one.id === 'boiler' ? field('text', 'boiler') : one,
      ),
  };
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { definition: changed, expectedVersion: version },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version, acceptLoss: true } });
  const {
    rows: [row],
  } = await user.ok(recordsApi.list, {
    params: { formId },
    query: { filter: JSON.stringify({ field: 'name', operator: 'eq', value: '入一' }) },
  });
  expect(row!.values).toMatchObject({ fixed: 21.3, boiler: '一号锅炉 温度 21.3 °C' });
});
