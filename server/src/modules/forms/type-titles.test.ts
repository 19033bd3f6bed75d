import { readFile } from 'node:fs/promises';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { FieldType } from '@formwork/contract/forms/field-types/registry.ts';
import type { Text } from '@formwork/contract/text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('English titles that are only the name of a type are emptied, and nothing else is', async () => {
  const admin = await server.as('admin');
  const app = await admin.ok(formsApi.createApp, { body: { title: { zh: '维修' } } });
  const field = (type: FieldType, title: Text, id: string): Field => newField(type, title, id) as Field;
  const definition = {
    format: 1 as const,
    title: { zh: '维修单' },
    titleField: null,
    layout: [],
    fields: [
      field('text', { zh: '设备', en: 'Text' }, 'fa'),
      field('date', { zh: '日期', en: 'Date' }, 'fb'),
      field('number', { zh: '数量 2', en: 'Number 2' }, 'fc'),
      field('number', { zh: '页数', en: 'Pages' }, 'fd'),
      field('text', { zh: '日期', en: 'Date' }, 'fe'),
      field('text', { zh: '只有中文' }, 'ff'),
    ],
    tables: [
      {
        id: 'tt',
        title: { zh: '明细', en: 'Items' },
        fields: [field('dateTime', { zh: '完成时间', en: 'Date and time' }, 'fg')],
      },
    ],
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId: app.id },
    body: { title: definition.title, definition },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  await server.platform.owner.query(
    await readFile(new URL('../../../migrations/0290_forms_type_titles.sql', import.meta.url), 'utf8'),
  );
  const emptied = (await admin.ok(formsApi.getDraft, { params: { formId } })).definition;
  const titles = emptied.fields.map(({ title }) => title.en);
  expect([...titles, ...emptied.tables.flatMap(({ title, fields }) => [title.en, fields[0]!.title.en])]).toEqual([
    undefined,
    'Date',
    undefined,
    'Pages',
    'Date',
    undefined,
    'Items',
    undefined,
  ]);
  expect(
    (await admin.ok(formsApi.getRelease, { params: { formId, number: 1 } })).definition.fields.map(
      ({ title }) => title.en,
    ),
  ).toEqual(titles);
});
