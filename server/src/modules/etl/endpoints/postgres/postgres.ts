import type { Socket } from 'node:net';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import { changeColumn } from '@formwork/contract/etl/task.ts';
import type pg from 'pg';
import type {
  Endpoint,
  Loaded,
  LoadTarget,
  QueryResult,
  ReadOptions,
  ReadSource,
  RowForm,
  RowsThere,
  RowStream,
  Still,
  TableName,
} from '../../../../platform/engine/port.ts';
import { usualLimits } from '../../../../platform/engine/port.ts';
import { AppError } from '../../../../platform/errors.ts';
import { failureOf, type PostgresClient } from '../../../connections/public.ts';
import { copyIn } from './copy-in.ts';
import { CopyOut } from './copy-out.ts';
import { doubleQuoted, onceTable, quotedTable as tableOf, textQuoted } from '../names.ts';
import { isNear } from '../near.ts';
import { lackingIn } from '../target-columns.ts';
import { rowError } from '../row-refused.ts';
import { changesOf, endChanges } from './postgres-changes.ts';
import { postgresKey, postgresRanges } from './postgres-ranges.ts';
import { maySwap, swapOf } from './postgres-swap.ts';
import { walkedSoFar, walksTable } from './postgres-walk.ts';
import { addColumns, createColumns, createHistory, formOf, loadStatements } from './postgres-load.ts';

/** PostgreSQL and what speaks like it: rows go in and out by COPY. */
export function postgresEndpoint(client: PostgresClient): Endpoint {
  const { driver } = client;
  const ask = async (text: string, params: string[] = []): Promise<(string | null)[][]> =>
    (await client.query(text, params, { rows: 20_000 })).rows;
  const describe = (sql: string) => described(driver, sql);
  return {
    caps: { dialect: 'postgres', write: true, transactional: true, straight: true, portions: true },
    async schemas() {
      const rows = await ask(
        `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
          and has_schema_privilege(oid, 'usage') order by nspname <> 'public', nspname`,
      );
      return rows.map(([name]) => name!);
    },
    async tables(schema, search = '') {
      const rows = await ask(
        `select c.relname, c.relkind, c.reltuples, case when c.relkind in ('r', 'm', 'p') then pg_total_relation_size(c.oid) end
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
            and strpos(lower(c.relname), lower($2)) > 0 order by c.relname limit 2000`,
        [schema, search],
      );
      return rows.map(([name, kind, count, bytes]) => ({
        schema,
        name: name!,
        kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
        // minus one: never analysed
        rows: kind === 'v' || Number(count) < 0 ? null : Number(count),
        bytes: bytes === null ? null : Number(bytes),
      }));
    },
    columns: (table) => columnsOf(ask, table),
    describe,
    query: (sql, limits) => queried(client, describe, sql, limits),
    async read(source, { form = 'csv', ...options } = {}) {
      const sql = await selectOf(source, (table) => columnsOf(ask, table));
      const columns = await describe(sql);
      const rows = form === 'csv' ? asRows(sql, columns) : sql;
      return { columns, form, ...copied(driver, copyOut(rows, columns, form), options) };
    },
    async ranges(given) {
      const there = await columnsOf(ask, given.table);
      const key = await postgresKey(driver, given.table, there);
      if (!key) return undefined;
      const { table, columns } = given;
      const select = await selectOf({ table, ...(columns && { columns }) }, () => Promise.resolve(there));
      const named = await describe(select);
      return postgresRanges(driver, key, given, {
        columns: named,
        select: (condition) => `${select} where ${condition}`,
        copy: (sql, form) => copyOut(form === 'csv' ? asRows(sql, named) : sql, named, form),
        refused,
      });
    },
    async changes(table, options) {
      const wanted = new Set(options.columns);
      const columns = (await columnsOf(ask, table)).filter(({ name, key }) => key === true || wanted.has(name));
      try {
        const copy = (statement: string) => copied(driver, statement, { signal: options.signal }).bytes;
        return await changesOf(driver, copy, columns, { ...options, table });
      } catch (error) {
        throw refused(error);
      }
    },
    still: () => still(driver),
    walks: (sql, table) => walksTable(driver, sql, table).catch((error: unknown) => Promise.reject(refused(error))),
    swapsNear: async (table) => {
      try {
        return (await isNear(driver)) && (await maySwap(driver, table));
      } catch (error) {
        throw refused(error);
      }
    },
    endChanges: (slot) => endChanges(driver, slot),
    load: (target, rows, { signal } = {}) => loaded(driver, (table) => columnsOf(ask, table), target, rows, signal),
    close: () => client.close(),
  };
}

export async function selectOf(
  source: ReadSource,
  columnsOfTable: (table: TableName) => Promise<DataColumn[]>,
): Promise<string> {
  if ('sql' in source) return source.sql;
  const { table, columns, after, limit } = source;
  const chosen = columns ?? (await columnsOfTable(table)).map(({ name }) => name);
  const from = [table.schema, table.name]
    .filter((part) => part !== '')
    .map(doubleQuoted)
    .join('.');
  // qualified: a column of the answer may bear the same name as another type
  const where = after
    ? ` where t.${doubleQuoted(after.column)} ${after.from ? '>=' : '>'} ${textQuoted(after.value)}`
    : '';
  const order = after ? ` order by t.${doubleQuoted(after.column)}` : '';
  return `select ${chosen.map((name) => `t.${doubleQuoted(name)}`).join(', ')} from ${from} t${where}${order}${limit === undefined ? '' : ` limit ${Math.floor(limit)}`}`;
}

async function queried(
  client: PostgresClient,
  describe: (sql: string) => Promise<DataColumn[]>,
  sql: string,
  { signal, ...given }: Parameters<Endpoint['query']>[1] = {},
): Promise<QueryResult> {
  signal?.throwIfAborted();
  const limits = { ...usualLimits, ...given };
  const stop = () => client.driver.connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const columns = await describe(sql);
    const { rows, cut } = await client.query(asRows(sql, columns), [], limits);
    return { columns, rows, cut };
  } catch (error) {
    signal?.throwIfAborted();
    throw refused(error);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Longer than this nobody counts. */
const longestStillMs = 600_000;

async function still(driver: pg.Client): Promise<Still> {
  const begin = `begin transaction isolation level repeatable read read only; set local statement_timeout = ${longestStillMs};
    set local max_parallel_workers_per_gather = 0`;
  const { rows } = await driver
    .query(begin)
    .then(() => driver.query<{ state: string }>('select pg_export_snapshot() as state'))
    .catch((error: unknown) => Promise.reject(refused(error)));
  let asking = 0;
  let over = false;
  return {
    state: rows[0]!.state,
    async ask(text) {
      asking += 1;
      try {
        const answer = await driver.query<(string | null)[]>({
          text,
          rowMode: 'array',
          types: { getTypeParser: () => (value: string) => value },
        } as unknown as pg.QueryArrayConfig);
        return answer.rows[0] ?? [];
      } catch (error) {
        throw refused(error);
      } finally {
        asking -= 1;
      }
    },
    async end() {
      if (over) return;
      over = true;
      // nobody waits for what is still asked
      if (asking > 0) driver.connection.stream.destroy();
      else await driver.query('rollback').catch(() => {});
    },
  };
}

/** By a cursor, which takes one statement that answers rows and no other. */
async function described(driver: pg.Client, sql: string): Promise<DataColumn[]> {
  try {
    await driver.query('begin transaction read only');
    await driver.query({
      text: `declare described no scroll cursor for ${sql}`,
      values: [],
      queryMode: 'extended',
    } as pg.QueryConfig);
    const { fields } = await driver.query({ text: 'fetch 0 from described', rowMode: 'array' });
    const types = await driver.query<[string, string, number]>({
      text: 'select format_type(t, m), t::oid, o from unnest($1::oid[], $2::int[]) with ordinality as f(t, m, o) order by o',
      values: [fields.map(({ dataTypeID }) => dataTypeID), fields.map(({ dataTypeModifier }) => dataTypeModifier)],
      rowMode: 'array',
    });
    return fields.map(({ name }, at) => columnOf(name, types.rows[at]![0], true));
  } catch (error) {
    throw refused(error);
  } finally {
    await driver.query('rollback').catch(() => {});
  }
}

async function columnsOf(
  ask: (text: string, params: string[]) => Promise<(string | null)[][]>,
  { schema, name }: TableName,
): Promise<DataColumn[]> {
  const rows = await ask(
    `select a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, exists (
        select from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey))
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [schema, name],
  );
  if (rows.length === 0) throw new AppError('etl.table.not_found', { table: [schema, name].filter(Boolean).join('.') });
  return rows.map(([column, native, notNull, key]) => ({
    ...columnOf(column!, native!, notNull !== 't'),
    ...(key === 't' ? { key: true } : {}),
  }));
}

/** By the type's name as PostgreSQL writes it. */
export function columnOf(name: string, native: string, nullable: boolean): DataColumn {
  const plain = native.replace(/\(.*?\)/, '');
  const type: ValueType = plain.endsWith('[]') ? 'list' : (types[plain] ?? 'text');
  const [, precision, scale] = /^numeric\((\d+),(-?\d+)\)/.exec(native) ?? [];
  return {
    name,
    type,
    nullable,
    native,
    ...(precision === undefined ? {} : { precision: Number(precision), scale: Math.max(0, Number(scale)) }),
  };
}

const types: Record<string, ValueType> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  oid: 'integer',
  numeric: 'decimal',
  real: 'double',
  'double precision': 'double',
  boolean: 'boolean',
  date: 'date',
  'time without time zone': 'time',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  uuid: 'uuid',
  json: 'json',
  jsonb: 'json',
  bytea: 'bytes',
};

/** What COPY would write in a way of PostgreSQL's own is written as others read it. */
function asRows(sql: string, columns: readonly DataColumn[]): string {
  const odd = (column: DataColumn) => column.type === 'boolean' || column.type === 'list';
  if (!columns.some(odd)) return sql;
  const values = columns.map((column, at) =>
    column.type === 'list' ? `to_json(c${at})::text` : column.type === 'boolean' ? `c${at}::text` : `c${at}`,
  );
  return `select ${values.join(', ')} from (${sql}\n) as rows(${columns.map((_, at) => `c${at}`).join(', ')})`;
}

function copyOut(sql: string, columns: readonly DataColumn[], form: RowForm): string {
  // an empty text that is alone on its line would be no row to who reads it
  const how = form === 'csv' && columns.length === 1 ? formOf(form).replace(/\)$/, ', force_quote *)') : formOf(form);
  return `copy (${sql}\n) to stdout ${how}`;
}

function copied(
  driver: pg.Client,
  statement: string,
  { signal, seen, state, walks }: { [K in keyof Omit<ReadOptions, 'form'>]: ReadOptions[K] | undefined },
): Pick<RowStream, 'bytes' | 'walked'> {
  const out = new PassThrough({ highWaterMark: 1024 * 1024 });
  // what breaks before anybody reads them must not end the process
  out.on('error', () => {});
  const begin =
    state === undefined
      ? 'begin transaction read only'
      : `begin transaction isolation level repeatable read read only; set transaction snapshot ${textQuoted(state)}`;
  const walked = Promise.withResolvers<number | undefined>();
  const work = async () => {
    await driver.query(`${begin}; set local timezone to 'UTC'; set local datestyle to 'ISO'`);
    try {
      // others that help would each know their own part
      if (walks) await driver.query('set local max_parallel_workers_per_gather = 0');
      const before = walks && (await walkedSoFar(driver, walks));
      const rows = new CopyOut(statement, refused, seen);
      driver.query(rows as never);
      await pipeline(rows, out, { signal });
      if (walks) walked.resolve((await walkedSoFar(driver, walks)) - before!);
    } finally {
      walked.resolve(undefined);
      // nothing else is heard of the other side before its rows have come to an end
      if (signal?.aborted) (driver as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
      else await driver.query('rollback').catch(() => {});
    }
  };
  work().catch((error: unknown) => out.destroy(signal?.aborted ? (signal.reason as Error) : refused(error)));
  return { bytes: out, walked: walked.promise };
}

async function loaded(
  driver: pg.Client,
  columnsOfTable: (table: TableName) => Promise<DataColumn[]>,
  target: LoadTarget,
  rows: RowStream | RowsThere,
  signal: AbortSignal | undefined,
): Promise<Loaded> {
  // until they are taken nobody hears that they broke off; taking them tells of it
  if ('bytes' in rows) rows.bytes.on('error', () => {});
  // between other things than chunks nobody looks whether the rows are still wanted
  let isPassing = false;
  const stop = () => isPassing || driver.connection.stream.destroy();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    if (target.mode === 'create') {
      await driver.query(
        `create table if not exists ${tableOf(target.table)} (${createColumns(rows.columns, target.keys ?? [])})`,
      );
    }
    if (target.mode === 'history')
      await driver.query(
        `create table if not exists ${tableOf(target.table)} (${createHistory(rows.columns, target.keys ?? [])})`,
      );
    let there = await columnsOfTable(target.table);
    const coming = rows.columns.filter(({ name }) => name !== changeColumn || target.mode !== 'changes');
    const lacking = target.addColumns ? lackingIn(there, coming) : [];
    if (lacking.length > 0) {
      await driver.query(`alter table ${tableOf(target.table)} ${addColumns(lacking)}`);
      there = [...there, ...lacking];
    }
    if (target.once !== undefined)
      await driver.query(
        `create table if not exists ${tableOf({ schema: target.table.schema, name: onceTable })} (key text primary key, at timestamptz not null default now())`,
      );
    await driver.query("begin; set local timezone to 'UTC'");
    let bytes = 0;
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    if (target.once !== undefined && !(await first(driver, target.table.schema, target.once))) {
      await driver.query('rollback');
      return { rows: 0, already: true };
    }
    // rows that are inserted cannot be made to be seen by who looks with an older state
    const swaps = target.swap && target.mode === 'replace' && 'bytes' in rows;
    const swap = swaps ? await swapOf(driver, target.table) : undefined;
    const steps = loadStatements(tableOf(target.table), target, rows.columns, there, { ...rows, swap });
    for (const statement of steps.before) await driver.query(statement);
    if ('sql' in rows) {
      const { rowCount } = await driver.query(steps.copy);
      for (const statement of steps.after) await driver.query(statement);
      await driver.query('commit');
      return { rows: rowCount ?? 0 };
    }
    const copy = copyIn(steps.copy);
    driver.query(copy as never);
    isPassing = true;
    await pipeline(rows.bytes, counting, copy, { signal });
    isPassing = false;
    signal?.throwIfAborted();
    await swap?.finish(steps.names);
    for (const statement of steps.after) await driver.query(statement);
    await driver.query('commit');
    return { rows: bytes === 0 ? 0 : copy.rowCount };
  } catch (error) {
    await driver.query('rollback').catch(() => {});
    signal?.throwIfAborted();
    throw loadRefused(error);
  } finally {
    signal?.removeEventListener('abort', stop);
    // a load that was refused before it took them leaves no open file behind
    if ('bytes' in rows) rows.bytes.destroy();
  }
}

/** Another load of the same key waits here until this one has ended. */
async function first(driver: pg.Client, schema: string, key: string): Promise<boolean> {
  const { rowCount } = await driver.query(
    `insert into ${tableOf({ schema, name: onceTable })} (key) values ($1) on conflict do nothing`,
    [key],
  );
  return rowCount === 1;
}

function refused(error: unknown): AppError {
  if (error instanceof AppError)
    return error.code === 'connections.query.failed' ? new AppError('etl.sql.failed', error.data) : error;
  const known = failureOf(error);
  if (known.code === 'connections.test.time') return new AppError('etl.sql.time', { seconds: usualLimits.ms / 1_000 });
  return known.code === 'connections.test.broken'
    ? new AppError('etl.sql.failed', known.data)
    : new AppError(known.code, known.data);
}

/** PostgreSQL says where: `COPY t, line 17, column price: "12,5"`. */
function loadRefused(error: unknown): unknown {
  // what neither the database nor the line says is of where the rows come from
  if (error instanceof AppError || (error as { code?: unknown }).code === undefined) return error;
  const { code, where, message } = error as { code?: string; where?: string; message?: string };
  // no disk, no tablespace, or more than the account may have
  if (code === '53100' || code === '53400') return new AppError('etl.target.full', { message: message?.slice(0, 300) });
  // of a rule of the table it is the whole line that comes behind
  const [, row, column, value] = /line (\d+)(?:, column (.+?))?(?:: "([\s\S]*)")?$/.exec(where ?? '') ?? [];
  if (row === undefined) return refused(error);
  return rowError(message ?? '', Number(row), column ?? '', column === undefined ? '' : value);
}
