import { ledIn, quotedCell } from '@formwork/contract/csv.ts';

/** One line as RFC 4180 has it. A text that a spreadsheet would run as a formula is led in by an apostrophe. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quotedCell(typeof cell === 'string' ? ledIn(cell) : String(cell))).join(',')}\r\n`;
}
