import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed, type Field } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveInput } from '@formwork/contract/records/record.ts';
import { parsedValue, type FormData, type RowData } from './form-data.ts';
import { mayEdit, type FormRights } from './rights.ts';

export interface Changes {
  values: Values;
  /** All rows of each table in which anything differs. */
  slaves: SlaveInput;
}

/** What was written, in normal form: only what differs from the record as it was opened, and only what may be edited. */
export function changesOf(definition: FormDefinition, before: FormData, now: FormData, rights: FormRights): Changes {
  const values: Values = {};
  for (const field of definition.fields) {
    if (isComputed(field) || !mayEdit(rights.field(field.id))) continue;
    if (differs(field, before.values[field.id], now.values[field.id]))
      values[field.id] = parsedValue(field, now.values[field.id]);
  }
  const slaves: SlaveInput = {};
  for (const table of definition.tables) {
    const right = rights.table(table.id);
    if (right.access !== 'edit') continue;
    if (rowsDiffer(table.fields, before.slaves[table.id] ?? [], now.slaves[table.id] ?? []))
      slaves[table.id] = (now.slaves[table.id] ?? []).map((row) =>
        rowInput(table.fields, row, (field) => mayEdit(right.field(field))),
      );
  }
  return { values, slaves };
}

/** Everything a new record is made of: fields that were emptied on purpose are named, so that no default returns. */
export function wholeOf(definition: FormDefinition, now: FormData, rights: FormRights): Changes {
  const values: Values = {};
  for (const field of definition.fields) {
    if (!isComputed(field) && mayEdit(rights.field(field.id)))
      values[field.id] = parsedValue(field, now.values[field.id]);
  }
  const tables = definition.tables.filter(
    ({ id }) => rights.table(id).access === 'edit' && (now.slaves[id] ?? []).length > 0,
  );
  return {
    values,
    slaves: Object.fromEntries(
      tables.map((table) => [
        table.id,
        (now.slaves[table.id] ?? []).map((row) => rowInput(table.fields, row, () => true)),
      ]),
    ),
  };
}

/** Whether anything at all was written, valid or not. */
export function hasChanges(definition: FormDefinition, before: FormData, now: FormData): boolean {
  if (before === now) return false;
  if (
    before.values !== now.values &&
    definition.fields.some(
      (field) => !isComputed(field) && differs(field, before.values[field.id], now.values[field.id]),
    )
  )
    return true;
  return definition.tables.some((table) =>
    rowsDiffer(table.fields, before.slaves[table.id] ?? [], now.slaves[table.id] ?? []),
  );
}

export function differs(field: Field, before: unknown, now: unknown): boolean {
  if (before === now) return false;
  const left = parsedValue(field, before);
  const right = parsedValue(field, now);
  // what a field would not take counts as written all the same
  if (right === null && !isBlank(now)) return true;
  return JSON.stringify(left) !== JSON.stringify(right);
}

export function rowsDiffer(fields: readonly Field[], before: readonly RowData[], now: readonly RowData[]): boolean {
  if (before === now) return false;
  if (before.length !== now.length) return true;
  return now.some((row, index) => {
    const old = before[index]!;
    return (
      old !== row &&
      (old.key !== row.key ||
        fields.some((field) => !isComputed(field) && differs(field, old.values[field.id], row.values[field.id])))
    );
  });
}

function rowInput(
  fields: readonly Field[],
  row: RowData,
  may: (field: string) => boolean,
): { id?: string; values: Values } {
  const values: Values = {};
  for (const field of fields) {
    if (!isComputed(field) && (row.isNew || may(field.id))) values[field.id] = parsedValue(field, row.values[field.id]);
  }
  return row.isNew ? { values } : { id: row.key, values };
}

function isBlank(value: unknown): boolean {
  return isEmptyValue(value) || (typeof value === 'string' && value.trim() === '');
}
