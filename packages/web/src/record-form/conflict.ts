import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { VersionConflict } from '@formwork/contract/records/record.ts';
import type { Text } from '@formwork/contract/text.ts';
import { differs, rowsDiffer } from './changes.ts';
import { dataOf, type FormData } from './form-data.ts';

export type Side = 'mine' | 'theirs';

/** A field or slave table that both have changed, differently. */
export interface Clash {
  id: string;
  kind: 'field' | 'table';
  title: Text;
}

export interface ConflictState {
  conflict: VersionConflict;
  /** The record as the other has saved it. */
  theirs: FormData;
  clashes: Clash[];
  /** What only the other has changed: it is kept without asking. */
  theirOwn: Clash[];
}

export function conflictOf(definition: FormDefinition, conflict: VersionConflict, before: FormData, mine: FormData): ConflictState {
  const theirs = dataOf(definition, conflict.current);
  const fields = definition.fields.filter((field) => !isComputed(field)).map((field) => ({
    clash: { id: field.id, kind: 'field', title: field.title } satisfies Clash,
    byMe: differs(field, before.values[field.id], mine.values[field.id]),
    byThem: differs(field, before.values[field.id], theirs.values[field.id]),
    differ: differs(field, theirs.values[field.id], mine.values[field.id]),
  }));
  const tables = definition.tables.map((table) => {
    const rows = (data: FormData) => data.slaves[table.id] ?? [];
    return {
      clash: { id: table.id, kind: 'table', title: table.title } satisfies Clash,
      byMe: rowsDiffer(table.fields, rows(before), rows(mine)),
      byThem: rowsDiffer(table.fields, rows(before), rows(theirs)),
      differ: rowsDiffer(table.fields, rows(theirs), rows(mine)),
    };
  });
  const all = [...fields, ...tables];
  return {
    conflict,
    theirs,
    clashes: all.filter(({ byMe, byThem, differ }) => byMe && byThem && differ).map(({ clash }) => clash),
    theirOwn: all.filter(({ byMe, byThem }) => byThem && !byMe).map(({ clash }) => clash),
  };
}

/** Their record with what is mine: all that only I have changed, and the clashes I have decided for myself. */
export function merged(definition: FormDefinition, { theirs, clashes }: ConflictState, before: FormData, mine: FormData, chosen: Readonly<Record<string, Side>>): FormData {
  const lost = new Set(clashes.filter(({ id }) => chosen[id] === 'theirs').map(({ id }) => id));
  const values: Record<string, unknown> = { ...theirs.values };
  for (const field of definition.fields) {
    if (!isComputed(field) && !lost.has(field.id) && differs(field, before.values[field.id], mine.values[field.id])) values[field.id] = mine.values[field.id];
  }
  const slaves: Record<string, FormData['slaves'][string]> = { ...theirs.slaves };
  for (const table of definition.tables) {
    if (lost.has(table.id) || !rowsDiffer(table.fields, before.slaves[table.id] ?? [], mine.slaves[table.id] ?? [])) continue;
    // a row the other has removed comes back as a new one
    const known = new Set((theirs.slaves[table.id] ?? []).map(({ key }) => key));
    slaves[table.id] = (mine.slaves[table.id] ?? []).map((row) => (row.isNew || known.has(row.key) ? row : { ...row, isNew: true }));
  }
  return { values, slaves };
}

/** Whether all that I have written stands in their record already: my own submission came back. */
export function contains(definition: FormDefinition, theirs: FormData, before: FormData, mine: FormData): boolean {
  const same = (fields: readonly Field[], left: Readonly<Record<string, unknown>>, right: Readonly<Record<string, unknown>>) => fields.every((field) => isComputed(field) || !differs(field, left[field.id], right[field.id]));
  const fields = definition.fields.filter((field) => differs(field, before.values[field.id], mine.values[field.id]));
  if (!same(fields, theirs.values, mine.values)) return false;
  return definition.tables.every((table) => {
    const [old, now, found] = [before, mine, theirs].map((data) => data.slaves[table.id] ?? []) as [FormData['slaves'][string], FormData['slaves'][string], FormData['slaves'][string]];
    if (!rowsDiffer(table.fields, old, now)) return true;
    // rows I added have got ids meanwhile: their places tell which is which
    return found.length === now.length && now.every((row, index) => same(table.fields, found[index]?.values ?? {}, row.values));
  });
}
