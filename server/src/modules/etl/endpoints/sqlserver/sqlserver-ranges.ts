import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { KeyRange, RangedTable, Ranges, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { bracketed, bracketedTable as tableOf, nationalText as text } from '../names.ts';
import { rangesApart, type TableKey } from '../ranges.ts';
import { headOf, readAs, valueOf } from './sqlserver-types.ts';

interface Speaking {
  columns: DataColumn[];
  ask(sql: string): Promise<(string | null)[][]>;
  /** The rows `t` of the table that hold a condition. */
  rows(condition: string, signal: AbortSignal | undefined): RowStream['bytes'];
}

/** The ranges of a table of SQL Server: not every database of it keeps states. */
export function sqlserverRanges(
  key: TableKey,
  given: RangedTable,
  { columns, ask, rows }: Speaking,
): Promise<Ranges | undefined> {
  const by = `t.${bracketed(key.column.name)}`;
  const shown = readAs(by, key.column);
  const first = async (words: Parameters<typeof keyAt>[1]): Promise<string | undefined> =>
    (await ask(keyAt({ table: given.table, by, shown }, words)))[0]?.[0] ?? undefined;
  return rangesApart(key, given, columns, {
    edge: (order) => first({ order }),
    behind: (range, count) => first({ order: 'asc', where: rangeCondition(key.column, range), behind: count - 1 }),
    bytes: (range, signal) => rows(rangeCondition(key.column, range), signal),
  });
}

/** In the order of the column itself, which of ids is none of their texts. */
export function rangeCondition(column: DataColumn, { after, upTo }: KeyRange): string {
  const by = `t.${bracketed(column.name)}`;
  return `${after === undefined ? '' : `${by} > ${valueOf(column, after)} and `}${by} <= ${valueOf(column, upTo)}`;
}

/** The key of the first row, in the order that is asked for, or of the one behind so many others. */
export function keyAt(
  { table, by, shown }: { table: TableName; by: string; shown: string },
  { order, where, behind = 0 }: { order: 'asc' | 'desc'; where?: string; behind?: number },
): string {
  return `select ${shown} from ${tableOf(table)} as t${where === undefined ? '' : ` where ${where}`} order by ${by} ${order} offset ${behind} rows fetch next 1 rows only`;
}

/** The first column of the unique index in whose order the rows lie. */
export async function sqlserverKey(
  ask: (sql: string) => Promise<(string | null)[][]>,
  table: TableName,
  columns: readonly DataColumn[],
): Promise<TableKey | undefined> {
  const id = `object_id(${text(tableOf(table))})`;
  const [found] = await ask(
    `select c.name, convert(nvarchar(10), (select count(*) from sys.index_columns o where o.object_id = i.object_id and o.index_id = i.index_id and o.key_ordinal > 0)),
        convert(nvarchar(30), p.rows), convert(nvarchar(30), p.pages * 8192)
      from sys.indexes i join sys.index_columns x on x.object_id = i.object_id and x.index_id = i.index_id and x.key_ordinal = 1
        join sys.columns c on c.object_id = i.object_id and c.column_id = x.column_id
        outer apply (select sum(row_count) as rows, sum(used_page_count) as pages from sys.dm_db_partition_stats where object_id = i.object_id and index_id = i.index_id) p
      where i.object_id = ${id} and i.type = 1 and i.is_unique = 1 and i.is_disabled = 0 and c.is_nullable = 0`,
  );
  const column = found && columns.find(({ name }) => name === found[0]);
  if (!column || !ordered.has(headOf(column.native ?? ''))) return undefined;
  return {
    column,
    rows: Number(found[2] ?? 0),
    bytes: Number(found[3]) || undefined,
    alone: found[1] === '1',
    scattered: false,
  };
}

/** Types that compare with their values written as texts as they do among themselves. */
const ordered = new Set([
  ...['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'numeric'],
  ...['nvarchar', 'nchar', 'date', 'datetime2', 'uniqueidentifier'],
]);
