import type { EncodingChoice, GivenEncoding } from '@formwork/contract/records/encodings.ts';
import type { SheetName, SheetReading } from '@formwork/contract/records/import.ts';
import { CsvError } from 'csv-parse';
import { AppError, invalid } from '../errors.ts';
import { FileMissing, type Files } from '../files/files.ts';
import { csvBatches, delimiterOf } from './csv.ts';
import { decoderOf } from './decoding.ts';
import { choicesFor } from './encoding-choices.ts';
import { encodingOf } from './encoding.ts';
import { beginningOf, requireNoDocument, type Beginning } from './kind.ts';
import { isBlank, lineOf } from './lines.ts';
import { readOld } from './read-old.ts';
import { openXlsx, type Workbook } from './read-xlsx.ts';
import { openZip } from './read-zip.ts';
import { letters } from './xlsx-cells.ts';

export type TextReading = Pick<SheetReading, 'delimiter' | 'encoding' | 'sheet' | 'replaced'>;

/** Signs that are none of the encoding stay in their cells: whoever reads so looks for them, by `misfitIn`. */
export type LenientReading = Omit<TextReading, 'replaced'> & { replaced?: boolean | 'never' | undefined };

/** How the file is best read: a text by its signs, or as somebody said; a workbook from its first sheet with cells. */
export async function guessText(
  files: Files,
  key: string,
  { encoding: given, replaced }: GivenEncoding = {},
): Promise<TextReading> {
  const beginning = await beginningOf(files, key);
  const { kind, bytes } = beginning;
  const encoding = kind === 'text' || kind === 'markup' ? (given ?? encodingOf(bytes)) : 'utf-8';
  const taken = replaced === true ? { replaced } : {};
  // null bytes may fill up the cells of a text; what has other controls besides is none
  if (kind === 'text' && !encoding.startsWith('utf-16') && isBinary(bytes))
    throw invalid('records.sheet.not_recognised');
  if (kind === 'text') return { encoding, delimiter: delimiterOf(decoderOf(encoding).decode(bytes)), ...taken };
  const book = await recognised(() => openWorkbook(files, key, { beginning, encoding }));
  const sheet = await recognised(() => firstWithCells(book));
  return { encoding, delimiter: ',', ...taken, ...(sheet !== undefined && { sheet }) };
}

/** The sheets of a workbook, none of a text; and of a text or page how its beginning reads in each encoding. */
export async function partsOf(
  files: Files,
  key: string,
  { encoding }: TextReading,
): Promise<{ sheets: SheetName[]; encodings: EncodingChoice[] }> {
  const beginning = await beginningOf(files, key);
  const { kind, bytes } = beginning;
  return {
    sheets: kind === 'text' ? [] : (await recognised(() => openWorkbook(files, key, { beginning, encoding }))).sheets,
    encodings: kind === 'text' || kind === 'markup' ? await choicesFor(bytes, encoding) : [],
  };
}

/**
 * The rows of an uploaded file as text, the header included, some at a time; on the columns of `pictures` a picture is
 * content as well. A sign that is none of the encoding ends the reading at its row and column, unless the reading says
 * that such signs are replaced.
 */
export async function* batchesOf(
  files: Files,
  key: string,
  reading: LenientReading,
  pictures?: readonly number[],
): AsyncGenerator<string[][]> {
  const { encoding, replaced } = reading;
  const beginning = await beginningOf(files, key);
  try {
    if (beginning.kind !== 'text') {
      const book = await openWorkbook(files, key, { beginning, encoding });
      if (reading.sheet !== undefined && !book.sheets.some(({ name }) => name === reading.sheet))
        throw invalid('records.sheet.no_such_sheet', undefined, { sheet: reading.sheet });
      let count = 0;
      for await (const rows of book.rows(reading.sheet, pictures)) {
        if (beginning.kind === 'markup' && !replaced)
          for (const row of rows) requireSigns(row, lineOf(row, (count += 1)), encoding);
        yield rows;
      }
      return;
    }
    const stream = await files.open(key);
    try {
      const text = decoded(stream, reading);
      yield* csvBatches(text.signs, reading.delimiter, (row, line) => {
        // rows are looked at from the piece on in which there is such a sign
        if (text.misfits() && !replaced) requireSigns(row, line, encoding);
      });
    } finally {
      stream.destroy();
    }
  } catch (error) {
    if (!(error instanceof BadSign)) throw notRecognised(error, beginning.kind !== 'text');
    const { row, column, isNull } = error;
    throw invalid(isNull ? 'records.sheet.null_bytes' : 'records.sheet.bad_sign', undefined, {
      row,
      column,
      encoding: encoding.toUpperCase(),
      choices: await choicesFor({ files, key }, encoding),
    });
  }
}

/** The first whose rows are not all blank; undefined where that is the one read anyway. */
async function firstWithCells({ sheets, rows }: Workbook): Promise<string | undefined> {
  const shown = sheets.filter(({ hidden }) => !hidden);
  const inOrder = [...shown, ...sheets.filter(({ hidden }) => hidden)];
  for (const { name } of inOrder)
    for await (const batch of rows(name))
      if (batch.some((row) => !isBlank(row))) return name === inOrder[0]?.name ? undefined : name;
  return undefined;
}

function isBinary(bytes: Buffer): boolean {
  return bytes.includes(0) && bytes.some((byte) => (byte > 0 && byte < 9) || (byte > 13 && byte < 26));
}

class BadSign extends Error {
  readonly row: number;
  readonly column: string;
  readonly isNull: boolean;

  constructor(row: number, column: string, isNull: boolean) {
    super(`row ${row}, column ${column}`);
    this.row = row;
    this.column = column;
    this.isNull = isNull;
  }
}

function requireSigns(row: readonly string[], line: number, encoding: SheetReading['encoding']): void {
  const found = misfitIn(row, encoding);
  if (found) throw new BadSign(line, letters(found.at), found.isNull);
}

/** The first cell with a sign that is none of the encoding. */
export function misfitIn(
  row: readonly string[],
  encoding: SheetReading['encoding'],
): { at: number; isNull: boolean } | undefined {
  const { misfits } = decoderOf(encoding);
  const at = row.findIndex((cell) => misfits.test(cell));
  return at < 0 ? undefined : { at, isNull: row[at]!.includes('\0') };
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
  if (
    error instanceof AppError ||
    error instanceof FileMissing ||
    (error as { syscall?: unknown }).syscall !== undefined
  )
    return error;
  if (error instanceof CsvError) return brokenRow(error) ?? invalid('records.sheet.not_recognised');
  return workbook ? invalid('records.sheet.not_recognised') : error;
}

/** Where rows cannot be told apart any more: its quote has no end, or the row has none. */
function brokenRow({ code, ...at }: CsvError): AppError | undefined {
  const { records, index } = at as unknown as { records?: number; index?: number };
  if (records === undefined || (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE')) return undefined;
  const place = { row: records + 1, column: letters(index ?? 0) };
  return code === 'CSV_QUOTE_NOT_CLOSED'
    ? invalid('records.sheet.quote_open', undefined, place)
    : invalid('records.sheet.row_too_long', undefined, place);
}

/** The signs of a text, piece by piece; `misfits` says whether any so far was none of the encoding. */
function decoded(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, replaced }: LenientReading,
): { signs: AsyncGenerator<string>; misfits: () => boolean } {
  const decoder = decoderOf(encoding);
  const every = new RegExp(decoder.misfits.source, 'g');
  let found = false;
  const seen = (text: string): string => {
    if (!decoder.misfits.test(text)) return text;
    found = true;
    return replaced === true ? text.replace(every, '\ufffd') : text;
  };
  async function* signs(): AsyncGenerator<string> {
    for await (const chunk of chunks) yield seen(decoder.decode(chunk));
    yield seen(decoder.decode());
  }
  return { signs: signs(), misfits: () => found };
}

/** xlsx as a stream; xls and what else is a workbook (xlsb, ods) as a whole. */
async function openWorkbook(
  files: Files,
  key: string,
  { beginning, encoding }: { beginning: Beginning; encoding: SheetReading['encoding'] },
): Promise<Workbook> {
  if (beginning.kind === 'zip') {
    requireNoDocument(await openZip(files, key));
    const xlsx = await openXlsx(files, key);
    if (xlsx) return xlsx;
  }
  return readOld(files, key, beginning.kind === 'markup' ? encoding : undefined);
}
