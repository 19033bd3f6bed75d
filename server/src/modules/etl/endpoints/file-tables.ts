import path from 'node:path';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { streamOf } from '../../../platform/engine/rows.ts';
import type { EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Files } from '../../../platform/files/files.ts';
import { batchesOf, guessText } from '../../../platform/sheet/rows.ts';
import { doubleQuoted, textQuoted } from './names.ts';
import { sqliteTable } from './sqlite-tables.ts';

export type FileFormat = 'sheet' | 'text' | 'json' | 'parquet' | 'sqlite' | 'duckdb';

const formats: Record<string, FileFormat> = {
  csv: 'text',
  tsv: 'text',
  txt: 'text',
  xlsx: 'sheet',
  xlsm: 'sheet',
  xls: 'sheet',
  ods: 'sheet',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  parquet: 'parquet',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  db: 'sqlite',
  duckdb: 'duckdb',
  ddb: 'duckdb',
};

/** By the name; undefined for what is read as no table. */
export function formatOf(name: string): FileFormat | undefined {
  return formats[path.extname(name).slice(1).toLowerCase()];
}

export function stemOf(name: string): string {
  return path.basename(name, path.extname(name));
}

/** A table of a file that lies in the session's folder. */
export async function fileTable(
  session: EngineSession,
  table: string,
  {
    file,
    at,
    format,
    sheet,
    read: there,
  }: { file: string; at: string; format: FileFormat; sheet?: string; read?: string },
  files: Files,
): Promise<void> {
  if (there !== undefined) {
    await session.run(`create view ${doubleQuoted(table)} as select * from ${there}`);
    return;
  }
  if (format === 'sqlite') {
    const { columns, texts, rows } = sqliteTable(at, file, sheet ?? '');
    await session.fill(rawOf(table), { columns, bytes: streamOf(rows) });
    await typedView(session, table, columns, texts);
    return;
  }
  if (format === 'text' || format === 'sheet') {
    await sheetTable(session, table, { file, at, sheet }, files);
    return;
  }
  const read = format === 'json' ? `read_json_auto(${textQuoted(at)})` : `read_parquet(${textQuoted(at)})`;
  try {
    await session.run(`create view ${doubleQuoted(table)} as select * from ${read}`);
    // a file that was cut short tells at its end
    if (format === 'parquet') await session.query(`select count(*) from ${doubleQuoted(table)}`);
  } catch (error) {
    const message = String((error as AppError).data?.message ?? error).replaceAll(at, file);
    throw new AppError('etl.file.broken', { file, message: message.split('\n')[0]!.slice(0, 300) });
  }
}

const rawOf = (table: string): string => `rows as they are ${table}`;

/** As texts first, then by the types that all of their values have: a number that is none in one row leaves the column a text. */
async function sheetTable(
  session: EngineSession,
  table: string,
  { file, at, sheet }: { file: string; at: string; sheet: string | undefined },
  files: Files,
): Promise<void> {
  const reading = await guessText(files, at);
  const batches = batchesOf(files, at, { ...reading, ...(sheet === undefined ? {} : { sheet }) });
  const first = await batches.next();
  const [head, ...rest] = first.done ? [] : first.value;
  if (!head) throw new AppError('etl.file.empty', { file });
  const columns = columnsOf(head);
  async function* rows(): AsyncGenerator<(string | null)[][]> {
    let line = 1;
    for (let batch = rest; ;) {
      yield batch.map((row) => fitted(row, columns.length, file, (line += 1)));
      const next = await batches.next();
      if (next.done) return;
      batch = next.value;
    }
  }
  await session.fill(rawOf(table), { columns, bytes: streamOf(rows()) });
  await typedView(session, table, columns, new Set());
}

/** The rows that came as texts, each column of the type that all its values have. */
async function typedView(
  session: EngineSession,
  table: string,
  columns: readonly DataColumn[],
  texts: ReadonlySet<string>,
): Promise<void> {
  const found = await typesOf(session, rawOf(table), columns);
  const types = found.map((type, at) => (texts.has(columns[at]!.name) ? undefined : type));
  const values = columns.map(({ name }, n) => {
    const quoted = doubleQuoted(name);
    return types[n] === undefined ? quoted : `cast(nullif(trim(${quoted}), '') as ${types[n]}) as ${quoted}`;
  });
  await session.run(
    `create view ${doubleQuoted(table)} as select ${values.join(', ')} from ${doubleQuoted(rawOf(table))}`,
  );
}

/** Names of the first row; where one is missing or comes twice, one is made. */
function columnsOf(head: readonly string[]): DataColumn[] {
  const taken = new Set<string>();
  return head.map((cell, at) => {
    const wanted = cell.trim() === '' ? `column ${at + 1}` : cell.trim();
    let name = wanted;
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${wanted} ${n}`;
    taken.add(name.toLowerCase());
    return { name, type: 'text', nullable: true };
  });
}

/** A row may be short, its last cells are empty then; a longer one has cells that belong to no column. */
function fitted(row: readonly string[], width: number, file: string, line: number): (string | null)[] {
  if (row.length > width && row.slice(width).some((cell) => cell.trim() !== ''))
    throw new AppError('etl.file.columns', { file, row: line, found: row.length, expected: width });
  return Array.from({ length: width }, (_, at) => row[at] ?? null);
}

/** Each type a column could have, and the test of a value that is not empty. */
const candidates: [type: string, fits: (value: string) => string][] = [
  // a zero in front is part of a number that is a name
  ['BIGINT', (v) => `regexp_full_match(${v}, '-?(0|[1-9][0-9]{0,17})')`],
  ['DECIMAL', (v) => `regexp_full_match(${v}, '-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,10})?')`],
  [
    'DOUBLE',
    (v) =>
      `regexp_full_match(${v}, '-?[0-9]*\\.?[0-9]+([eE][-+]?[0-9]{1,3})?') and not regexp_matches(${v}, '^-?0[0-9]')`,
  ],
  ['BOOLEAN', (v) => `lower(${v}) in ('true', 'false')`],
  ['DATE', (v) => `regexp_full_match(${v}, '[0-9]{4}-[0-9]{2}-[0-9]{2}') and try_cast(${v} as DATE) is not null`],
  [
    'TIMESTAMP',
    (v) =>
      `regexp_full_match(${v}, '[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.]+') and try_cast(${v} as TIMESTAMP) is not null`,
  ],
];

async function typesOf(
  session: EngineSession,
  table: string,
  columns: readonly DataColumn[],
): Promise<(string | undefined)[]> {
  const tests = columns.flatMap(({ name }) => {
    const value = `trim(${doubleQuoted(name)})`;
    return [
      `count(nullif(${value}, ''))`,
      `max(length(split_part(${value}, '.', 2)))`,
      ...candidates.map(([, fits]) => `count(*) filter (where ${value} <> '' and not (${fits(value)}))`),
    ];
  });
  const { rows } = await session.query(`select ${tests.join(', ')} from ${doubleQuoted(table)}`);
  const width = candidates.length + 2;
  return columns.map((_, at) => {
    const [filled, scale, ...misfits] = rows[0]!.slice(at * width, (at + 1) * width).map(Number);
    const type = filled === 0 ? undefined : candidates[misfits.indexOf(0)]?.[0];
    return type === 'DECIMAL' ? `DECIMAL(38,${scale})` : type;
  });
}
