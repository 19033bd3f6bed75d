import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { FieldValue } from '@formwork/contract/forms/values/value.ts';
import type { FormRecord, HistoryEntry } from '@formwork/contract/records/record.ts';
import { dataOf, type FormData, type RowData } from '@formwork/records-ui/record-form/form-data.ts';

/** One field as it was before a change, or the whole record as it stood after one. */
export type HistoryRestore = { kind: 'field'; field: string; value: FieldValue } | { kind: 'version'; entry: string };

/**
 * The record as it stood after an entry of its history: all later changes taken back, the latest first. What the history keeps
 * from the person stays as it is, and so do computed fields, which follow by themselves.
 */
export function recordAfter(
  definition: FormDefinition,
  record: FormRecord,
  entries: readonly HistoryEntry[],
  entryId: string,
): FormData {
  const now = dataOf(definition, record);
  const values = { ...now.values };
  const slaves = Object.fromEntries(definition.tables.map(({ id }) => [id, [...(now.slaves[id] ?? [])]]));
  const own = new Set(definition.fields.filter((field) => !isComputed(field)).map(({ id }) => id));
  for (const entry of entries) {
    if (entry.id === entryId) break;
    for (const { field, before } of entry.changes) if (own.has(field)) values[field] = before;
    for (const change of entry.slaves) {
      const rows = slaves[change.table];
      if (rows) slaves[change.table] = rowsBefore(rows, change);
    }
  }
  return { values, slaves };
}

function rowsBefore(rows: RowData[], { row, kind, changes }: HistoryEntry['slaves'][number]): RowData[] {
  if (kind === 'added') return rows.filter(({ key }) => key !== row);
  const before = Object.fromEntries(changes.map((change) => [change.field, change.before]));
  // a row that was removed is a new one when it comes back: its id is free no more
  if (kind === 'removed') return [...rows, { key: row, isNew: true, values: before }];
  return rows.map((one) => (one.key === row ? { ...one, values: { ...one.values, ...before } } : one));
}
