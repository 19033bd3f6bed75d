import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';

/** How records of a form are called in messages and lists: by their title field, else by the first field that is text. */
export function recordTextOf(definition: FormDefinition): (values: Values) => string {
  const field = definition.fields.find(({ id }) => id === definition.titleField) ?? definition.fields.find(({ type }) => type === 'text' || type === 'autoNumber');
  if (!field) return () => '';
  const spec = fieldTypeSpec(field.type);
  return (values) => {
    const value = values[field.id] ?? null;
    return value === null ? '' : spec.toText(value, field.config, { locale: 'zh-CN' }).slice(0, 200);
  };
}
