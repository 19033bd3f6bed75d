import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';

/** The field that records of a form are called by: the title field, else the first field that is text. */
export function titleFieldOf(definition: FormDefinition): Field | undefined {
  return (
    definition.fields.find(({ id }) => id === definition.titleField) ??
    definition.fields.find(({ type }) => type === 'text' || type === 'autoNumber')
  );
}

/** How records of a form are called in messages and lists. */
export function recordTextOf(definition: FormDefinition, zone: () => string): (values: Values) => string {
  const field = titleFieldOf(definition);
  if (!field) return () => '';
  const spec = fieldTypeSpec(field.type);
  return (values) => {
    const value = values[field.id] ?? null;
    return value === null ? '' : spec.toText(value, field.config, { locale: 'zh-CN', timeZone: zone() }).slice(0, 200);
  };
}
