import { Readable } from 'node:stream';
import type { Condition } from '@formwork/contract/condition/condition.ts';
import { type BatchResult, CodesRequest } from '@formwork/contract/printing/api.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { textIn } from '@formwork/contract/text.ts';
import { inControl } from '../../platform/db/db.ts';
import { AppError, invalid, refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { zoneOf } from '../enterprise/public.ts';
import { addFiles, storeContent, type StoredContent } from '../files/public.ts';
import { directoryOf, namesIn } from '../organization/public.ts';
import { eachSeenRecord, printableRecord, seenDefinition, titleReader } from '../records/public.ts';
import { codesZip, type CodeLabel } from './codes-zip.ts';
import { fillerFor, printed } from './fill.ts';
import { labelSheets, labelsPerSheet } from './label-sheets.ts';
import { DrawingCancelled, renderPdf } from './render-pdf.ts';
import type { RunName } from '../../platform/runs/runs.ts';
import { z } from 'zod';

const PrintBatch = z.object({
  formId: z.string(),
  recordIds: z.array(z.uuid()),
  templateId: z.string().nullable(),
  link: z.string(),
});
export type PrintBatch = z.infer<typeof PrintBatch>;

export const printRun = { kind: 'printing.pdf', payload: PrintBatch } satisfies RunName<unknown>;
export const codesRun = {
  kind: 'printing.codes',
  payload: CodesRequest.extend({ formId: z.string() }),
} satisfies RunName<unknown>;

interface NamedContent extends StoredContent {
  name: string;
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
  const stored = await storePdf(
    job,
    renderPdf(job, filled(), (count) => job.progress((drawn += count), recordIds.length)),
  );
  if (!stored) return null;
  const name = `${title}${ids.length > 1 ? ` +${ids.length - 1}` : ''}.pdf`;
  return keep(
    job,
    [{ ...stored, name }],
    'printing.batch.printed',
    { formId, templateId, recordIds: ids },
    { count: ids.length, leftOut: recordIds.length - ids.length },
  );
}

/** A QR code for each record, with up to three fields to tell it by, in as many files as it takes. */
export async function runCodes(job: Job<CodesRequest & { formId: string }>): Promise<BatchResult | null> {
  const { formId, range, as, perFile } = job.payload;
  const title = textIn((await seenDefinition(job, formId)).title, job.locale);
  const files: StoredContent[] = [];
  let count = 0;
  // half of the labels are none: nothing is kept of a batch that was stopped, or that broke off
  const drop = () => Promise.all(files.map(({ key }) => job.platform.files.remove(key)));
  try {
    for await (const labels of inVolumes(labelsOf(job), perFile)) {
      const stored = await drawLabels(job, labels, count);
      if (!stored) break;
      count += labels.length;
      files.push(stored);
    }
  } catch (error) {
    await drop();
    throw error;
  }
  if (job.cancelled()) {
    await drop();
    return null;
  }
  if (count === 0) throw refuse('printing.code.no_data');
  const named = files.map((file, at) => ({
    ...file,
    name: `${title} QR${files.length > 1 ? ` ${at + 1}` : ''}.${as}`,
  }));
  return keep(job, named, 'printing.codes.made', { formId, range }, { count, leftOut: 0 });
}

async function* labelsOf(job: Job<CodesRequest & { formId: string }>): AsyncGenerator<CodeLabel> {
  const { formId, range, identifiers, origin } = job.payload;
  const definition = await seenDefinition(job, formId);
  const fields = identifiers.map(
    (id) =>
      definition.fields.find((field) => field.id === id) ??
      Object.values(systemFields).find((field) => field.id === id),
  );
  if (fields.some((field) => !field)) throw invalid('printing.code.failed');
  const named = namesIn(await directoryOf(job.platform, job.spaceId));
  const own: Condition = { field: '_owner', operator: 'isMe' };
  for await (const { id, title, values, titleOf } of eachSeenRecord(job, formId, range === 'own' ? own : undefined)) {
    const lines = fields.map((field) => {
      const value = values[field!.id] ?? null;
      return value === null
        ? ''
        : fieldTypeSpec(field!.type).toText(value, field!.config, {
            locale: job.locale,
            timeZone: zoneOf(job.platform, job.spaceId),
            nameOf: (one) => named(one) ?? titleOf(one),
          });
    });
    if (job.cancelled()) return;
    yield { link: `${origin}${id}`, title, lines: lines.filter((line) => line !== '') };
  }
}

async function* inVolumes(labels: AsyncIterable<CodeLabel>, most: number): AsyncGenerator<CodeLabel[]> {
  let volume: CodeLabel[] = [];
  for await (const label of labels) {
    volume.push(label);
    if (volume.length < most) continue;
    yield volume;
    volume = [];
  }
  if (volume.length > 0) yield volume;
}

/** Undefined when the job was cancelled. How many come is not known before the last, so what is done is told alone. */
async function drawLabels(
  job: Job<CodesRequest>,
  labels: CodeLabel[],
  before: number,
): Promise<StoredContent | undefined> {
  if (job.cancelled()) return undefined;
  if (job.payload.as === 'zip')
    return storeContent(
      job.platform,
      codesZip(labels, (done) => job.progress(before + done, 0)),
    );
  let drawn = 0;
  return storePdf(
    job,
    renderPdf(job, labelSheets(labels), (sheets) =>
      job.progress(before + Math.min(labels.length, (drawn += sheets * labelsPerSheet)), 0),
    ),
  );
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

async function keep(
  job: Job,
  files: readonly NamedContent[],
  event: string,
  about: Record<string, unknown>,
  { count, leftOut }: { count: number; leftOut: number },
): Promise<BatchResult> {
  const kept = await addFiles(
    job,
    files.map((file) => ({ ...file, purpose: 'print' })),
  );
  const [first, ...others] = kept.map(({ id }, at) => ({ fileId: id, name: files[at]!.name }));
  await inControl(job.platform.control, job.spaceId, (tx) =>
    record({ ...job, tx }, event, { id: first!.fileId, name: first!.name, count, files: kept.length, ...about }),
  );
  return { ...first!, count, leftOut, others };
}

function leaveOut(error: unknown): undefined {
  if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
  throw error;
}
