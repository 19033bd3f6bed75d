import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { Operator } from '@formwork/contract/condition/operators.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import { fieldKind } from '@formwork/contract/forms/field.ts';
import { iotApi } from '@formwork/contract/iot/api.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { operatorKey } from '@formwork/records-ui/conditions/condition-text.ts';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { addRecord, makeForm, send } from '../testing/inspection-form.ts';
import { select } from '../testing/select.ts';
import { expect, fresh, test } from '../testing/test.ts';
import { textsOf } from '../testing/texts.ts';

const t = textsOf('zh-CN');
const mark = Date.now().toString(36);
const [one, two, blank] = ['一号泵', '二号泵', '三号泵'] as const;
const all = [one, two, blank];
const options = [
  { id: 'r', label: { zh: '红' } },
  { id: 'b', label: { zh: '蓝' } },
];
const nodes = [
  { id: 'e', label: { zh: '电气' } },
  { id: 'm', label: { zh: '电机' }, parent: 'e' },
  { id: 'h', label: { zh: '液压' } },
];

/** What a filter is written with, in the order of the hands. */
type Write = (value: Locator, page: Page) => Promise<void>;
const type =
  (...texts: string[]): Write =>
  async (value) => {
    for (const [at, text] of texts.entries()) {
      await value.nth(at).fill(text);
      await value.nth(at).press('Enter');
    }
  };
const pick =
  (option: string, search?: string): Write =>
  (value) =>
    select(value, option, search === undefined ? {} : { search });
const node =
  (label: string): Write =>
  async (value, page) => {
    await value.fill(label);
    await page.locator('.ant-select-tree:visible').getByText(label, { exact: true }).click();
  };
const magnify =
  (form: string, title: string): Write =>
  async (value, page) => {
    await value.click();
    const dialog = page.getByRole('dialog', { name: t('records.relation.choose_of', { form }) });
    await dialog.getByRole('button', { name: title }).click();
    await dialog.getByRole('button', { name: t('records.pick.ok') }).click();
  };
const nothing: Write = async () => {};

interface Case {
  field: string;
  operator: Operator;
  write: Write;
  finds: readonly string[];
}

/** One form with every type; two records that differ in all of them, and one that holds nothing. */
async function scene(admin: APIRequestContext) {
  const id = async (path: string, data: unknown) => (await send(admin, 'POST', path, {}, data)).id;
  const [unit, below, post, role, otherPost] = await Promise.all([
    id(organizationApi.createDepartment.path, { name: `铸造${mark}`, parentId: null }),
    id(organizationApi.createDepartment.path, { name: `锻造${mark}`, parentId: null }),
    id(organizationApi.createPost.path, { name: `泵工${mark}` }),
    id(organizationApi.createRole.path, { name: `巡检${mark}` }),
    id(organizationApi.createPost.path, { name: `电工${mark}` }),
  ]);
  const region = { code: `P-${mark}`, name: `粤${mark}` };
  await send(admin, 'POST', basedataApi.createRegion.path, {}, { ...region, parentId: null, nameEn: '' });
  const product = await id(iotApi.createProduct.path, {
    name: `油泵${mark}`,
    note: '',
    silence: 600,
    points: [{ key: 'temp', title: { zh: '油温' }, type: 'number', unit: '°C' }],
  });
  const device = async (name: string, temp: number) => {
    const made = (await send(
      admin,
      'POST',
      iotApi.createDevice.path,
      {},
      { name, code: `${name}-pump`, note: '', productId: product },
    )) as unknown as { device: { id: string }; key: string };
    await admin.post(`/api${iotApi.report.path}`, {
      headers: { authorization: `Bearer ${made.key}` },
      data: { values: { temp } },
    });
    return { device: made.device.id, pointKey: 'temp' };
  };
  const [me, people] = [
    await send(admin, 'GET', '/identity/me', {}),
    await send(admin, 'GET', organizationApi.listPeople.path, {}),
  ];
  const other = (people.rows as { id: string; name: string }[]).find((person) => person.id !== me.id)!;
  const uploaded = await admin.post('/api/files', {
    multipart: { file: { name: '说明.txt', mimeType: 'text/plain', buffer: Buffer.from('每班检查') } },
  });
  const [file] = (await uploaded.json()) as { id: string; name: string; size: number; type: string }[];
  const target = await makeForm(admin, fresh('供应商'), {
    format: 1,
    title: { zh: '供应商' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名称' }, 'name') as Field, of('singleSelect', 'grade', { options })],
  });
  const [north, south] = [
    await addRecord(admin, target.formId, { name: '北方', grade: 'r' }),
    await addRecord(admin, target.formId, { name: '南方', grade: 'b' }),
  ];
  const fields = [
    of('text', 'name'),
    of('longText', 'remark'),
    of('richText', 'rich'),
    of('number', 'number'),
    of('money', 'money'),
    of('percent', 'percent'),
    of('rating', 'rating'),
    of('slider', 'slider'),
    of('formula', 'formula', { expression: 'number * 2', result: 'number' }),
    of('concatenation', 'joined', {
      parts: [
        { kind: 'text', text: '泵-' },
        { kind: 'field', field: 'number' },
      ],
    }),
    of('autoNumber', 'auto', { prefix: 'P', date: 'none', digits: 3, start: 1, reset: 'never' }),
    of('date', 'date'),
    of('dateTime', 'moment', { precision: 'minute' }),
    of('time', 'time', { precision: 'minute' }),
    of('dateRange', 'range'),
    of('dateRange', 'span', { precision: 'minute' }),
    of('switch', 'flag'),
    of('singleSelect', 'single', { options }),
    of('radio', 'radio', { options, direction: 'row' }),
    of('multiSelect', 'multi', { options }),
    of('checkbox', 'boxes', { options, direction: 'row' }),
    of('cascade', 'cascade', { options: nodes }),
    of('treeSelect', 'tree', { options: nodes, multiple: true }),
    of('member', 'people', { multiple: true }),
    of('department', 'unit'),
    of('post', 'post'),
    of('role', 'role'),
    of('relation', 'supplier', { form: target.formId, cardinality: 'manyToOne', onDelete: 'clear' }),
    of('lookup', 'grade', { relation: 'supplier', field: 'grade' }),
    of('address', 'address', { depth: 1, anyLevel: true, detail: true }),
    of('location', 'place', { here: false }),
    of('timeSlot', 'slot'),
    of('devicePoint', 'point', { capture: true }),
    of('json', 'json'),
    of('attachment', 'files', { max: 5, maxSize: 5, accept: 'any' }),
    of('phone', 'phone', { kind: 'any' }),
    of('email', 'email'),
    of('url', 'url'),
    of('postalCode', 'post2'),
    of('colour', 'colour'),
    of('barcode', 'code'),
    of('rollup', 'sum', { table: 'rows', field: 'qty', function: 'sum' }),
  ];
  const definition: FormDefinition = {
    format: 1,
    title: { zh: '泵' },
    fields,
    tables: [{ id: 'rows', title: { zh: '明细' }, fields: [of('number', 'qty')] }],
    layout: [],
    titleField: 'name',
    listFields: ['name'],
  };
  const { appId, formId } = await makeForm(admin, fresh('筛选'), definition);
  // in the zone of the space
  const tomorrow = new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10);
  const common = { formId };
  await addRecord(
    admin,
    common.formId,
    {
      name: one,
      remark: '主轴异响',
      rich: '<p>轴承<strong>发热</strong></p>',
      number: 10,
      money: 100,
      percent: 10,
      rating: 2,
      slider: 20,
      date: '2026-05-01',
      moment: '2026-05-01T02:00:00Z',
      time: '08:30',
      range: { start: '2026-05-01', end: '2026-05-03' },
      span: { start: '2026-05-01T00:00:00Z', end: '2026-05-01T02:00:00Z' },
      flag: true,
      single: 'r',
      radio: 'r',
      multi: ['r'],
      boxes: ['r', 'b'],
      cascade: ['e', 'm'],
      tree: ['m'],
      people: [me.id],
      unit: [unit],
      post: [post],
      role: [role],
      supplier: [north.id],
      address: { regions: [region.code], names: [], detail: '一号库' },
      place: { lat: 31.2, lng: 121.5, name: '车间' },
      slot: [`${tomorrow}T01:00:00.000Z`, `${tomorrow}T02:00:00.000Z`],
      point: await device(`一号炉${mark}`, 80),
      json: { rpm: 1200 },
      files: [file],
      phone: '13800138000',
      email: 'a@example.com',
      url: 'https://a.example.com',
      post2: '200000',
      colour: '#ff0000',
      code: 'SN-1',
    },
    { rows: [{ values: { qty: 3 } }] },
  );
  await addRecord(
    admin,
    common.formId,
    {
      name: two,
      remark: '正常',
      rich: '<p>良好</p>',
      number: 20,
      money: 2000,
      percent: 20,
      rating: 4,
      slider: 80,
      date: '2026-06-01',
      moment: '2026-06-01T02:00:00Z',
      time: '18:30',
      range: { start: '2026-06-01', end: '2026-06-03' },
      span: { start: '2026-06-01T00:00:00Z', end: '2026-06-01T02:00:00Z' },
      flag: false,
      single: 'b',
      radio: 'b',
      multi: ['b'],
      boxes: ['b'],
      cascade: ['h'],
      tree: ['h'],
      people: [other.id],
      unit: [below],
      post: [otherPost],
      role: [],
      supplier: [south.id],
      address: { regions: [], names: [], detail: '二号库' },
      place: { lat: 39.9, lng: 116.4, name: '仓库' },
      slot: [`${tomorrow}T03:00:00.000Z`, `${tomorrow}T04:00:00.000Z`],
      point: await device(`二号炉${mark}`, 20),
      json: { rpm: 900 },
      phone: '13900139000',
      email: 'b@example.org',
      url: 'https://b.example.org',
      post2: '100000',
      colour: '#0000ff',
      code: 'SN-2',
    },
    { rows: [{ values: { qty: 9 } }] },
  );
  await addRecord(admin, common.formId, { name: blank });
  return {
    appId,
    formId,
    fields,
    words: { unit: `铸造${mark}`, post: `泵工${mark}`, role: `巡检${mark}`, region: region.name, other: other.name },
  };
}

function of(kind: FieldType, id: string, config?: object): Field {
  const made = newField(kind, { zh: `${t(`design.type.${kind}`)} ${id}` }, id);
  return { ...made, config: { ...made.config, ...config } } as Field;
}

test('every type is asked for in the editor of filters, and the right records come', async ({ as }) => {
  test.slow();
  const page = await as('admin');
  const { appId, formId, fields, words } = await scene(page.request);
  const cases: Case[] = [
    { field: 'name', operator: 'startsWith', write: type('一号'), finds: [one] },
    { field: 'name', operator: 'in', write: type('二号泵'), finds: [two] },
    { field: 'remark', operator: 'contains', write: type('异响'), finds: [one] },
    { field: 'rich', operator: 'contains', write: type('轴承发热'), finds: [one] },
    { field: 'number', operator: 'between', write: type('15', '25'), finds: [two] },
    { field: 'money', operator: 'lte', write: type('100'), finds: [one] },
    { field: 'percent', operator: 'gt', write: type('15'), finds: [two] },
    { field: 'rating', operator: 'gte', write: type('4'), finds: [two] },
    { field: 'slider', operator: 'lt', write: type('50'), finds: [one] },
    { field: 'formula', operator: 'eq', write: type('40'), finds: [two] },
    { field: 'sum', operator: 'gt', write: type('5'), finds: [two] },
    { field: 'joined', operator: 'contains', write: type('泵-10'), finds: [one] },
    { field: 'auto', operator: 'endsWith', write: type('003'), finds: [blank] },
    { field: 'date', operator: 'gte', write: type('2026-05-02'), finds: [two] },
    { field: 'moment', operator: 'lt', write: type('2026-05-15 00:00'), finds: [one] },
    { field: 'time', operator: 'gt', write: type('12:00'), finds: [two] },
    { field: 'range', operator: 'overlaps', write: type('2026-05-03', '2026-05-09'), finds: [one] },
    { field: 'span', operator: 'overlaps', write: type('2026-06-01 09:00', '2026-06-01 23:00'), finds: [two] },
    { field: 'flag', operator: 'isTrue', write: nothing, finds: [one] },
    { field: 'single', operator: 'eq', write: pick('红'), finds: [one] },
    { field: 'radio', operator: 'in', write: pick('蓝'), finds: [two] },
    { field: 'multi', operator: 'hasAny', write: pick('红'), finds: [one] },
    { field: 'boxes', operator: 'hasOnly', write: pick('蓝'), finds: [two] },
    { field: 'cascade', operator: 'hasAny', write: node('电气'), finds: [one] },
    { field: 'tree', operator: 'hasNone', write: node('电机'), finds: [two, blank] },
    { field: 'people', operator: 'isMe', write: nothing, finds: [one] },
    { field: 'people', operator: 'hasAny', write: pick(words.other, words.other), finds: [two] },
    { field: 'unit', operator: 'under', write: pick(words.unit, words.unit), finds: [one] },
    { field: 'post', operator: 'hasAny', write: pick(words.post, words.post), finds: [one] },
    { field: 'role', operator: 'hasAny', write: pick(words.role, words.role), finds: [one] },
    { field: 'supplier', operator: 'hasAny', write: magnify('供应商', '南方'), finds: [two] },
    { field: 'grade', operator: 'eq', write: pick('红'), finds: [one] },
    { field: 'address', operator: 'within', write: pick(words.region, words.region), finds: [one] },
    { field: 'address', operator: 'contains', write: type('二号库'), finds: [two] },
    {
      field: 'place',
      operator: 'near',
      write: async (_, shown) => {
        for (const [name, value] of [
          ['lat', '31'],
          ['lng', '121'],
          ['km', '100'],
        ] as const)
          await shown.getByLabel(t(`records.place.${name}`)).fill(value);
      },
      finds: [one],
    },
    { field: 'slot', operator: 'tomorrow', write: nothing, finds: [one, two] },
    { field: 'point', operator: 'hasAny', write: pick(`一号炉${mark}`, `一号炉${mark}`), finds: [one] },
    { field: 'point', operator: 'lt', write: type('50'), finds: [two] },
    { field: 'json', operator: 'contains', write: type('1200'), finds: [one] },
    { field: 'files', operator: 'notEmpty', write: nothing, finds: [one] },
    { field: 'files', operator: 'isEmpty', write: nothing, finds: [two, blank] },
    { field: 'phone', operator: 'startsWith', write: type('139'), finds: [two] },
    { field: 'email', operator: 'endsWith', write: type('.com'), finds: [one] },
    { field: 'url', operator: 'contains', write: type('b.example'), finds: [two] },
    { field: 'post2', operator: 'eq', write: type('200000'), finds: [one] },
    { field: 'colour', operator: 'eq', write: type('#0000ff'), finds: [two] },
    { field: 'code', operator: 'ne', write: type('SN-1'), finds: [two, blank] },
    { field: '_creator', operator: 'isMe', write: nothing, finds: all },
  ];

  await page.goto(`/app/!/${appId}?form=${formId}`);
  const found = page.getByRole('row').getByRole('link').filter({ hasText: '号泵' });
  await expect(found).toHaveText([...all].reverse());
  await page.getByRole('button', { name: t('records.filter.button'), exact: true }).click();
  const panel = page.getByRole('dialog', { name: t('records.filter.button') });
  const byId = new Map<string, Field>([...fields, ...Object.values(systemFields)].map((field) => [field.id, field]));
  const told = new Set<FieldType>();
  for (const { field: id, operator, write, finds } of cases) {
    const field = byId.get(id)!;
    told.add(field.type);
    await test.step(`${field.title.zh} ${operator}`, async () => {
      await select(panel.getByRole('combobox', { name: t('records.condition.field'), exact: true }), field.title.zh, {
        search: field.title.zh,
      });
      const kind = field.type === 'lookup' ? 'option' : fieldKind(field);
      const name = t(operatorKey(operator, kind), { count: 'N' });
      const box = panel.getByRole('combobox', { name: t('records.condition.operator'), exact: true });
      if (
        (await box.locator('xpath=ancestor::*[contains(@class, "fw-condition-operator")]').innerText()).trim() !== name
      )
        await select(box, name);
      await write(panel.getByLabel(t('records.condition.value'), { exact: true }), page);
      await expect
        .poll(async () => (await found.allInnerTexts()).sort(), { message: `${id} ${operator}` })
        .toEqual([...finds].sort());
    });
  }
  const kinds = new Set(fields.map(({ type: kind }) => kind));
  expect([...kinds].filter((kind) => !told.has(kind))).toEqual([]);
});
