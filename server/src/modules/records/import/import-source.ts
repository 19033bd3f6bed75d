import { mostSecondRows, type ImportSettings, type SheetReading } from '@formwork/contract/records/import.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { linesIn } from '../../../platform/sheet/import/lines.ts';
import { picturesAt } from '../../../platform/sheet/lines.ts';

export interface TextRow {
  /** In the file, from 1. */
  line: number;
  cells: readonly string[];
}

/** A record as it stands in a file: its own row, and the rows of its slave tables. */
export interface FileRecord extends TextRow {
  slaves: Record<string, TextRow[]>;
  /** Rows of the file that it takes. */
  length: number;
}

export type Slaves = ReadonlyMap<string, ReadonlyMap<string, TextRow[]>>;

/** The records of a file in its order, some at a time, the header left out. Those before `after` rows are passed over. Pictures in the columns of `pictures` make a record of a row that has nothing else. */
export async function* recordsOf(
  files: Files,
  key: string,
  reading: SheetReading,
  settings: ImportSettings,
  slaves: Slaves,
  { after = 0, atOnce = 1_000, pictures }: { after?: number; atOnce?: number; pictures?: readonly number[] } = {},
): AsyncGenerator<FileRecord[]> {
  const group = grouperOf(settings, slaves);
  let records: FileRecord[] = [];
  let last: FileRecord | undefined;
  for await (const { line, at, cells } of linesIn(files, key, reading, pictures ? { pictures } : {})) {
    if (at < after) continue;
    if (last && group.belongs(last, cells)) {
      group.add(last, { line, cells });
      continue;
    }
    if (records.length >= atOnce) {
      yield records;
      records = [];
    }
    last = group.begin({ line, cells });
    records.push(last);
  }
  if (records.length > 0) yield records;
}

/** The rows of slave tables that have sheets of their own, by what they say of their record. */
export async function secondSheets(
  files: Files,
  key: string,
  reading: SheetReading,
  { rows = [] }: ImportSettings,
): Promise<Slaves> {
  const found = new Map<string, Map<string, TextRow[]>>();
  let count = 0;
  for (const { table, sheet, link } of rows) {
    const byRecord = new Map<string, TextRow[]>();
    for await (const { line, cells } of linesIn(files, key, { ...reading, sheet })) {
      count += 1;
      if (count > mostSecondRows) throw invalid('records.import.too_many_rows', undefined, { most: mostSecondRows });
      const name = (cells[link.row] ?? '').trim();
      const listed = byRecord.get(name);
      if (listed) listed.push({ line, cells });
      else byRecord.set(name, [{ line, cells }]);
    }
    found.set(table, byRecord);
  }
  return found;
}

function grouperOf({ mapping, rows = [] }: ImportSettings, slaves: Slaves) {
  const tables = new Map<string, number[]>();
  const main: number[] = [];
  for (const { index, field } of mapping) {
    const [table, rest] = field.split('.');
    if (rest === undefined) main.push(index);
    else tables.set(table ?? '', [...(tables.get(table ?? '') ?? []), index]);
  }
  const filled = (cells: readonly string[], index: number): boolean =>
    (cells[index] ?? '').trim() !== '' || picturesAt(cells, index).length > 0;
  const add = (record: FileRecord, row: TextRow): void => {
    for (const [table, columns] of tables)
      if (columns.some((index) => filled(row.cells, index))) (record.slaves[table] ??= []).push(row);
    if (row.line !== record.line) record.length += 1;
  };
  return {
    add,
    /** A row below with nothing of a record of its own, or with the same once more, is another row of the slave tables. */
    belongs: (record: FileRecord, cells: readonly string[]): boolean =>
      tables.size > 0 &&
      (main.every((index) => !filled(cells, index)) ||
        main.every((index) => (cells[index] ?? '') === (record.cells[index] ?? ''))),
    begin(row: TextRow): FileRecord {
      const record: FileRecord = { ...row, slaves: {}, length: 1 };
      add(record, row);
      for (const { table, link } of rows) {
        const own = slaves.get(table)?.get((row.cells[link.main] ?? '').trim());
        if (own) record.slaves[table] = own;
      }
      return record;
    },
  };
}
