import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { runInMemory, type OwnUnits } from '@formwork/contract/condition/run.ts';
import {
  comparisonFits,
  type Comparison,
  type Condition,
  type RowsComparison,
} from '@formwork/contract/condition/condition.ts';
import { operators, operatorsFor, type Operator } from '@formwork/contract/condition/operators.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { fieldKind, newField, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { Point } from '@formwork/contract/iot/thing-model.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Filters have two roads, in the database and in memory: they must give the same answer for any condition. */

let server: TestServer;
let admin: Client;
let formId: string;
let mine: OwnUnits;
let records: { id: string; values: Values; slaves: Record<string, { values: Values }[]> }[];
let targets: { id: string; values: Values }[];

const options = [
  { id: 'a', label: { zh: '甲' } },
  { id: 'b', label: { zh: '乙' } },
  { id: 'NULL', label: { zh: '空' } },
];
const field = <T extends Field['type']>(type: T, id: string, config: object = {}): Field =>
  ({ ...newField(type, { zh: id }, id), config }) as Field;
const fields = [
  field('text', 'word'),
  field('number', 'num'),
  field('date', 'day'),
  field('dateTime', 'moment', { precision: 'second' }),
  field('time', 'clock', { precision: 'minute' }),
  field('switch', 'flag'),
  field('singleSelect', 'choice', { options }),
  field('multiSelect', 'choices', { options }),
  field('member', 'people', { multiple: true }),
  field('attachment', 'files', { max: 5, maxSize: 5, accept: 'any' }),
  field('dateRange', 'days', { precision: 'day' }),
  field('dateRange', 'hours', { precision: 'second' }),
  field('address', 'place', { depth: 3, detail: true, anyLevel: true }),
  field('post', 'posts', { multiple: true }),
  field('role', 'roles', { multiple: true }),
  field('cascade', 'branch', { options: [...options, { id: 'c', label: { zh: '丙' }, parent: 'a' }] }),
  field('timeSlot', 'slot', {
    ...newField('timeSlot', { zh: 's' }).config,
    choice: 'free',
    opensAt: '00:00',
    closesAt: '24:00',
    daysAhead: 730,
  }),
  field('department', 'units', { multiple: true }),
  field('richText', 'rich', { maxLength: 1000, pictures: true }),
  field('location', 'spot', { here: false }),
  field('json', 'data'),
  field('devicePoint', 'reading', { capture: true }),
];
const innerFields = [field('text', 'item'), field('number', 'price', { decimals: 1 })];
const today = new Date().toISOString().slice(0, 10);
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const samples: Record<string, unknown[]> = {
  word: ['', 'Abc', 'abc', '100%', 'a_c', '中文', "o'x\\"],
  num: [null, -1.5, 0, 1, '1.10', '12345678901234567890.5', 7],
  day: [null, '2024-02-29', today, '1999-12-31', '2030-01-01'],
  moment: [null, '2024-02-29T16:00:00.000Z', `${today}T00:00:00.000Z`, '2030-01-01T10:10:10.000Z'],
  clock: [null, '08:00:00', '23:59:59'],
  flag: [null, true, false],
  choice: [null, 'a', 'b', 'NULL'],
  choices: [null, ['a'], ['a', 'b'], ['NULL']],
  people: [null, 'me', 'other'],
  days: [
    null,
    { start: '2024-02-29', end: '2024-02-29' },
    { start: '2024-01-01', end: today },
    { start: today, end: '9999-12-31' },
  ],
  hours: [
    null,
    { start: '2024-02-29T16:00:00.000Z', end: '2024-02-29T16:00:00.000Z' },
    { start: `${today}T00:00:00.000Z`, end: '2030-01-01T10:10:10.000Z' },
  ],
  place: [
    null,
    { regions: ['44'], detail: '' },
    { regions: ['44', '4403'], detail: '100% 路' },
    { regions: ['11'], detail: '' },
    '无地区',
  ],
  branch: [null, ['b'], ['a', 'c']],
  rich: [null, '<p>Abc</p>', '<h1>a &amp; b</h1><p>100%\u00a0<strong>x</strong>yz</p>', '<p>&lt;p&gt;</p>'],
  spot: [
    null,
    { lat: 31.23, lng: 121.47, name: 'Abc' },
    { lat: 39.9, lng: 116.4, address: '中文 abc' },
    { lat: -10, lng: -179.5 },
    { lat: 0, lng: 0 },
  ],
  data: [null, { a: 1, bb: ['x', null, true] }, [1.5, { c: 'Abc' }], {}],
  slot: [null, ...[1, 2, 5, 40].map((days) => [`${later(days)}T08:00:00.000Z`, `${later(days)}T08:01:00.000Z`])],
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const { id: user } = await server.as('user');
  const paper = new FormData();
  paper.append('file', new Blob(['a']), 'a');
  const [file] = (await (await admin.fetch('/api/files', { method: 'POST', body: paper })).json()) as [
    { id: string; name: string; size: number; type: string },
  ];
  samples.files = [null, [{ id: file.id, name: file.name, size: file.size, type: file.type }]];
  samples.people = [null, [admin.id], [user], [admin.id, user]];
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
  await admin.ok(organizationApi.updatePerson, { params: { personId: admin.id }, body: { postId: posts[0]!.id } });
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId: roles[1]!.id }, body: { ids: [admin.id] } });
  const department = await admin.ok(organizationApi.createDepartment, { body: { name: '甲部', parentId: null } });
  const below = await admin.ok(organizationApi.createDepartment, { body: { name: '乙部', parentId: department.id } });
  await admin.ok(organizationApi.updatePerson, {
    params: { personId: admin.id },
    body: { departmentId: department.id },
  });
  samples.units = [null, [department.id], [below.id], [department.id, below.id]];
  mine = {
    posts: [posts[0]!.id],
    roles: [roles[1]!.id],
    departments: [department.id],
    below: [department.id, below.id],
  };
  // three devices that say a figure, a word, and nothing
  const product = await admin.ok(iotApi.createProduct, {
    body: {
      name: 'P',
      note: '',
      silence: 600,
      points: [
        Point.parse({ key: 'temp', title: { zh: '温度', en: 'Abc' }, type: 'number' }),
        Point.parse({ key: 'mode', title: { zh: '模式' }, type: 'text' }),
      ],
    },
  });
  const devices = await Promise.all(
    ['甲机', 'b 机', '100%'].map((name, at) =>
      admin.ok(iotApi.createDevice, { body: { name, code: `d${at}`, note: '', productId: product.id } }),
    ),
  );
  for (const [at, values] of [{ temp: 2.5, mode: 'Abc' }, { temp: -10 }].entries())
    await fetch(`${server.url}/api/iot/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${devices[at]!.key}` },
      body: JSON.stringify({ values }),
    });
  samples.reading = [
    null,
    ...devices.map(({ device }) => ({ device: device.id, pointKey: 'temp' })),
    { device: devices[0]!.device.id, pointKey: 'mode' },
  ];
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '条件' } } });
  const other = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: {
      title: { zh: '另一' },
      definition: { format: 1, title: { zh: '另一' }, fields: innerFields, tables: [], layout: [], titleField: 'item' },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: other.id }, body: { draftVersion: 1 } });
  targets = await Promise.all(
    [
      { item: 'a', price: 1 },
      { item: 'b', price: 2.5 },
      { item: null, price: null },
    ].map((values) => admin.ok(recordsApi.create, { params: { formId: other.id }, body: { values } })),
  );
  samples.related = [null, [targets[0]!.id], [targets[1]!.id, targets[2]!.id], targets.map(({ id }) => id)];
  fields.push(field('relation', 'related', { form: other.id, cardinality: 'manyToMany', onDelete: 'refuse' }));
  allFields.push(fields.at(-1)!);
  const form = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: {
      title: { zh: '条件' },
      definition: {
        format: 1,
        title: { zh: '条件' },
        fields,
        tables: [{ id: 'parts', title: { zh: '零件' }, fields: innerFields }],
        layout: [],
        titleField: null,
      },
    },
  });
  formId = form.id;
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  records = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const values = Object.fromEntries(
        Object.entries(samples).map(([id, list], place) => [
          id,
          list[(n * (place + 3) + Math.floor(n / 7)) % list.length],
        ]),
      );
      // no two of them may overlap
      if (Array.isArray(values.slot))
        values.slot = (values.slot as string[]).map((end) => new Date(Date.parse(end) + n * 60_000).toISOString());
      return admin.ok(recordsApi.create, {
        params: { formId },
        body: {
          values: values as never,
          slaves: {
            parts: Array.from({ length: n % 4 }, (_empty, row) => ({
              values: { item: ['a', 'b', null][(n + row) % 3]!, price: [1, 2.5, null, 4][(n + row) % 4]! },
            })),
          },
        },
      });
    }),
  );
});
afterAll(() => server.stop());

const allFields = [
  ...fields,
  systemFields._creator,
  systemFields._createdAt,
  systemFields._owner,
  systemFields._processState,
  systemFields._processExecutors,
];

/** What a filter would compare with: the ends of a range, the codes of an address, and words of it. */
const operandsIn = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? 'regions' in value
        ? [...(value.regions as string[]), '4403']
        : Object.values(value)
      : [value];

const comparison = (): fc.Arbitrary<Comparison> =>
  fc.constantFrom(...allFields).chain((of) => {
    const kind = fieldKind(of);
    const own = (samples[of.id] ?? [[admin.id], `${today}T00:00:00.000Z`, null])
      .flatMap(operandsIn)
      .filter((value): value is string | number => typeof value === 'string' || typeof value === 'number');
    const searched = ['abc', 'b', '&', '<p>', '100%', 'x y', '"a": 1', '[1.5, {'];
    if (kind === 'reading')
      own.splice(
        0,
        own.length,
        ...(samples.reading as ({ device: string } | null)[]).flatMap((one) => one?.device ?? []),
      );
    if (kind === 'html' || kind === 'place' || kind === 'json') own.splice(0, own.length, ...searched);
    const ids =
      kind === 'address'
        ? ['44', '4403', '11', '99']
        : kind === 'people'
          ? [admin.id, '01890000-0000-7000-8000-000000000000']
          : own.filter((value) => (kind !== 'dateTime' && kind !== 'slot') || String(value).includes('T'));
    const one = fc.constantFrom<string | number | boolean>(...(ids.length > 0 ? ids : [true, false, 'a']));
    const words = fc.constantFrom('深圳', '100%', '北京市', '');
    return fc.constantFrom<Operator>(...operatorsFor(kind)).chain((operator) => {
      const shape: string = operators[operator];
      if (kind === 'reading' && shape !== 'list' && shape !== 'none')
        return readingOperand(operator, shape).map((value): Comparison => ({ field: of.id, operator, value }));
      const value =
        shape === 'none'
          ? fc.constant(undefined)
          : shape === 'one'
            ? kind === 'address'
              ? words
              : one
            : shape === 'days'
              ? fc.integer({ min: 0, max: 4000 })
              : shape === 'range'
                ? fc.tuple(one, one)
                : shape === 'circle'
                  ? fc.tuple(
                      fc.integer({ min: -90, max: 90 }),
                      fc.integer({ min: -180, max: 180 }),
                      fc.integer({ min: 0, max: 15_000 }),
                    )
                  : shape === 'box'
                    ? fc.tuple(
                        fc.integer({ min: -90, max: 90 }),
                        fc.integer({ min: -180, max: 180 }),
                        fc.integer({ min: -90, max: 90 }),
                        fc.integer({ min: -180, max: 180 }),
                      )
                    : fc.array(one, { maxLength: 3 });
      return value.map((operand): Comparison => ({
        field: of.id,
        operator,
        ...(operand !== undefined && { value: operand as never }),
      }));
    });
  });

/** Words are searched, figures compared. */
const readingOperand = (operator: Operator, shape: string): fc.Arbitrary<string | number | number[]> => {
  if (operator === 'contains' || operator === 'notContains') return fc.constantFrom('abc', '温', '100%', 'b 机', '2.5');
  const figure = fc.constantFrom(2.5, -10, 0, 3);
  return shape === 'range' ? fc.tuple(figure, figure) : figure;
};

/** Of the rows of a slave table, or of related records. */
const ofRows = (): fc.Arbitrary<RowsComparison> => {
  const where = fc.option(
    fc.constantFrom<Condition>(
      { field: 'item', operator: 'eq', value: 'a' },
      { field: 'price', operator: 'gte', value: 2 },
      {
        any: [
          { field: 'item', operator: 'isEmpty' },
          { field: 'price', operator: 'lt', value: 2 },
        ],
      },
    ),
    { nil: undefined },
  );
  return fc.record({
    rows: fc.constantFrom('parts', 'related'),
    where,
    fn: fc.constantFrom('count' as const, 'sum' as const, 'avg' as const, 'min' as const, 'max' as const),
    field: fc.constant('price'),
    operator: fc.constantFrom<Operator>('eq', 'ne', 'gt', 'gte', 'lt', 'lte'),
    value: fc.constantFrom(0, 1, 2, '2.5', 3),
  });
};

test('a condition finds the same records in the database and in memory', async () => {
  const condition = fc.letrec<{ tree: Condition }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      comparison(),
      ofRows(),
      fc.record({ all: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
    ),
  })).tree;
  const kinds = new Map(allFields.map((one) => [one.id, fieldKind(one)]));
  await fc.assert(
    fc.asyncProperty(condition, async (tree) => {
      fc.pre(leaves(tree).every((leaf) => comparisonFits(leaf, kinds.get(leaf.field)!)));
      const found = await admin.ok(recordsApi.list, {
        params: { formId },
        query: { filter: JSON.stringify(tree), limit: 500 },
      });
      const innerKind = (id: string) => (id === 'price' ? ('number' as const) : ('text' as const));
      const expected = records.filter(({ values, slaves }) =>
        runInMemory(tree, values, {
          kindOf: (id) => kinds.get(id),
          me: admin.id,
          mine: () => mine,
          now: new Date(),
          timeZone: 'Asia/Shanghai',
          under: (ids) => (ids.includes(mine.departments[0]!) ? [...ids, ...mine.below] : ids),
          rowsOf: (id) => ({
            rows:
              id === 'parts'
                ? (slaves.parts ?? []).map((row) => row.values)
                : targets
                    .filter((one) => (values.related as string[] | null)?.includes(one.id))
                    .map((one) => one.values),
            kindOf: innerKind,
          }),
        }),
      );
      expect(found.rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    }),
    { numRuns: 400 },
  );
});

function leaves(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(leaves);
  return 'any' in condition ? condition.any.flatMap(leaves) : 'rows' in condition ? [] : [condition];
}
