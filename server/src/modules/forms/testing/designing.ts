import { formsApi, type Draft } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormRecord } from '@formwork/contract/records/record.ts';
import { startTestServer, type Answer, type Client, type TestServer } from '../../../testing/server.ts';

/** There from `open` to `close`: a server, and an administrator who designs the forms of an application. */
export let server: TestServer;
export let admin: Client;
export let appId: string;

export async function open(): Promise<void> {
  server = await startTestServer();
  admin = await server.as('admin');
  appId = (await admin.ok(formsApi.createApp, { body: { title: { zh: '生产', en: 'Production' } } })).id;
}

export function close(): Promise<void> {
  return server.stop();
}

export const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;
export const definitionOf = (fields: Field[], more: Partial<FormDefinition> = {}): FormDefinition => ({
  format: 1,
  title: { zh: '表单' },
  fields,
  tables: [],
  layout: [],
  titleField: null,
  ...more,
});

export async function created(definition: FormDefinition): Promise<string> {
  return (await admin.ok(formsApi.createForm, { params: { appId }, body: { title: definition.title, definition } })).id;
}

export async function saved(formId: string, change: (definition: FormDefinition) => FormDefinition): Promise<Draft> {
  const draft = await admin.ok(formsApi.getDraft, { params: { formId } });
  return admin.ok(formsApi.saveDraft, {
    params: { formId },
    body: { expectedVersion: draft.version, definition: change(draft.definition) },
  });
}

export async function release(
  formId: string,
  more: { acceptLoss?: boolean; acceptUses?: boolean } = {},
): Promise<Answer> {
  const { version } = await admin.ok(formsApi.getDraft, { params: { formId } });
  return admin.call(formsApi.release, { params: { formId }, body: { draftVersion: version, ...more } });
}

export const write = (formId: string, values: Record<string, unknown>): Promise<FormRecord> =>
  admin.ok(recordsApi.create, { params: { formId }, body: { values: values as never } });
