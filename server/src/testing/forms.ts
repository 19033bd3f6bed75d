import { formsApi } from '@formwork/contract/forms/api.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { newField, type Field } from '@formwork/contract/forms/field.ts';
import type { Client } from './server.ts';

/** Called by its id. */
export const field = <T extends Field['type']>(type: T, id: string, more: Partial<Field> = {}): Field =>
  ({ ...newField(type, { zh: id }, id), ...more }) as Field;

/** Released; its id. */
export async function newForm(
  admin: Client,
  appId: string,
  definition: Partial<FormDefinition> & { fields: Field[] },
): Promise<string> {
  const whole: FormDefinition = {
    format: 1,
    title: { zh: '表单' },
    layout: [],
    tables: [],
    titleField: null,
    ...definition,
  };
  const { id: formId } = await admin.ok(formsApi.createForm, {
    params: { appId },
    body: { title: whole.title, definition: whole },
  });
  await admin.ok(formsApi.release, { params: { formId }, body: { draftVersion: 1 } });
  return formId;
}
