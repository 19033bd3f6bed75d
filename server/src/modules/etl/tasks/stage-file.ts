import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { TargetEncoding, TaskNodeOf } from '@formwork/contract/etl/task.ts';
import { isMessages } from '@formwork/etl/graph.ts';
import { literal, quoted } from '@formwork/etl/sql.ts';
import type { EngineSession, RowStream } from '../../../platform/engine/port.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import type { Files } from '../../../platform/files/files.ts';
import { workbookStream, type SheetCell } from '../../../platform/sheet/write-xlsx.ts';
import { encoded } from './encoded.ts';
import type { Stage } from './memory.ts';
import { writeSqlite } from './sqlite-file.ts';
import { messagesOf } from './messages/write-messages.ts';

/** Whether the engine writes the file by itself, while the rows come. */
export const isWrittenByEngine = (target: TaskNodeOf<'fileTarget'>): boolean => copyOptions(target) !== undefined;

function copyOptions({ format, header, delimiter }: TaskNodeOf<'fileTarget'>): string | undefined {
  switch (format) {
    case 'csv':
      return `csv, header ${header}, delimiter ${literal(delimiter)}`;
    case 'parquet':
    case 'json':
      return format;
    default:
      return undefined;
  }
}

interface Making {
  key: string;
  sql: string;
  columns: DataColumn[];
  /** Rows that the statement reads as a table of this name while they come. */
  from?: { table: string; rows: RowStream };
  signal: AbortSignal;
}

/** Writes the rows of a statement into the store as the file that a target asks for. */
export async function stageFile(
  session: EngineSession,
  files: Files,
  target: TaskNodeOf<'fileTarget'>,
  { key, sql, columns, from, signal }: Making,
): Promise<Stage> {
  if (isMessages(target)) {
    const about = { format: target.format, stream: target.rowsName || 'rows', now: new Date() };
    const { content, rows } = messagesOf(await session.drain(sql, { signal }), columns, about);
    const { size, sha256 } = await files.put(content, key);
    return { key, size, sha256, rows: rows(), columns };
  }
  if (target.format === 'excel') {
    const source = { rows: 0 };
    const content = workbookStream([sheetOf(await session.drain(sql, { signal }), columns, source)]);
    const { size, sha256 } = await files.put(content, key);
    return { key, size, sha256, rows: source.rows, columns };
  }
  const out = path.join(session.folder, `out-${target.id}`);
  if (target.format === 'sqlite') {
    const rows = await session.drain(sql, { signal });
    const count = await writeSqlite(out, target.rowsName || 'rows', rows, { columns, signal });
    return stored(files, out, { key, rows: count, columns });
  }
  if (target.format === 'duckdb') {
    const table = `made.${quoted(target.rowsName || 'rows')}`;
    await session.run(`attach ${literal(out)} as made`);
    await session.run(`create table ${table} as (${sql}\n)`, { signal });
    const { rows } = await session.query(`select count(*) from ${table}`, { signal });
    await session.run('detach made');
    return stored(files, out, { key, rows: Number(rows[0]![0]), columns });
  }
  const copy = (rows: string) => `copy (${rows}\n) to ${literal(out)} (format ${copyOptions(target)})`;
  const { changed } = from
    ? await session.pour(
        from.rows,
        (read) => copy(`with ${quoted(from.table)} as (${read}) select * from (${sql}\n)`),
        { signal },
      )
    : await session.run(copy(sql), { signal });
  return stored(files, out, { key, rows: changed, columns }, target.format === 'csv' ? target.encoding : 'utf-8');
}

async function stored(
  files: Files,
  made: string,
  stage: Pick<Stage, 'key' | 'rows' | 'columns'>,
  encoding: TargetEncoding = 'utf-8',
): Promise<Stage> {
  const bytes = createReadStream(made);
  const content = encoding === 'utf-8' ? bytes : Readable.from(encoded(encoding)(bytes), { objectMode: false });
  const { size, sha256 } = await files.put(content, stage.key);
  return { ...stage, size, sha256 };
}

function sheetOf({ bytes }: RowStream, columns: readonly DataColumn[], counted: { rows: number }) {
  const kinds = columns.map(({ type }) => type);
  async function* rows(): AsyncGenerator<SheetCell[][]> {
    for await (const batch of rowsOf(bytes)) {
      counted.rows += batch.length;
      yield batch.map((row) => row.map((value, at) => cellOf(value, kinds[at]!)));
    }
  }
  return {
    name: 'Sheet1',
    columns: columns.map(({ name, type }) => {
      const format = type === 'date' ? 'yyyy-mm-dd' : type === 'timestamp' ? 'yyyy-mm-dd hh:mm:ss' : undefined;
      return { title: name, ...(format !== undefined && { format }) };
    }),
    rows: rows(),
  };
}

/** Spreadsheets hold fifteen digits of a number; one with more stays a text. */
const mostDigits = 15;
const beginOfSheets = Date.UTC(1899, 11, 30);

function cellOf(value: string | null, type: DataColumn['type']): SheetCell {
  if (value === null) return null;
  if (type === 'integer' || type === 'decimal' || type === 'double')
    return value.replace(/\D/g, '').length <= mostDigits && Number.isFinite(Number(value)) ? Number(value) : value;
  if (type !== 'date' && type !== 'timestamp') return value;
  const at = Date.parse(`${value.replace(' ', 'T')}${type === 'date' ? 'T00:00:00' : ''}Z`);
  return Number.isNaN(at) || at < beginOfSheets ? value : (at - beginOfSheets) / 86_400_000;
}
