import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Connection } from 'mysql2';
import type { KeyRange, RangedTable, Ranges, RowStream, TableName } from '../../../../platform/engine/port.ts';
import type { MysqlClient } from '../../../connections/public.ts';
import { backticked, backtickedTable as tableOf } from '../names.ts';
import { rangesBetween, rowsOfRange, type TableKey } from '../ranges.ts';

interface Speaking {
  columns: DataColumn[];
  /** What is selected of the rows `t` that hold a condition. */
  select(condition: string): string;
  /** Rows of a statement on a line that stays open. */
  flow(connection: Connection, sql: string, signal: AbortSignal | undefined): RowStream['bytes'];
  refused(error: unknown): Error;
}

/** The ranges of a table of MySQL, on a line of its own; of one state where its engine keeps states. */
export async function mysqlRanges(
  client: MysqlClient,
  key: MysqlKey,
  given: RangedTable,
  { columns, select, flow, refused }: Speaking,
): Promise<Ranges | undefined> {
  const { table, earlier } = given;
  const each = rowsOfRange(key, given);
  if (each === undefined) return undefined;
  const connection = await client.driver();
  const by = `t.${backticked(key.column.name)}`;
  const from = `from ${tableOf(table)} t`;
  const isNumber = key.column.type === 'integer' || key.column.type === 'decimal';
  const value = (text: string): string =>
    // a number that is compared with a text would be compared as one without its last digits
    isNumber && /^-?\d+(\.\d+)?$/.test(text) ? text : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const within = ({ after, upTo }: KeyRange): string =>
    `${after === undefined ? '' : `${by} > ${value(after)} and `}${by} <= ${value(upTo)}`;
  const first = async (sql: string): Promise<string | undefined> =>
    (await askOn<(string | null)[][]>(connection, sql))[0]?.[0] ?? undefined;
  try {
    await askOn(connection, "set session time_zone = '+00:00', session sql_mode = 'STRICT_ALL_TABLES'");
    await askOn(connection, 'start transaction with consistent snapshot, read only');
    const lowest = await first(`select ${by} ${from} order by ${by} limit 1`);
    const highest = await first(`select ${by} ${from} order by ${by} desc limit 1`);
    const upTo = earlier?.key === key.column.name ? earlier.upTo : highest;
    if (lowest === undefined || upTo === undefined) {
      connection.destroy();
      return undefined;
    }
    const behind = (after: string | undefined, rows: number): Promise<string | undefined> =>
      first(`select ${by} ${from} where ${within({ after, upTo })} order by ${by} limit ${rows - 1}, 1`);
    return {
      key: key.column.name,
      upTo,
      still: key.still,
      columns,
      next: rangesBetween(key, each, { lowest, upTo, behind }),
      read: (range, { signal } = {}) =>
        Promise.resolve({ columns, bytes: flow(connection, select(within(range)), signal) }),
      end() {
        connection.destroy();
        return Promise.resolve();
      },
    };
  } catch (error) {
    connection.destroy();
    throw refused(error);
  }
}

interface MysqlKey extends TableKey {
  /** A transaction sees one state of the table. */
  still: boolean;
}

/** The first column of the key in whose order the rows lie; undefined where it has none whose values are the same again as texts. */
export async function mysqlKey(
  ask: (text: string, params: string[]) => Promise<(string | null)[][]>,
  { schema, name }: TableName,
  columns: readonly DataColumn[],
): Promise<MysqlKey | undefined> {
  const rows = await ask(
    `select s.column_name, (select count(*) from information_schema.statistics o where o.table_schema = s.table_schema and o.table_name = s.table_name and o.index_name = 'PRIMARY'),
        t.engine, t.table_rows, t.data_length
      from information_schema.statistics s join information_schema.tables t on t.table_schema = s.table_schema and t.table_name = s.table_name
      where s.table_schema = ? and s.table_name = ? and s.index_name = 'PRIMARY' and s.seq_in_index = 1 and s.sub_part is null and t.table_type = 'BASE TABLE'`,
    [schema, name],
  );
  const [found] = rows;
  const column = found && columns.find((one) => one.name === found[0]);
  if (!column || !isOrdered(column)) return undefined;
  return {
    column,
    rows: Number(found[3] ?? 0),
    bytes: Number(found[4]) || undefined,
    alone: found[1] === '1',
    scattered: false,
    still: found[2]?.toLowerCase() === 'innodb',
  };
}

/** What is compared in another order than it is sorted in is none. */
function isOrdered({ type, native = '' }: DataColumn): boolean {
  if (type === 'text') return /^(var)?char\b|^(tiny|medium|long)?text\b|^uuid\b/.test(native);
  return (type === 'integer' && !native.startsWith('year')) || ['decimal', 'date', 'timestamp'].includes(type);
}

function askOn<T>(connection: Connection, sql: string): Promise<T> {
  return new Promise((resolve, reject) => {
    connection.query({ sql }, (error, rows) => (error ? reject(error) : resolve(rows as T)));
  });
}
