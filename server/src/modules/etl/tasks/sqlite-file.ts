import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import { doubleQuoted } from '../endpoints/names.ts';

/** Writes rows as the one table of a new file of SQLite. */
export async function writeSqlite(
  at: string,
  table: string,
  { bytes }: RowStream,
  { columns, signal }: { columns: readonly DataColumn[]; signal: AbortSignal },
): Promise<number> {
  const database = new DatabaseSync(at);
  let count = 0;
  try {
    // nobody reads it before it is whole
    database.exec('pragma journal_mode = off; pragma synchronous = off');
    const declared = columns.map(({ name, type }) => `${doubleQuoted(name)} ${types[type]}`);
    database.exec(`create table ${doubleQuoted(table)} (${declared.join(', ')})`);
    const insert = database.prepare(`insert into ${doubleQuoted(table)} values (${columns.map(() => '?').join(', ')})`);
    database.exec('begin');
    for await (const rows of rowsOf(bytes)) {
      signal.throwIfAborted();
      for (const row of rows) insert.run(...row.map((value, place) => valueOf(value, columns[place]!.type)));
      count += rows.length;
    }
    database.exec('commit');
    return count;
  } finally {
    database.close();
  }
}

/** SQLite makes numbers of what it declares as decimals where none of their digits is lost, and keeps others as texts. */
const types: Record<ValueType, string> = {
  text: 'TEXT',
  integer: 'INTEGER',
  decimal: 'DECIMAL',
  double: 'REAL',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP',
  uuid: 'TEXT',
  json: 'TEXT',
  bytes: 'BLOB',
  list: 'TEXT',
};

function valueOf(value: string | null, type: ValueType): SQLInputValue {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return BigInt(value);
    case 'double':
      return Number(value);
    case 'boolean':
      return value === 't' || value === 'true' ? 1 : 0;
    case 'bytes':
      return Buffer.from(value.replace(/^\\x/, ''), 'hex');
    default:
      return value;
  }
}
