import { fieldKind, type Field } from './field.ts';
import type { Option } from './field-types/single-select.ts';
import { wayTo } from './field-types/tree-options.ts';
import type { FieldValue, Values } from './values/value.ts';

/** Options of a field that others took the place of, with those. */
export function replacedOptions(field: Field): ReadonlyMap<string, string> {
  const there = known.get(field);
  if (there) return there;
  const options =
    'options' in field.config && (fieldKind(field) === 'option' || fieldKind(field) === 'options')
      ? (field.config.options as readonly Option[])
      : [];
  const found = new Map(
    options.flatMap(({ id, replacedBy }) => (replacedBy === undefined ? [] : [[id, replacedBy] as const])),
  );
  known.set(field, found);
  return found;
}

// a released definition stays the same object
const known = new WeakMap<Field, ReadonlyMap<string, string>>();

/** A value with the options of today; the same value where nothing of it was replaced. */
export function withReplaced(field: Field, value: FieldValue): FieldValue {
  const replaced = replacedOptions(field);
  if (replaced.size === 0) return value;
  if (!Array.isArray(value)) return typeof value === 'string' ? (replaced.get(value) ?? value) : value;
  // of a cascade the last one was chosen, what stands before it is the way there
  if (field.type === 'cascade') {
    const by = replaced.get(String(value.at(-1)));
    return by === undefined ? value : wayTo(by, field.config.options).map(({ id }) => id);
  }
  if (!value.some((one) => typeof one === 'string' && replaced.has(one))) return value;
  return [...new Set((value as string[]).map((one) => replaced.get(one) ?? one))];
}

/** Values as they will be once every record is made again: whoever decides meanwhile decides by these. */
export function valuesWithReplaced(fields: readonly Field[], values: Values): Values {
  const replacing = fields.filter((field) => replacedOptions(field).size > 0);
  return replacing.length === 0
    ? values
    : {
        ...values,
        ...Object.fromEntries(replacing.map((field) => [field.id, withReplaced(field, values[field.id] ?? null)])),
      };
}
