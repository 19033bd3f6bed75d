import type { InputOf } from '@formwork/contract/endpoint.ts';
import { exportDays, type exportApi, type ExportRequest, type ExportView } from '@formwork/contract/records/export.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { cancelRun, findRun } from '../../../platform/runs/run-calls.ts';
import { startRunIn, type RunName } from '../../../platform/runs/runs.ts';
import { takeTry, type Limit } from '../../../platform/http/rate-limit.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { dropAttached } from '../../files/public.ts';
import { formsOf, type FormName } from '../../forms/public.ts';
import { filterOf } from '../read/list.ts';
import { personalPlan } from '../plan/personal-plan.ts';
import { planOf } from '../plan/plan.ts';
import { requireAction, rightsFor } from '../rights/rights.ts';
import { sortPlan } from '../read/sort.ts';
import { requireColumns } from './table.ts';
import { z } from 'zod';

export const exportRun = {
  kind: 'records.export',
  payload: z.object({ exportId: z.uuid() }),
} satisfies RunName<unknown>;
/** Whose file is what: the guard of exports gets the id of one. */
export const exportFileKind = 'records.export';

/** Each reads every record of a form. */
const limit: Limit = { name: 'records.export', most: 60, seconds: 3_600 };

interface ExportRow {
  id: string;
  form_id: string;
  app_id: string;
  file_name: string;
  state: ExportView['state'];
  job_id: string | null;
  file_id: string | null;
  size: string | null;
  rows: number | null;
  error: string | null;
  created_at: Date;
}

/** What cannot be exported is refused now; the job looks again, at what may be seen by then. */
export async function startExport(
  ctx: Ctx,
  { params, body }: InputOf<typeof exportApi.start>,
): Promise<{ exportId: string; jobId: string }> {
  const plan = await planOf(ctx, params.formId);
  await requireAction(plan, ctx, await rightsFor(plan, ctx), 'export', 'records.record.no_export');
  const { definition } = await personalPlan(ctx, { params, query: {}, body: undefined });
  requireColumns(plan, definition, body);
  await filterOf(ctx.platform, plan, body);
  sortPlan(plan, body.sort);
  await takeTry(ctx.platform, limit, `${ctx.spaceId} ${ctx.user.id}`);
  const exportId = newId();
  return inSpace(ctx, async (tx) => {
    const { id: jobId } = await startRunIn(tx, ctx, exportRun, { exportId });
    await tx.query({
      text: `insert into ${tx.schema}.records_export (id, form_id, app_id, request, file_name, state, created_by, job_id) values ($1, $2, $3, $4, $5, 'preparing', $6, $7)`,
      values: [
        exportId,
        params.formId,
        plan.form.appId,
        JSON.stringify(body),
        fileNameOf(textIn(definition.title, ctx.locale), body, plan.timeZone),
        ctx.user.id,
        jobId,
      ],
    });
    await tx.event('records.export_started', exportId, { formId: params.formId, request: body });
    return { exportId, jobId };
  });
}

/** The latest of each application. */
export async function listExports(ctx: Ctx): Promise<{ exports: ExportView[] }> {
  const rows = await readExports(
    ctx,
    `id in (select distinct on (app_id) id from ${spaceSchema(ctx.spaceId)}.records_export where created_by = $1 order by app_id, created_at desc) and created_by = $1`,
    [ctx.user.id],
  );
  const forms = await formsOf(ctx, { ids: [...new Set(rows.map((row) => row.form_id))] });
  return {
    exports: await Promise.all(
      rows.flatMap((row) => {
        const form = forms.get(row.form_id);
        return form ? [viewOf(ctx, row, form)] : [];
      }),
    ),
  };
}

export async function getExport(ctx: Ctx, { params }: InputOf<typeof exportApi.get>): Promise<ExportView> {
  const [row] = await readExports(ctx, 'id = $2 and created_by = $1', [ctx.user.id, params.exportId]);
  const form = row && (await formsOf(ctx, { ids: [row.form_id] })).get(row.form_id);
  if (!row || !form) throw notFound('records.export.not_found');
  return viewOf(ctx, row, form);
}

export async function cancelExport(ctx: Ctx, input: InputOf<typeof exportApi.cancel>): Promise<ExportView> {
  const { jobId } = await getExport(ctx, input);
  if (jobId !== null) await cancelRun(ctx, { params: { runId: jobId } });
  return getExport(ctx, input);
}

export async function removeExport(ctx: Ctx, input: InputOf<typeof exportApi.remove>): Promise<null> {
  await cancelExport(ctx, input);
  await dropExports(ctx, [input.params.exportId]);
  return null;
}

/** File first: a row without a file is removed by the next run, a file without a row by nobody. */
export async function dropExports(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await dropAttached(platform, spaceId, { kind: exportFileKind, id }, []);
  await spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.records_export where id = any($1::uuid[])`,
    values: [ids],
  });
}

/** Their own exports alone, whatever else they may see. */
export async function mayFetchExport(ctx: Ctx, id: string): Promise<boolean> {
  const [row] = await readExports(ctx, 'id = $2 and created_by = $1', [ctx.user.id, id]);
  return row !== undefined;
}

async function readExports(ctx: Ctx, where: string, values: unknown[]): Promise<ExportRow[]> {
  const { rows } = await spaceQuery<ExportRow>(ctx.platform, {
    text: `select id, form_id, app_id, file_name, state, job_id, file_id, size, rows, error, created_at from ${spaceSchema(ctx.spaceId)}.records_export
      where ${where} and created_at > now() - make_interval(days => ${exportDays}) order by created_at desc`,
    values,
  });
  return rows;
}

/** While it is prepared, its job knows how far it is, and whether it ended without a word to the row. */
async function viewOf(ctx: Ctx, row: ExportRow, form: FormName): Promise<ExportView> {
  const { job_id: jobId } = row;
  const job = row.state === 'preparing' ? await findRun(ctx, jobId) : undefined;
  const ended = job?.state === 'failed' || job?.state === 'cancelled' ? job.state : undefined;
  return {
    id: row.id,
    jobId,
    formId: row.form_id,
    formTitle: form.title,
    appId: form.appId,
    appTitle: form.appTitle,
    systemTitle: form.systemTitle,
    fileName: row.file_name,
    state: ended ?? row.state,
    done: job?.done ?? row.rows ?? 0,
    total: job?.total ?? row.rows ?? 0,
    rows: row.rows,
    size: row.size === null ? null : Number(row.size),
    fileId: row.file_id,
    error: row.error ?? job?.error?.code ?? null,
    createdAt: row.created_at.toISOString(),
    endsAt: new Date(row.created_at.getTime() + exportDays * 86_400_000).toISOString(),
  };
}

function fileNameOf(title: string, { format, files }: ExportRequest, timeZone: string): string {
  const time = wallText(new Date().toISOString(), timeZone).slice(0, 16).replace(/[-:]/g, '').replace(' ', '-');
  return `${
    title
      .replace(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')
      .trim()
      .slice(0, 100) || 'export'
  } ${time}.${files ? 'zip' : format}`;
}
