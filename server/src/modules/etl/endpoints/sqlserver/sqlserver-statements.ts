import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { LoadTarget, TableName } from '../../../../platform/engine/port.ts';
import { bracketed, bracketedTable as tableOf, historyColumns, nationalText as text, onceTable } from '../names.ts';
import { comparedAs, misfits, nativeFor, writtenAs } from './sqlserver-types.ts';

/** A column of a table of SQL Server, with what a load must know of it. */
export interface ThereColumn extends DataColumn {
  collation: string;
  /** It numbers its rows by itself. */
  identity: boolean;
}

/** Rows lie here first, as texts: `c0`, `c1` and so on, numbered by `formwork_row`. */
export const loading = '#formwork_loading';

export function loadingTable(count: number): string {
  const columns = Array.from({ length: count }, (_, at) => `c${at} nvarchar(max) null`);
  return `create table ${loading} (formwork_row bigint not null primary key, ${columns.join(', ')})`;
}

/** The first row and column that the target does not take. */
export function firstMisfit(columns: readonly ThereColumn[]): string {
  const each = columns.map(
    (column, at) =>
      `select formwork_row, ${text(column.name)} as formwork_column, ${text(column.native ?? '')} as native, c${at} as value from ${loading} where ${misfits(`c${at}`, column)}`,
  );
  return `select top (1) convert(nvarchar(20), formwork_row), formwork_column, native, convert(nvarchar(200), value) from (${each.join(' union all ')}) as wrong order by formwork_row`;
}

export function createTable(target: LoadTarget, columns: readonly DataColumn[]): string {
  const { table, mode, keys = [] } = target;
  const lines = columns.map(
    ({ name, ...column }) =>
      `${bracketed(name)} ${nativeFor({ name, ...column }, keys.includes(name))} ${keys.includes(name) ? 'not ' : ''}null`,
  );
  const [from, to] = historyColumns.map(bracketed);
  const past = mode === 'history' ? [`${from} datetime2(7) not null`, `${to} datetime2(7) null`] : [];
  const key = [...keys.map(bracketed), ...(mode === 'history' ? [from] : [])];
  const primary = keys.length > 0 ? [`primary key (${key.join(', ')})`] : [];
  return `if object_id(${text(tableOf(table))}) is null create table ${tableOf(table)} (${[...lines, ...past, ...primary].join(', ')})`;
}

export function addColumns(target: LoadTarget, columns: readonly DataColumn[]): string {
  const lines = columns.map((column) => `${bracketed(column.name)} ${nativeFor(column, false)} null`);
  return `alter table ${tableOf(target.table)} add ${lines.join(', ')}`;
}

/** Keeps the key of a load with its rows; answers nothing where it is there. */
export function takeOnce({ table }: LoadTarget, key: string): { create: string; take: string } {
  const keep = tableOf({ schema: table.schema, name: onceTable });
  return {
    create: `if object_id(${text(keep)}) is null create table ${keep} ([key] nvarchar(400) not null primary key, at datetime2 not null default sysutcdatetime())`,
    take: `insert into ${keep} ([key]) output N'taken' select ${text(key)} where not exists (select 1 from ${keep} with (updlock, holdlock) where [key] = ${text(key)})`,
  };
}

/** What brings rows from where they lie into the table, within a transaction; the last of several with the same key counts. */
export function loadStatements(target: LoadTarget, columns: readonly ThereColumn[]): string[] {
  const { mode } = target;
  const around = (statement: string) => [
    ...switched('on', target, columns),
    statement,
    ...switched('off', target, columns),
  ];
  if (mode === 'append' || mode === 'create') return around(inserted(target, columns, valuesOf(columns)));
  if (mode === 'replace') return [emptied(target), ...around(inserted(target, columns, valuesOf(columns)))];
  const latest = `(select ${namesOf(columns)} from ${latestOf(target, columns)} where formwork_last = 1)`;
  if (mode === 'history') return around(remembered(target, columns, latest));
  return around(merged(target, columns, latest, mode === 'mirror'));
}

/** Whether the login may tell a table to take numbers from others. */
export const mayCount = (table: TableName): string =>
  `select convert(nvarchar(1), has_perms_by_name(${text(tableOf(table))}, N'OBJECT', N'ALTER'))`;

/** Its own numbers are written only where a table is told so. */
const switched = (to: 'on' | 'off', { table }: LoadTarget, columns: readonly ThereColumn[]): string[] =>
  columns.some(({ identity }) => identity) ? [`set identity_insert ${tableOf(table)} ${to}`] : [];

const namesOf = (columns: readonly ThereColumn[], of = ''): string =>
  columns.map(({ name }) => `${of}${bracketed(name)}`).join(', ');

/** Rows as the target has them. */
function valuesOf(columns: readonly ThereColumn[]): string {
  const values = columns.map((column, at) => `${writtenAs(`c${at}`, column)} as ${bracketed(column.name)}`).join(', ');
  return `(select formwork_row, ${values} from ${loading}) as c`;
}

/** Rows of which those with a one behind them are the last of their key. */
const latestOf = ({ keys = [] }: LoadTarget, columns: readonly ThereColumn[]): string =>
  `(select formwork_row, ${namesOf(columns)}, row_number() over (partition by ${keys.map(bracketed).join(', ')} order by formwork_row desc) as formwork_last from ${valuesOf(columns)}) as n`;

/** A key that is nothing is the same as one that is nothing: else its row would come anew with each load. */
const sameKey = ({ keys = [] }: LoadTarget, columns: readonly ThereColumn[], other = 'l'): string =>
  keys
    .map((key) => {
      const [here, there] = [`t.${bracketed(key)}`, `${other}.${bracketed(key)}`];
      const nullable = columns.find(({ name }) => name === key)?.nullable !== false;
      return nullable ? `(${here} = ${there} or ${here} is null and ${there} is null)` : `${here} = ${there}`;
    })
    .join(' and ');

const changedOf = ({ keys = [] }: LoadTarget, columns: readonly ThereColumn[]): ThereColumn[] =>
  columns.filter(({ name, identity }) => !keys.includes(name) && !identity);

const inserted = ({ table }: LoadTarget, columns: readonly ThereColumn[], from: string): string =>
  `insert into ${tableOf(table)} (${namesOf(columns)}) select ${namesOf(columns)} from ${from} order by formwork_row`;

/** One batch: the moment is the same for what ends and what begins. */
function remembered(target: LoadTarget, columns: readonly ThereColumn[], from: string): string {
  const into = tableOf(target.table);
  const [begin, end] = historyColumns.map(bracketed) as [string, string];
  const changed = changedOf(target, columns);
  const list = (of: string) =>
    changed.map((column) => comparedAs(`${of}.${bracketed(column.name)}`, column)).join(', ');
  const open = `${sameKey(target, columns)} and t.${end} is null`;
  return [
    'declare @formwork_now datetime2(7) = sysutcdatetime()',
    ...(changed.length === 0
      ? []
      : [
          `update t set ${end} = @formwork_now from ${into} t join ${from} l on ${open} where exists (select ${list('t')} except select ${list('l')})`,
        ]),
    `insert into ${into} (${namesOf(columns)}, ${begin}) select ${namesOf(columns)}, @formwork_now from ${from} l where not exists (select 1 from ${into} t where ${open})`,
  ].join(';\n');
}

function merged(target: LoadTarget, columns: readonly ThereColumn[], from: string, mirror: boolean): string {
  const set = changedOf(target, columns).map(({ name }) => `t.${bracketed(name)} = l.${bracketed(name)}`);
  const parts = [
    `merge into ${tableOf(target.table)} with (holdlock) as t using ${from} as l on ${sameKey(target, columns)}`,
    ...(set.length === 0 ? [] : [`when matched then update set ${set.join(', ')}`]),
    `when not matched by target then insert (${namesOf(columns)}) values (${namesOf(columns, 'l.')})`,
    ...(mirror ? ['when not matched by source then delete'] : []),
  ];
  return `${parts.join(' ')};`;
}

/**
 * All rows go at once where nothing points to them, no trigger waits for them and the login may change the table, else one by one;
 * both are taken back with the transaction. The table stays the same one, with its indexes, rights and triggers: one that took its
 * name would lose them.
 */
function emptied({ table }: LoadTarget): string {
  const name = tableOf(table);
  const id = `object_id(${text(name)})`;
  return `if has_perms_by_name(${text(name)}, 'OBJECT', 'ALTER') = 1
      and not exists (select 1 from sys.foreign_keys where referenced_object_id = ${id})
      and not exists (select 1 from sys.sql_expression_dependencies d join sys.indexes i on i.object_id = d.referencing_id where d.referenced_id = ${id} and i.type = 1 and d.is_schema_bound_reference = 1)
      and not exists (select 1 from sys.triggers where parent_id = ${id} and is_disabled = 0)
      and exists (select 1 from sys.tables where object_id = ${id} and temporal_type = 0 and is_replicated = 0 and is_tracked_by_cdc = 0)
    truncate table ${name} else delete from ${name}`;
}

/**
 * Which row it is that a rule of the table refuses, and what the server says of it: each goes in by itself as it would with the others,
 * and all is taken back. None is told where rows may stand for one another: where the table points to itself, and where a row that is
 * changed may yet give up what another wants.
 */
export function firstRefused(target: LoadTarget, columns: readonly ThereColumn[]): string {
  const { mode, table } = target;
  const into = tableOf(table);
  const keyed = mode === 'upsert' || mode === 'mirror' || mode === 'history';
  const rows = keyed ? `${latestOf(target, columns)} where formwork_last = 1` : loading;
  const one = `(select * from ${valuesOf(columns)} where formwork_row = @row)`;
  const put = !keyed
    ? inserted(target, columns, `${one} as l`)
    : mode === 'history'
      ? remembered(target, columns, one)
      : merged(target, columns, one, false);
  const first: Partial<Record<LoadTarget['mode'], string>> = {
    replace: emptied(target),
    mirror: `delete t from ${into} t where not exists (select 1 from ${valuesOf(columns)} where ${sameKey(target, columns, 'c')})`,
  };
  const before = first[mode];
  return `set xact_abort off;
    declare @left table (formwork_row bigint primary key);
    insert into @left select formwork_row from ${rows};
    declare @row bigint = (select min(formwork_row) from @left), @said nvarchar(2000), @number int;
    if exists (select 1 from sys.foreign_keys where parent_object_id = object_id(${text(into)}) and referenced_object_id = parent_object_id) set @row = null;
    begin transaction;
    ${before === undefined ? '' : `begin try ${before} end try begin catch set @row = null end catch;`}
    ${switched('on', target, columns)
      .map((statement) => `if xact_state() = 1 ${statement};`)
      .join('')}
    while @row is not null and @said is null begin
      begin try ${put.replace(/;$/, '')}; set @row = (select min(formwork_row) from @left where formwork_row > @row); end try
      begin catch set @said = error_message(); set @number = error_number(); end catch
    end;
    if @@trancount > 0 rollback;
    ${switched('off', target, columns)
      .map((statement) => `${statement};`)
      .join('')}
    select convert(nvarchar(20), @row), @said where @said is not null${keyed ? ' and @number = 547' : ''}`;
}
