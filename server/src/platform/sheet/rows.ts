import type { SheetReading } from '@formwork/contract/records/import.ts';
import { read, utils, type WorkBook } from '@e965/xlsx';
import { CsvError } from 'csv-parse';
import { AppError, invalid } from '../errors.ts';
import { FileMissing, type Files } from '../files.ts';
import { csvBatches, delimiterOf } from './csv.ts';
import { encodingOf, looksLikeText } from './encoding.ts';
import { openXlsx, type Workbook } from './read-xlsx.ts';

const sampleBytes = 64 * 1024;
/** A workbook of an old format is read whole; xlsx and text of any size are not. */
const mostOldBytes = 60 * 1024 * 1024;

export type TextReading = Pick<SheetReading, 'delimiter' | 'encoding' | 'sheet'>;

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

/** The names of a workbook's sheets; none of a text. */
export async function sheetsOf(files: Files, key: string): Promise<string[]> {
  const { workbook } = await sampleOf(files, key);
  return workbook ? (await recognised(() => openWorkbook(files, key))).sheets : [];
}

/** The rows of an uploaded file as text, the header included, some at a time. */
export async function* batchesOf(files: Files, key: string, { delimiter, encoding, sheet }: TextReading): AsyncGenerator<string[][]> {
  const { workbook } = await sampleOf(files, key);
  try {
    if (workbook) {
      yield* (await openWorkbook(files, key)).rows(sheet);
      return;
    }
    const stream = await files.open(key);
    try {
      yield* csvBatches(decoded(stream, encoding), delimiter);
    } finally {
      stream.destroy();
    }
  } catch (error) {
    throw notRecognised(error, workbook);
  }
}

async function recognised<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notRecognised(error, true);
  }
}

/** Whatever a broken file does to its reader means that it is none; that of the store and our own refusals are what they are. */
function notRecognised(error: unknown, workbook: boolean): unknown {
  if (error instanceof AppError || error instanceof FileMissing || (error as { syscall?: unknown }).syscall !== undefined) return error;
  return workbook || error instanceof CsvError ? invalid('records.sheet.not_recognised') : error;
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

/** xlsx as a stream; xls and what else is a workbook (xlsb, ods, numbers) as a whole. */
async function openWorkbook(files: Files, key: string): Promise<Workbook> {
  const { bytes } = await sampleOf(files, key);
  const xlsx = bytes[0] === 0x50 ? await openXlsx(files, key) : undefined;
  return xlsx ?? wholeWorkbook(files, key);
}

async function wholeWorkbook(files: Files, key: string): Promise<Workbook> {
  if ((await files.size(key)) > mostOldBytes) throw invalid('records.sheet.not_recognised');
  const chunks: Buffer[] = [];
  for await (const chunk of await files.open(key)) chunks.push(chunk as Buffer);
  const book = read(Buffer.concat(chunks), { type: 'buffer', cellDates: true, cellNF: true, UTC: true, dense: true });
  const sheets = book.SheetNames.filter((_, index) => !book.Workbook?.Sheets?.[index]?.Hidden);
  return {
    sheets,
    async* rows(wanted) {
      const name = wanted ?? sheets[0];
      const sheet = name === undefined || !sheets.includes(name) ? undefined : book.Sheets[name];
      if (sheet) yield await Promise.resolve(textRows(sheet));
    },
  };
}

function textRows(sheet: WorkBook['Sheets'][string]): string[][] {
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, blankrows: false, UTC: true });
  return rows.map((row) => Array.from(row, cellText));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  // workbooks hold doubles: 298.3 may lie there as 298.30000000000004
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  if (!(value instanceof Date)) return String(value);
  const text = value.toISOString();
  // a time of no day lies on the day before the first
  if (text.startsWith('1899-12-3')) return text.slice(11, 19);
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}
