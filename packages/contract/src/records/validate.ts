import { fieldTypeSpec } from '../forms/field-types/registry.ts';
import type { ValueError } from '../forms/field-types/spec.ts';
import { isComputed, type Field } from '../forms/field.ts';
import { isEmptyValue, type FieldValue, type Values } from '../forms/values/value.ts';

/** An error at its place: `fieldId`, or `tableId.rowIndex.fieldId` in a slave table. */
export interface FieldError extends ValueError {
  path: string;
}

/** What FEEL says about a field of this record; without it only the fixed flags count. */
export interface FieldState {
  required: boolean;
  hidden: boolean;
  readOnly: boolean;
  /** Fields that are empty, over which it cannot be decided whether it is required; not there where it can. */
  open?: readonly string[];
}

export function fixedState(field: Field): FieldState {
  return {
    required: field.required === true && !fillsItself(field),
    hidden: field.hidden === true,
    readOnly: field.readOnly === true || isComputed(field),
  };
}

/** The server fills it in when it is left empty. */
function fillsItself(field: Field): boolean {
  return field.type === 'autoNumber' || (field.type === 'devicePoint' && field.config.fixed !== undefined);
}

/** One value in its normal form, or its error. The same code answers in the browser as the person types and on the server. */
export function checkValue(
  field: Field,
  value: unknown,
  timeZone: string,
  state: FieldState = fixedState(field),
): { value: FieldValue } | { error: ValueError } {
  if (isEmptyValue(value) || (typeof value === 'string' && value.trim() === '')) {
    return state.required && !state.hidden && !isComputed(field)
      ? { error: { code: 'records.value.required' } }
      : { value: null };
  }
  const parsed = fieldTypeSpec(field.type).parse(value, field.config, timeZone);
  if (parsed.error) return { error: parsed.error };
  if (parsed.value === null && state.required && !state.hidden) return { error: { code: 'records.value.required' } };
  return { value: parsed.value };
}

/** Values of one table, computed ones left out; unknown fields are ignored. */
export function checkValues(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
  timeZone: string,
  prefix = '',
  stateOf: (field: Field) => FieldState = fixedState,
): { values: Values; errors: FieldError[] } {
  const values: Values = {};
  const errors: FieldError[] = [];
  for (const field of fields) {
    if (isComputed(field)) continue;
    const checked = checkValue(field, given[field.id], timeZone, stateOf(field));
    if ('error' in checked) errors.push({ path: prefix + field.id, ...checked.error });
    else values[field.id] = checked.value;
  }
  return { values, errors };
}
