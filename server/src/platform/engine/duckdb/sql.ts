import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { castText } from '@formwork/etl/sql.ts';

/** A name or text in SQL. */
export function quoted(text: string, sign: '"' | "'" = '"'): string {
  return sign + text.replaceAll(sign, sign + sign) + sign;
}

/** A table of rows that arrive through a pipe; its name is quoted. */
export function createFrom(table: string, columns: readonly DataColumn[], pipe: string): string {
  return `create table ${table} as ${readRows(columns, pipe)}`;
}

/** More rows of such a table. */
export function insertFrom(table: string, columns: readonly DataColumn[], pipe: string): string {
  return `insert into ${table} ${readRows(columns, pipe)}`;
}

/** Rows that arrive through a pipe, to be read once. */
export function readRows(columns: readonly DataColumn[], pipe: string): string {
  const types = columns.map((column) => `${quoted(column.name, "'")}: '${readAs(column)}'`).join(', ');
  const values = columns.map((column) => valueOf(column)).join(', ');
  return `select ${values} from read_csv(${quoted(pipe, "'")}, auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', nullstr = '\\N', allow_quoted_nulls = false, parallel = false, max_line_size = 8388608, buffer_size = 16777216, columns = { ${types} })`;
}

/** Columns as they travel. */
export function asRows(sql: string, columns: readonly DataColumn[]): string {
  if (!columns.some(({ type }) => type === 'bytes' || type === 'list' || type === 'json')) return sql;
  const names = columns.map((_, at) => `c${at}`);
  const values = columns.map(({ type, native }, at) => {
    if (type === 'bytes') return `'\\x' || lower(hex(c${at}))`;
    return type === 'list' || (type === 'json' && native !== 'JSON') ? `to_json(c${at})` : `c${at}`;
  });
  return `select ${values.join(', ')} from (${sql}\n) as rows(${names.join(', ')})`;
}

/** The engine's type of a column. */
export function typeOf({ type, precision, scale }: DataColumn): string {
  if (type === 'decimal')
    return precision !== undefined && precision <= 38 ? `DECIMAL(${precision},${scale ?? 0})` : 'DECIMAL(38,10)';
  return types[type];
}

const types = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  uuid: 'UUID',
  json: 'JSON',
  bytes: 'BLOB',
  list: 'JSON',
} as const;

function readAs(column: DataColumn): string {
  const isText = column.type === 'bytes' || column.type === 'json' || column.type === 'list' || isLong(column);
  return isText ? 'VARCHAR' : typeOf(column);
}

/** Numbers that the reader of texts would take a hundred times as long for as for shorter ones. */
const isLong = ({ type, precision = 38 }: DataColumn): boolean => type === 'decimal' && precision > 18;

function valueOf(column: DataColumn): string {
  const name = quoted(column.name);
  if (column.type === 'bytes') return `unhex(${name}[3:]) as ${name}`;
  if (column.type === 'json' || column.type === 'list') return `${name}::JSON as ${name}`;
  if (isLong(column)) return `${castText(name, typeOf(column), 'cast')} as ${name}`;
  return name;
}
