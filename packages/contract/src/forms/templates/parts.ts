import type { Option } from '../field-types/single-select.ts';
import { newField, type Field, type FieldBase } from '../field.ts';
import type { FieldConfigs, FieldType } from '../field-types/registry.ts';
import type { Text } from '../../text.ts';

/** A field of a template; its id stays the same in every application made from it. */
export function part<T extends FieldType>(
  [id, type, zh, en]: readonly [id: string, type: T, zh: string, en: string],
  config: Partial<FieldConfigs[T]> = {},
  more: Partial<FieldBase> = {},
): Field {
  const field = newField(type, { zh, en }, id);
  return { ...field, ...more, config: { ...(field.config as object), ...config } } as unknown as Field;
}

export const option = (id: string, zh: string, en: string, color: Option['color']): Option => ({
  id,
  label: { zh, en },
  color,
});

export const text = (zh: string, en: string): Text => ({ zh, en });
