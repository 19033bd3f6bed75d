import type { SheetReading } from '@formwork/contract/records/import.ts';
import { CsvError } from 'csv-parse';
import { AppError, invalid } from '../errors.ts';
import { FileMissing, type Files } from '../files.ts';
import { csvBatches, delimiterOf } from './csv.ts';
import { encodingOf, looksLikeText } from './encoding.ts';
import { readOld } from './read-old.ts';
import { openXlsx, type Workbook } from './read-xlsx.ts';

const sampleBytes = 64 * 1024;

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

/** The rows of an uploaded file as text, the header included, some at a time; on the columns of `pictures` a picture is content as well. */
export async function* batchesOf(files: Files, key: string, { delimiter, encoding, sheet }: TextReading, pictures?: readonly number[]): AsyncGenerator<string[][]> {
  const { workbook } = await sampleOf(files, key);
  try {
    if (workbook) {
      yield* (await openWorkbook(files, key)).rows(sheet, pictures);
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
  return { bytes, workbook: isContainer(bytes) || isMarkup(bytes) };
}

/** xlsx as a stream; xls and what else is a workbook (xlsb, ods) as a whole. */
async function openWorkbook(files: Files, key: string): Promise<Workbook> {
  const { bytes } = await sampleOf(files, key);
  const xlsx = bytes[0] === 0x50 ? await openXlsx(files, key) : undefined;
  return xlsx ?? readOld(files, key, isMarkup(bytes) ? encodingOf(bytes) : undefined);
}

/** Many programs write a page, or XML as of 2003, and call it xls: Excel and WPS open it as a workbook. */
function isMarkup(bytes: Buffer): boolean {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes, { stream: true }).trimStart().toLowerCase();
  return text.startsWith('<') && (text.includes('urn:schemas-microsoft-com:office:spreadsheet') || /<(html|table)[\s>]/.test(text));
}

/** The containers of zip and of old Office, and the first record of a workbook older than those. */
function isContainer(bytes: Buffer): boolean {
  const first = bytes.subarray(0, 4).toString('hex');
  return first === '504b0304' || first === 'd0cf11e0' || /^09(00|02|04)0[46]00|^09080[68]|^0908(08|10)00/.test(first);
}
