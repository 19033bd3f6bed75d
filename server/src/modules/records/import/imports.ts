import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isComputed } from '@formwork/contract/forms/field.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import type { Import, ImportSettings, RememberedImport, SheetReading } from '@formwork/contract/records/import.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { cancelRun, findRun } from '../../../platform/runs/run-calls.ts';
import { startRunIn, type RunName } from '../../../platform/runs/runs.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import type { PlanColumn } from '../plan/columns.ts';
import { keyKinds } from './import-match.ts';
import { planOf, type FormPlan } from '../plan/plan.ts';
import { requireAction, rightsFor } from '../rights/rights.ts';
import { ownSheet, type StoredSheet } from './sheets.ts';
import { z } from 'zod';

export const importRun = {
  kind: 'records.import',
  payload: z.object({ importId: z.uuid() }),
} satisfies RunName<unknown>;

/** What nobody asks for who imports a file by hand. */
export interface Loading {
  quick?: boolean;
}

export interface RunningImport {
  id: string;
  form_id: string;
  file_key: string;
  archive_key: string | null;
  reading: SheetReading;
  mapping: ImportSettings['mapping'];
  settings: Omit<ImportSettings, 'mapping'> & Loading;
  state: Import['state'];
  batch: number;
  done: number;
  total: number;
  imported: number;
  updated: number;
  failed: number;
  /** Rows that were found when the file was looked through; null when it was read in another way. */
  counted: number | null;
}

export interface ImportRow extends Omit<RunningImport, 'archive_key' | 'batch' | 'counted'> {
  job_id: string | null;
  file_name: string;
  failures: Import['failures'];
  error: string | null;
  undo: Import['undo'];
  /** When the file and the rows that were left out went. */
  purged_at: Date | null;
  started_at: Date;
  finished_at: Date | null;
}

/** The rows of a file into a form that is there already. */
export async function importSheet(
  ctx: Ctx,
  { params, body }: InputOf<typeof recordsApi.importSheet>,
): Promise<{ importId: string; jobId: string | null }> {
  await requireImport(ctx, params.formId, body);
  const { uploadId, reading, titles = [], ...settings } = body;
  const sheet = await ownSheet(ctx, uploadId);
  await remember(ctx, params.formId, titles, settings);
  return beginImport(ctx, params.formId, sheet, reading, settings);
}

/** The plan of a form into which the person may import so: fields that are theirs to fill, keys that can be told apart. */
export async function requireImport(
  ctx: Ctx,
  formId: string,
  { mapping, mode = 'create', key = [], rows = [] }: ImportSettings,
): Promise<FormPlan> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  await requireAction(plan, ctx, rights, 'import', 'records.record.no_import');
  const closed = rights.fields?.newClosed;
  const free = (column: PlanColumn, path: string): boolean => !isComputed(column.field) && !closed?.has(path);
  const writable = new Set(plan.own.filter((column) => free(column, column.id)).map(({ id }) => id));
  for (const slave of plan.slaves)
    for (const column of slave.columns)
      if (!closed?.has(slave.id) && free(column, `${slave.id}.${column.id}`)) writable.add(`${slave.id}.${column.id}`);
  const named = [
    ...mapping.map(({ field }) => field),
    ...rows.flatMap((own) => own.mapping.map(({ field }) => `${own.table}.${field}`)),
  ];
  const wrong = named.filter((field, index) => !writable.has(field) || named.indexOf(field) !== index);
  if (wrong.length > 0)
    throw invalid(
      'records.sheet.bad_columns',
      wrong.map((field) => ({ path: field, code: 'records.sheet.bad_columns' })),
    );
  const mapped = new Set(named);
  const badKey =
    mode === 'create' ? [] : key.filter((id) => !mapped.has(id) || !keyKinds.has(plan.byId.get(id)?.kind ?? 'json'));
  if (badKey.length > 0)
    throw invalid(
      'records.import.bad_key',
      badKey.map((path) => ({ path, code: 'records.import.bad_key' })),
    );
  return plan;
}

export async function beginImport(
  ctx: Ctx,
  formId: string,
  sheet: StoredSheet,
  reading: SheetReading,
  { mapping, ...settings }: ImportSettings,
): Promise<{ importId: string; jobId: string | null }> {
  const importId = newId();
  return inSpace(ctx, async (tx) => {
    const { id: jobId } = await startRunIn(tx, ctx, importRun, { importId });
    await tx.query({
      text: `insert into ${tx.schema}.records_import (id, sheet_id, form_id, reading, mapping, settings, state, started_by, job_id) values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8)`,
      values: [
        importId,
        sheet.id,
        formId,
        JSON.stringify(reading),
        JSON.stringify(mapping),
        JSON.stringify(settings),
        ctx.user.id,
        jobId,
      ],
    });
    return { importId, jobId };
  });
}

export async function rememberedImport(
  ctx: Ctx,
  { params }: InputOf<typeof recordsApi.rememberedImport>,
): Promise<{ settings: RememberedImport | null }> {
  const plan = await planOf(ctx, params.formId);
  await requireAction(plan, ctx, await rightsFor(plan, ctx), 'import', 'records.record.no_import');
  const { rows } = await spaceQuery<{ settings: RememberedImport }>(ctx.platform, {
    text: `select settings from ${plan.schema}.records_import_settings where form_id = $1 and user_id = $2`,
    values: [params.formId, ctx.user.id],
  });
  return { settings: rows[0]?.settings ?? null };
}

async function remember(
  ctx: Ctx,
  formId: string,
  titles: readonly string[],
  { mapping, mode = 'create', key = [] }: ImportSettings,
): Promise<void> {
  const columns = mapping.flatMap(({ index, field }) => {
    const title = titles[index];
    return title ? [{ title, field }] : [];
  });
  if (columns.length === 0) return;
  const settings: RememberedImport = { columns, mode, key };
  await spaceQuery(ctx.platform, {
    text: `insert into ${spaceSchema(ctx.spaceId)}.records_import_settings (form_id, user_id, settings, at) values ($1, $2, $3, now()) on conflict (form_id, user_id) do update set settings = excluded.settings, at = excluded.at`,
    values: [formId, ctx.user.id, JSON.stringify(settings)],
  });
}

export async function getImport(ctx: Ctx, { params }: InputOf<typeof recordsApi.getImport>): Promise<Import> {
  const row = await ownImport(ctx, params.importId);
  const unfinished = row.state === 'waiting' || row.state === 'running';
  const job = unfinished ? await findRun(ctx, row.job_id) : undefined;
  const undo = await undoOf(ctx, row);
  const ended = job?.state === 'cancelled' || job?.state === 'failed' ? job.state : undefined;
  return {
    id: row.id,
    jobId: row.job_id,
    formId: row.form_id,
    fileName: row.file_name,
    state: ended ?? row.state,
    mode: row.settings.mode ?? 'create',
    done: row.done,
    total: row.total,
    imported: row.imported,
    updated: row.updated,
    failed: row.failed,
    failures: row.failures,
    error: row.error ?? job?.error?.code ?? null,
    startedAt: row.started_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? (ended ? (job?.finishedAt ?? null) : null),
    undo,
    can: { undo: isUndoable({ ...row, undo }, ended ?? row.state), failures: row.failed > 0 && row.purged_at === null },
  };
}

/** A job that was cancelled before it began, or given up with its process, could not say so itself. */
export async function undoOf(ctx: Ctx, { undo }: Pick<ImportRow, 'undo'>): Promise<Import['undo']> {
  if (undo?.state !== 'running') return undo;
  const state = (await findRun(ctx, undo.jobId))?.state;
  return state === 'cancelled' || state === 'failed' ? { ...undo, state: 'failed' } : undo;
}

/** Once it has ended, however it ended, and as long as its rows are known. */
export function isUndoable(
  { undo, imported, updated }: Pick<ImportRow, 'undo' | 'imported' | 'updated'>,
  state: Import['state'],
): boolean {
  return (
    imported + updated > 0 && state !== 'waiting' && state !== 'running' && (undo === null || undo.state === 'failed')
  );
}

/** What is imported stays; the batch in work is finished first. */
export async function cancelImport(ctx: Ctx, input: InputOf<typeof recordsApi.cancelImport>): Promise<Import> {
  const { job_id: jobId } = await ownImport(ctx, input.params.importId);
  if (jobId !== null) await cancelRun(ctx, { params: { runId: jobId } });
  return getImport(ctx, input);
}

export async function ownImport(ctx: Ctx, id: string): Promise<ImportRow> {
  const schema = spaceSchema(ctx.spaceId);
  const { rows } = await spaceQuery<ImportRow>(ctx.platform, {
    text: `select i.id, i.job_id, i.form_id, s.file_key, s.file_name, i.reading, i.mapping, i.settings, i.state, i.done, i.total, i.imported, i.updated, i.failed, i.failures, i.error, i.undo, s.purged_at, i.started_at, i.finished_at
      from ${schema}.records_import i join ${schema}.records_sheet s on s.id = i.sheet_id where i.id = $1 and i.started_by = $2`,
    values: [id, ctx.user.id],
  });
  if (!rows[0]) throw notFound('records.import.not_found');
  return rows[0];
}
