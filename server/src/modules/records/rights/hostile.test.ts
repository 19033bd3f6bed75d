import { randomUUID } from 'node:crypto';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { workflowApi } from '@formwork/contract/workflow/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let formId: string;

const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), config: { ...newField(type, { zh: id }, id).config, ...config } }) as Field;
const options = [{ id: 'a', label: { zh: 'A' } }];
const fields = [
  field('text', 'name'),
  field('longText', 'remark'),
  field('number', 'count'),
  field('money', 'price'),
  field('percent', 'share'),
  field('date', 'day'),
  field('dateTime', 'at'),
  field('time', 'clock'),
  field('singleSelect', 'grade', { options }),
  field('multiSelect', 'tags', { options }),
  field('switch', 'broken'),
  field('member', 'people', { multiple: true }),
  field('department', 'places', { multiple: true }),
  field('attachment', 'papers'),
  field('email', 'mail'),
  field('phone', 'phone'),
  field('url', 'link'),
  field('rating', 'stars'),
  field('identityNumber', 'card'),
  field('creditCode', 'company'),
  field('postalCode', 'post'),
  field('slider', 'level'),
  field('colour', 'paint'),
];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '应用' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '表' },
    titleField: 'name',
    layout: [],
    fields,
    tables: [{ id: 'rows', title: { zh: '行' }, fields: [field('text', 'item'), field('number', 'qty')] }],
  };
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  formId = form.id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
});
afterAll(() => server.stop());

const deep = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
/** What a database, a parser or a comparison may stumble over. */
const strange: unknown[] = [
  '\u0000',
  '\ud800',
  'a\udfffb',
  { toString: 1, valueOf: 1 },
  [[]],
  [null],
  [{ toString: 1 }],
  -0,
  1e308,
  1e-300,
  '1e999',
  '9'.repeat(2000),
  'NaN',
  'Infinity',
  '0000-01-01',
  '9999-12-31',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+99:99',
  '24:00',
  '23:59:60',
  '-infinity',
  "'; drop table x; --",
  '"',
  '\\',
  '{"a":1}',
  '{}',
  '{,}',
  [{ id: randomUUID(), name: 'a\u0000', size: 1, type: 'x' }],
  [{ id: randomUUID(), name: '\ud800', size: 1, type: 'x' }],
  [{ id: randomUUID(), name: 'a', size: 1e308, type: 'x' }],
  deep(5_000),
];

const statusOf = (answer: Answer) => answer.status;
const isText = (value: unknown): value is string => typeof value === 'string';

test('strange values are refused or read, in every type of field and in slave rows', async () => {
  for (const value of strange) {
    const bodies = [
      ...fields.map(({ id }) => ({ values: { [id]: value } })),
      { values: {}, slaves: { rows: [{ values: { item: value, qty: value } }] } },
    ];
    for (const body of bodies) {
      for (const endpoint of [recordsApi.create, recordsApi.evaluate]) {
        const answer = await admin.call(endpoint, { params: { formId }, body: body as never });
        // what is nested beyond reason is not read at all
        expect([200, 413, 422], JSON.stringify([body, answer.body]).slice(0, 400)).toContain(answer.status);
      }
    }
  }
});

test('strange operands of filters too, in every type of field and in searches', async () => {
  const operands = [
    ...strange.filter((value) => isText(value) || typeof value === 'number'),
    ...strange.filter(isText).map((text) => [text, text]),
  ];
  const ids = [
    ...fields.map(({ id }) => id),
    '_creator',
    '_createdAt',
    '_processNodes',
    '_processExecutors',
    '_department',
  ];
  for (const value of operands) {
    for (const operator of Array.isArray(value) ? ['in', 'between', 'hasAny'] : ['eq', 'contains', 'gt', 'lastDays']) {
      const answers = await Promise.all(
        ids.map((id) =>
          admin.call(recordsApi.list, {
            params: { formId },
            query: { filter: JSON.stringify({ field: id, operator, value }) },
          }),
        ),
      );
      for (const answer of answers)
        expect([200, 422], JSON.stringify([operator, value, answer.body]).slice(0, 400)).toContain(answer.status);
    }
    if (!isText(value)) continue;
    for (const answer of [
      await admin.call(recordsApi.list, { params: { formId }, query: { search: value } }),
      await admin.call(workflowApi.todo, { query: { search: value } }),
      await admin.call(workflowApi.todo, { query: { after: value } }),
    ]) {
      expect(answer.status, JSON.stringify([value, answer.body]).slice(0, 400)).toBeLessThan(500);
    }
  }
});

test('no part of a filter, an order or a cursor becomes SQL', async () => {
  const list = (query: object) => admin.call(recordsApi.list, { params: { formId }, query });
  for (const id of [
    'id',
    'version',
    'owner',
    'name_t',
    'r.id',
    '"name"',
    "name' or 1=1 --",
    'constructor',
    '__proto__',
    'toString',
  ]) {
    expect(codeOf(await list({ filter: JSON.stringify({ field: id, operator: 'eq', value: '1' }) }))).toBe(
      'records.list.bad_filter',
    );
  }
  for (const sort of [
    'id',
    'owner',
    'name;drop table x',
    'name desc',
    "name' or 1=1",
    'r.id',
    'constructor',
    'papers',
    '_owner',
  ])
    expect(statusOf(await list({ sort }))).toBe(422);
  const cursor = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  for (const [sort, key] of [
    ['count', 'abc'],
    ['day', "2026-01-01' or 1=1"],
    ['at', 'x'],
    ['name', 'a\u0000'],
    ['broken', 'maybe'],
  ] as const) {
    expect(codeOf(await list({ sort, cursor: cursor(sort, true, [key], randomUUID()) }))).toBe(
      'records.list.bad_cursor',
    );
  }
  expect(codeOf(await list({ cursor: cursor('', true, [], '-'.repeat(36)) }))).toBe('records.list.bad_cursor');
});

test('conditions have a depth and a size', async () => {
  const list = (filter: string) => admin.call(recordsApi.list, { params: { formId }, query: { filter } });
  const nested = (depth: number) =>
    `${'{"all":['.repeat(depth)}{"field":"name","operator":"isEmpty"}${']}'.repeat(depth)}`;
  const wide = (count: number) =>
    JSON.stringify({
      any: Array.from({ length: 3 }, () => ({
        any: Array.from({ length: count }, () => ({ field: 'name', operator: 'isEmpty' })),
      })),
    });
  expect(
    [
      await list(nested(4)),
      await list(nested(5)),
      await list(nested(300)),
      await list(wide(60)),
      await list(wide(70)),
    ].map(statusOf),
  ).toEqual([200, 422, 422, 200, 422]);
});

test('bodies nested beyond sense, and those that reach for prototypes, are refused', async () => {
  const post = async (body: string) =>
    (
      await admin.fetch(`/api/records/${formId}`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
    ).status;
  for (const id of ['name', 'grade', 'tags', 'papers'])
    expect(await post(`{"values":{"${id}":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`)).toBe(413);
  expect(await post('{"values":{"__proto__":{"name":"x"}}}')).toBe(400);
  expect(await post('{"values":{"constructor":{"prototype":{"name":"x"}}}}')).toBe(400);
});

test('rows of another record become new ones, and a row named twice is there twice', async () => {
  const make = () =>
    admin.ok(recordsApi.create, {
      params: { formId },
      body: { values: { name: 'x' }, slaves: { rows: [{ values: { item: 'a' } }] } },
    });
  const [mine, theirs] = [await make(), await make()];
  const [own, foreign] = [mine.slaves.rows![0]!.id, theirs.slaves.rows![0]!.id];
  const saved = await admin.ok(recordsApi.update, {
    params: { formId, recordId: mine.id },
    body: {
      expectedVersion: 1,
      values: { _owner: [randomUUID()], id: theirs.id, version: 9 },
      slaves: {
        rows: [
          { id: foreign, values: { item: 'forged' } },
          { id: own, values: {} },
          { id: own, values: { item: 'b' } },
        ],
      },
    },
  });
  expect(saved.slaves.rows!.map(({ values }) => values.item)).toEqual(['forged', 'a', 'b']);
  const ids = saved.slaves.rows!.map(({ id }) => id);
  expect([new Set(ids).size, ids.includes(foreign), ids[1]]).toEqual([3, false, own]);
  expect([saved.version, saved.values._owner]).toEqual([2, [admin.id]]);
  expect(await admin.ok(recordsApi.get, { params: { formId, recordId: theirs.id } })).toEqual(theirs);
});

test('a record with more strange keys than its form has fields is refused, a few are passed over', async () => {
  const strangeKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));
  for (const body of [
    { values: { name: 'A', ...strangeKeys(1_900) } },
    { values: { name: 'A' }, slaves: { rows: [{ values: strangeKeys(1_900) }] } },
  ]) {
    for (const endpoint of [recordsApi.create, recordsApi.evaluate]) {
      const answer = await admin.call(endpoint, { params: { formId }, body });
      expect([answer.status, codeOf(answer)]).toEqual([422, 'records.record.unknown_fields']);
    }
  }
  expect(
    (await admin.call(recordsApi.create, { params: { formId }, body: { values: { name: 'A', ...strangeKeys(5) } } }))
      .status,
  ).toBe(200);
});
