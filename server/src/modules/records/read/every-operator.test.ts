import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { decideInMemory, runInMemory, type OwnUnits, type RunOptions } from '@formwork/contract/condition/run.ts';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { operatorNames } from '@formwork/contract/condition/operators.ts';
import {
  comparisonsOf,
  deepest,
  everyField,
  innerFields,
  oneOf,
  randomOf,
  systemFieldList,
  type OperandPool,
} from '@formwork/contract/condition/testing/every-operator.ts';
import { fieldTypeNames } from '@formwork/contract/forms/field-types/registry.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { FileView } from '@formwork/contract/files/api.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';
import { planOf } from '../plan/plan.ts';
import { compileCondition } from './condition-sql.ts';

/** Every field type times every operator its values have, over random records: the database and memory find the same. */

const seed = Number(process.env.FORMWORK_TEST_SEED ?? Date.now() % 1_000_000);
const random = randomOf(seed);
let server: TestServer;
let admin: Client;
let formId: string;
let fields: Field[];
let mine: OwnUnits;
let records: { id: string; values: Values; slaves: Record<string, { values: Values }[]> }[];
let targets: { id: string; values: Values }[];

const today = new Date().toISOString().slice(0, 10);
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const words = ['', 'Abc', 'abc', '100%', 'a_c', '中文 甲', "o'x\\", 'x'];
const days = [null, '2024-02-29', today, later(-1), later(1), later(20), '1999-12-31', '2030-01-01'];
const moments = [
  null,
  '2024-02-29T16:00:00.000Z',
  `${today}T00:00:00.000Z`,
  `${later(1)}T15:59:59.000Z`,
  '2030-01-01T10:10:10.000Z',
];
const numbers = [null, -1.5, 0, 1, '1.1', '12345678901234567890.5', 7];
const spans = [
  null,
  { start: '2024-02-29', end: '2024-02-29' },
  { start: '2024-01-01', end: today },
  { start: today, end: '9999-12-31' },
];

/** What people may enter, by id of the field; computed ones follow from these. */
const samples: Record<string, unknown[]> = {
  word: words,
  story: [...words, 'a\nb'],
  num: numbers,
  cost: [null, -1.5, 0, '1.1', 7],
  share: [null, 12.5, 100],
  day: days,
  moment: moments,
  clock: [null, '08:00:00', '12:30:00', '23:59:00'],
  days: spans,
  hours: [
    null,
    { start: '2024-02-29T16:00:00.000Z', end: '2024-02-29T16:00:00.000Z' },
    { start: `${today}T00:00:00.000Z`, end: '2030-01-01T10:10:10.000Z' },
  ],
  choice: [null, 'a', 'b', 'NULL'],
  choices: [null, ['a'], ['a', 'b'], ['NULL']],
  mark: [null, 'a', 'NULL'],
  marks: [null, ['a', 'NULL'], ['b']],
  branch: [null, ['b'], ['a', 'c'], ['a']],
  twigs: [null, ['c'], ['a', 'b']],
  flag: [null, true, false],
  mail: [null, 'abc@example.com', 'B@example.org'],
  phone: [null, '13800138000', '010-62770000'],
  place: [
    null,
    { regions: ['44'], detail: '' },
    { regions: ['44', '4403'], detail: '100% 路' },
    { regions: ['11'], detail: '' },
  ],
  link: [null, 'https://example.com/a_b', 'http://example.org/100%25'],
  idcard: [null, '11010519491231002X', '440524188001010014'],
  company: [null, '91350100M000100Y43', '91110000600037341L'],
  postcode: [null, '100000', '518000'],
  stars: [null, 1, 5],
  level: [null, 0, 50, 100],
  colour: [null, '#ff0000', '#00aa11'],
  rich: [null, '<p>Abc</p>', '<h1>a &amp; b</h1><p>100%\u00a0<strong>x</strong>yz</p>', '<p>&lt;p&gt;</p>'],
  spot: [
    null,
    { lat: 31.23, lng: 121.47, name: 'Abc' },
    { lat: 39.9, lng: 116.4, address: '中文 abc' },
    { lat: -10, lng: -179.5 },
  ],
  code: [null, 'ABC-1', '中文'],
  data: [null, { a: 1, bb: ['x', null, true] }, [1.5, { c: 'Abc' }], {}],
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { id: user } = await server.as('user');
  samples.people = [null, [admin.id], [user], [admin.id, user]];
  samples.person = [null, [admin.id], [user]];
  for (const [code, parentId, name] of [
    ['44', null, '广东省'],
    ['4403', '44', '深圳市'],
    ['11', null, '北京市'],
  ] as const)
    await admin.ok(basedataApi.createRegion, { body: { code, parentId, name, nameEn: '' } });
  const posts = await Promise.all(
    ['a', 'b'].map((name) => admin.ok(organizationApi.createPost, { body: { name, description: '', gradeId: null } })),
  );
  const roles = await Promise.all(
    ['a', 'b'].map((name) => admin.ok(organizationApi.createRole, { body: { name, description: '' } })),
  );
  for (const [id, both] of [
    ['posts', posts],
    ['roles', roles],
  ] as const)
    samples[id] = [null, [both[0]!.id], [both[1]!.id], both.map((unit) => unit.id)];
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: '甲部', parentId: null } });
  const below = await admin.ok(organizationApi.createDepartment, { body: { name: '乙部', parentId: department.id } });
  await admin.ok(organizationApi.updatePerson, {
    params: { personId: admin.id },
    body: { postId: posts[0]!.id, departmentId: department.id },
  });
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: roles[1]!.id }, body: { ids: [admin.id] } });
  samples.units = [null, [department.id], [below.id], [department.id, below.id]];
  samples.unit = [null, [department.id], [below.id]];
  mine = {
    posts: [posts[0]!.id],
    roles: [roles[1]!.id],
    departments: [department.id],
    below: [department.id, below.id],
  };
  const upload = async (name: string, content: Uint8Array<ArrayBuffer>): Promise<FileView> => {
    const body = new FormData();
    body.append('file', new File([content], name));
    return ((await (await admin.fetch('/api/files', { method: 'POST', body })).json()) as FileView[])[0]!;
  };
  const pictures = await Promise.all(Array.from({ length: 3 }, (_, n) => upload(`${n}.png`, new Uint8Array(png))));
  ['files', 'photos', 'sign'].forEach((id, n) => {
    samples[id] = [
      null,
      [{ id: pictures[n]!.id, name: pictures[n]!.name, size: pictures[n]!.size, type: pictures[n]!.type }],
    ];
  });

  const product = await admin.ok(iotApi.createProduct, {
    body: {
      name: 'P',
      note: '',
      silence: 600,
      points: [
        Point.parse({ key: 'temp', title: { zh: '温度', en: 'Abc' }, type: 'number' }),
        Point.parse({ key: 'mode', title: { zh: '中文' }, type: 'text' }),
      ],
    },
  });
  const devices = await Promise.all(
    ['甲 B', '100%', 'x y'].map((name, at) =>
      admin.ok(iotApi.createDevice, { body: { name, code: `d${at}`, note: '', productId: product.id } }),
    ),
  );
  for (const [at, reported] of [{ temp: 2.5, mode: 'Abc' }, { temp: -10 }].entries())
    await fetch(`${server.url}/api/iot/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${devices[at]!.key}` },
      body: JSON.stringify({ values: reported }),
    });
  samples.reading = [
    null,
    ...devices.map(({ device }) => ({ device: device.id, pointKey: 'temp' })),
    { device: devices[0]!.device.id, pointKey: 'mode' },
  ];

  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '条件' } } });
  const make = async (zh: string, own: Field[], tables: object[]): Promise<string> => {
    const { id } = await admin.ok(formsApi.createForm, {
      params: { appId: app.id },
      body: {
        title: { zh },
        definition: { format: 1, title: { zh }, fields: own, tables: tables as never, layout: [], titleField: null },
      },
    });
    await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
    return id;
  };
  const innerSample = () => ({
    item: oneOf(random, words),
    price: oneOf(random, [null, 1, 2.5, 4]),
    due: oneOf(random, days),
    grade: oneOf(random, [null, 'a', 'b']),
    stay: oneOf(random, spans),
    who: oneOf(random, samples.person!),
  });
  const relatedForm = await make('另一', innerFields, []);
  targets = await Promise.all(
    Array.from({ length: 5 }, () =>
      admin.ok(recordsApi.create, { params: { formId: relatedForm }, body: { values: innerSample() as never } }),
    ),
  );
  samples.related = [null, [targets[0]!.id], [targets[1]!.id, targets[2]!.id]];
  samples.upper = [null, ...targets.map(({ id }) => [id])];
  fields = [...everyField(relatedForm)];
  formId = await make('每种', fields, [{ id: 'parts', title: { zh: '零件' }, fields: innerFields }]);
  records = await Promise.all(
    Array.from({ length: 50 }, (_, n) => {
      // the first has nothing at all; no two bookings may overlap
      const values =
        n === 0 ? {} : Object.fromEntries(Object.entries(samples).map(([id, list]) => [id, oneOf(random, list)]));
      const slot =
        n % 3 === 0
          ? null
          : [0, 1].map((end) =>
              new Date(Date.parse(`${later(1 + (n % 40))}T08:00:00.000Z`) + (n * 2 + end) * 60_000).toISOString(),
            );
      return admin.ok(recordsApi.create, {
        params: { formId },
        body: {
          values: { ...values, slot },
          slaves: { parts: Array.from({ length: n % 4 }, () => ({ values: innerSample() as never })) },
        },
      });
    }),
  );
  const counted = await admin.ok(recordsApi.list, { params: { formId }, query: { limit: 1 } });
  expect(counted.rows, `seed ${seed}`).toHaveLength(1);
});
afterAll(() => server.stop());

/** Parts of the values that are there: ends of ranges, regions, ids; and something that none has. */
const pool: OperandPool = (field) => {
  const kind = fieldKind(field);
  const parts = (value: FieldValue | undefined): unknown[] =>
    Array.isArray(value)
      ? value
      : typeof value === 'object' && value !== null
        ? 'regions' in value
          ? (value.regions as unknown[])
          : Object.values(value)
        : [value];
  const own = records
    .flatMap(({ values }) => parts(values[field.id]))
    .filter((part): part is string | number => (typeof part === 'string' && part !== '') || typeof part === 'number');
  const strange: Partial<Record<typeof kind, string | number>> = {
    text: 'nowhere',
    number: 2,
    date: today,
    dateTime: new Date().toISOString(),
    time: '09:00:00',
    option: 'b',
    options: 'b',
    people: admin.id,
    departments: mine.below[1]!,
    records: targets[4]!.id,
    dateRange: today,
    dateTimeRange: new Date().toISOString(),
    address: '99',
    slot: new Date().toISOString(),
  };
  return [...own, strange[kind] ?? own[0] ?? 'x'];
};

async function sameAnswer(
  condition: Condition,
  kinds: ReadonlyMap<string, ReturnType<typeof fieldKind>>,
): Promise<boolean> {
  const now = new Date();
  const found = await admin.ok(recordsApi.list, {
    params: { formId },
    query: { filter: JSON.stringify(condition), limit: 500 },
  });
  const expected = records.filter(({ values, slaves }) =>
    runInMemory(condition, values, {
      kindOf: (id) => kinds.get(id),
      me: admin.id,
      mine: () => mine,
      now,
      timeZone: 'Asia/Shanghai',
      under: (ids) => (ids.includes(mine.departments[0]!) ? [...ids, ...mine.below] : ids),
      rowsOf: (id) => ({
        rows:
          id === 'parts'
            ? (slaves.parts ?? []).map((row) => row.values)
            : targets.filter((one) => (values.related as string[] | null)?.includes(one.id)).map((one) => one.values),
        kindOf: (inner) => innerKinds.get(inner),
      }),
    }),
  );
  expect(found.rows.map(({ id }) => id).sort(), `${JSON.stringify(condition)}, seed ${seed}`).toEqual(
    expected.map(({ id }) => id).sort(),
  );
  return expected.length > 0 && expected.length < records.length;
}

const innerKinds = new Map(innerFields.map((field) => [field.id, fieldKind(field)]));
const kindsOf = (list: readonly Field[]) => new Map(list.map((field) => [field.id, fieldKind(field)]));

test('each operator of each field type', async () => {
  const all = [...fields, ...systemFieldList];
  const kinds = kindsOf(all);
  const cases = all.flatMap((field) => comparisonsOf(field, pool, random, 3));
  expect(new Set(fields.map(({ type }) => type))).toEqual(new Set(fieldTypeNames));
  // trees alone ask for what is below a record
  expect(new Set(cases.map(({ operator }) => operator))).toEqual(
    new Set(operatorNames.filter((name) => name !== 'below')),
  );
  const wrong: string[] = [];
  let telling = 0;
  const queue = cases.values();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const one of queue)
        await sameAnswer(one, kinds).then(
          (tells) => {
            telling += Number(tells);
          },
          (error: Error) => wrong.push(error.message.split('\n')[0]!),
        );
    }),
  );
  expect(wrong).toEqual([]);
  // answers that tell records apart: not all or none each time
  expect(telling).toBeGreaterThan(cases.length / 4);
}, 600_000);

/** Of each record whether a rule that grants and one that refuses reach it, by the database and in memory. */
async function sameRule(condition: Condition, kinds: ReadonlyMap<string, ReturnType<typeof fieldKind>>) {
  const plan = await planOf({ platform: server.platform, spaceId: server.spaceId }, formId);
  const shared: Pick<RunOptions, 'me' | 'mine' | 'now' | 'timeZone' | 'under'> = {
    me: admin.id,
    mine: () => mine,
    now: new Date(),
    timeZone: 'Asia/Shanghai',
    under: (ids) => (ids.includes(mine.departments[0]!) ? [...ids, ...mine.below] : ids),
  };
  const params: unknown[] = [];
  const [grants, refuses] = (['grants', 'refuses'] as const).map(
    (rule) => compileCondition(condition, params, { ...shared, columnOf: (id) => plan.byId.get(id), rule }).sql,
  );
  const { rows } = await spaceQuery<{ id: string; grants: boolean; refuses: boolean }>(server.platform, {
    text: `select r.id, (${grants}) is true as grants, (${refuses}) is not false as refuses from ${plan.table} r order by r.id`,
    values: params,
  });
  const expected = records
    .map(({ id, values }) => {
      const answer = decideInMemory(condition, values, { ...shared, kindOf: (field) => kinds.get(field) });
      return { id, grants: answer === true, refuses: answer !== false };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(rows, `${JSON.stringify(condition)}, seed ${seed}`).toEqual(expected);
  return rows.some((row) => row.refuses && !row.grants);
}

test('each operator as rules of rights read it, over empty values and in trees', async () => {
  const all = [...fields, ...systemFieldList];
  const kinds = kindsOf(all);
  const cases = all.flatMap((field) => comparisonsOf(field, pool, random, 1));
  const trees = Array.from({ length: 60 }, () => deepest(cases, random));
  const wrong: string[] = [];
  let open = 0;
  for (const one of [...cases, ...trees])
    await sameRule(one, kinds).then(
      (some) => {
        open += Number(some);
      },
      (error: Error) => wrong.push(error.message.split('\n')[0]!),
    );
  expect(wrong).toEqual([]);
  // many of them are undecided of some record
  expect(open).toBeGreaterThan(cases.length / 4);
}, 600_000);

test('each operator of what related records and rows of a slave table hold', async () => {
  const kinds = kindsOf(fields);
  const innerPool: OperandPool = (field) => pool({ ...field, id: `of${field.id}` });
  const wheres = innerFields.flatMap((field) => comparisonsOf(field, innerPool, random, 1));
  for (const rows of ['parts', 'related']) {
    for (const where of wheres)
      await sameAnswer(
        {
          rows,
          where,
          fn: 'count',
          operator: oneOf(random, ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const),
          value: oneOf(random, [0, 1, 2]),
        },
        kinds,
      );
    for (const fn of ['sum', 'avg', 'min', 'max'] as const)
      for (const operator of ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between'] as const)
        await sameAnswer({ rows, fn, field: 'price', operator, value: operator === 'between' ? [1, 2.5] : 2.5 }, kinds);
  }
}, 600_000);

test('trees as deep as they may be', async () => {
  const all = [...fields, ...systemFieldList];
  const cases = all.flatMap((field) => comparisonsOf(field, pool, random, 1));
  for (let n = 0; n < 150; n++) await sameAnswer(deepest(cases, random), kindsOf(all));
  const tooDeep = deepest(cases, random, 6);
  expect(
    (await admin.call(recordsApi.list, { params: { formId }, query: { filter: JSON.stringify(tooDeep) } })).status,
  ).toBe(422);
}, 600_000);
