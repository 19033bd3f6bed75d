import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField } from '@formwork/contract/forms/field.ts';
import type { PermissionRule } from '@formwork/contract/forms/permission.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts';

/** Sections, tabs, buttons and embedded pages, as far as the server has a say in them. */
let server: TestServer;
let admin: Client;
let appId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '布局' } } })).id;
});
afterAll(() => server.stop());

const definition: FormDefinition = {
  format: 1,
  title: { zh: '点检' },
  titleField: 'name',
  fields: [
    newField('text', { zh: '名称' }, 'name'),
    { ...newField('text', { zh: '原因' }, 'cause'), required: true },
    newField('number', { zh: '工资' }, 'pay'),
  ],
  tables: [{ id: 'rows', title: { zh: '明细' }, minRows: 1, fields: [newField('text', { zh: '项目' }, 'item')] }],
  tabGroups: [{ id: 'pages', style: 'steps', hiddenIf: 'name = "无"' }],
  layout: [
    {
      id: 'first',
      columns: 2,
      foldedIf: 'pay > 5',
      items: [
        { kind: 'field', field: 'name' },
        {
          kind: 'button',
          id: 'open',
          title: { zh: '查看' },
          action: { does: 'open', address: '"https://example.org/" + string(pay)' },
        },
        {
          kind: 'button',
          id: 'fill',
          title: { zh: '填写' },
          action: { does: 'fill', values: [{ field: 'name', value: 'upper case(name)' }] },
        },
        { kind: 'embed', id: 'page', address: '"https://example.org/" + name', height: 300, hiddenIf: 'pay = null' },
      ],
    },
    {
      id: 'one',
      columns: 1,
      tabs: 'pages',
      items: [
        { kind: 'field', field: 'cause' },
        { kind: 'field', field: 'pay' },
      ],
    },
    { id: 'two', columns: 1, tabs: 'pages', items: [{ kind: 'table', table: 'rows' }] },
  ],
};

async function made(): Promise<string> {
  const { id } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId: id }, body: { draftVersion: 1 } });
  return id;
}

test('what tabs hide is not asked for; what they show is', async () => {
  const formId = await made();
  const refused = await admin.call(recordsApi.create, { params: { formId }, body: { values: { name: '铣床' } } });
  expect([
    refused.status,
    (refused.body as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path),
  ]).toEqual([422, ['cause', 'rows']]);
  expect((await admin.call(recordsApi.create, { params: { formId }, body: { values: { name: '无' } } })).status).toBe(
    200,
  );
});

test('an expression of the layout that does not hold keeps a draft from being released, and says where', async () => {
  const formId = await made();
  const wrong: FormDefinition = {
    ...definition,
    layout: [{ ...definition.layout[0]!, hiddenIf: 'nowhere = 1' }, ...definition.layout.slice(1)],
    tabGroups: [{ id: 'pages', style: 'tabs', hiddenIf: 'name =' }],
  };
  const { problems } = await admin.ok(formsApi.checkDefinition, { params: { formId }, body: { definition: wrong } });
  expect(problems.map(({ code, part }) => `${part} ${code}`)).toEqual([
    'pages forms.problem.expression',
    'first forms.problem.expression',
  ]);
});

test('a layout does not speak of fields that somebody never sees', async () => {
  const formId = await made();
  const rule: PermissionRule = {
    id: '1',
    subject: { kind: 'everyone' },
    actions: ['view', 'create'],
    scope: 'all',
    fields: { pay: { new: 'hidden', existing: 'hidden' } },
  };
  await admin.ok(formsApi.putPermissions, { params: { formId }, body: { rules: [rule] } });
  const plan = await (await server.as('user')).ok(recordsApi.plan, { params: { formId } });
  const [first, one] = plan.definition.layout;
  expect(JSON.stringify(plan.definition)).not.toContain('pay');
  expect(first!.items.map((item) => ('id' in item ? item.id : item.kind))).toEqual(['field', 'fill', 'page']);
  expect(one!.items).toEqual([{ kind: 'field', field: 'cause' }]);
  expect(plan.definition.tabGroups).toEqual(definition.tabGroups);
});
