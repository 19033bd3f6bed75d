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
import { addFiles, storeContent } from '../files/public.ts';
import { directoryOf, namesIn } from '../organization/public.ts';
import { eachSeenRecord, printableRecord, seenDefinition, titleReader } from '../records/public.ts';
import { codesZip, type CodeLabel } from './codes-zip.ts';
import { fillerFor, printed } from './fill.ts';
import { labelSheets } from './label-sheets.ts';
import { renderPdf } from './render-pdf.ts';

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
  const documents: PrintDocument[] = [];
  const ids: string[] = [];
  // many records name the same ones
  const titles = titleReader(job);
  let filler: Awaited<ReturnType<typeof fillerFor>> | undefined;
  // filling is half of the work, drawing the other
  for (const [index, id] of recordIds.entries()) {
    if (job.cancelled()) return null;
    const found = await printableRecord(job, formId, id, titles).catch(leaveOut);
    if (found) {
      filler ??= await fillerFor(job, found.definition, formId, templateId, link);
      documents.push(filler.fill(printed(found)));
      ids.push(id);
    }
    job.progress(index + 1, recordIds.length * 2);
  }
  if (documents.length === 0) throw refuse('printing.batch.nothing');
  const pdf = await renderPdf(job, documents, (done) => job.progress(recordIds.length + Math.floor((done / documents.length) * recordIds.length), recordIds.length * 2));
  if (!pdf) return null;
  job.progress(recordIds.length * 2, recordIds.length * 2);
  return keep(job, pdf, `${documents[0]!.title}${documents.length > 1 ? ` +${documents.length - 1}` : ''}.pdf`, 'printing.batch.printed', { formId, templateId, recordIds: ids }, documents.length, recordIds.length - documents.length);
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
      return value === null ? '' : fieldTypeSpec(field!.type).toText(value, field!.config, { locale: job.locale, nameOf: (one) => named(one) ?? titleOf(one) });
    });
    labels.push({ link: `${origin}${id}`, title, lines: lines.filter((line) => line !== '') });
    if (labels.length % 100 === 0) job.progress(labels.length, 0);
    if (job.cancelled()) return null;
  }
  if (labels.length === 0) throw refuse('printing.code.no_data');
  job.progress(0, labels.length);
  const name = `${textIn(definition.title, job.locale)} QR.${as}`;
  const content = as === 'zip' ? codesZip(labels, (done) => job.progress(done, labels.length)) : await renderPdf(job, labelSheets(labels), (done) => job.progress(done, labels.length));
  if (!content || job.cancelled()) return null;
  return keep(job, content, name, 'printing.codes.made', { formId, range }, labels.length, 0);
}

async function keep(job: Job, content: Buffer | Readable, name: string, event: string, about: Record<string, unknown>, count: number, leftOut: number): Promise<BatchResult> {
  const stored = await storeContent(job.platform, Buffer.isBuffer(content) ? Readable.from(content, { objectMode: false }) : content);
  const [file] = await addFiles(job, [{ ...stored, name, purpose: 'print' }]);
  await inControl(job.platform.control, job.spaceId, (tx) => record({ ...job, tx }, event, { id: file!.id, name, count, ...about }));
  return { fileId: file!.id, name, count, leftOut };
}

function leaveOut(error: unknown): undefined {
  if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
  throw error;
}
