import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { LoadTarget } from '../../../platform/engine/port.ts';
import { doubleQuoted } from './names.ts';
import { requireColumns } from './target-columns.ts';

/** What is run before, while and after the rows come; all of it in one transaction. */
export function loadStatements(
  table: string,
  { mode, keys = [] }: LoadTarget,
  columns: readonly DataColumn[],
  there: readonly DataColumn[],
): { before: string[]; copy: string; after: string[] } {
  requireColumns(columns, there, keys);
  const names = columns.map(({ name }) => doubleQuoted(name)).join(', ');
  const copyInto = (into: string) => `copy ${into} (${names}) from stdin (format csv, null '\\N')`;
  if (mode === 'append' || mode === 'create') return { before: [], copy: copyInto(table), after: [] };
  if (mode === 'replace') return { before: [`delete from ${table}`], copy: copyInto(table), after: [] };
  const keyNames = keys.map(doubleQuoted);
  const changed = columns.map(({ name }) => doubleQuoted(name)).filter((name) => !keyNames.includes(name));
  // the last of several rows with the same key counts
  const latest = `select distinct on (${keyNames.join(', ')}) ${names} from loading order by ${keyNames.join(', ')}, loading_row desc`;
  return {
    before: [
      `create temp table loading on commit drop as select ${names} from ${table} limit 0`,
      'alter table loading add loading_row bigint generated always as identity',
    ],
    copy: copyInto('loading'),
    after: [
      `insert into ${table} (${names}) ${latest} on conflict (${keyNames.join(', ')}) ${
        changed.length === 0
          ? 'do nothing'
          : `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`
      }`,
    ],
  };
}

/** Columns of a table that is made for rows. */
export function createColumns(columns: readonly DataColumn[], keys: readonly string[]): string {
  const parts = columns.map((column) => `${doubleQuoted(column.name)} ${typeOf(column)}`);
  if (keys.length > 0) parts.push(`primary key (${keys.map(doubleQuoted).join(', ')})`);
  return parts.join(', ');
}

function typeOf({ type, precision, scale }: DataColumn): string {
  if (type === 'decimal') return precision === undefined ? 'numeric' : `numeric(${precision},${scale ?? 0})`;
  return types[type];
}

const types = {
  text: 'text',
  integer: 'bigint',
  double: 'double precision',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  uuid: 'uuid',
  json: 'jsonb',
  bytes: 'bytea',
  list: 'jsonb',
} as const;
