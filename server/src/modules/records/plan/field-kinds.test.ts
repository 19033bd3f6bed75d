import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { organizationApi } from '@formwork/contract/organization/api.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

/** Trees, ranges, addresses, posts and roles on their way through records: made, changed, listed, imported, released anew. */

let server: TestServer;
let admin: Client;
let user: Client;
let postId: string;
let roleId: string;
let formId: string;

const field = <T extends Field['type']>(type: T, id: string, config: object = {}, more: object = {}): Field =>
  ({
    ...newField(type, { zh: id }, id),
    config: { ...newField(type, { zh: id }, id).config, ...config },
    ...more,
  }) as Field;
const options = [
  { id: 'e', label: { zh: '电气' } },
  { id: 'm', label: { zh: '电机' }, parent: 'e' },
  { id: 'h', label: { zh: '机械' } },
];
const few = [
  { id: 'a', label: { zh: '甲' } },
  { id: 'b', label: { zh: '乙' } },
];
const fields = [
  field('text', 'name'),
  field('radio', 'grade', { options: few }),
  field('checkbox', 'marks', { options: few }),
  field('cascade', 'fault', { options }, { indexed: true }),
  field('treeSelect', 'parts', { options, multiple: true }),
  field('dateRange', 'leave', {}, { indexed: true, validIf: 'leave.end <= leave.start + duration("P30D")' }),
  field('dateRange', 'slot', { precision: 'minute' }, { indexed: true }),
  field('address', 'site', {}, { indexed: true }),
  field('post', 'post'),
  field('role', 'roles', { multiple: true }),
  field('formula', 'days', { expression: '(leave.end - leave.start) / duration("P1D") + 1', result: 'number' }),
  field('formula', 'within', { expression: 'date("2026-05-02") in leave', result: 'boolean' }),
  field('formula', 'city', { expression: 'site.names[2]', result: 'text' }),
];
const definition = {
  format: 1,
  title: { zh: '点检' },
  fields,
  tables: [
    {
      id: 'rows',
      title: { zh: '行' },
      fields: [
        field('dateRange', 'span'),
        field('address', 'where', { detail: false }),
        field('radio', 'rank', { options: few }),
      ],
    },
  ],
  layout: [],
  titleField: 'name',
} as FormDefinition;
const site = {
  names: ['广东省', '深圳市', '南山区'],
  detail: '科技园路 1 号',
  regions: ['440000', '440300', '440305'],
};
const values = () => ({
  name: '一',
  grade: 'a',
  marks: ['b'],
  fault: ['e', 'm'],
  parts: ['m', 'h'],
  leave: { start: '2026-05-01', end: '2026-05-03' },
  slot: { start: '2026-05-01T00:00:00.000Z', end: '2026-05-01T01:30:00.000Z' },
  site,
  post: [postId],
  roles: [roleId],
});

const create = (given: object, who = admin) =>
  who.call(recordsApi.create, { params: { formId }, body: { values: given as never } });
const refusals = async (given: object) =>
  ((await create(given)).body as unknown as { fields: { path: string; code: string }[] }).fields?.map(
    ({ path, code }) => [path, code],
  );
const names = async (filter: object, sort?: string, who = admin) =>
  (
    await who.ok(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify(filter), ...(sort !== undefined && { sort }) },
    })
  ).rows.map((row) => row.values.name);

async function release(next: FormDefinition): Promise<void> {
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  const saved = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { definition: next, expectedVersion: version },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: saved.version, acceptLoss: true } });
}

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = [await server.as('admin'), await server.as('user')];
  for (const [code, parentId, name] of [
    ['440000', null, '广东省'],
    ['440300', '440000', '深圳市'],
    ['440305', '440300', '南山区'],
    ['440303', '440300', '罗湖区'],
    ['110000', null, '北京市'],
    ['110100', '110000', '市辖区'],
    ['110105', '110100', '朝阳区'],
  ] as const) {
    await admin.ok(basedataApi.createRegion, { body: { code, parentId, name, nameEn: '' } });
  }
  postId = (await admin.ok(organizationApi.createPost, { body: { name: '班长', description: '', gradeId: null } })).id;
  roleId = (await admin.ok(organizationApi.createRole, { body: { name: '点检员', description: '' } })).id;
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '点检' } } });
  formId = (
    await admin.ok(formsApi.createForm, { params: { appId: app.id }, body: { title: { zh: '点检' }, definition } })
  ).id;
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: { rules: [{ id: 'all', subject: { kind: 'everyone' }, actions: ['view', 'create', 'edit'], scope: 'all' }] },
  });
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: version } });
});
afterAll(() => server.stop());

test('a record keeps them, with what formulas make of them, and its history tells what changed', async () => {
  const slaves = {
    rows: [{ values: { span: { start: '2026-01-01', end: '2026-01-02' }, where: { regions: ['440303'] }, rank: 'b' } }],
  };
  const made = await admin.ok(recordsApi.create, { params: { formId }, body: { values: values(), slaves: slaves } });
  expect(made.values).toMatchObject({ ...values(), days: 3, within: true, city: '深圳市' });
  const read = await admin.ok(recordsApi.get, { params: { formId, recordId: made.id } });
  expect(read.values).toEqual(made.values);
  expect(read.slaves.rows?.[0]?.values).toEqual({
    span: { start: '2026-01-01', end: '2026-01-02' },
    where: { names: ['广东省', '深圳市', '罗湖区'], detail: '', regions: ['440000', '440300', '440303'] },
    rank: 'b',
  });
  const update = (part: object, expectedVersion: number) =>
    admin.ok(recordsApi.update, {
      params: { formId, recordId: made.id },
      body: { values: part as never, expectedVersion },
    });
  expect((await update(values(), 1)).version).toBe(1);
  const saved = await update({ leave: { start: '2026-05-01', end: '2026-05-01' }, site: { ...site, detail: '' } }, 1);
  expect(saved).toMatchObject({ version: 2, values: { days: 1, within: false, site: { ...site, detail: '' } } });
  const history = await admin.ok(recordsApi.history, { params: { formId, recordId: made.id } });
  expect(JSON.stringify(history)).toContain('科技园路 1 号');
  // a region that is gone stays where it stands, with its name, and cannot be chosen any more
  await admin.ok(basedataApi.deleteRegion, { params: { regionCode: '440305' } });
  expect((await update({ site: { regions: site.regions, detail: '二号' } }, 2)).values.site).toEqual({
    ...site,
    detail: '二号',
  });
  expect(await refusals({ site })).toEqual([['site', 'records.value.not_region']]);
  await admin.ok(basedataApi.createRegion, {
    body: { code: '440305', parentId: '440300', name: '南山区', nameEn: '' },
  });
});

test('what does not fit is refused at its field', async () => {
  expect(await refusals({ leave: { start: '2026-05-03', end: '2026-05-01' } })).toEqual([
    ['leave', 'records.value.end_before_start'],
  ]);
  expect(await refusals({ leave: { start: '2026-05-03', end: '2026-07-01' } })).toEqual([
    ['leave', 'records.value.not_valid'],
  ]);
  expect(await refusals({ site: { regions: ['440300'] }, fault: ['e'] })).toEqual([
    ['fault', 'records.value.not_last_level'],
    ['site', 'records.value.region_incomplete'],
  ]);
  expect(await refusals({ site: { regions: ['nowhere'] } })).toEqual([['site', 'records.value.not_region']]);
  expect(await refusals({ post: [roleId], roles: [postId] })).toEqual([
    ['post', 'records.value.not_posts'],
    ['roles', 'records.value.not_roles'],
  ]);
  expect((await create({ site: '北京市朝阳区建国路', fault: 'm' })).body).toMatchObject({
    values: {
      site: { names: ['北京市', '市辖区', '朝阳区'], detail: '建国路', regions: ['110000', '110100', '110105'] },
      fault: ['e', 'm'],
    },
  });
});

test('a list is filtered by what is above, by days that are touched, and by one’s own posts and roles', async () => {
  await admin.ok(recordsApi.create, {
    params: { formId },
    body: {
      values: {
        name: '二',
        fault: ['h'],
        leave: { start: '2026-04-01', end: '2026-04-02' },
        site: { names: [], regions: ['110105'], detail: '' },
        post: [],
        roles: [],
      },
    },
  });
  const [one, two] = [['一'], ['二']];
  expect(await names({ field: 'fault', operator: 'hasAny', value: ['e'] })).toEqual(expect.arrayContaining(one));
  expect(
    await names({
      all: [
        { field: 'site', operator: 'within', value: ['110000'] },
        { field: 'name', operator: 'notEmpty' },
      ],
    }),
  ).toEqual(two);
  expect(await names({ field: 'site', operator: 'contains', value: '深圳市南山' })).toEqual(one);
  expect(await names({ field: 'leave', operator: 'overlaps', value: ['2026-04-02', '2026-04-30'] })).toEqual(two);
  expect(await names({ field: 'slot', operator: 'contains', value: '2026-05-01T01:30:00Z' })).toEqual(one);
  expect(await names({ field: 'leave', operator: 'notEmpty' }, 'leave')).toEqual(['二', '一']);
  expect(await names({ field: 'leave', operator: 'notEmpty' }, '-leave')).toEqual(['一', '二']);
  const page = await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'slot', limit: 1 } });
  expect(
    (await admin.ok(recordsApi.list, { params: { formId }, query: { sort: 'slot', limit: 1, cursor: page.next! } }))
      .rows,
  ).toHaveLength(1);
  expect((await admin.call(recordsApi.list, { params: { formId }, query: { sort: 'site' } })).status).toBe(422);
  expect(
    (
      await admin.call(recordsApi.list, {
        params: { formId },
        query: { filter: '{"field":"leave","operator":"contains","value":"soon"}' },
      })
    ).status,
  ).toBe(422);
  const mine = (id: string) => names({ field: id, operator: 'isMine' }, undefined, user);
  expect([await mine('post'), await mine('roles')]).toEqual([[], []]);
  await admin.ok(organizationApi.updatePerson, { params: { personId: user.id }, body: { postId } });
  await admin.ok(organizationApi.setRoleMembers, { params: { roleId }, body: { ids: [user.id] } });
  expect([await mine('post'), await mine('roles')]).toEqual([one, one]);
});

test('a spreadsheet brings them, and what it writes wrong is named', async () => {
  const body = new FormData();
  body.append(
    'file',
    new Blob([
      'name,leave,site,post,fault,marks\n三,2026/6/1 至 2026/6/2,广东深圳罗湖 人民路,班长,电气/电机,甲、乙\n四,2026-06-02 ~ 2026-06-01,,,,\n五,2026-02-30 ~ 2026-03-01,,,,\n六,,上海市,,,\n七,,,厂长,,\n',
    ]),
    'x.csv',
  );
  const sheet = (await (await admin.fetch('/api/records/sheets', { method: 'POST', body })).json()) as Sheet;
  expect(sheet.columns.map(({ type }) => type)).toContain('text');
  const mapping = ['name', 'leave', 'site', 'post', 'fault', 'marks'].map((id, index) => ({ index, field: id }));
  const { importId } = await admin.ok(recordsApi.importSheet, {
    params: { formId },
    body: { uploadId: sheet.uploadId, reading: sheet.reading, mapping },
  });
  await expect
    .poll(async () => (await admin.ok(recordsApi.getImport, { params: { importId } })).state)
    .toBe('finished');
  const outcome = await admin.ok(recordsApi.getImport, { params: { importId } });
  expect(outcome.failures.map(({ line, code }) => [line, code])).toEqual([
    [3, 'records.value.end_before_start'],
    [4, 'records.value.not_date'],
    [5, 'records.value.region_incomplete'],
    [6, 'records.value.not_posts'],
  ]);
  const { rows } = await admin.ok(recordsApi.list, {
    params: { formId },
    query: { filter: '{"field":"name","operator":"eq","value":"三"}' },
  });
  expect(rows[0]?.values).toMatchObject({
    leave: { start: '2026-06-01', end: '2026-06-02' },
    site: { names: ['广东省', '深圳市', '罗湖区'], detail: '人民路' },
    post: [postId],
    fault: ['e', 'm'],
    marks: ['a', 'b'],
    days: 2,
  });
});

test('a form released anew keeps what can be kept', async () => {
  const before = await names({ field: 'leave', operator: 'notEmpty' }, 'leave');
  const changed: Record<string, Field> = {
    leave: field('dateRange', 'leave', { precision: 'minute' }),
    site: field('text', 'site'),
    grade: field('singleSelect', 'grade', { options: few }),
  };
  const withoutRules = fields
    .filter(({ id }) => id !== 'city' && id !== 'days' && id !== 'within')
    .map((one) => changed[one.id] ?? one);
  await release({ ...definition, fields: withoutRules });
  expect(await names({ field: 'leave', operator: 'notEmpty' }, 'leave')).toEqual(before);
  const { rows } = await admin.ok(recordsApi.list, {
    params: { formId },
    query: { filter: '{"field":"name","operator":"eq","value":"三"}' },
  });
  expect(rows[0]?.values).toMatchObject({
    leave: { start: '2026-05-31T16:00:00.000Z', end: '2026-06-02T15:59:59.000Z' },
    site: '广东省深圳市罗湖区人民路',
  });
});
