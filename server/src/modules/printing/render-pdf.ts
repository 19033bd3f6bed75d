import { Worker } from 'node:worker_threads';
import type { PrintDocument, PrintedValue } from '@formwork/contract/printing/document.ts';
import type { Job } from '../../platform/runs/run-kinds.ts';
import { pictureForPrint } from '../files/public.ts';

/** What the thread is given: what to draw next. Without documents the PDF ends. */
export interface PdfWork {
  documents: PrintDocument[];
  /** JPEG by id of the file, those that were not given before. */
  pictures: Record<string, Uint8Array>;
}

/** What the thread answers: the next bytes of the PDF. */
export type PdfMessage = Uint8Array<ArrayBuffer>;

/** Documents drawn at a time: so many lie in memory, and as many again that are filled meanwhile. */
export const documentsPerPortion = 10;
/** Looks this often whether the job was cancelled. */
const lookMs = 300;

/** The job was cancelled: what was drawn so far is no PDF. */
export class DrawingCancelled extends Error {}

/** Documents, at least one, as one PDF, each with page numbers of its own. Drawn in a thread and in portions: requests go on meanwhile, and memory does not grow with their number. */
export async function* renderPdf(
  job: Job,
  documents: Iterable<PrintDocument> | AsyncIterable<PrintDocument>,
  onDrawn: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const thread = new Worker(new URL('pdf-thread.ts', import.meta.url));
  const looking = setInterval(() => {
    if (job.cancelled()) void thread.terminate();
  }, lookMs);
  const given = new Set<string>();
  const draw = async (portion: PrintDocument[]) =>
    answerOf(thread, { documents: portion, pictures: await newPictures(job, portion, given) });
  const portions = inPortions(job, documents);
  try {
    let portion = await nextOf(portions);
    while (portion) {
      // the next ones are filled while these are drawn
      const [bytes, following] = await Promise.all([draw(portion), nextOf(portions)]);
      onDrawn(portion.length);
      yield bytes;
      portion = following;
    }
    yield await draw([]);
  } catch (error) {
    throw job.cancelled() ? new DrawingCancelled() : error;
  } finally {
    clearInterval(looking);
    await thread.terminate();
  }
}

async function* inPortions(
  job: Job,
  documents: Iterable<PrintDocument> | AsyncIterable<PrintDocument>,
): AsyncGenerator<PrintDocument[], void> {
  let portion: PrintDocument[] = [];
  for await (const document of documents) {
    if (job.cancelled()) throw new DrawingCancelled();
    portion.push(document);
    if (portion.length < documentsPerPortion) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

async function nextOf<T>(values: AsyncGenerator<T, void>): Promise<T | undefined> {
  return (await values.next()).value ?? undefined;
}

function answerOf(thread: Worker, work: PdfWork): Promise<PdfMessage> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners();
    thread
      .on('message', resolve)
      .on('error', reject)
      .on('exit', (code) => reject(new Error(`drawing a PDF ended with ${code}`)));
    // between threads there is no origin to name
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    thread.postMessage(work);
  });
}

async function newPictures(
  job: Job,
  documents: PrintDocument[],
  given: Set<string>,
): Promise<Record<string, Uint8Array>> {
  const pictures: Record<string, Uint8Array> = {};
  for (const id of documents.flatMap(({ parts }) =>
    parts
      .flatMap((part) => (part.kind === 'columns' ? part.cells.flatMap((cell) => cell.parts) : [part]))
      .flatMap(picturesOf),
  )) {
    if (given.has(id)) continue;
    given.add(id);
    const picture = await pictureForPrint(job, id);
    if (picture) pictures[id] = picture;
  }
  return pictures;
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
