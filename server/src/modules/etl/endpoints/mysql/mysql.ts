import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { Connection, FieldPacket } from 'mysql2';
import {
  usualLimits,
  type Endpoint,
  type LoadTarget,
  type ReadSource,
  type RowStream,
  type TableName,
} from '../../../../platform/engine/port.ts';
import { rowLine } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import { failureOf, type MysqlClient } from '../../../connections/public.ts';
import { backticked, backtickedTable as tableOf } from '../names.ts';
import { mysqlChanges } from './mysql-changes.ts';
import { loadInto } from './mysql-load.ts';
import { mysqlKey, mysqlRanges } from './mysql-ranges.ts';

/** MySQL and MariaDB. Schemas are its databases. */
export function mysqlEndpoint(client: MysqlClient): Endpoint {
  const ask = async (text: string, params: string[] = []): Promise<(string | null)[][]> =>
    (await client.query(text, params, { rows: 20_000 })).rows;
  const columns = (table: TableName) => columnsOf(ask, client.database, table);
  const describe = (sql: string, signal?: AbortSignal) => described(client, sql, signal);
  return {
    caps: { dialect: 'mysql', write: true, transactional: true, portions: true },
    async schemas() {
      const rows = await ask(
        "select schema_name from information_schema.schemata where schema_name not in ('information_schema', 'mysql', 'performance_schema', 'sys') order by schema_name <> ?, schema_name",
        [client.database],
      );
      return rows.map(([name]) => name!);
    },
    async tables(schema, search = '') {
      const rows = await ask(
        'select table_name, table_type, table_rows, data_length + index_length from information_schema.tables where table_schema = ? and locate(lower(?), lower(table_name)) > 0 order by table_name limit 2000',
        [schema, search],
      );
      return rows.map(([name, kind, count, bytes]) => ({
        schema,
        name: name!,
        kind: kind === 'VIEW' ? 'view' : 'table',
        rows: count === null ? null : Number(count),
        bytes: bytes === null ? null : Number(bytes),
      }));
    },
    columns,
    describe,
    async query(sql, { signal, ...given } = {}) {
      const limits = { ...usualLimits, ...given };
      try {
        const named = await describe(sql, signal);
        const result = await client.query(readable(sql, named), [], { ...limits, signal });
        return {
          columns: named,
          rows: result.rows.map((row) => row.map((value, at) => textOf(value, named[at]!.type))),
          cut: result.cut,
        };
      } catch (error) {
        signal?.throwIfAborted();
        throw refused(error);
      }
    },
    async read(source, { signal } = {}) {
      const sql = await selectOf(source, columns);
      const named =
        'sql' in source
          ? await describe(sql, signal)
          : withDigits(await describe(sql, signal), await columns(source.table));
      return { columns: named, bytes: await streamed(client, sql, named, signal) };
    },
    async changes(table, { columns: names, after, signal }) {
      const there = await columns(table);
      const chosen = there.filter(({ name, key }) => key === true || names.includes(name));
      try {
        return await mysqlChanges(client, { table, columns: chosen, after, signal, textOf });
      } catch (error) {
        signal?.throwIfAborted();
        throw refused(error);
      }
    },
    async ranges(given) {
      const { table } = given;
      const there = await columns(table);
      const key = await mysqlKey(ask, { schema: table.schema || client.database, name: table.name }, there);
      if (!key) return undefined;
      const select = await selectOf({ table, columns: given.columns ?? there.map(({ name }) => name) }, columns);
      const named = withDigits(await describe(select, given.signal), there);
      return mysqlRanges(client, key, given, {
        columns: named,
        select: (condition) => `${select} where ${condition}`,
        flow: (connection, sql, signal) => flowing(client, connection, { sql, columns: named, signal }),
        refused,
      });
    },
    load: (target: LoadTarget, rows: RowStream, { signal } = {}) => loadInto(client, columns, target, rows, signal),
    close: () => client.close(),
  };
}

async function selectOf(
  source: ReadSource,
  columnsOfTable: (table: TableName) => Promise<DataColumn[]>,
): Promise<string> {
  if ('sql' in source) return source.sql;
  const { table, columns, after, limit } = source;
  const chosen = columns ?? (await columnsOfTable(table)).map(({ name }) => name);
  const value = after && `'${after.value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const where = after
    ? ` where t.${backticked(after.column)} ${after.from ? '>=' : '>'} ${value} order by t.${backticked(after.column)}`
    : '';
  return `select ${chosen.map((name) => `t.${backticked(name)}`).join(', ')} from ${tableOf(table)} t${where}${limit === undefined ? '' : ` limit ${Math.floor(limit)}`}`;
}

async function described(client: MysqlClient, sql: string, signal: AbortSignal | undefined): Promise<DataColumn[]> {
  try {
    // a derived table is one statement that answers rows, and nothing else is
    const { columns } = await client.query(`select * from (${sql}\n) as described limit 0`, [], { rows: 1, signal });
    return columns.map((column) => ({ ...column, nullable: true }));
  } catch (error) {
    signal?.throwIfAborted();
    throw refused(error);
  }
}

/** What a statement answers says of a decimal that it is one, and not how many digits it has. */
function withDigits(answered: readonly DataColumn[], known: readonly DataColumn[]): DataColumn[] {
  return answered.map((column) => {
    const own = known.find(({ name }) => name === column.name);
    if (column.type !== 'decimal' || own?.precision === undefined) return column;
    return { ...column, precision: own.precision, scale: own.scale ?? 0 };
  });
}

async function columnsOf(
  ask: (text: string, params: string[]) => Promise<(string | null)[][]>,
  database: string,
  { schema, name }: TableName,
): Promise<DataColumn[]> {
  const rows = await ask(
    'select column_name, data_type, column_type, is_nullable, column_key, numeric_precision, numeric_scale from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position',
    [schema || database, name],
  );
  if (rows.length === 0) throw new AppError('etl.table.not_found', { table: [schema, name].filter(Boolean).join('.') });
  return rows.map(([column, type, native, nullable, key, precision, scale]) => ({
    name: column!,
    type: typeOf(type!, native!),
    nullable: nullable === 'YES',
    native: native!,
    ...(key === 'PRI' ? { key: true } : {}),
    ...(type === 'decimal' ? { precision: Number(precision), scale: Number(scale) } : {}),
    // beyond what 64 bits with a sign hold
    ...(type === 'bigint' && native!.includes('unsigned') ? { precision: 20, scale: 0 } : {}),
  }));
}

function typeOf(type: string, native: string): ValueType {
  if (type === 'bigint' && native.includes('unsigned')) return 'decimal';
  return types[type] ?? (type.endsWith('int') ? 'integer' : /(binary|blob)$/.test(type) ? 'bytes' : 'text');
}

const types: Record<string, ValueType> = {
  year: 'integer',
  decimal: 'decimal',
  float: 'double',
  double: 'double',
  date: 'date',
  time: 'time',
  datetime: 'timestamp',
  timestamp: 'timestamp',
  json: 'json',
  bit: 'bytes',
};

/** Dates without a day are nothing anywhere else; bytes travel in hexadecimal digits. */
function textOf(value: string | Buffer | null, type: ValueType): string | null {
  if (value === null) return null;
  if (type === 'bytes') return `\\x${typeof value === 'string' ? value.toLowerCase() : value.toString('hex')}`;
  const text = String(value);
  return (type === 'date' || type === 'timestamp') && text.startsWith('0000-00-00') ? null : text;
}

/** Bytes as hexadecimal digits: the reading client knows texts alone. */
function readable(sql: string, columns: readonly DataColumn[]): string {
  if (!columns.some(({ type }) => type === 'bytes')) return sql;
  const names = columns.map(({ name, type }) =>
    type === 'bytes' ? `hex(${backticked(name)}) as ${backticked(name)}` : backticked(name),
  );
  return `select ${names.join(', ')} from (${sql}\n) as answered`;
}

async function streamed(
  client: MysqlClient,
  sql: string,
  columns: readonly DataColumn[],
  signal: AbortSignal | undefined,
): Promise<RowStream['bytes']> {
  const connection = await client.driver();
  connection.query("set session time_zone = '+00:00'");
  connection.query('start transaction read only');
  const out = flowing(client, connection, { sql, columns, signal });
  out.once('close', () => connection.destroy());
  return out;
}

/** The rows of a statement as they come; the line stays open where they came to their end. */
function flowing(
  client: MysqlClient,
  connection: Connection,
  { sql, columns, signal }: { sql: string; columns: readonly DataColumn[]; signal: AbortSignal | undefined },
): PassThrough {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  // what breaks before anybody reads them must not end the process
  out.on('error', () => {});
  const { stream } = connection as unknown as { stream: Socket };
  let running = true;
  // while it runs: of a connection that ended the server may have given its number to another
  const over = () => {
    running = false;
    signal?.removeEventListener('abort', stop);
    stream.removeListener('close', lost);
  };
  const end = (error: Error) => {
    if (!running) return;
    over();
    connection.destroy();
    out.destroy(signal?.aborted ? (signal.reason as Error) : refused(error));
  };
  const stop = () => {
    void client.stop(connection).catch(() => {});
    end(signal!.reason as Error);
  };
  // of a line that breaks the driver tells the statement nothing
  const lost = () => end(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
  signal?.addEventListener('abort', stop, { once: true });
  // who stops reading wants nothing more of the line
  out.once('close', () => {
    if (!running) return;
    over();
    connection.destroy();
  });
  stream.once('close', lost);
  if (signal?.aborted) stop();
  const query = connection.query({ sql, typeCast: (field) => field.buffer() });
  let lines = '';
  query.on('error', end);
  query.on('fields', (fields: FieldPacket[]) => {
    if (fields?.length !== columns.length) end(new Error('the columns changed'));
  });
  query.on('result', (row: unknown) => {
    lines += rowLine((row as (Buffer | null)[]).map((value, at) => textOf(value, columns[at]!.type)));
    if (lines.length < 64 * 1024) return;
    const room = out.write(lines);
    lines = '';
    if (room) return;
    connection.pause();
    out.once('drain', () => connection.resume());
  });
  query.on('end', () => {
    over();
    out.end(lines);
  });
  return out;
}

function refused(error: unknown): AppError {
  if (error instanceof AppError)
    return error.code === 'connections.query.failed' ? new AppError('etl.sql.failed', error.data) : error;
  const known = failureOf(error);
  return known.code === 'connections.test.broken'
    ? new AppError('etl.sql.failed', known.data)
    : new AppError(known.code, known.data);
}
