import { createHash } from 'node:crypto';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, isUnique, isUniqueAmongSome, type Field } from '@formwork/contract/forms/field.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Platform } from '../../../platform/platform.ts';
import { columnName } from './column-types.ts';

/** A field, and the slave table it is of. */
export interface KeyedField {
  field: Field;
  table?: string;
}

/**
 * Fields whose unique values stand in a second column: those that are unique under a condition, those of slave tables, and those
 * whose value is long, has parts or follows from others. It holds the value, or its words, while the field is to be unique, else nothing.
 */
export function keyedFields(definition: FormDefinition): KeyedField[] {
  return [
    ...definition.fields
      .filter((field) => isUniqueAmongSome(field) || (field.unique && !isUniqueByItself(field)))
      .map((field) => ({ field })),
    ...definition.tables.flatMap(({ id: table, fields }) => fields.filter(isUnique).map((field) => ({ field, table }))),
  ];
}

/** The index on the column of the field itself keeps its values apart. */
export function isUniqueByItself(field: Field): boolean {
  return field.unique === true && !isKeptInWords(field);
}

export function isKeptInWords(field: Field): boolean {
  return fieldTypeSpec(field.type).canBeUnique !== 'column';
}

/**
 * SQL name of that column. It says which condition it was filled by, and how what the condition speaks of is stored and worked out:
 * where any of these changes, a new column is filled from the beginning, and who works with the release before goes on with the old one.
 */
export function keyColumnName(definition: FormDefinition, { field, table }: KeyedField): string {
  const meaning = meaningOf(
    definition,
    field.unique ? '' : (field.uniqueIf ?? ''),
    isKeptInWords(field) ? field : undefined,
  );
  if (table !== undefined && field.uniqueWithin === 'record') meaning.push('within a record');
  return `${columnName(field)}u${createHash('sha1').update(JSON.stringify(meaning)).digest('hex').slice(0, 8)}`;
}

/** What is unique together in the table: the value, or the value of each record. */
export function keyIndexBody({ field, table }: KeyedField, column: string): string {
  return table !== undefined && field.uniqueWithin === 'record' ? `(record_id, ${column})` : `(${column})`;
}

/** Ends in what `keyColumnName` adds to the name of a column. */
export const keyColumnEnd = /^[a-z][a-z0-9]+_[a-z]u[0-9a-f]{8}$/;

/** Columns of a form's records to be filled, all of them or those changed since a moment. */
export interface KeyFill {
  platform: Platform;
  spaceId: string;
  formId: string;
  definition: FormDefinition;
  /** Of records written with the release before while columns were filled: who comes second then stays without. */
  since?: Date | undefined;
}

/** Conditions over whole records are evaluated by the module that reads them. */
export function knowKeyFiller(platform: Platform, fill: (wanted: KeyFill) => Promise<void>): void {
  fillers.set(platform, fill);
}

export async function fillKeys(wanted: KeyFill): Promise<void> {
  const fill = fillers.get(wanted.platform);
  if (!fill) throw new Error('nobody can fill the columns of keys');
  await fill(wanted);
}

const fillers = new WeakMap<Platform, (wanted: KeyFill) => Promise<void>>();

/** The condition and all that it speaks of, found by their ids: names must stay the same whatever compiles expressions. `held` is worked out itself. */
function meaningOf(definition: FormDefinition, condition: string, held: Field | undefined): string[] {
  const all = [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)];
  const meaning = [condition];
  const seen = new Set<Field>();
  if (held && isComputed(held)) meaning.push(JSON.stringify(held.config));
  for (const text of meaning) {
    for (const field of all) {
      if (seen.has(field) || !new RegExp(`\\b${field.id}\\b`).test(text)) continue;
      seen.add(field);
      meaning.push(columnName(field), ...(field.type === 'formula' ? [field.config.expression] : []));
    }
  }
  return meaning;
}
