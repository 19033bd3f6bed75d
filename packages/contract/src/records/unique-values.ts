import type { SlaveTable } from '../forms/definition.ts';
import { isUnique, type Field } from '../forms/field.ts';
import { decimalText } from '../forms/values/decimal.ts';
import { isEmptyValue, type FieldValue, type Values } from '../forms/values/value.ts';
import type { FieldError } from './validate.ts';

/** A value in words that are the same for equal values, whatever the order of their parts; nothing is equal to an empty one. */
export function keyText(value: FieldValue | undefined): string | null {
  if (value === undefined || isEmptyValue(value)) return null;
  if (typeof value === 'number') return decimalText(value) ?? String(value);
  if (typeof value !== 'object') return String(value);
  return JSON.stringify(Array.isArray(value) ? value.map(String).sort() : inOrder(value));
}

/** Rows of a record's slave table that hold in a unique field what an earlier row holds already. `counts` says of which rows the field's condition is true. */
export function repeatedInRows(
  table: SlaveTable,
  rows: readonly { values: Values }[],
  counts: (field: Field, row: Values) => boolean,
): FieldError[] {
  return table.fields.filter(isUnique).flatMap((field) => {
    const seen = new Map<string, number>();
    return rows.flatMap(({ values }, at): FieldError[] => {
      const words = keyText(values[field.id]);
      if (words === null || !counts(field, values)) return [];
      const first = seen.get(words);
      if (first === undefined) seen.set(words, at);
      return first === undefined
        ? []
        : [{ path: `${table.id}.${at}.${field.id}`, code: 'records.value.repeated', data: { row: first + 1 } }];
    });
  });
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, part]) => [name, inOrder(part)]),
  );
}
