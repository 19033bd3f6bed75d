import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';

/** What an address gives a new record, as far as its fields take it. */
export function givenValues(text: string | undefined, fields: readonly Field[]): Values | undefined {
  const given = objectIn(text);
  if (!given) return undefined;
  return Object.fromEntries(
    fields.flatMap((field): [string, FieldValue][] => {
      if (!Object.hasOwn(given, field.id) || isComputed(field)) return [];
      const parsed = fieldTypeSpec(field.type).parse(given[field.id], field.config, timeZone());
      return parsed.value === undefined ? [] : [[field.id, parsed.value]];
    }),
  );
}

function objectIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const found: unknown = JSON.parse(text ?? 'null');
    return typeof found === 'object' && found !== null && !Array.isArray(found)
      ? (found as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
