import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Endpoint, QueryLimits, QueryResult, TableName } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ClickhouseClient } from '../../kinds/clickhouse.ts';
import { chosenColumns, type TableSource } from '../chosen-columns.ts';
import { loadInto } from './clickhouse-load.ts';
import { clickhouseKey, clickhouseRanges } from './clickhouse-ranges.ts';
import { refusedThere } from './clickhouse-refused.ts';
import { columnOf, finalOf, readAs, valueOf } from './clickhouse-types.ts';
import { escapedText as text } from '@formwork/etl/sql.ts';
import { backslashed, escapedTable as tableOf } from '../names.ts';
import { limitedRows } from '../limited-rows.ts';
import { toldStream } from '../told-stream.ts';

/** ClickHouse. Schemas are its databases; its CSV is how rows travel, so they pass as they are. */
export function clickhouseEndpoint(client: ClickhouseClient): Endpoint {
  const { version } = client;
  const ask: Ask = async (sql, signal) => {
    const until = AbortSignal.timeout(askMs);
    const ends = signal ? AbortSignal.any([signal, until]) : until;
    try {
      return await client.ask(`${sql} format CSV`, { reading: true, signal: ends });
    } catch (error) {
      signal?.throwIfAborted();
      return refuse(error);
    }
  };
  const columns = (table: TableName, signal?: AbortSignal) => columnsOf(client, ask, table, signal);
  const describe = async (sql: string, signal?: AbortSignal) => {
    // brackets around it: one statement that answers rows, and nothing else is
    const rows = await ask(`describe table (${sql}\n)`, signal);
    return rows.map(([name, native]) => columnOf(name!, native!));
  };
  const answerOf = (named: readonly DataColumn[], sql: string) =>
    `select ${named.map((column) => readAs(backslashed(column.name), column, version)).join(', ')} from (${sql}\n)`;
  return {
    // a load that fails has reached nothing but a table beside
    caps: { dialect: 'clickhouse', write: true, transactional: true },
    async schemas() {
      const rows = await ask(
        `select name from system.databases where name not in ('system', 'information_schema', 'INFORMATION_SCHEMA', '_temporary_and_external_tables') order by name != ${text(client.database)}, name`,
      );
      return rows.map(([name]) => name!);
    },
    tables: (schema, search = '') => tablesOf(ask, schema || client.database, search),
    columns: (table) => columns(table),
    describe,
    async query(sql, limits = {}) {
      const named = await describe(sql, limits.signal);
      return queried(client, answerOf(named, sql), named, limits);
    },
    async read(source, { signal } = {}) {
      const columnsThere = (table: TableName) => columns(table, signal);
      const named = 'sql' in source ? await describe(source.sql, signal) : await chosenColumns(source, columnsThere);
      const select =
        'sql' in source
          ? answerOf(named, source.sql)
          : await selectOf(source, named, { client, ask: (sql) => ask(sql, signal), columns: columnsThere });
      const bytes = await client.stream(`${select} format CSV`, { reading: true, signal }).catch((error: unknown) => {
        signal?.throwIfAborted();
        return refuse(error);
      });
      return { columns: named, bytes: toldStream(bytes, refuse) };
    },
    async ranges(given) {
      const { signal } = given;
      const table = { schema: given.table.schema || client.database, name: given.table.name };
      const there = await columns(table, signal);
      // old servers do not tell what they sort by
      const key = await clickhouseKey((sql) => ask(sql, signal), table, there).catch(() => undefined);
      if (!key) return undefined;
      const source = { table, ...(given.columns && { columns: given.columns }) };
      const named = await chosenColumns(source, () => Promise.resolve(there));
      const reader = { client, ask: (sql: string) => ask(sql, signal), columns: () => Promise.resolve(there) };
      const select = await selectOf(source, named, reader);
      return clickhouseRanges(
        key,
        { ...given, table },
        {
          version,
          columns: named,
          ask: (sql) => ask(sql, signal),
          async rows(condition, stop) {
            const sql = `${select} where ${condition} format CSV`;
            const bytes = await client.stream(sql, { reading: true, signal: stop }).catch((error: unknown) => {
              stop?.throwIfAborted();
              return refuse(error);
            });
            return toldStream(bytes, refuse);
          },
        },
      );
    },
    load: (target, rows, { signal } = {}) => {
      // rows of this database alone are taken from a statement, which no task asks of it
      if ('sql' in rows) throw new AppError('etl.sql.failed', { message: 'rows come as a stream' });
      return loadInto(client, columns, target, rows, signal);
    },
    close: () => client.close(),
  };
}

type Ask = (sql: string, signal?: AbortSignal) => Promise<(string | null)[][]>;

/** What tables and columns there are is known at once, or not at all. */
const askMs = 30_000;

async function tablesOf(ask: Ask, schema: string, search: string): ReturnType<Endpoint['tables']> {
  const rows = await ask(
    `select name, engine, row_count, byte_count from system.tables any left join (
        select table as name, sum(rows) as row_count, sum(bytes) as byte_count from system.parts where database = ${text(schema)} and active group by table
      ) as counted using (name)
      where database = ${text(schema)} and position(lower(name), lower(${text(search)})) > 0 and name not like '.inner%' order by name limit 2000`,
  );
  return rows.map(([name, engine, count, bytes]) => {
    const known = engine!.endsWith('MergeTree');
    return {
      schema,
      name: name!,
      kind: engine!.endsWith('View') ? 'view' : 'table',
      rows: known ? Number(count ?? 0) : null,
      bytes: known ? Number(bytes ?? 0) : null,
    };
  });
}

async function columnsOf(
  client: ClickhouseClient,
  ask: Ask,
  { schema, name }: TableName,
  signal?: AbortSignal,
): Promise<DataColumn[]> {
  const rows = await ask(
    `select name, type, is_in_sorting_key, default_kind in ('MATERIALIZED', 'ALIAS') from system.columns where database = ${text(schema || client.database)} and table = ${text(name)} and default_kind != 'EPHEMERAL'`,
    signal,
  );
  if (rows.length === 0) throw new AppError('etl.table.not_found', { table: [schema, name].filter(Boolean).join('.') });
  return rows.map(([column, native, key, made]) => ({
    ...columnOf(column!, native!),
    ...(key === '1' ? { key: true } : {}),
    ...(made === '1' ? { made: true } : {}),
  }));
}

async function selectOf(
  { table, after, limit }: TableSource,
  named: readonly DataColumn[],
  {
    client,
    ask,
    columns,
  }: { client: ClickhouseClient; ask: Ask; columns: (table: TableName) => Promise<DataColumn[]> },
): Promise<string> {
  const [engine] = await ask(
    `select engine from system.tables where database = ${text(table.schema || client.database)} and name = ${text(table.name)}`,
  );
  const final = finalOf(engine?.[0] ?? '');
  const by = after && (await columns(table)).find(({ name }) => name === after.column);
  const name = by && backslashed(by.name);
  const where = by && after ? ` where ${name} ${after.from ? '>=' : '>'} ${valueOf(by, after.value)}` : '';
  return `select ${named.map((column) => readAs(backslashed(column.name), column, client.version)).join(', ')} from ${tableOf(table)}${final}${where}${by ? ` order by ${name}` : ''}${limit === undefined ? '' : ` limit ${Math.floor(limit)}`}`;
}

function queried(
  client: ClickhouseClient,
  sql: string,
  named: DataColumn[],
  limits: QueryLimits,
): Promise<QueryResult> {
  return limitedRows(
    named,
    limits,
    ({ rows, ms, signal }) => {
      const settings = {
        max_execution_time: Math.max(1, Math.ceil(ms / 1_000)),
        // an order that a person asked for is kept
        ...(client.version >= 23.01 && { query_plan_remove_redundant_sorting: 0 }),
      };
      return client.stream(`${sql} limit ${rows + 1} format CSV`, { reading: true, settings, signal });
    },
    refuse,
  );
}

function refuse(error: unknown): never {
  throw refusedThere(error);
}
