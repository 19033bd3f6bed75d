import type { FieldValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { same } from './prepare.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';

/** As kept in history: before and after by field id. */
export type FieldChanges = Record<string, [FieldValue, FieldValue]>;

export interface RowChange {
  table: string;
  row: string;
  kind: 'added' | 'changed' | 'removed';
  changes: FieldChanges;
}

export interface RecordChanges {
  fields: FieldChanges;
  rows: RowChange[];
  /** Rows to be written, by table: new, changed or moved. */
  written: Record<string, { row: SlaveRow; position: number }[]>;
  removed: Record<string, string[]>;
  any: boolean;
}

/** What differs between a stored record and the one to be saved. */
export function changesOf(
  plan: FormPlan,
  before: StoredRecord | undefined,
  after: { values: Values; slaves: Record<string, SlaveRow[]> },
): RecordChanges {
  const fields = fieldChanges(plan.own, before?.values ?? {}, after.values);
  const changes: RecordChanges = {
    fields,
    rows: [],
    written: {},
    removed: {},
    any: before === undefined || Object.keys(fields).length > 0,
  };
  for (const slave of plan.slaves) {
    const stored = before?.slaves[slave.id] ?? [];
    const old = new Map(stored.map((row, position) => [row.id, { row, position }]));
    const kept = new Set<string>();
    (after.slaves[slave.id] ?? []).forEach((row, position) => {
      kept.add(row.id);
      const was = old.get(row.id);
      const differing = fieldChanges(slave.columns, was?.row.values ?? {}, row.values);
      const changed = Object.keys(differing).length > 0;
      if (!was || changed)
        changes.rows.push({ table: slave.id, row: row.id, kind: was ? 'changed' : 'added', changes: differing });
      if (!was || changed || was.position !== position) (changes.written[slave.id] ??= []).push({ row, position });
    });
    for (const { id, values } of stored) {
      if (kept.has(id)) continue;
      (changes.removed[slave.id] ??= []).push(id);
      changes.rows.push({
        table: slave.id,
        row: id,
        kind: 'removed',
        changes: fieldChanges(slave.columns, values, {}),
      });
    }
  }
  changes.any ||= changes.rows.length > 0 || Object.keys(changes.written).length > 0;
  return changes;
}

function fieldChanges(columns: readonly PlanColumn[], before: Values, after: Values): FieldChanges {
  const changes: FieldChanges = {};
  for (const { id } of columns) {
    const old = before[id] ?? null;
    const now = after[id] ?? null;
    if (!same(old, now)) changes[id] = [old, now];
  }
  return changes;
}
