import { Readable } from 'node:stream';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { codesPerBatch, type BatchResult, type CodesRequest } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { inControl } from '../../platform/db.ts';
import { AppError, invalid, refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import type { Job } from '../../platform/jobs.ts';
import { zoneOf } from '../enterprise/public.ts';
import { addFiles, storeContent, type StoredContent } from '../files/public.ts';
import { directoryOf, namesIn } from '../organization/public.ts';
import { eachSeenRecord, printableRecord, seenDefinition, titleReader } from '../records/public.ts';
import { codesZip, type CodeLabel } from './codes-zip.ts';
import { fillerFor, printed } from './fill.ts';
import { labelSheets, labelsPerSheet } from './label-sheets.ts';
import { DrawingCancelled, renderPdf } from './render-pdf.ts';

export const printJob = 'printing.pdf';
export const codesJob = 'printing.codes';

export interface PrintBatch {
  formId: string;
  recordIds: string[];
  templateId: string | null;
  link: string;
}

/** All chosen records in one PDF. Those that are gone by now, or are not to be printed by the person, are counted and left out. */
export async function runPrint(job: Job<PrintBatch>): Promise<BatchResult | null> {
  const { formId, recordIds, templateId, link } = job.payload;
  const ids: string[] = [];
  let title = '';
  let drawn = 0;
  async function* filled(): AsyncGenerator<PrintDocument> {
    // many records name the same ones
    const titles = titleReader(job);
    let filler: Awaited<ReturnType<typeof fillerFor>> | undefined;
    for (const id of recordIds) {
      const found = await printableRecord(job, formId, id, titles).catch(leaveOut);
      if (!found) continue;
      filler ??= await fillerFor(job, found.definition, formId, templateId, link);
      const document = filler.fill(printed(found));
      if (ids.length === 0) title = document.title;
      ids.push(id);
      yield document;
    }
    if (ids.length === 0) throw refuse('printing.batch.nothing');
  }
  const stored = await storePdf(job, renderPdf(job, filled(), (count) => job.progress((drawn += count), recordIds.length)));
  if (!stored) return null;
  return keep(job, stored, `${title}${ids.length > 1 ? ` +${ids.length - 1}` : ''}.pdf`, 'printing.batch.printed', { formId, templateId, recordIds: ids }, ids.length, recordIds.length - ids.length);
}

/** A QR code for each record, with up to three fields to tell it by. */
export async function runCodes(job: Job<CodesRequest & { formId: string }>): Promise<BatchResult | null> {
  const { formId, range, identifiers, as, origin } = job.payload;
  const definition = await seenDefinition(job, formId);
  const fields = identifiers.map((id) => definition.fields.find((field) => field.id === id) ?? Object.values(systemFields).find((field) => field.id === id));
  if (fields.some((field) => !field)) throw invalid('printing.code.failed');
  const named = namesIn(await directoryOf(job.platform, job.spaceId));
  const own: Condition = { field: '_owner', operator: 'isMe' };
  const labels: CodeLabel[] = [];
  for await (const { id, title, values, titleOf } of eachSeenRecord(job, formId, range === 'own' ? own : undefined, codesPerBatch)) {
    const lines = fields.map((field) => {
      const value = values[field!.id] ?? null;
      return value === null ? '' : fieldTypeSpec(field!.type).toText(value, field!.config, { locale: job.locale, timeZone: zoneOf(job.platform, job.spaceId), nameOf: (one) => named(one) ?? titleOf(one) });
    });
    labels.push({ link: `${origin}${id}`, title, lines: lines.filter((line) => line !== '') });
    if (labels.length % 100 === 0) job.progress(labels.length, 0);
    if (job.cancelled()) return null;
  }
  if (labels.length === 0) throw refuse('printing.code.no_data');
  job.progress(0, labels.length);
  const name = `${textIn(definition.title, job.locale)} QR.${as}`;
  let drawn = 0;
  const stored = as === 'zip'
    ? await storeContent(job.platform, codesZip(labels, (done) => job.progress(done, labels.length)))
    : await storePdf(job, renderPdf(job, labelSheets(labels), (sheets) => job.progress(Math.min(labels.length, (drawn += sheets * labelsPerSheet)), labels.length)));
  if (!stored) return null;
  return keep(job, stored, name, 'printing.codes.made', { formId, range }, labels.length, 0);
}

/** Undefined when the job was cancelled. */
async function storePdf(job: Job, pdf: AsyncIterable<Uint8Array>): Promise<StoredContent | undefined> {
  try {
    return await storeContent(job.platform, Readable.from(pdf, { objectMode: false }));
  } catch (error) {
    if (error instanceof DrawingCancelled) return undefined;
    throw error;
  }
}

async function keep(job: Job, stored: StoredContent, name: string, event: string, about: Record<string, unknown>, count: number, leftOut: number): Promise<BatchResult> {
  const [file] = await addFiles(job, [{ ...stored, name, purpose: 'print' }]);
  await inControl(job.platform.control, job.spaceId, (tx) => record({ ...job, tx }, event, { id: file!.id, name, count, ...about }));
  return { fileId: file!.id, name, count, leftOut };
}

function leaveOut(error: unknown): undefined {
  if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
  throw error;
}
