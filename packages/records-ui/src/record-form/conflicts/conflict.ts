import type { FormDefinition, SlaveTable } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import type { VersionConflict } from '@formwork/contract/records/record.ts';
import type { Text } from '@formwork/contract/text.ts';
import { differs, rowsDiffer } from '../changes.ts';
import { compareRows, mergedRows, type RowClash, type RowVersions } from './conflict-rows.ts';
import { dataOf, type FormData } from '../form-data.ts';

export type Side = 'mine' | 'theirs';

/** A field, or something in a slave table, that both have changed, differently. */
export interface Clash {
  id: string;
  kind: 'field' | 'table' | 'row' | 'cell';
  title: Text;
  /** Of a row or cell: where it is. */
  at?: { table: string } & RowClash;
  /** Of a table in which more differs than one decides piece by piece: how much. */
  count?: number;
}

const mostPieces = 50;

export interface ConflictState {
  conflict: VersionConflict;
  /** The record as the other has saved it. */
  theirs: FormData;
  clashes: Clash[];
  /** What only the other has changed: it is kept without asking. */
  theirOwn: Clash[];
}

export function conflictOf(
  definition: FormDefinition,
  conflict: VersionConflict,
  before: FormData,
  mine: FormData,
): ConflictState {
  const theirs = dataOf(definition, conflict.current);
  const fields = definition.fields
    .filter((field) => !isComputed(field))
    .map((field) => ({
      clash: { id: field.id, kind: 'field', title: field.title } satisfies Clash,
      byMe: differs(field, before.values[field.id], mine.values[field.id]),
      byThem: differs(field, before.values[field.id], theirs.values[field.id]),
      differ: differs(field, theirs.values[field.id], mine.values[field.id]),
    }));
  const tables = definition.tables.map((table) => ({
    table,
    ...compareRows(table, versionsOf(table, before, mine, theirs)),
  }));
  return {
    conflict,
    theirs,
    clashes: [
      ...fields.filter(({ byMe, byThem, differ }) => byMe && byThem && differ).map(({ clash }) => clash),
      ...tables.flatMap(({ table, clashes }) => tableClashes(table, clashes)),
    ],
    theirOwn: [
      ...fields.filter(({ byMe, byThem }) => byThem && !byMe).map(({ clash }) => clash),
      ...tables
        .filter(({ theirOwn }) => theirOwn)
        .map(({ table }): Clash => ({ id: table.id, kind: 'table', title: table.title })),
    ],
  };
}

function tableClashes({ id: table, title }: SlaveTable, clashes: readonly RowClash[]): Clash[] {
  if (clashes.length > mostPieces) return [{ id: table, kind: 'table', title, count: clashes.length }];
  return clashes.map((clash) => ({
    id: pieceId(table, clash),
    kind: clash.field === undefined ? 'row' : 'cell',
    title,
    at: { table, ...clash },
  }));
}

function pieceId(table: string, { key, field }: RowClash): string {
  return [table, key, ...(field === undefined ? [] : [field])].join('.');
}

function versionsOf({ id }: SlaveTable, before: FormData, mine: FormData, theirs: FormData): RowVersions {
  return { before: before.slaves[id] ?? [], mine: mine.slaves[id] ?? [], theirs: theirs.slaves[id] ?? [] };
}

/** Their record with what is mine: all that only I have changed, and the clashes I have decided for myself. */
export function merged(
  definition: FormDefinition,
  { theirs, clashes }: ConflictState,
  before: FormData,
  mine: FormData,
  chosen: Readonly<Record<string, Side>>,
): FormData {
  const lost = new Set(clashes.filter(({ id }) => chosen[id] === 'theirs').map(({ id }) => id));
  const values: Record<string, unknown> = { ...theirs.values };
  for (const field of definition.fields) {
    if (!isComputed(field) && !lost.has(field.id) && differs(field, before.values[field.id], mine.values[field.id]))
      values[field.id] = mine.values[field.id];
  }
  const slaves: Record<string, FormData['slaves'][string]> = { ...theirs.slaves };
  for (const table of definition.tables) {
    if (!rowsDiffer(table.fields, before.slaves[table.id] ?? [], mine.slaves[table.id] ?? [])) continue;
    slaves[table.id] = mergedRows(table, versionsOf(table, before, mine, theirs), (clash) =>
      lost.has(table.id) || lost.has(pieceId(table.id, clash)) ? 'theirs' : 'mine',
    );
  }
  return { values, slaves };
}

/** Whether all that I have written stands in their record already: my own submission came back. */
export function contains(definition: FormDefinition, theirs: FormData, before: FormData, mine: FormData): boolean {
  const same = (
    fields: readonly Field[],
    left: Readonly<Record<string, unknown>>,
    right: Readonly<Record<string, unknown>>,
  ) => fields.every((field) => isComputed(field) || !differs(field, left[field.id], right[field.id]));
  const fields = definition.fields.filter((field) => differs(field, before.values[field.id], mine.values[field.id]));
  if (!same(fields, theirs.values, mine.values)) return false;
  return definition.tables.every((table) => {
    const [old, now, found] = [before, mine, theirs].map((data) => data.slaves[table.id] ?? []) as [
      FormData['slaves'][string],
      FormData['slaves'][string],
      FormData['slaves'][string],
    ];
    if (!rowsDiffer(table.fields, old, now)) return true;
    // rows I added have got ids meanwhile: their places tell which is which
    return (
      found.length === now.length &&
      now.every((row, index) => same(table.fields, found[index]?.values ?? {}, row.values))
    );
  });
}
