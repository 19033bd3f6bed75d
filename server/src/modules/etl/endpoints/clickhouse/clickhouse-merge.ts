import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { LoadTarget, TableName } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { finalOf, momentType, readAs } from './clickhouse-types.ts';
import { backslashed, escapedTable as tableOf, historyColumns } from '../names.ts';

export interface Merge {
  target: LoadTarget;
  /** Where the rows are, numbered by `formwork_row`. */
  beside: TableName;
  columns: readonly DataColumn[];
  /** Those of the target that take values. */
  there: readonly DataColumn[];
  /** As ClickHouse writes it, with its settings. */
  engine: string;
  version: number;
}

/** What brings rows from beside into a table. */
interface Steps {
  before: string[];
  /** The statement that adds rows. */
  last: string;
  after: string[];
  /** What has to answer the same number before all of them and ahead of `after`: others wrote in between where it does not. */
  steady?: string;
}

export function mergeStatements(merge: Merge): Steps {
  const { target, beside, columns } = merge;
  const table = tableOf(target.table);
  const names = listOf(columns);
  const all = `insert into ${table} (${names}) select ${names} from ${tableOf(beside)} order by formwork_row`;
  switch (target.mode) {
    case 'replace':
      return swapped(merge);
    case 'upsert':
    case 'mirror':
      return upserted(merge);
    case 'history':
      return kept(merge);
    default:
      return { before: [], last: all, after: [] };
  }
}

const listOf = (columns: readonly { name: string }[]): string =>
  columns.map(({ name }) => backslashed(name)).join(', ');

/** Filled beside, it takes the table's name in one step. */
function swapped(merge: Merge): Steps {
  const { beside, columns } = merge;
  const { coming, ...swap } = swapOf(merge);
  return {
    ...swap,
    last: `insert into ${coming} (${listOf(columns)}) select ${listOf(columns)} from ${tableOf(beside)} order by formwork_row`,
  };
}

/** A table of the same kind beside, empty, and what makes the two change names. */
function swapOf({ target: { table }, beside, engine, version }: Merge) {
  // a copy of any other leads to the same rows, or to none
  if (!/^\w*MergeTree\b|^(?:\w*Log|Memory)\b/.test(engine))
    throw new AppError('etl.sql.failed', {
      message: `a table of this engine is only added to: ${engine.slice(0, 100)}`,
    });
  const next = { ...table, name: `${beside.name}_next` };
  const old = { ...table, name: `${beside.name}_before` };
  const [here, coming] = [tableOf(table), tableOf(next)];
  return {
    coming,
    before: [`create table ${coming} as ${here}`],
    after:
      version >= 20.11
        ? [`exchange tables ${here} and ${coming}`, `drop table ${coming}`]
        : [`rename table ${here} to ${tableOf(old)}, ${coming} to ${here}`, `drop table ${tableOf(old)}`],
  };
}

/** Whether the engine itself keeps the row that came last of those with these keys. */
export function replacesBy(engine: string, keys: readonly string[]): boolean {
  // with a version among its arguments another row may be the one that stays
  const [, given = '', rest = ''] =
    /^(?:Replicated|Shared)?ReplacingMergeTree(?:\(([^)]*)\))?([\s\S]*)$/.exec(engine) ?? [];
  if (!/ReplacingMergeTree/.test(engine)) return false;
  if (given.replaceAll(/'(?:[^'\\]|\\.)*'/g, '').replaceAll(/[\s,]/g, '') !== '') return false;
  const [, sorted = ''] = /ORDER BY (\([^)]*\)|[^\s(]+)/.exec(rest) ?? [];
  const by = sorted
    .replace(/^\(|\)$/g, '')
    .split(',')
    .map((name) => name.trim().replaceAll('`', ''));
  return by.length === keys.length && keys.every((key) => by.includes(key));
}

/**
 * What is new comes first, and only then what it takes the place of goes: there is no transaction, and whatever fails in between leaves
 * a row twice, of which the next load takes one away, but never none. What goes is what was there before, row by row: what others
 * bring meanwhile is theirs.
 */
function upserted(merge: Merge): Steps {
  const { target, beside, columns, there, engine, version } = merge;
  const keys = target.keys ?? [];
  const others = there.filter(({ name }) => !columns.some((one) => one.name === name));
  const replaces = replacesBy(engine, keys);
  // what the engine makes one row of would be made one before the older of the two goes
  if (others.length > 0 || (finalOf(engine) !== '' && !replaces)) return merged(merge, others);
  const mirror = target.mode === 'mirror';
  const part = (suffix: (typeof besides)[number]) => tableOf({ ...target.table, name: beside.name + suffix });
  const [here, next, gone] = [tableOf(target.table), part('_next'), part('_gone')];
  const keyNames = keys.map(backslashed).join(', ');
  const names = listOf(columns);
  const latest = latestOf(beside, keyNames);
  const among = (not: string) => `(${keyNames}) ${not}in (select ${keyNames} from ${tableOf(beside)})`;
  const marks = marksOf(columns, keys, version);
  const known = marks.map((_, at) => `formwork_${at}`).join(', ');
  const marked = marks.map((mark, at) => `${mark} as formwork_${at}`).join(', ');
  const row = `(${marks.join(', ')})`;
  // old servers work out nothing within a change that waits: what it asks for lies ready
  const ready = (of: string, select: string) => `create table ${of} engine = MergeTree() order by tuple() as ${select}`;
  const going = (where: string) => ready(gone, `select ${marked} from ${here} where ${where}`);
  const goes = changed(here, `delete where ${row} in (select ${known} from ${gone})`, version);
  if (replaces)
    return {
      before: mirror ? [going(among('not '))] : [],
      last: `insert into ${here} (${names}) select ${names} from ${latest}`,
      after: mirror ? [goes, `drop table ${gone}`] : [],
    };
  // whatever is there is one side of a mirror, also rows whose key is nothing
  const looked = mirror ? '1' : among('');
  const add = `insert into ${here} (${names}) select ${names} from ${next}`;
  return {
    before: [
      ready(next, `select ${names}, ${marked} from ${latest}`),
      going(`${looked} and ${row} not in (select ${known} from ${next})`),
    ],
    last: `${add} where (${known}) not in (select ${marks.join(', ')} from ${here} where ${looked})`,
    after: [
      goes,
      // a row that was there did not come, and went with another load for which it was of before
      `${add} where ${among('')} and (${keyNames}) not in (select ${keyNames} from ${here} where ${among('')})`,
      `drop table ${gone}`,
      `drop table ${next}`,
    ],
  };
}

/** What a row is known by, none of it nothing: its keys, and a digest of it, which takes the same room however long its texts are. */
function marksOf(columns: readonly DataColumn[], keys: readonly string[], version: number): string[] {
  const told = columns.map((column) => toldOf(column, version)).join(', ');
  return [
    ...columns
      .filter(({ name }) => keys.includes(name))
      .map((column) => (column.nullable ? toldOf(column, version) : backslashed(column.name))),
    // of 128 bits; older servers make that of a single text alone
    ...(version >= 23.01 ? [`sipHash128(${told})`] : [`sipHash64(${told})`, `cityHash64(${told})`]),
  ];
}

/** A value as a text; nothing is like nothing here, which a comparison would not say. */
const toldOf = (column: DataColumn, version: number): string =>
  `ifNull(concat('v', toString(${readAs(backslashed(column.name), column, version)})), 'n')`;

const latestOf = (beside: TableName, keyNames: string): string =>
  `(select * from ${tableOf(beside)} order by formwork_row desc limit 1 by ${keyNames})`;

/**
 * Columns that do not come keep what they hold, which nobody brings again: the whole table is made beside, and takes its name. Others
 * may be none.
 */
function merged(merge: Merge, others: readonly DataColumn[]): Steps {
  const { target, beside, columns, engine } = merge;
  const { coming, before, after } = swapOf(merge);
  const keyNames = (target.keys ?? []).map(backslashed).join(', ');
  const [names, rest, all] = [listOf(columns), listOf(others), listOf([...columns, ...others])];
  const latest = latestOf(beside, keyNames);
  const here = `${tableOf(target.table)}${finalOf(engine)}`;
  const came = `(${keyNames}) in (select ${keyNames} from ${tableOf(beside)})`;
  // a key that is nothing is like none
  const not = (condition: string) => `ifNull(${condition}, 0) = 0`;
  const into = `insert into ${coming} (${all}) select ${all} from`;
  const stays = `${into} ${here} where ${not(came)}`;
  const known = `select ${keyNames}, ${rest} from ${here} where ${came}`;
  const isNew = `where ${not(`(${keyNames}) in (select ${keyNames} from ${here})`)}`;
  return {
    before: [
      ...before,
      ...(target.mode === 'mirror' ? [] : [stays]),
      ...(others.length > 0 ? [`${into} ${latest} as l any inner join (${known}) as o using (${keyNames})`] : []),
    ],
    last: `insert into ${coming} (${names}) select ${names} from ${latest}${others.length > 0 ? ` ${isNew}` : ''}`,
    after,
    steady: `select count() from ${here}`,
  };
}

/** Rows that changed end, and what they are now begins at the same moment, later than any that is there. */
function kept({ target: { table, keys = [] }, beside, columns, there, version }: Merge): Steps {
  const here = tableOf(table);
  const [from, to] = historyColumns.map(backslashed) as [string, string];
  const keyNames = keys.map(backslashed).join(', ');
  const names = listOf(columns);
  const next = tableOf({ ...table, name: `${beside.name}_next` });
  // of whole seconds where the server knows no shorter ones: no stretch is empty
  const now =
    version >= 20.04
      ? `now64(6, 'UTC')`
      : `cast((select greatest(toDateTime(now(), 'UTC'), max(${from}) + 1) from ${here}) as ${momentType(version)})`;
  const told = there
    .filter(({ name }) => columns.some((one) => one.name === name) && !keys.includes(name))
    .map((column) => `, ${toldOf(column, version)}`)
    .join('');
  const open = `select ${keyNames}${told} from ${here} where isNull(${to})`;
  const latest = latestOf(beside, keyNames);
  return {
    before: [
      `create table ${next} engine = MergeTree() order by tuple() as select ${names}, ${now} as ${from} from ${latest} where (${keyNames}${told}) not in (${open})`,
      changed(
        here,
        `update ${to} = (select max(${from}) from ${next}) where isNull(${to}) and (${keyNames}) in (select ${keyNames} from ${next})`,
        version,
      ),
    ],
    last: `insert into ${here} (${names}, ${from}) select ${names}, ${from} from ${next}`,
    after: [`drop table ${next}`],
  };
}

/** What stands behind the name of the table beside: of tables that one load makes. */
export const besides = ['', '_next', '_before', '_gone'] as const;

const changed = (table: string, what: string, version: number): string =>
  `alter table ${table} ${what}${version >= 20.04 ? ' settings mutations_sync = 2' : ''}`;

/** A change of rows that are there is work for later over there; newer servers answer when it is done. */
export const isChange = (sql: string): boolean => sql.startsWith('alter table ') && !sql.endsWith('mutations_sync = 2');
