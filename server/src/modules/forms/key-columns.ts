import { createHash } from 'node:crypto';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isUniqueAmongSome, type Field } from '@formwork/contract/forms/field.ts';
import type { Platform } from '../../platform/platform.ts';
import { columnName } from './column-types.ts';

/** Fields that are unique under a condition. Each has a second column: its value while the condition is true, else nothing. */
export function keyedFields(definition: FormDefinition): Field[] {
  return definition.fields.filter(isUniqueAmongSome);
}

/**
 * SQL name of that column. It says which condition it was filled by, and how what the condition speaks of is stored and worked out:
 * where any of these changes, a new column is filled from the beginning, and who works with the release before goes on with the old one.
 */
export function keyColumnName(definition: FormDefinition, field: Field): string {
  return `${columnName(field)}u${createHash('sha1').update(JSON.stringify(meaningOf(definition, field.uniqueIf ?? ''))).digest('hex').slice(0, 8)}`;
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

/** The condition and all that it speaks of, found by their ids: names must stay the same whatever compiles expressions. */
function meaningOf(definition: FormDefinition, condition: string): string[] {
  const all = [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)];
  const meaning = [condition];
  const seen = new Set<Field>();
  for (const text of meaning) {
    for (const field of all) {
      if (seen.has(field) || !new RegExp(`\\b${field.id}\\b`).test(text)) continue;
      seen.add(field);
      meaning.push(columnName(field), ...(field.type === 'formula' ? [field.config.expression] : []));
    }
  }
  return meaning;
}
