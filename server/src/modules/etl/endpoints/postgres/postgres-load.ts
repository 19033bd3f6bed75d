import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { LoadTarget, RowForm, RowsThere, RowStream } from '../../../../platform/engine/port.ts';
import { changeColumn } from '@formwork/contract/etl/task.ts';
import { doubleQuoted, historyColumns, textQuoted } from '../names.ts';
import type { Swap } from './postgres-swap.ts';
import { requireColumns } from '../target-columns.ts';

/** What is run before, while and after the rows come; all of it in one transaction. */
export function loadStatements(
  table: string,
  { mode, keys = [] }: LoadTarget,
  given: readonly DataColumn[],
  there: readonly DataColumn[],
  rows: (Pick<RowStream, 'form'> | Pick<RowsThere, 'sql'>) & { swap?: Swap | undefined } = {},
): { names: string; before: string[]; copy: string; after: string[] } {
  // what became of a row is no column of the table
  const columns = mode === 'changes' ? given.filter(({ name }) => name !== changeColumn) : given;
  requireColumns(columns, there, keys);
  const names = columns.map(({ name }) => doubleQuoted(name)).join(', ');
  const copyInto = (into: string) =>
    'sql' in rows
      ? `insert into ${into} (${names}) select * from (${rows.sql}\n) as r`
      : `copy ${into} (${names}) from stdin ${formOf(rows.form ?? 'csv')}`;
  const { swap } = rows;
  if (swap) return { names, before: [swap.make], copy: copyInto(swap.into).replace(/\)$/, ', freeze)'), after: [] };
  if (mode === 'append' || mode === 'create') return { names, before: [], copy: copyInto(table), after: [] };
  if (mode === 'replace') return { names, before: [`delete from ${table}`], copy: copyInto(table), after: [] };
  const keyNames = keys.map(doubleQuoted);
  const changed = columns.map(({ name }) => doubleQuoted(name)).filter((name) => !keyNames.includes(name));
  // the last of several rows with the same key counts
  const latest = `select distinct on (${keyNames.join(', ')}) ${names} from loading order by ${keyNames.join(', ')}, loading_row desc`;
  const sameKey = keyNames.map((name) => `t.${name} is not distinct from l.${name}`).join(' and ');
  const before = [
    `create temp table loading on commit drop as select ${names} from ${table} limit 0`,
    'alter table loading add loading_row bigint generated always as identity',
  ];
  const onKey =
    changed.length === 0
      ? 'do nothing'
      : `do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  if (mode === 'changes') {
    const all = given.map(({ name }) => doubleQuoted(name)).join(', ');
    const change = doubleQuoted(changeColumn);
    return {
      names,
      before: [...before, `alter table loading add ${change} text`],
      copy: `copy loading (${all}) from stdin (format csv, null '\\N')`,
      after: [
        `delete from ${table} where exists (select 1 from loading where ${change} = 'truncate')`,
        `delete from ${table} t using loading l where ${sameKey} and l.${change} = 'delete'`,
        `delete from loading where ${change} <> 'upsert'`,
        `insert into ${table} (${names}) ${latest} on conflict (${keyNames.join(', ')}) ${onKey}`,
      ],
    };
  }
  const copy = copyInto('loading');
  if (mode === 'history') {
    const list = (of: string) => `(${changed.map((name) => `${of}.${name}`).join(', ')})`;
    const open = `${sameKey} and t.${validTo} is null`;
    const ended = `update ${table} t set ${validTo} = now() from (${latest}) l where ${open} and ${list('t')} is distinct from ${list('l')}`;
    return {
      names,
      before,
      copy,
      after: [
        ...(changed.length === 0 ? [] : [ended]),
        `insert into ${table} (${names}, ${validFrom}) select ${names}, now() from (${latest}) l where not exists (select 1 from ${table} t where ${open})`,
      ],
    };
  }
  const missing = `delete from ${table} t where not exists (select 1 from loading l where ${sameKey})`;
  return {
    names,
    before,
    copy,
    after: [
      ...(mode === 'mirror' ? [missing] : []),
      `insert into ${table} (${names}) ${latest} on conflict (${keyNames.join(', ')}) ${onKey}`,
    ],
  };
}

export function formOf(form: RowForm): string {
  if (form === 'csv') return "(format csv, null '\\N')";
  if (form === 'text') return "(format text, encoding 'UTF8')";
  if (form === 'binary') return '(format binary)';
  const { header, delimiter, blankTexts } = form;
  const texts = blankTexts.map(doubleQuoted).join(', ');
  return `(format csv, null '', encoding 'UTF8', delimiter ${textQuoted(delimiter)}${header ? ', header' : ''}${texts === '' ? '' : `, force_not_null (${texts})`})`;
}

/** Of a table that keeps what its rows were: from when on a row holds, and until when; nothing: now. */
const validFrom = doubleQuoted(historyColumns[0]);
const validTo = doubleQuoted(historyColumns[1]);

export function createHistory(columns: readonly DataColumn[], keys: readonly string[]): string {
  const key = [...keys.map(doubleQuoted), validFrom].join(', ');
  return `${createColumns(columns, [])}, ${validFrom} timestamptz not null, ${validTo} timestamptz, primary key (${key})`;
}

export function addColumns(columns: readonly DataColumn[]): string {
  return columns.map((column) => `add column if not exists ${doubleQuoted(column.name)} ${typeOf(column)}`).join(', ');
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
