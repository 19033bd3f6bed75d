import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { isOneOf } from '@formwork/contract/etl/one-of.ts';
import type { TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { encodings } from '@formwork/contract/records/encodings.ts';
import type { SheetReading } from '@formwork/contract/records/import.ts';
import { flawColumn, lineColumn } from '@formwork/etl/graph.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import type { Files } from '../../../platform/files/files.ts';
import { lineOf } from '../../../platform/sheet/lines.ts';
import { batchesOf, misfitIn } from '../../../platform/sheet/rows.ts';

/** Where the content of a file is read: the store, or the folder of a session. */
export interface FileContent {
  files: Files;
  key: string;
}

/** What a row says that is no row of its table: a code with what it fills in. */
export type Flaw = {
  code: 'etl.row.too_wide' | 'etl.row.bad_sign' | 'etl.row.null_byte' | 'etl.row.no_message' | 'etl.row.no_json';
  data: object;
};

type Reading = Pick<TaskNodeOf<'fileSource'>, 'delimiter' | 'encoding' | 'header' | 'sheet'>;

export function readingOf({ delimiter, encoding, header, sheet }: Reading): SheetReading {
  return {
    delimiter: delimiter || ',',
    encoding: isOneOf(encodings, encoding) ? encoding : 'utf-8',
    headerRow: header,
    ...(sheet !== '' && { sheet }),
  };
}

/**
 * The rows of a text or workbook as texts, each with its line and with what is wrong with it. A row with more values than there are
 * columns, or with a sign that is none of the encoding, is told by itself; where rows cannot be told apart any more the reading ends.
 */
export function textRows(
  { files, key }: FileContent,
  node: Reading & Pick<TaskNodeOf<'fileSource'>, 'columns' | 'headRows'>,
  {
    limit = Infinity,
    words,
    gone = () => {},
  }: {
    limit?: number | undefined;
    words: (flaw: Flaw) => string;
    /** Told which columns the file has no more; they are blank unless it refuses. */
    gone?: ((columns: string[]) => void) | undefined;
  },
): RowStream {
  const reading = readingOf(node);
  const heads = node.header ? node.headRows : 0;
  const { columns } = node;
  async function* batches(): AsyncGenerator<(string | null)[][]> {
    let count = 0;
    let left = limit;
    const head: string[][] = [];
    let places: Places = { at: columns.map((_, at) => at), names: columns.map(({ name }) => name) };
    for await (const rows of batchesOf(files, key, { ...reading, replaced: 'never' })) {
      const batch: (string | null)[][] = [];
      for (const cells of rows) {
        count += 1;
        if (count <= heads) {
          head.push(cells);
          if (count === heads) places = placesOf(head, columns, gone);
          continue;
        }
        if (left-- <= 0) break;
        const flaw = flawOf(cells, places.names, reading);
        const values = places.at.map((at) => cells[at] ?? '');
        batch.push([
          // no text of the engine holds a null sign
          ...(flaw ? values.map((value) => value.replaceAll('\0', '\ufffd')) : values),
          flaw ? words(flaw) : null,
          String(lineOf(cells, count)),
        ]);
      }
      yield batch;
      if (left <= 0) return;
    }
  }
  return {
    columns: [
      ...columns.map(({ name }): DataColumn => ({ name, type: 'text', nullable: true })),
      { name: flawColumn, type: 'text', nullable: true },
      { name: lineColumn, type: 'integer', nullable: false },
    ],
    bytes: streamOf(batches()),
  };
}

interface Places {
  /** Where the columns stand in a row; beyond its end where they have gone. */
  at: number[];
  /** What the file has, in its order. */
  names: string[];
}

/** By the names in the head: a column may have moved since it was looked at. */
function placesOf(head: string[][], columns: readonly DataColumn[], gone: (columns: string[]) => void): Places {
  const names = headNames(head);
  const at = columns.map(({ name }) => names.indexOf(name));
  const missing = columns.filter((_, place) => at[place] === -1).map(({ name }) => name);
  if (missing.length > 0) gone(missing);
  return { at: at.map((place) => (place === -1 ? names.length : place)), names };
}

/** What columns are called by the rows of their heads, each as wide as the widest of them; no two are called the same. */
export function headNames(
  head: readonly (readonly string[])[],
  width = Math.max(0, ...head.map((row) => row.length)),
): string[] {
  const above = head.map((row, at) => (at < head.length - 1 ? spread(row, width) : row));
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, at) => {
    const given = [...new Set(above.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== ''))].join(' ');
    let name = given || `column${at + 1}`;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${given || `column${at + 1}`}_${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** A merged cell stands above all of its columns; its text is in the first of them. */
function spread(row: readonly string[], width: number): string[] {
  let last = '';
  return Array.from({ length: width }, (_, at) => (last = row[at]?.trim() || last));
}

function flawOf(cells: readonly string[], names: readonly string[], { encoding }: SheetReading): Flaw | undefined {
  const misfit = misfitIn(cells, encoding);
  if (misfit) {
    const column = names[misfit.at] ?? String(misfit.at + 1);
    return misfit.isNull
      ? { code: 'etl.row.null_byte', data: { column } }
      : { code: 'etl.row.bad_sign', data: { column, encoding: encoding.toUpperCase() } };
  }
  const beyond = cells.slice(names.length);
  if (beyond.every((cell) => cell.trim() === '')) return undefined;
  return {
    code: 'etl.row.too_wide',
    data: { found: cells.length, expected: names.length, values: beyond.join(', ').slice(0, 500) },
  };
}
