import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { comparedText, differenceOf, likenessOf } from '@formwork/contract/records/likeness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let user: Client;

beforeAll(async () => {
  server = await startTestServer();
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

async function made(similarity: number, rules: PermissionRule[] = []): Promise<string> {
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const name = newField('text', { zh: '名称' }, 'name');
  const definition = {
    format: 1 as const,
    title: { zh: '泵' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [{ ...name, config: { similarity } }],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.putPermissions, { params: { formId: id }, body: { rules } });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}
const create = (formId: string, name: string, who = admin) =>
  who.ok(recordsApi.create, { params: { formId }, body: { values: { name } } });
const similar = async (formId: string, name: string, who = admin, except?: string) =>
  (
    await who.ok(recordsApi.similar, {
      params: { formId },
      body: { values: { name }, ...(except !== undefined && { except }) },
    })
  ).records;

test('records that are as alike as the form asks for are told, the most alike first, the record itself never', async () => {
  const formId = await made(75);
  const one = await create(formId, '离心泵 1');
  await create(formId, '离心泵 22');
  await create(formId, '空压机');
  const found = await similar(formId, '离心泵 2');
  expect(found.map(({ value, likeness, title }) => [value, likeness, title])).toEqual([
    ['离心泵 22', 83, '离心泵 22'],
    ['离心泵 1', 80, '离心泵 1'],
  ]);
  expect((await similar(formId, '离心泵 1', admin, one.id)).map(({ value }) => value)).not.toContain('离心泵 1');
  expect(await similar(formId, '  ')).toEqual([]);
});

test('the database measures as everybody else does', async () => {
  const formId = await made(0);
  const texts = ['Pump A', '泵', '离心泵离心泵', 'a_b%c', '😀泵', 'x'.repeat(300)];
  for (const text of texts) await create(formId, text);
  for (const asked of ['pump b', '离心', '😃泵', 'x'.repeat(250)]) {
    const best = Math.max(
      ...texts.map((text) => {
        const [a, b] = [comparedText(asked), comparedText(text)];
        return likenessOf(differenceOf(a, b), a.length, b.length);
      }),
    );
    expect((await similar(formId, asked))[0]?.likeness, asked).toBe(best);
  }
});

test('nobody learns so of records that they do not see', async () => {
  const rules: PermissionRule[] = [
    { id: 'own', subject: { kind: 'everyone' }, actions: ['view', 'create'], scope: 'own' },
  ];
  const formId = await made(80, rules);
  await create(formId, '保密的泵');
  expect(await similar(formId, '保密的泵', user)).toEqual([]);
  await create(formId, '自己的泵', user);
  expect((await similar(formId, '自己的泵', user)).map(({ likeness }) => likeness)).toEqual([100]);
  const other = await server.as('other-admin');
  expect((await other.call(recordsApi.similar, { params: { formId }, body: { values: { name: 'x' } } })).status).toBe(
    404,
  );
});

test('a likeness is between 0 and 100', async () => {
  for (const similarity of [-1, 101, 50.5]) await expect(made(similarity)).rejects.toThrow();
});

async function withRows(rules: PermissionRule[] = []): Promise<string> {
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '设备' } } });
  const definition = {
    format: 1 as const,
    title: { zh: '泵' },
    tables: [
      {
        id: 'parts',
        title: { zh: '备件' },
        fields: [{ ...newField('text', { zh: '品名' }, 'item'), config: { similarity: 80 } }],
      },
    ],
    layout: [],
    titleField: 'name',
    fields: [newField('text', { zh: '名称' }, 'name')],
  };
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.putPermissions, { params: { formId: id }, body: { rules } });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}
const withParts = (formId: string, name: string, ...items: string[]) =>
  admin.ok(recordsApi.create, {
    params: { formId },
    body: { values: { name }, slaves: { parts: items.map((item) => ({ values: { item } })) } },
  });
const alikeRows = async (formId: string, items: string[], who = admin, except?: string) =>
  (
    await who.ok(recordsApi.similar, {
      params: { formId },
      body: { values: {}, rows: { parts: { item: items } }, ...(except !== undefined && { except }) },
    })
  ).records.map(({ title, value, likeness, row }) => [title, value, likeness, row?.asked]);

test('rows of slave tables are held against those of other records, many at once', async () => {
  const formId = await withRows();
  const one = await withParts(formId, '一号', '轴承 6204', '轴承 6204', '密封圈');
  await withParts(formId, '二号', '联轴器');
  expect(await alikeRows(formId, ['轴承 6205', '密封圈', '叶轮'])).toEqual([
    ['一号', '密封圈', 100, '密封圈'],
    ['一号', '轴承 6204', 85, '轴承 6205'],
  ]);
  expect(await alikeRows(formId, ['轴承 6205'], admin, one.id)).toEqual([]);
  const many = await admin.call(recordsApi.similar, {
    params: { formId },
    body: { values: {}, rows: { parts: { item: Array.from({ length: 21 }, () => 'x') } } },
  });
  expect(many.status).toBe(422);
});

test('nobody learns so of a slave table, or a column of one, that is hidden from them', async () => {
  const everyone = { kind: 'everyone' as const };
  const seen: PermissionRule = { id: 'all', subject: everyone, actions: ['view', 'create'], scope: 'all' };
  for (const [fields, finds] of [
    [{}, 1],
    [{ parts: { new: 'hidden', existing: 'hidden' } }, 0],
    [{ 'parts.item': { new: 'hidden', existing: 'hidden' } }, 0],
  ] as const) {
    const formId = await withRows([{ ...seen, fields }]);
    await withParts(formId, '一号', '轴承 6204');
    expect(await alikeRows(formId, ['轴承 6204'], user)).toHaveLength(finds);
  }
});
