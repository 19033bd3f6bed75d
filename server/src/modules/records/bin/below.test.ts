import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Client, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let admin: Client;
let formId: string;
const ids: Record<string, string> = {};

const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
const relation = (id: string, form: string) =>
  field('relation', id, { config: { form, cardinality: 'manyToOne', onDelete: 'clear' } } as never);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '位置' } } });
  const other = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: {
      title: { zh: '别的' },
      definition: {
        format: 1,
        title: { zh: '别的' },
        tables: [],
        layout: [],
        titleField: 'name',
        fields: [field('text', 'name')],
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId: other.id }, body: { draftVersion: 1 } });
  const definition = {
    format: 1 as const,
    title: { zh: '位置' },
    tables: [],
    layout: [],
    titleField: 'name',
    fields: [field('text', 'name')],
  };
  ({ id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  }));
  const { version } = await admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: {
      expectedVersion: 1,
      definition: {
        ...definition,
        fields: [...definition.fields, relation('above', formId), relation('other', other.id)],
      },
    },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: version } });
  for (const [name, above] of [
    ['plant'],
    ['hall', 'plant'],
    ['line', 'hall'],
    ['machine', 'line'],
    ['yard', 'plant'],
    ['elsewhere'],
  ]) {
    ids[name!] = (
      await admin.ok(recordsApi.create, {
        params: { formId },
        body: { values: { name: name!, ...(above && { above: [ids[above]!] }) } },
      })
    ).id;
  }
});
afterAll(() => server.stop());

const names = async (who: Client, filter: object) =>
  (
    await who.ok(recordsApi.list, { params: { formId }, query: { filter: JSON.stringify(filter), sort: 'name' } })
  ).rows.map(({ values }) => values.name);
const below = (name: string) => ({ field: 'above', operator: 'below', value: [ids[name]!] });

test('records below another are found however deep, counted and grouped alike', async () => {
  expect(await names(admin, below('plant'))).toEqual(['hall', 'line', 'machine', 'yard']);
  expect(await names(admin, below('line'))).toEqual(['machine']);
  expect(await names(admin, { all: [below('plant'), { field: 'name', operator: 'contains', value: 'a' }] })).toEqual([
    'hall',
    'machine',
    'yard',
  ]);
  expect(
    await admin.ok(recordsApi.count, { params: { formId }, query: { filter: JSON.stringify(below('hall')) } }),
  ).toMatchObject({ total: 2 });
  expect(
    (
      await admin.ok(viewsApi.pivot, {
        params: { formId },
        body: {
          rows: [{ field: 'above' }],
          columns: [],
          measures: [{ fn: 'count' }],
          filter: JSON.stringify(below('plant')),
        },
      })
    ).groups.find(({ rows }) => rows.length === 0)?.count,
  ).toBe(4);
});

test('who does not see a record does not learn what stands below it, and a circle ends', async () => {
  const user = await server.as('user');
  await admin.ok(formsApi.putPermissions, {
    params: { formId },
    body: {
      rules: [
        {
          id: '1',
          subject: { kind: 'everyone' },
          actions: ['view'],
          scope: 'condition',
          condition: { field: 'name', operator: 'ne', value: 'hall' },
        },
      ],
    },
  });
  expect(await names(user, below('plant'))).toEqual(['yard']);
  const { version } = await admin.ok(recordsApi.get, { params: { formId, recordId: ids.plant! } });
  await admin.ok(recordsApi.update, {
    params: { formId, recordId: ids.plant! },
    body: { expectedVersion: version, values: { above: [ids.machine!] } },
  });
  expect(await names(admin, below('plant'))).toEqual(['hall', 'line', 'machine', 'plant', 'yard']);
});

test('it is asked of a relation of the form to itself alone, and by no rule', async () => {
  expect(
    await admin.call(recordsApi.list, {
      params: { formId },
      query: { filter: JSON.stringify({ field: 'other', operator: 'below', value: [ids.plant!] }) },
    }),
  ).toMatchObject({ status: 422, body: { code: 'records.list.bad_filter' } });
  const rules = [
    {
      id: '1',
      subject: { kind: 'everyone' as const },
      actions: ['view' as const],
      scope: 'condition' as const,
      condition: below('plant') as never,
    },
  ];
  expect((await admin.call(formsApi.putPermissions, { params: { formId }, body: { rules } })).status).toBe(422);
});
