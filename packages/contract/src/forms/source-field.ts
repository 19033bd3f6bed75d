import { fieldTypeNames, type FieldType } from './field-types/registry.ts';
import type { Field } from './field.ts';

/** The field whose value a lookup shows, under the lookup's own name; any other field as it is. */
export function sourceField(field: Field): Field {
  if (field.type !== 'lookup') return field;
  const { source } = field.config;
  const known = source && (fieldTypeNames as readonly string[]).includes(source.type);
  return {
    ...field,
    ...(known ? { type: source.type as FieldType, config: source.config } : { type: 'text', config: {} }),
  } as Field;
}
