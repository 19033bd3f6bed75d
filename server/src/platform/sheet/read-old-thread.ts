import { parentPort, workerData } from 'node:worker_threads';
import { read, SSF, type CellObject, type WorkSheet } from '@e965/xlsx';
import type { Encoding } from '@formwork/contract/records/encodings.ts';
import { decoderOf } from './decoding.ts';
import type { OldAnswer, OldSheets, OldWork } from './read-old.ts';
import { isBlank } from './lines.ts';
import { numberText } from './numbers.ts';
import { eastAsianFormats, meaningOf } from './xlsx-formats.ts';

const { bytes, encoding } = workerData as OldWork;
const mostColumns = 2_000;

const formats = SSF as { get_table(): Record<number, string | undefined>; load(code: string, id: number): void };

// numbers stay numbers: what they mean is told by their formats, as in xlsx
const options = <More extends object>(more: More) => ({
  ...more,
  cellText: false,
  cellHTML: false,
  dense: true,
  cellDates: false,
  // the reader begins each file with a table of formats that lacks the East Asian ones: it asks for this at each cell
  get cellNF() {
    if (formats.get_table()[31] === undefined) for (const [id, code] of eastAsianFormats) formats.load(code, id);
    return true;
  },
});
let from1904 = false;
// eslint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that waits for it, no window
parentPort?.postMessage(answer());

function answer(): OldAnswer {
  try {
    const book =
      encoding === undefined
        ? read(bytes, options({ type: 'array' as const }))
        : // the cells of a page are texts; read as numbers they would lose their zeros in front
          read(textIn(bytes, encoding), options({ type: 'string' as const, raw: true }));
    from1904 = book.Workbook?.WBProps?.date1904 === true;
    return book.SheetNames.map((name, index) => ({
      name,
      hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden),
      ...rowsOf(book.Sheets[name]!),
    }));
  } catch (error) {
    return { encrypted: /password|encrypt/i.test((error as Error).message) };
  }
}

function textIn(page: Uint8Array, written: Encoding): string {
  const { decode } = decoderOf(written);
  return (decode(page) + decode()).replace(/^\ufeff/, '');
}

/** Rows without content are left out, as from xlsx. */
function rowsOf(sheet: WorkSheet): Pick<OldSheets[number], 'rows' | 'lines'> {
  const rows: string[][] = [];
  const lines: number[] = [];
  for (const [at, cells] of (sheet['!data'] ?? []).entries()) {
    const row: string[] = [];
    cells?.forEach((cell: CellObject | undefined, column) => {
      const text = column < mostColumns && cell ? textOf(cell) : '';
      if (text === '') return;
      while (row.length < column) row.push('');
      row[column] = text;
    });
    if (isBlank(row)) continue;
    rows.push(row);
    lines.push(at + 1);
  }
  return { rows, lines };
}

function textOf({ t: type, v: value, z: format, w: shown }: CellObject): string {
  if (value === undefined || value === null || type === 'z') return '';
  if (type === 'n' && typeof value === 'number')
    return numberText(String(value), typeof format === 'string' ? meaningOf(-1, format) : 'number', from1904);
  if (type === 'b') return value === true ? 'TRUE' : 'FALSE';
  if (type === 'e') return shown ?? '#N/A';
  return String(value);
}
