import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { KeyRange, RangedTable, Ranges, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { readAs, valueOf } from './clickhouse-types.ts';
import { escapedText as text } from '@formwork/etl/sql.ts';
import { backslashed, escapedTable as tableOf } from '../names.ts';
import { rangesApart, type TableKey } from '../ranges.ts';

interface Speaking {
  version: number;
  columns: DataColumn[];
  ask(sql: string): Promise<(string | null)[][]>;
  /** The rows of the table that hold a condition. */
  rows(condition: string, signal: AbortSignal | undefined): Promise<RowStream['bytes']>;
}

/** The ranges of a table of ClickHouse. */
export function clickhouseRanges(
  key: TableKey,
  given: RangedTable,
  { version, columns, ask, rows }: Speaking,
): Promise<Ranges | undefined> {
  const by = backslashed(key.column.name);
  const shown = readAs(by, key.column, version);
  const from = `from ${tableOf(given.table)}`;
  const within = ({ after, upTo }: KeyRange): string =>
    `${after === undefined ? '' : `${by} > ${valueOf(key.column, after)} and `}${by} <= ${valueOf(key.column, upTo)}`;
  const first = async (sql: string): Promise<string | undefined> => (await ask(sql))[0]?.[0] ?? undefined;
  return rangesApart(key, given, columns, {
    edge: (order) => first(`select ${shown} ${from} order by ${by} ${order} limit 1`),
    behind: (range, count) =>
      first(`select ${shown} ${from} where ${within(range)} order by ${by} limit ${count - 1}, 1`),
    bytes: (range, signal) => rows(within(range), signal),
  });
}

/** The column that the rows of a table are sorted by first, where it is one whose values are the same again as texts. */
export async function clickhouseKey(
  ask: (sql: string) => Promise<(string | null)[][]>,
  { schema, name }: TableName,
  columns: readonly DataColumn[],
): Promise<TableKey | undefined> {
  const [table] = await ask(
    `select sorting_key, (select sum(rows) from system.parts where database = ${text(schema)} and table = ${text(name)} and active),
        (select sum(data_uncompressed_bytes) from system.parts where database = ${text(schema)} and table = ${text(name)} and active)
      from system.tables where database = ${text(schema)} and name = ${text(name)} and engine like '%MergeTree'`,
  );
  const head = table?.[0]
    ?.split(',')[0]
    ?.trim()
    .replace(/^`(.*)`$/, '$1');
  const column = columns.find((one) => one.name === head);
  if (!column || column.nullable || !ordered.has(column.type)) return undefined;
  return {
    column,
    rows: Number(table![1] ?? 0),
    bytes: Number(table![2]) || undefined,
    alone: false,
    scattered: false,
  };
}

const ordered = new Set<DataColumn['type']>(['integer', 'decimal', 'date', 'timestamptz']);
