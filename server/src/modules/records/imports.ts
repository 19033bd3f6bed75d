import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import, SheetReading } from '@formwork/contract/records/import.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { cancelMyJob, getMyJob } from '../../platform/jobs-mine.ts';
import { startJob } from '../../platform/jobs.ts';
import { spaceQuery, spaceSchema } from '../../platform/space-data.ts';
import { planOf } from './plan.ts';
import { requireAction, rightsFor } from './rights.ts';
import { ownSheet, type StoredSheet } from './sheets.ts';

export const importJob = 'records.import';

export type Mapping = { index: number; field: string }[];

interface ImportRow {
  id: string;
  job_id: string | null;
  form_id: string;
  file_name: string;
  state: Import['state'];
  done: number;
  total: number;
  imported: number;
  failed: number;
  failures: Import['failures'];
  error: string | null;
  started_at: Date;
  finished_at: Date | null;
}

/** The rows of a file into a form that is there already. */
export async function importSheet(ctx: Ctx, { params, body }: InputOf<typeof recordsApi.importSheet>): Promise<{ importId: string; jobId: string | null }> {
  const plan = await planOf(ctx, params.formId);
  const rights = await rightsFor(plan, ctx);
  await requireAction(plan, ctx, rights, 'import', 'records.record.no_import');
  const writable = new Set(plan.own.filter(({ id, field }) => !isComputed(field) && !rights.fields?.newClosed.has(id)).map(({ id }) => id));
  const named = body.mapping.map(({ field }) => field);
  const wrong = named.filter((field, index) => !writable.has(field) || named.indexOf(field) !== index);
  if (wrong.length > 0) throw invalid('records.sheet.bad_columns', wrong.map((field) => ({ path: field, code: 'records.sheet.bad_columns' })));
  return beginImport(ctx, params.formId, await ownSheet(ctx, body.uploadId), body.reading, body.mapping);
}

export async function beginImport(ctx: Ctx, formId: string, sheet: StoredSheet, reading: SheetReading, mapping: Mapping): Promise<{ importId: string; jobId: string | null }> {
  const importId = newId();
  const schema = spaceSchema(ctx.spaceId);
  await spaceQuery(ctx.platform, {
    text: `insert into ${schema}.records_import (id, sheet_id, form_id, reading, mapping, state, started_by) values ($1, $2, $3, $4, $5, 'waiting', $6)`,
    values: [importId, sheet.id, formId, JSON.stringify(reading), JSON.stringify(mapping), ctx.user.id],
  });
  const job = await inControl(ctx.platform.control, ctx.spaceId, (tx) => startJob({ ...ctx, tx }, importJob, { importId }));
  await spaceQuery(ctx.platform, { text: `update ${schema}.records_import set job_id = $2 where id = $1`, values: [importId, job.id] });
  return { importId, jobId: job.id };
}

export async function getImport(ctx: Ctx, { params }: InputOf<typeof recordsApi.getImport>): Promise<Import> {
  const row = await ownImport(ctx, params.importId);
  const unfinished = row.state === 'waiting' || row.state === 'running';
  const job = unfinished && row.job_id !== null ? await inControl(ctx.platform.control, ctx.spaceId, (tx) => getMyJob({ ...ctx, tx }, { params: { jobId: row.job_id ?? '' }, query: {}, body: undefined })) : undefined;
  const ended = job?.state === 'cancelled' || job?.state === 'failed' ? job.state : undefined;
  return {
    id: row.id, jobId: row.job_id, formId: row.form_id, fileName: row.file_name, state: ended ?? row.state, done: row.done, total: row.total, imported: row.imported,
    failed: row.failed, failures: row.failures, error: row.error ?? job?.error?.code ?? null, startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? (ended ? (job?.finishedAt ?? null) : null),
  };
}

/** What is imported stays; the batch in work is finished first. */
export async function cancelImport(ctx: Ctx, input: InputOf<typeof recordsApi.cancelImport>): Promise<Import> {
  const { job_id: jobId } = await ownImport(ctx, input.params.importId);
  if (jobId !== null) await inControl(ctx.platform.control, ctx.spaceId, (tx) => cancelMyJob({ ...ctx, tx }, { params: { jobId }, query: {}, body: undefined }));
  return getImport(ctx, input);
}

async function ownImport(ctx: Ctx, id: string): Promise<ImportRow> {
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<ImportRow>(ctx.platform, {
    text: `select i.id, i.job_id, i.form_id, s.file_name, i.state, i.done, i.total, i.imported, i.failed, i.failures, i.error, i.started_at, i.finished_at
      from ${schema}.records_import i join ${schema}.records_sheet s on s.id = i.sheet_id where i.id = $1 and i.started_by = $2`,
    values: [id, ctx.user.id],
  });
  if (!rows[0]) throw notFound('records.import.not_found');
  return rows[0];
}
