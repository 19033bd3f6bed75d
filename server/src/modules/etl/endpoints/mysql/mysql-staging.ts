import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { backticked, historyColumns } from '../names.ts';

/** Rows come here first, the last of several with the same key counts; made before the transaction, since a key of it would end one. */
export function stagingTable(
  into: string,
  table: string,
  columns: readonly DataColumn[],
  keys: readonly string[],
): string {
  const names = columns.map(({ name }) => backticked(name)).join(', ');
  return `create temporary table ${into} (unique key formwork_key (${keys.map(backticked).join(', ')})) select ${names} from ${table} limit 0`;
}

/** From there into the table, within the transaction. */
export function fromStaging(
  mode: string,
  table: string,
  into: string,
  columns: readonly DataColumn[],
  keys: readonly string[],
): string[] {
  const names = columns.map(({ name }) => backticked(name));
  const keyNames = keys.map(backticked);
  const changed = names.filter((name) => !keyNames.includes(name));
  const sameKey = keyNames.map((name) => `t.${name} <=> l.${name}`).join(' and ');
  if (mode === 'mirror') {
    const set = (changed.length > 0 ? changed : names.slice(0, 1))
      .map((name) => `${name} = values(${name})`)
      .join(', ');
    return [
      `delete t from ${table} t left join ${into} l on ${sameKey} where l.${keyNames[0]} is null`,
      `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from ${into} on duplicate key update ${set}`,
    ];
  }
  const differs = changed.map((name) => `not (t.${name} <=> l.${name})`).join(' or ');
  return [
    'set @formwork_now = utc_timestamp(6)',
    ...(differs === ''
      ? []
      : [
          `update ${table} t join ${into} l on ${sameKey} set t.${validTo} = @formwork_now where t.${validTo} is null and (${differs})`,
        ]),
    `insert into ${table} (${names.join(', ')}, ${validFrom})
      select ${names.map((name) => `l.${name}`).join(', ')}, @formwork_now from ${into} l
      left join ${table} t on ${sameKey} and t.${validTo} is null where t.${validFrom} is null`,
  ];
}

const [validFrom, validTo] = historyColumns.map(backticked) as [string, string];

/** A table that keeps what its rows were. */
export function createHistory(columns: readonly DataColumn[], keys: readonly string[]): string {
  const parts = columns.map((column) => `${backticked(column.name)} ${typeOf(column, keys.includes(column.name))}`);
  const key = [...keys.map(backticked), validFrom].join(', ');
  return `${parts.join(', ')}, ${validFrom} datetime(6) not null, ${validTo} datetime(6) null, primary key (${key})`;
}

export function createColumns(columns: readonly DataColumn[], keys: readonly string[]): string {
  const parts = columns.map((column) => `${backticked(column.name)} ${typeOf(column, keys.includes(column.name))}`);
  if (keys.length > 0) parts.push(`primary key (${keys.map(backticked).join(', ')})`);
  return parts.join(', ');
}

export function typeOf({ type, precision, scale }: DataColumn, key: boolean): string {
  if (type === 'decimal')
    return precision === undefined
      ? 'decimal(38,10)'
      : `decimal(${Math.min(precision, 65)},${Math.min(scale ?? 0, 30)})`;
  if (type === 'text' && key) return 'varchar(255)';
  return types[type];
}

const types = {
  text: 'longtext',
  integer: 'bigint',
  double: 'double',
  boolean: 'tinyint(1)',
  date: 'date',
  time: 'time(6)',
  timestamp: 'datetime(6)',
  timestamptz: 'datetime(6)',
  uuid: 'char(36)',
  json: 'json',
  bytes: 'longblob',
  list: 'json',
} as const;
