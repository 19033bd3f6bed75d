import type { SheetReading } from '@formwork/contract/records/import.ts';
import { read, utils } from '@e965/xlsx';
import { CsvError } from 'csv-parse';
import { invalid } from '../errors.ts';
import type { Files } from '../files.ts';
import { csvBatches, delimiterOf } from './csv.ts';
import { encodingOf, looksLikeText } from './encoding.ts';

const sampleBytes = 64 * 1024;
/** A workbook is read whole; a text of any size is not. */
const mostWorkbookBytes = 60 * 1024 * 1024;

export type TextReading = Pick<SheetReading, 'delimiter' | 'encoding'>;

interface Sample {
  bytes: Buffer;
  workbook: boolean;
}

/** How the text of the file is best read; a workbook needs no telling. */
export async function guessText(files: Files, key: string): Promise<TextReading> {
  const { bytes, workbook } = await sampleOf(files, key);
  const encoding = workbook ? 'utf-8' : encodingOf(bytes);
  if (!workbook && !looksLikeText(bytes, encoding)) throw invalid('records.sheet.not_recognised');
  return { encoding, delimiter: workbook ? ',' : delimiterOf(new TextDecoder(encoding).decode(bytes, { stream: true })) };
}

/** The rows of an uploaded file as text, the header included, some at a time. */
export async function* batchesOf(files: Files, key: string, { delimiter, encoding }: TextReading): AsyncGenerator<string[][]> {
  const { workbook } = await sampleOf(files, key);
  if (workbook) {
    yield* await workbookRows(files, key);
    return;
  }
  const stream = await files.open(key);
  try {
    yield* csvBatches(decoded(stream, encoding), delimiter);
  } catch (error) {
    throw error instanceof CsvError ? invalid('records.sheet.not_recognised') : error;
  } finally {
    stream.destroy();
  }
}

async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: SheetReading['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function sampleOf(files: Files, key: string): Promise<Sample> {
  const stream = await files.open(key, { start: 0, end: sampleBytes - 1 });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const zip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
  const old = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  return { bytes, workbook: zip || old };
}

/** The first sheet of an xls or xlsx file. */
async function workbookRows(files: Files, key: string): Promise<string[][][]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of await files.open(key)) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > mostWorkbookBytes) throw invalid('records.sheet.not_recognised');
  }
  try {
    const workbook = read(Buffer.concat(chunks), { type: 'buffer', cellDates: true, UTC: true, dense: true });
    const sheet = workbook.Sheets[workbook.SheetNames[0] ?? ''];
    if (!sheet) return [];
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: false, UTC: true });
    return [rows.map((row) => Array.from(row, cellText))];
  } catch {
    throw invalid('records.sheet.not_recognised');
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  // workbooks hold doubles: 298.3 may lie there as 298.30000000000004
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (!(value instanceof Date)) return String(value);
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
