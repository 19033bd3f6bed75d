import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** What stands for nothing in rows that travel. */
export const nothing = '\\N';

/** A row as it travels. */
export function rowLine(values: readonly (string | null)[]): string {
  // a line without a sign is no row to who reads it
  if (values.length === 1 && values[0] === '') return '""\n';
  return `${values.map(fieldOf).join(',')}\n`;
}

export function streamOf(batches: AsyncIterable<readonly (string | null)[][]>): Readable {
  async function* lines() {
    for await (const batch of batches) if (batch.length > 0) yield batch.map(rowLine).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}

/** Rows that travelled, in batches of what a chunk held. */
export async function* rowsOf(bytes: AsyncIterable<Buffer | string>): AsyncGenerator<(string | null)[][]> {
  const reader = rowReader();
  const decoder = new StringDecoder('utf8');
  for await (const chunk of bytes) {
    const rows = reader.take(typeof chunk === 'string' ? chunk : decoder.write(chunk));
    if (rows.length > 0) yield rows;
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}

/** Rows that travelled and are few. */
export async function allRows(bytes: AsyncIterable<Buffer | string>): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for await (const batch of rowsOf(bytes)) rows.push(...batch);
  return rows;
}

const needsQuotes = /[",\n\r]/;

function fieldOf(value: string | null): string {
  if (value === null) return nothing;
  // `\\.` alone ends what older servers read
  if (value === nothing || value === '\\.' || needsQuotes.test(value)) return `"${value.replaceAll('"', '""')}"`;
  return value;
}

/** Takes text in pieces; a field may lie in several of them. */
function rowReader() {
  let rest = '';
  const split = (text: string, atEnd: boolean): (string | null)[][] => {
    const rows: (string | null)[][] = [];
    let row: (string | null)[] = [];
    let begin = 0;
    let at = 0;
    while (at < text.length) {
      let value: string | null;
      if (text.charCodeAt(at) === quote) {
        const end = endOfQuoted(text, at, atEnd);
        if (end === -1) break;
        value = text.slice(at + 1, end).replaceAll('""', '"');
        at = end + 1;
      } else {
        const end = endOfPlain(text, at);
        if (end === text.length && !atEnd) break;
        const plain = text.slice(at, end);
        value = plain === nothing ? null : plain;
        at = end;
      }
      if (at >= text.length && !atEnd) break;
      row.push(value);
      if (text.charCodeAt(at) === comma) {
        at += 1;
        // a comma at the very end has an empty field behind it
        if (at === text.length && atEnd) row.push('');
        continue;
      }
      at += 1;
      rows.push(row);
      row = [];
      begin = at;
    }
    if (atEnd && row.length > 0) rows.push(row);
    rest = atEnd ? '' : text.slice(begin);
    return rows;
  };
  return { take: (text: string) => split(rest + text, false), end: () => split(rest, true) };
}

const [quote, comma, newline] = [34, 44, 10];

function endOfPlain(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || code === newline) return at;
  }
  return at;
}

/** Where its closing quote stands; -1 where that has not come yet. */
function endOfQuoted(text: string, from: number, atEnd: boolean): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    // the next sign says whether it closes
    if (at + 1 === text.length) return atEnd ? at : -1;
    if (text.charCodeAt(at + 1) !== quote) return at;
  }
  return -1;
}
