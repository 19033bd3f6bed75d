import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { printingApi } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { forbidden } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { startRunNow } from '../../platform/runs/runs.ts';
import { draftDefinition } from '../forms/public.ts';
import { printableRecord, rightsOnForm } from '../records/public.ts';
import { fillerFor, printed } from './fill.ts';
import { codesRun, printRun, type PrintBatch } from './jobs.ts';
import { enabledTemplates } from './templates.ts';

type Input<K extends keyof typeof printingApi> = InputOf<(typeof printingApi)[K]>;

/** The templates to choose from, for those who may print at least some records of the form. */
export async function printChoices(
  ctx: Ctx,
  { params }: Input<'choices'>,
): Promise<ResponseOf<typeof printingApi.choices>> {
  await requirePrint(ctx, params.formId);
  return inControl(ctx.platform.control, ctx.spaceId, (tx) => enabledTemplates(tx, params.formId));
}

/** One record for the browser to print; that it was asked for is told to the audit. */
export async function printRecord(ctx: Ctx, { params, body }: Input<'print'>): Promise<PrintDocument> {
  const found = await printableRecord(ctx, params.formId, body.recordId);
  const { fill } = await fillerFor(ctx, found.definition, params.formId, body.templateId, body.link);
  const document = fill(printed(found));
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    record({ ...ctx, tx }, 'printing.record.printed', {
      id: body.recordId,
      formId: params.formId,
      title: found.title,
      templateId: body.templateId,
    }),
  );
  return document;
}

/** A template while it is being designed: with a record that the designer may print, else with nothing in it. */
export async function previewTemplate(ctx: Ctx, { params, body }: Input<'preview'>): Promise<PrintDocument> {
  const definition = await inControl(ctx.platform.control, ctx.spaceId, (tx) => draftDefinition(tx, params.formId));
  const { fill } = await fillerFor(ctx, definition, params.formId, body.content, body.link);
  if (body.recordId === null) return fill({ id: '', title: '', values: {}, slaves: {}, hidden: new Set() });
  return fill(printed(await printableRecord(ctx, params.formId, body.recordId)));
}

export async function printBatch(ctx: Ctx, { params, body }: Input<'batch'>): Promise<{ jobId: string }> {
  await requirePrint(ctx, params.formId);
  const payload: PrintBatch = { formId: params.formId, ...body, recordIds: [...new Set(body.recordIds)] };
  return { jobId: (await startRunNow(ctx, printRun, payload)).id };
}

/** QR codes only lead to what one may see anyway: seeing the form is enough. */
export async function makeCodes(ctx: Ctx, { params, body }: Input<'codes'>): Promise<{ jobId: string }> {
  await rightsOnForm(ctx, params.formId).then(({ view }) => {
    if (view === null) throw forbidden('printing.code.failed');
  });
  return { jobId: (await startRunNow(ctx, codesRun, { formId: params.formId, ...body })).id };
}

async function requirePrint(ctx: Ctx, formId: string): Promise<void> {
  if ((await rightsOnForm(ctx, formId)).print === null) throw forbidden('printing.record.no_print');
}
