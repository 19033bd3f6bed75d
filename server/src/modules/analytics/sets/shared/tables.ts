import { createHash } from 'node:crypto';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { escapedText } from '@formwork/etl/sql.ts';
import { dayOf } from '../room-table.ts';
import type { NumberAs } from '../words/words.ts';

/** A column of the rows, as they lie in a file. */
export interface SharedColumn {
  name: string;
  type: 'text' | 'number' | 'date' | 'dateTime' | 'boolean';
  as?: NumberAs;
  /** A text with few kinds. */
  few?: true;
}

/** Rows of one reading over there: a table of the whole, and one beside it of what changed since. */
export interface SharedTable {
  name: string;
  /** How many changes are in the whole. */
  base: number;
  columns: SharedColumn[];
  /** Another one each time that it is made: what was noted of one that is gone says nothing of it. */
  made: string;
}

/** What all tables of one reading begin with: the same rows by the same clock are the same table, whoever made it. */
export function roomName(key: string, zone: string): string {
  return `room_${createHash('sha256').update(`${key} ${zone}`).digest('hex').slice(0, 32)}_`;
}

export const changesOf = ({ name }: Pick<SharedTable, 'name'>): string => `${name}_changes`;

/** Undefined: nothing there says what a value of the column is. */
export function sharedColumn({ name, type, precision, scale, native }: DataColumn): SharedColumn | undefined {
  switch (type) {
    case 'text':
      return { name, type: 'text' };
    case 'boolean':
      return { name, type: 'boolean' };
    case 'date':
      return { name, type: 'date' };
    case 'timestamptz':
      return { name, type: 'dateTime' };
    case 'integer':
      return native !== undefined && longer.has(native) ? undefined : { name, type: 'number', as: { is: 'whole' } };
    case 'double':
      return { name, type: 'number', as: { is: 'double' } };
    case 'decimal':
      return { name, type: 'number', as: { is: 'decimal', precision: precision ?? 38, scale: scale ?? 0 } };
    default:
      return undefined;
  }
}

const longer: ReadonlySet<string> = new Set(['HUGEINT', 'UHUGEINT', 'UBIGINT']);

/** As a table has it: of numbers, all the digits that take up the same room. */
export function roomy(column: SharedColumn): SharedColumn {
  const { as } = column;
  return as?.is === 'decimal' ? { ...column, as: { ...as, precision: as.precision <= 18 ? 18 : 38 } } : column;
}

/** Whether values of one column find room in the other without losing a digit. */
export function findsRoom(coming: SharedColumn, there: SharedColumn): boolean {
  if (coming.type !== there.type) return false;
  const [from, to] = [coming.as, there.as];
  if (from?.is !== 'decimal' || to?.is !== 'decimal') return from?.is === to?.is;
  return from.scale <= to.scale && from.precision - from.scale <= to.precision - to.scale;
}

export function createTable(table: string, columns: readonly SharedColumn[], made: string): string {
  const lines = columns.flatMap((column) => [
    `${quoted(column.name)} ${column.few ? 'LowCardinality(Nullable(String))' : typeOf(column)}`,
    ...(column.type === 'dateTime' ? [`${dayOf(column.name)} Nullable(Date32)`] : []),
  ]);
  return `create table ${table} (${[...lines, '"#part" UInt32', '"#row" UInt64'].join(', ')}) engine = MergeTree order by ("#part", "#row") comment ${escapedText(JSON.stringify({ made, columns }))}`;
}

/** A statement that takes a file of columns, each row with its place. */
export function insertInto(table: string, columns: readonly SharedColumn[], part: number, zone: string): string {
  const names = columns.flatMap(({ name, type }) => [quoted(name), ...(type === 'dateTime' ? [dayOf(name)] : [])]);
  const values = columns.flatMap(({ name, type }) => [
    quoted(name),
    ...(type === 'dateTime' ? [`toDate32(${quoted(name)}, ${escapedText(zone)})`] : []),
  ]);
  const read = columns.map((column) => `${quoted(column.name)} ${typeOf(column)}`).join(', ');
  return `insert into ${table} (${names.join(', ')}, "#part", "#row") select ${values.join(', ')}, ${part}, rowNumberInAllBlocks() from input(${escapedText(read)}) format Parquet`;
}

/** In the order of the file, by one who reads: with several the rows get places as they come. */
export const insertSettings = {
  max_threads: 1,
  max_insert_threads: 1,
  input_format_parquet_preserve_order: 1,
} as const;

/** The rows after so many changes; with a key those that changed stand in for what they were. */
export function rowsAfter(table: SharedTable, since: number, key: string | undefined): string {
  if (since === table.base || key === undefined) return `select * from ${table.name}`;
  const changes = `${changesOf(table)} where "#part" <= ${since}`;
  const id = quoted(key);
  return `select * from ${table.name} where ${id} is null or ${id} not in (select ${id} from ${changes}) union all select * from (select * from ${changes} order by "#part" desc limit 1 by ${id})`;
}

const quoted = (name: string): string => `"${name}"`;

function typeOf({ type, as }: SharedColumn): string {
  switch (type) {
    case 'text':
      return 'Nullable(String)';
    case 'boolean':
      return 'Nullable(Bool)';
    case 'date':
      return 'Nullable(Date32)';
    case 'dateTime':
      return "Nullable(DateTime64(6, 'UTC'))";
    case 'number':
      if (as?.is === 'decimal') return `Nullable(Decimal(${as.precision}, ${as.scale}))`;
      return as?.is === 'double' ? 'Nullable(Float64)' : 'Nullable(Int64)';
  }
}
