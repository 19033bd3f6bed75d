import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldTypeNames, type FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed, newField, type Field } from '@formwork/contract/forms/field.ts';
import { plainTextOf } from '@formwork/contract/forms/values/html.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { exportApi, type ExportRequest } from '@formwork/contract/records/export.ts';
import type { Import, ImportSettings, Sheet } from '@formwork/contract/records/import.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Every type of field: what is exported comes back as it went, into a new form and over the records it came from. */
let server: TestServer;
let admin: Client;
let appId: string;
let target: string;
let definition: FormDefinition;
let source: string;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const options = [
  { id: 'a', label: { zh: '甲', en: 'First' } },
  { id: 'b', label: { zh: '乙、丙', en: 'Second, third' } },
  { id: 'c', label: { zh: '丁', en: 'Fourth' } },
];
const tree = [
  { id: 'e', label: { zh: '电气', en: 'Electric' } },
  { id: 'm', label: { zh: '轴承', en: 'Bearing' }, parent: 'e' },
  { id: 'h', label: { zh: '机械', en: 'Mechanic' } },
  { id: 'n', label: { zh: '轴承', en: 'Bearing' }, parent: 'h' },
];
const files: ReadonlySet<FieldType> = new Set(['attachment', 'image', 'signature']);
// an hour never goes over midnight, where no booking may
const inAnHour = (hours: number): string =>
  new Date(Math.ceil(Date.now() / 3_600_000 + hours) * 3_600_000).toISOString();

interface Sample {
  config?: object;
  /** Of the first and the second record; the third has none but its name. */
  values: [unknown, unknown];
}

/** A type without a sample does not compile. */
function samples(at: {
  people: string[];
  departments: string[];
  post: string;
  role: string;
  records: string[];
  file: (name: string, bytes: Buffer) => Promise<unknown[]>;
  files: unknown[][];
  points: [unknown, unknown];
}): Record<FieldType, Sample> {
  const computed: Sample = { values: [undefined, undefined] };
  return {
    text: { values: ['=1+1', '007 "甲", b'] },
    longText: { config: { rows: 3 }, values: ['一行\n二行', '-x'] },
    number: {
      config: { decimals: 3, unit: 'kg', thousands: true },
      values: ['-1234567.125', '12345678901234567890.5'],
    },
    money: { config: { decimals: 2, currency: 'HKD' }, values: [-1234.5, 0] },
    percent: { config: { decimals: 3 }, values: [12.345, -100] },
    date: { values: ['2024-02-29', '1890-01-02'] },
    dateTime: { config: { precision: 'second' }, values: ['2024-02-29T16:30:05.000Z', '1970-01-01T00:00:00.000Z'] },
    time: { config: { precision: 'second' }, values: ['23:59:59', '00:00:00'] },
    dateRange: {
      config: { precision: 'minute' },
      values: [
        { start: '2026-05-01T00:00:00.000Z', end: '2026-05-02T01:30:00.000Z' },
        { start: '2026-05-01T00:00:00.000Z', end: '2026-05-01T00:00:00.000Z' },
      ],
    },
    singleSelect: { config: { options }, values: ['b', 'a'] },
    multiSelect: { config: { options }, values: [['a', 'b', 'c'], ['b']] },
    radio: { config: { options }, values: ['c', 'b'] },
    checkbox: { config: { options }, values: [['c', 'b'], ['a']] },
    cascade: {
      config: { options: tree },
      values: [
        ['e', 'm'],
        ['h', 'n'],
      ],
    },
    treeSelect: { config: { options: tree, multiple: true }, values: [['m', 'n', 'h'], ['e']] },
    switch: {
      config: { on: { zh: '合格', en: 'Passed' }, off: { zh: '不合格', en: 'Failed' } },
      values: [true, false],
    },
    member: { config: { multiple: true }, values: [at.people, [at.people[1]]] },
    department: { config: { multiple: true }, values: [at.departments, [at.departments[1]]] },
    post: { values: [[at.post], [at.post]] },
    role: { values: [[at.role], [at.role]] },
    attachment: { config: { max: 5, maxSize: 1 }, values: [at.files[0], at.files[1]] },
    relation: {
      config: { form: target, cardinality: 'manyToMany', onDelete: 'clear' },
      values: [at.records, [at.records[0]]],
    },
    lookup: { config: { relation: 'one', field: 'size' }, values: [undefined, undefined] },
    formula: { config: { expression: 'slider * 2', result: 'number' }, ...computed },
    rollup: { config: { table: 'rows', field: 'qty', function: 'sum' }, ...computed },
    autoNumber: { config: { prefix: 'N-', digits: 3, editable: true }, values: [undefined, 'OWN-1'] },
    email: { values: ['a.b@example.com', 'c@example.org'] },
    phone: { values: ['13800138000', '010-62345678'] },
    address: {
      config: { depth: 2, anyLevel: true },
      values: [
        { names: ['广东省', '深圳市'], detail: '科技园路 1 号', regions: ['440000', '440300'] },
        { names: [], detail: '一号库', regions: [] },
      ],
    },
    url: { values: ['https://example.com/a?b=c', 'http://example.org/'] },
    identityNumber: { values: ['11010519491231002X', '440524188001010014'] },
    creditCode: { values: ['91350100M000100Y43', '91350100M000100Y43'] },
    postalCode: { values: ['010000', '518000'] },
    rating: { config: { max: 5 }, values: [4, 1] },
    slider: { config: { min: 0, max: 100, step: 0.5, unit: '℃' }, values: [36.5, 0] },
    colour: { values: ['#1f5fd0', '#000000'] },
    timeSlot: {
      config: { choice: 'free', opensAt: '00:00', closesAt: '24:00' },
      values: [
        [inAnHour(1), inAnHour(2)],
        [inAnHour(30), inAnHour(31)],
      ],
    },
    concatenation: {
      config: {
        parts: [
          { kind: 'field', field: 'phone' },
          { kind: 'text', text: '/' },
          { kind: 'field', field: 'rating' },
        ],
      },
      ...computed,
    },
    richText: { values: ['<h1>标题 &amp;</h1><p>一 <b>粗</b></p><p>二</p>', '<p>&lt;b&gt;</p>'] },
    location: {
      values: [
        { lat: 31.2304, lng: 121.4737, name: '上海 2, 3 号楼 (东)', address: '人民广场 1 号' },
        { lat: -33.9, lng: 0 },
      ],
    },
    image: { values: [at.files[2], at.files[3]] },
    signature: { values: [at.files[4], undefined] },
    barcode: { config: { format: 'ean13' }, values: ['4006381333931', '9780201379624'] },
    devicePoint: { values: at.points },
    json: { values: [{ a: [1, '2', null], b: { c: '中文, "x"' } }, [1, 2]] },
  };
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '往返' } } })).id;
  for (const [code, parentId, name] of [
    ['440000', null, '广东省'],
    ['440300', '440000', '深圳市'],
  ] as const)
    await admin.ok(basedataApi.createRegion, { body: { code, parentId, name, nameEn: '' } });
  // two people and two departments share a name
  const people = await Promise.all(
    ['zw1', 'zw2'].map(
      async (login) =>
        (
          await admin.ok(organizationApi.createPerson, {
            body: { login, name: '张伟', role: 'user', departmentId: null, superiorId: null },
          })
        ).person.id,
    ),
  );
  const works = await admin.ok(organizationApi.createDepartment, { body: { name: '一厂', parentId: null } });
  const line = await admin.ok(organizationApi.createDepartment, { body: { name: '装配', parentId: works.id } });
  const other = await admin.ok(organizationApi.createDepartment, { body: { name: '装配', parentId: null } });
  const post = (await admin.ok(organizationApi.createPost, { body: { name: '班长', description: '', gradeId: null } }))
    .id;
  const role = (await admin.ok(organizationApi.createRole, { body: { name: '点检员', description: '' } })).id;
  target = await form({
    format: 1,
    title: { zh: '设备' },
    fields: [{ ...newField('text', { zh: '名称' }, 'name') }, { ...newField('number', { zh: '规格' }, 'size') }],
    tables: [],
    layout: [],
    titleField: 'name',
  });
  const records = [
    await create(target, { name: '泵 一', size: 5 }),
    await create(target, { name: '泵 二', size: 6 }),
  ].map(({ id }) => id);
  const kept = [
    await file('a.txt', Buffer.from('a')),
    await file('b, "2".txt', Buffer.from('bb')),
    await file('p.png', png),
    await file('q.png', png),
    await file('s.png', png),
  ];
  const product = await admin.ok(iotApi.createProduct, {
    body: {
      name: '锅炉',
      note: '',
      silence: 600,
      points: [
        Point.parse({ key: 'temp', title: { zh: '温度', en: 'Temperature' }, type: 'number', unit: '°C', decimals: 1 }),
        Point.parse({ key: 'mode', title: { zh: '模式' }, type: 'text' }),
      ],
    },
  });
  const { device, key } = await admin.ok(iotApi.createDevice, {
    body: { name: '一号 (东) 锅炉', code: 'B-1', note: '', productId: product.id },
  });
  await fetch(`${server.url}/api/iot/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ values: { temp: -21.5, mode: '=自动' } }),
  });
  const points: [unknown, unknown] = [
    { device: device.id, pointKey: 'temp' },
    { device: device.id, pointKey: 'mode' },
  ];
  const of = samples({ points, people, departments: [line.id, other.id], post, role, records, file, files: kept });
  const fields = fieldTypeNames.map((type) => field(type, of[type].config));
  definition = {
    format: 1,
    title: { zh: '全部' },
    layout: [],
    titleField: 'text',
    fields: [
      ...fields,
      {
        ...newField('relation', { zh: '一台' }, 'one'),
        config: { form: target, cardinality: 'manyToOne', onDelete: 'clear' },
      },
    ],
    tables: [
      {
        id: 'rows',
        title: { zh: '行' },
        fields: [{ ...newField('text', { zh: '物料' }, 'item') }, { ...newField('number', { zh: '数量' }, 'qty') }],
      },
    ],
  };
  source = await form(definition);
  for (const at of [0, 1]) {
    const values = Object.fromEntries(
      fieldTypeNames
        .map((type) => [type.toLowerCase(), of[type].values[at]])
        .filter(([, value]) => value !== undefined),
    );
    await create(
      source,
      { ...values, one: [records[at]] },
      at === 0
        ? [
            { item: 'x', qty: 2 },
            { item: 'y', qty: 3 },
          ]
        : [],
    );
  }
  await create(source, { text: '空' });
});
afterAll(() => server.stop());

/** Ids of fields are in small letters. */
function field(type: FieldType, config: object = {}): Field {
  const made = newField(type, { zh: `字段 ${type}`, en: `Field ${type}` }, type.toLowerCase());
  return { ...made, config: { ...made.config, ...config } } as Field;
}
async function form(given: FormDefinition): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: given.title, definition: given },
  });
  const released = await admin.call(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  expect(released.status, JSON.stringify(released.body)).toBe(200);
  return id;
}
const create = (formId: string, values: object, rows: object[] = []) =>
  admin.ok(recordsApi.create, {
    params: { formId },
    body: {
      values: values as never,
      ...(rows.length > 0 && { slaves: { rows: rows.map((row) => ({ values: row as never })) } }),
    },
  });
async function file(name: string, bytes: Buffer): Promise<unknown[]> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const [{ id, size, type }] = (await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as [
    { id: string; size: number; type: string },
  ];
  return [{ id, name, size, type }];
}
async function all(formId: string): Promise<FormRecord[]> {
  const { rows } = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'text' } });
  return Promise.all(rows.map(({ id }) => admin.ok(recordsApi.get, { params: { formId, recordId: id } })));
}

/** A file in that language, and the sheet it is read as. */
async function exported(request: Pick<ExportRequest, 'format' | 'tables' | 'files'>, locale: string): Promise<Sheet> {
  const body = JSON.stringify({ ...request, columns: definition.fields.map(({ id }) => id), sort: 'text' });
  const started = await admin.fetch(`/api/records/${source}/exports`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'accept-language': locale },
  });
  const { exportId } = (await started.json()) as { exportId: string };
  const done = await vi.waitFor(async () => {
    const found = await admin.ok(exportApi.get, { params: { exportId } });
    expect(found.state).toBe('ready');
    return found;
  });
  const upload = new FormData();
  upload.append(
    'file',
    new Blob([await (await admin.fetch(`/api/files/${done.fileId}`)).arrayBuffer()]),
    done.fileName,
  );
  return (await (await admin.fetch('/api/records/sheets', { method: 'POST', body: upload })).json()) as Sheet;
}

/** Maps columns by their titles, as the page proposes it; what is computed cannot be imported. */
async function imported(
  formId: string,
  sheet: Sheet,
  locale: 'zh' | 'en',
  more: Partial<ImportSettings> = {},
  without: ReadonlySet<FieldType> = new Set(),
): Promise<Import> {
  const fieldOf = (title: string) => definition.fields.find((one) => (one.title[locale] ?? one.title.zh) === title);
  const mapping = sheet.columns.flatMap(({ index, title }) => {
    const found = fieldOf(title);
    return found && !isComputed(found) && !without.has(found.type) ? [{ index, field: found.id }] : [];
  });
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: { uploadId: sheet.uploadId, reading: { ...sheet.reading, headerRow: true }, mapping, ...more },
  });
  return vi.waitFor(
    async () => {
      const found = await admin.ok(recordsApi.getImport, { params: { importId } });
      expect(['finished', 'failed']).toContain(found.state);
      return found;
    },
    { interval: 40 },
  );
}

/** Files come back with other ids, formatted text as it is read. */
function comparable({ values }: FormRecord): Record<string, unknown> {
  return Object.fromEntries(
    definition.fields.map(({ id, type }) => {
      const value = values[id] ?? null;
      if (files.has(type) && Array.isArray(value))
        return [
          id,
          (value as { name: string; size: number; type: string }[]).map(({ name, size, type: kind }) => ({
            name,
            size,
            type: kind,
          })),
        ];
      if (type === 'richText' && typeof value === 'string') return [id, plainTextOf(value)];
      return [id, value];
    }),
  );
}

describe.each([
  ['xlsx', 'zh-CN'],
  ['xlsx', 'en'],
  ['csv', 'zh-CN'],
  ['csv', 'en'],
] as const)('an export to %s in %s', (format, locale) => {
  const language = locale === 'en' ? 'en' : 'zh';

  test('comes back into a new form with equal values of every type', async () => {
    const sheet = await exported({ format, files: true }, locale);
    const again = await form(definition);
    expect(await imported(again, sheet, language)).toMatchObject({ imported: 3, failed: 0, failures: [] });
    const [before, after] = [await all(source), await all(again)];
    // rows of slave tables are a sheet of their own, see import-more.test.ts
    const seen = (records: FormRecord[]) => records.map((record) => ({ ...comparable(record), rollup: null }));
    expect(seen(after)).toEqual(seen(before));
  });

  test('changes nothing when it is imported over the records it came from', async () => {
    const before = await all(source);
    const sheet = await exported({ format }, locale);
    expect(await imported(source, sheet, language, { mode: 'update', key: ['text'] }, files)).toMatchObject({
      updated: 3,
      failed: 0,
      failures: [],
    });
    expect(await all(source)).toEqual(before);
  });
});

test('a record of every type is printed as people read it', async () => {
  const [record] = await all(source);
  const { parts } = await admin.ok(printingApi.print, {
    params: { formId: source },
    body: { recordId: record!.id, templateId: null, link: '' },
  });
  const printed = Object.fromEntries(
    parts.flatMap((part) =>
      part.kind === 'fields'
        ? part.items.map(({ label, value }) => [
            label.replace('字段 ', ''),
            value.pictures?.length ? `${value.pictures.length} pictures` : value.text,
          ])
        : [],
    ),
  );
  const { timeSlot, ...others } = printed;
  expect(timeSlot).toMatch(/^\d{4}-\d\d-\d\d \d\d:00–\d\d:00$/);
  expect(others).toMatchInlineSnapshot(`
    {
      "address": "广东省深圳市科技园路 1 号",
      "attachment": "a.txt",
      "autoNumber": "N-001",
      "barcode": "4006381333931",
      "cascade": "电气 / 轴承",
      "checkbox": "丁、乙、丙",
      "colour": "#1f5fd0",
      "concatenation": "13800138000/4/5",
      "creditCode": "91350100M000100Y43",
      "date": "2024-02-29",
      "dateRange": "2026-05-01 08:00 至 2026-05-02 09:30",
      "dateTime": "2024-03-01 00:30:05",
      "department": "装配、装配",
      "devicePoint": "一号 (东) 锅炉 温度 -21.5 °C",
      "email": "a.b@example.com",
      "formula": "73",
      "identityNumber": "11010519491231002X",
      "image": "1 pictures",
      "json": "{"a": [1, "2", null], "b": {"c": "中文, \\"x\\""}}",
      "location": "上海 2, 3 号楼 (东) · 人民广场 1 号 (31.2304, 121.4737)",
      "longText": "一行
    二行",
      "lookup": "5",
      "member": "张伟、张伟",
      "money": "-HK$1,234.50",
      "multiSelect": "甲、乙、丙、丁",
      "number": "-1,234,567.125 kg",
      "percent": "12.345%",
      "phone": "13800138000",
      "post": "班长",
      "postalCode": "010000",
      "radio": "丁",
      "rating": "4/5",
      "relation": "泵 一、泵 二",
      "richText": "标题 & 一 粗 二",
      "role": "点检员",
      "rollup": "5",
      "signature": "1 pictures",
      "singleSelect": "乙、丙",
      "slider": "36.5 ℃",
      "switch": "合格",
      "text": "=1+1",
      "time": "23:59:59",
      "treeSelect": "电气 / 轴承、机械 / 轴承、机械",
      "url": "https://example.com/a?b=c",
      "一台": "泵 一",
    }
  `);
});
