import { filesInHtml } from '@formwork/contract/forms/values/html.ts';
import type { FileValue, Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveRow } from '@formwork/contract/records/record.ts';
import type { Platform } from '../../../platform/platform.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { attachFiles, passFilesOn } from '../../files/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';

export const attachmentKind = 'records';

/** What the file guard gets back. */
export function attachmentId(formId: string, recordId: string): string {
  return `${formId}/${recordId}`;
}

interface Attacher {
  platform: Platform;
  spaceId: string;
  user: { id: string };
}

/**
 * Makes newly named files part of the record, after it was saved. A file that is another person's stays out of reach:
 * its guard decides, not the name written in a record.
 */
export async function attachNewFiles(
  doer: Attacher,
  plan: FormPlan,
  recordId: string,
  before: StoredRecord | undefined,
  after: { values: Values; slaves: Record<string, SlaveRow[]> },
): Promise<void> {
  if (!plan.hasFiles) return;
  const old = before ? new Set(filesOf(plan, before)) : new Set<string>();
  const added = filesOf(plan, after).filter((id) => !old.has(id));
  if (added.length === 0) return;
  try {
    const refused = await attachFiles(doer.platform, doer.spaceId, doer.user.id, added, {
      kind: attachmentKind,
      id: attachmentId(plan.form.formId, recordId),
    });
    if (refused.length > 0)
      doer.platform.log.warn({ recordId, refused }, 'files of a record could not be attached to it');
  } catch (error) {
    // the record is saved: the subscriber below does it again
    doer.platform.log.warn({ err: error, recordId }, 'files of a record are attached later');
  }
}

/** Whoever died between the save and the attaching: a file that nothing holds would be removed one day. */
export const attachSubscriber: Subscriber = {
  name: 'records.attach',
  start: 'now',
  types: ['records.created', 'records.updated', 'records.rows_transferred'],
  async handle(platform, spaceId, events) {
    for (const { type, actor, data } of events) {
      if (type === 'records.rows_transferred')
        await moveFilesOfRows({ platform, spaceId }, data as unknown as MovedRows);
      else if (actor !== null)
        await attachFilesOf({ platform, spaceId, user: { id: actor } }, String(data.formId), String(data.recordId));
    }
  },
};

interface MovedRows {
  formId: string;
  recordId: string;
  /** The record that has the rows now. */
  to: string;
  files: string[];
}

/** Files go with the rows that name them. */
export async function moveFilesOfRows(
  { platform, spaceId }: Pick<Attacher, 'platform' | 'spaceId'>,
  { formId, recordId, to, files }: MovedRows,
): Promise<void> {
  await passFilesOn(
    platform,
    spaceId,
    files,
    { kind: attachmentKind, id: attachmentId(formId, recordId) },
    { kind: attachmentKind, id: attachmentId(formId, to) },
  );
}

/** Attaches what a record names and the person uploaded, once the save is committed: what is taken back has attached nothing. */
export async function attachFilesOf(
  { platform, spaceId, user }: Attacher,
  formId: string,
  recordId: string,
): Promise<void> {
  const plan = await planOf({ platform, spaceId }, formId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });
  if (!plan?.hasFiles) return;
  const { rows } = await spaceQuery<(string | null)[]>(platform, { ...plan.statements.get, values: [recordId] });
  if (!rows[0]) return;
  const record = storedRecord(plan, rows[0]);
  await attachFiles(platform, spaceId, user.id, filesOf(plan, record), {
    kind: attachmentKind,
    id: attachmentId(plan.form.formId, record.id),
  });
}

/** Ids of all files that a record names. */
export function filesOf(plan: FormPlan, record: { values: Values; slaves: Record<string, SlaveRow[]> }): string[] {
  const ids = (columns: readonly PlanColumn[], values: Values): string[] =>
    columns.flatMap(({ id, kind }) =>
      kind === 'files'
        ? ((values[id] ?? []) as FileValue[]).map((file) => file.id)
        : kind === 'html'
          ? filesInHtml(String(values[id] ?? ''))
          : [],
    );
  return [
    ...ids(plan.own, record.values),
    ...plan.slaves.flatMap((slave) => (record.slaves[slave.id] ?? []).flatMap((row) => ids(slave.columns, row.values))),
  ];
}
