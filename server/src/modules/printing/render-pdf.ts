import { Worker } from 'node:worker_threads';
import type { PrintDocument, PrintedValue } from '@formwork/contract/printing/document.ts';
import type { Job } from '../../platform/jobs.ts';
import { pictureForPrint } from '../files/public.ts';

/** What the thread is given. */
export interface PdfWork {
  documents: PrintDocument[];
  /** JPEG by id of the file. */
  pictures: Record<string, Uint8Array>;
}

/** What the thread says: how far it is, and at last the PDF. */
export type PdfMessage = { done: number } | { pdf: Uint8Array };

/** Looks this often whether the job was cancelled. */
const lookMs = 300;

/** Several documents as one PDF, each with page numbers of its own; undefined when the job was cancelled. Drawn in a thread: requests go on meanwhile. */
export async function renderPdf(job: Job, documents: PrintDocument[], onProgress: (done: number) => void): Promise<Buffer | undefined> {
  const pictures: Record<string, Uint8Array> = {};
  for (const id of new Set(documents.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'columns' ? part.cells.flatMap((cell) => cell.parts) : [part])).flatMap(picturesOf)))) {
    if (job.cancelled()) return undefined;
    const picture = await pictureForPrint(job, id);
    if (picture) pictures[id] = picture;
  }
  const thread = new Worker(new URL('pdf-thread.ts', import.meta.url), { workerData: { documents, pictures } satisfies PdfWork });
  const looking = setInterval(() => { if (job.cancelled()) void thread.terminate(); }, lookMs);
  try {
    return await new Promise<Buffer | undefined>((resolve, reject) => {
      thread.on('message', (message: PdfMessage) => ('pdf' in message ? resolve(Buffer.from(message.pdf)) : onProgress(message.done)));
      thread.on('error', reject);
      thread.on('exit', (code) => (job.cancelled() ? resolve(undefined) : reject(new Error(`drawing a PDF ended with ${code}`))));
    });
  } finally {
    clearInterval(looking);
    await thread.terminate();
  }
}

type Part = Exclude<PrintDocument['parts'][number], { kind: 'columns' }>;

function picturesOf(part: Part): string[] {
  if (part.kind === 'picture') return part.files;
  if (part.kind === 'fields') return part.items.flatMap(({ value }) => picturesIn(value));
  return part.kind === 'table' ? part.rows.flatMap((row) => row.flatMap(picturesIn)) : [];
}

function picturesIn({ pictures = [], lines = [] }: PrintedValue): string[] {
  return [...pictures, ...lines.flatMap((line) => (line.kind === 'picture' ? [line.file] : []))];
}
