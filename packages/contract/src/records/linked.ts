import type { FormDefinition } from '../forms/definition.ts';
import { isOverRelated } from '../forms/field-types/rollup.ts';
import type { Field, FieldOf } from '../forms/field.ts';
import type { FieldValue, Values } from '../forms/values/value.ts';

/** What a record takes from others. undefined where it is not known here: the field stays as it is. */
export interface Linked {
  /** Value of a lookup through a relation that names the record `target`. */
  lookup(table: string | undefined, field: FieldOf<'lookup'>, target: string): FieldValue | undefined;
  rollup(field: FieldOf<'rollup'>): FieldValue | undefined;
}

/** Whether values of the form hang on records of other forms, or name them. */
export function hasLinks(definition: FormDefinition): boolean {
  return [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].some(
    (field) => field.type === 'relation' || field.type === 'lookup' || isLinkedRollup(field),
  );
}

export function isLinkedRollup(field: Field): field is FieldOf<'rollup'> {
  return field.type === 'rollup' && isOverRelated(field.config);
}

/** Ids of the forms that a definition speaks of. */
export function formsSpokenOf(definition: FormDefinition): string[] {
  const named = [...definition.fields, ...definition.tables.flatMap(({ fields }) => fields)].flatMap((field) => {
    if (field.type === 'relation') return [field.config.form];
    return field.type === 'rollup' && field.config.form !== undefined ? [field.config.form] : [];
  });
  return [...new Set(named.filter((id) => id !== ''))];
}

/** Writes what comes from other records, before the formulas that read it. */
export function fillLinked(
  definition: FormDefinition,
  record: { values: Values; slaves: Record<string, { values: Values }[]> },
  linked: Linked,
  unknown: ReadonlySet<string> = new Set(),
): void {
  fillLookups(definition.fields, undefined, record.values, linked, unknown);
  for (const table of definition.tables)
    for (const row of record.slaves[table.id] ?? []) fillLookups(table.fields, table.id, row.values, linked, unknown);
  for (const field of definition.fields) {
    const value = isLinkedRollup(field) ? linked.rollup(field) : undefined;
    if (value !== undefined) record.values[field.id] = value;
  }
}

function fillLookups(
  fields: readonly Field[],
  table: string | undefined,
  values: Values,
  linked: Linked,
  unknown: ReadonlySet<string>,
): void {
  for (const field of fields) {
    if (field.type !== 'lookup') continue;
    const { relation } = field.config;
    if (unknown.has(table === undefined ? relation : `${table}.${relation}`)) continue;
    const target = (values[relation] as string[] | null | undefined)?.[0];
    const value = target === undefined ? null : linked.lookup(table, field, target);
    if (value !== undefined) values[field.id] = value;
  }
}
