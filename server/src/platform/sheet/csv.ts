import { Readable } from 'node:stream';
import { delimiters, type SheetReading } from '@formwork/contract/records/import.ts';
import { parse, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { isBlank, placeLine } from './lines.ts';

type Delimiter = SheetReading['delimiter'];

/** A longer row ends the reading: a quote that is never closed would swallow the file. */
const mostRow = 1_000_000;
const batchRows = 500;

/** The rows of delimited text, some at a time, each looked at before it is handed on. Throws CsvError where a quote never ends. */
export async function* csvBatches(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
  look: (row: readonly string[], line: number) => void = () => {},
): AsyncGenerator<string[][]> {
  const parser = parse(optionsFor(delimiter));
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    let batch: string[][] = [];
    let line = 0;
    let count = 0;
    for await (const row of parser as AsyncIterable<string[]>) {
      line += 1;
      look(row, line);
      if (isBlank(row)) continue;
      count += 1;
      placeLine(row, line, count);
      batch.push(row);
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  } finally {
    source.destroy();
  }
}

/** The delimiter that cuts the first lines into equally many cells, and into the most of them. */
export function delimiterOf(sample: string): Delimiter {
  // the sample ends anywhere: its last line is perhaps not whole
  const lines = sample.slice(0, Math.max(sample.lastIndexOf('\n'), sample.lastIndexOf('\r')) + 1 || undefined);
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of delimiters) {
    const rows = firstRows(lines, delimiter);
    const width = rows[0]?.length ?? 0;
    if (width < 2) continue;
    const even = rows.filter((row) => row.length === width).length / rows.length;
    const score = even * even * (1 + Math.log2(width));
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** None where the text does not fit the delimiter at all. */
function firstRows(text: string, delimiter: Delimiter): string[][] {
  try {
    return parseAtOnce(text, {
      ...optionsFor(delimiter),
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: 50,
    });
  } catch {
    return [];
  }
}

/** Line ends of any system, rows of any length, a quote in the middle of a cell is a quote. */
function optionsFor(delimiter: Delimiter): Options {
  return {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: mostRow,
  };
}
