import type { FileValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Platform } from '../../platform/platform.ts';
import { attachFiles } from '../files/public.ts';
import type { PlanColumn } from './columns.ts';
import type { FormPlan, StoredRecord } from './plan.ts';

export const attachmentKind = 'records';

/** What the file guard gets back. */
export function attachmentId(formId: string, recordId: string): string {
  return `${formId}/${recordId}`;
}

/**
 * Makes newly named files part of the record, after it was saved. A file that is another person's stays out of reach:
 * its guard decides, not the name written in a record.
 */
export async function attachNewFiles(
  doer: { platform: Platform; spaceId: string; user: { id: string } }, plan: FormPlan, recordId: string, before: StoredRecord | undefined, after: { values: Values; slaves: Record<string, SlaveRow[]> },
): Promise<void> {
  if (!plan.hasFiles) return;
  const old = before ? new Set(filesOf(plan, before)) : new Set<string>();
  const added = filesOf(plan, after).filter((id) => !old.has(id));
  if (added.length === 0) return;
  const refused = await attachFiles(doer.platform, doer.spaceId, doer.user.id, added, { kind: attachmentKind, id: attachmentId(plan.form.formId, recordId) });
  if (refused.length > 0) doer.platform.log.warn({ recordId, refused }, 'files of a record could not be attached to it');
}

function filesOf(plan: FormPlan, record: { values: Values; slaves: Record<string, SlaveRow[]> }): string[] {
  const ids = (columns: readonly PlanColumn[], values: Values): string[] =>
    columns.flatMap(({ id, kind }) => (kind === 'files' ? ((values[id] ?? []) as FileValue[]).map((file) => file.id) : []));
  return [...ids(plan.own, record.values), ...plan.slaves.flatMap((slave) => (record.slaves[slave.id] ?? []).flatMap((row) => ids(slave.columns, row.values)))];
}
