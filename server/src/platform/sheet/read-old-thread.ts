import { parentPort, workerData } from 'node:worker_threads';
import { read, type CellObject, type WorkSheet } from '@e965/xlsx';
import type { OldSheets, OldWork } from './read-old.ts';
import { numberText } from './numbers.ts';
import { meaningOf } from './xlsx-formats.ts';

const { bytes, encoding } = workerData as OldWork;
const mostColumns = 2_000;

// numbers stay numbers: what they mean is told by their formats, as in xlsx
const options = { cellNF: true, cellText: false, cellHTML: false, dense: true, cellDates: false } as const;
const book = encoding === undefined
  ? read(bytes, { ...options, type: 'array' })
  // the cells of a page are texts; read as numbers they would lose their zeros in front
  : read(new TextDecoder(encoding).decode(bytes), { ...options, type: 'string', raw: true });
const from1904 = book.Workbook?.WBProps?.date1904 === true;
const found: OldSheets = book.SheetNames.flatMap((name, index) => (book.Workbook?.Sheets?.[index]?.Hidden ? [] : [{ name, rows: rowsOf(book.Sheets[name]!) }]));
// eslint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that waits for it, no window
parentPort?.postMessage(found);

/** Rows without content are left out, as from xlsx. */
function rowsOf(sheet: WorkSheet): string[][] {
  const rows: string[][] = [];
  for (const cells of sheet['!data'] ?? []) {
    const row: string[] = [];
    cells?.forEach((cell: CellObject | undefined, column) => {
      const text = column < mostColumns && cell ? textOf(cell) : '';
      if (text === '') return;
      while (row.length < column) row.push('');
      row[column] = text;
    });
    if (row.length > 0) rows.push(row);
  }
  return rows;
}

function textOf({ t: type, v: value, z: format, w: shown }: CellObject): string {
  if (value === undefined || value === null || type === 'z') return '';
  if (type === 'n' && typeof value === 'number') return numberText(String(value), typeof format === 'string' ? meaningOf(-1, format) : 'number', from1904);
  if (type === 'b') return value === true ? 'TRUE' : 'FALSE';
  if (type === 'e') return shown ?? '#N/A';
  return String(value);
}
