import { ledIn } from '@formwork/contract/csv.ts';
import { encodeGb18030 } from './gb18030.ts';
import type { SheetCell, SheetColumn } from './write-xlsx.ts';

export interface CsvLook {
  delimiter: string;
  encoding: 'utf-8' | 'gb18030';
}

/** Rows as delimited text. UTF-8 begins with a mark: spreadsheet programs take it for another encoding without. */
export async function* csvContent(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly (readonly SheetCell[])[]>,
  { delimiter, encoding }: CsvLook,
): AsyncGenerator<Buffer> {
  const encode = encoding === 'gb18030' ? encodeGb18030 : (text: string) => Buffer.from(text);
  const quoted = new RegExp(`["\\r\\n]|^\\s|\\s$|${delimiter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}`);
  const cellText = (cell: SheetCell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    if (typeof cell === 'object') return String(cell.number);
    const text = ledIn(cell);
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const line = (cells: readonly SheetCell[]): string => {
    let text = cells.length > 0 ? cellText(cells[0] ?? null) : '';
    for (let index = 1; index < cells.length; index += 1) text += delimiter + cellText(cells[index] ?? null);
    return `${text}\r\n`;
  };
  if (encoding === 'utf-8') yield Buffer.from('\ufeff');
  yield encode(line(columns.map(({ title }) => title)));
  for await (const batch of rows) {
    let text = '';
    for (const cells of batch) text += line(cells);
    if (text !== '') yield encode(text);
  }
}
