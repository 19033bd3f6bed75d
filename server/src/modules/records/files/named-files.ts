import { isComputed } from '@formwork/contract/forms/field.ts';
import { filesInHtml } from '@formwork/contract/forms/values/html.ts';
import type { FieldValue, FileValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { WorkingRecord } from '@formwork/contract/records/logic.ts';
import { notFound } from '../../../platform/errors.ts';
import { filesOf } from './attachments.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { maskedRecord, type Mask } from '../rights/mask.ts';
import type { FormPlan, StoredRecord } from '../plan/plan.ts';

/** Files that a save may name where they did not stand before: those its person may read; `all` where no person names them. */
export type NameableFiles = ReadonlySet<string> | 'all';

/**
 * A file that a record names is read by whoever sees the field. So nobody names one that they may not read themselves: another
 * person's, one of a record they do not see, one in a field of this record that is hidden from them. It is as if it were not there.
 * One that stays where it stood keeps the name and size it was kept with.
 */
export function requireNameable(
  plan: FormPlan,
  record: WorkingRecord,
  before: StoredRecord | undefined,
  hidden: Mask | undefined,
  files: NameableFiles,
): void {
  if (!plan.hasFiles || files === 'all') return;
  let seen: ReadonlySet<string> | undefined;
  const mayName = (id: string): boolean =>
    files.has(id) || (before !== undefined && (seen ??= new Set(filesOf(plan, maskedRecord(before, hidden)))).has(id));
  const look = (columns: readonly PlanColumn[], values: Values, old: readonly Values[]): void => {
    for (const { id, kind, field } of columns) {
      const value = values[id] ?? null;
      if (
        (kind !== 'files' && kind !== 'html') ||
        value === null ||
        isComputed(field) ||
        old.some((one) => one[id] === value)
      )
        continue;
      const stood = new Map(old.flatMap((one) => named(kind, one[id] ?? null)));
      for (const [file] of named(kind, value))
        if (!stood.has(file) && !mayName(file)) throw notFound('files.file.not_found');
      if (kind === 'files')
        values[id] = (value as FileValue[]).map((file) => (files.has(file.id) ? file : (stood.get(file.id) ?? file)));
    }
  };
  look(plan.own, record.values, before ? [before.values] : []);
  for (const { id, columns } of plan.slaves) {
    const old = (before?.slaves[id] ?? []).map(({ values }) => values);
    for (const row of record.slaves[id] ?? []) look(columns, row.values, old);
  }
}

function named(kind: PlanColumn['kind'], value: FieldValue): (readonly [string, FileValue | undefined])[] {
  if (kind === 'html') return filesInHtml(String(value ?? '')).map((id) => [id, undefined] as const);
  return ((value ?? []) as FileValue[]).map((file) => [file.id, file] as const);
}
