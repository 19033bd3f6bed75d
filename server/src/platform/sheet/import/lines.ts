import type { Files } from '../../files/files.ts';
import { lineOf } from '../lines.ts';
import { batchesOf, type LenientReading } from '../rows.ts';

export interface SheetLine {
  /** In the file, from 1. */
  line: number;
  /** Rows of content before it; the header is none of them. */
  at: number;
  cells: string[];
}

type Reading = LenientReading & { headerRow?: boolean };

/** The rows behind the header, one by one; where the reading says so, the file has none. Pictures in the columns of `pictures` make a row of one that has nothing else. */
export async function* linesIn(
  files: Files,
  key: string,
  reading: Reading,
  { onHeader, pictures }: { onHeader?: (header: string[]) => void; pictures?: readonly number[] } = {},
): AsyncGenerator<SheetLine> {
  const titled = reading.headerRow !== false;
  let count = 0;
  for await (const rows of batchesOf(files, key, reading, pictures)) {
    for (const cells of rows) {
      count += 1;
      if (titled && count === 1) onHeader?.(cells);
      else yield { line: lineOf(cells, count), at: count - (titled ? 2 : 1), cells };
    }
  }
}

/** The header and how many rows stand behind it: read to its end, so that a sign which does not fit is told while somebody is there to say what the encoding is. */
export async function headerIn(
  files: Files,
  key: string,
  reading: Reading,
  stop: () => boolean = () => false,
): Promise<{ header: string[]; total: number }> {
  let header: string[] = [];
  let total = 0;
  const lines = linesIn(files, key, reading, { onHeader: (titles) => (header = titles) });
  for await (const _line of lines) {
    total += 1;
    if (stop()) break;
  }
  return { header, total };
}

/** The titles of the columns; numbers where the file has none. */
export async function firstRow(files: Files, key: string, reading: Reading): Promise<string[]> {
  for await (const [first = []] of batchesOf(files, key, reading))
    return reading.headerRow === false ? first.map((_, at) => String(at + 1)) : first;
  return [];
}

/** So many at a time. */
export async function* inBatches<T>(lines: AsyncIterable<T>, atOnce: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of lines) {
    batch.push(one);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
