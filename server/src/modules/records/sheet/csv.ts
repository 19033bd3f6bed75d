import { delimiters, type SheetReading } from '@formwork/contract/records/import.ts';

type Delimiter = SheetReading['delimiter'];

/** A longer cell ends the reading: a quote that is never closed would swallow the file. */
const mostCell = 1_000_000;

/** A quote that is never closed. */
export class EndlessCell extends Error {}

/**
 * Reads delimited text chunk by chunk: quotes with doubled quotes inside, line ends of any system, lines without content
 * left out. A quote in the middle of a cell is a quote.
 */
export function csvReader(delimiter: Delimiter): { push(text: string): string[][]; end(): string[][] } {
  let rest = '';
  let row: string[] = [];
  let cell = '';
  let state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';

  function endRow(rows: string[][]): void {
    row.push(cell);
    cell = '';
    state = 'start';
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }

  function read(text: string, last: boolean): string[][] {
    const rows: string[][] = [];
    let at = 0;
    while (at < text.length) {
      const sign = text[at];
      if (state === 'quoted') {
        const close = text.indexOf('"', at);
        cell += text.slice(at, close < 0 ? undefined : close);
        at = close < 0 ? text.length : close + 1;
        if (close >= 0) state = 'closed';
        if (cell.length > mostCell) throw new EndlessCell();
      } else if (state === 'closed' && sign === '"') {
        cell += '"';
        state = 'quoted';
        at += 1;
      } else if (sign === delimiter) {
        row.push(cell);
        cell = '';
        state = 'start';
        at += 1;
      } else if (sign === '\n' || sign === '\r') {
        // whether a line feed follows is seen with the next chunk
        if (sign === '\r' && at + 1 === text.length && !last) {
          rest = '\r';
          return rows;
        }
        at += sign === '\r' && text[at + 1] === '\n' ? 2 : 1;
        endRow(rows);
      } else if (state === 'start' && sign === '"') {
        state = 'quoted';
        at += 1;
      } else {
        let end = at + 1;
        while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
        cell += text.slice(at, end);
        if (state === 'start') state = 'plain';
        at = end;
      }
    }
    return rows;
  }

  return {
    push(text) {
      const whole = rest + text;
      rest = '';
      return read(whole, false);
    },
    end() {
      const rows = read(rest, true);
      if (cell !== '' || row.length > 0) endRow(rows);
      return rows;
    },
  };
}

/** The delimiter that cuts the first lines into equally many cells, and into the most of them. */
export function delimiterOf(sample: string): Delimiter {
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const rows = csvReader(delimiter).push(sample).slice(0, 50);
    const width = rows[0]?.length ?? 0;
    if (width < 2) continue;
    const even = rows.filter((row) => row.length === width).length / rows.length;
    const score = even * even * (1 + Math.log2(width));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
