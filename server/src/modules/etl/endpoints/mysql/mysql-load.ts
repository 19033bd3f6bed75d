import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Connection, ResultSetHeader } from 'mysql2';
import type { Loaded, LoadTarget, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { rowsOf } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import { failureOf, type MysqlClient } from '../../../connections/public.ts';
import { backticked, backtickedTable as tableOf, onceTable } from '../names.ts';
import { rowError } from '../row-refused.ts';
import { createColumns, createHistory, fromStaging, stagingTable, typeOf } from './mysql-staging.ts';
import { lackingIn, requireColumns } from '../target-columns.ts';

/** So many rows or signs of values go with one statement. */
const batchRows = 1_000;
const batchSigns = 1_000_000;

/** Rows into MySQL: one transaction; what replaces a table is filled beside it and takes its name at the end. */
export async function loadInto(
  client: MysqlClient,
  columnsOf: (table: TableName) => Promise<DataColumn[]>,
  { table, mode, keys = [], once, addColumns }: LoadTarget,
  { columns, bytes }: RowStream,
  signal: AbortSignal | undefined,
): Promise<Loaded> {
  // until they are taken nobody hears that they broke off; taking them tells of it
  bytes.on('error', () => {});
  const connection = await client.driver();
  const stop = () => void client.stop(connection).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  const beside = `${table.name.slice(0, 50)}_loading`;
  let loaded = 0;
  try {
    await ask(connection, "set session time_zone = '+00:00', session sql_mode = 'STRICT_ALL_TABLES'");
    if (mode === 'create')
      await ask(connection, `create table if not exists ${tableOf(table)} (${createColumns(columns, keys)})`);
    if (mode === 'history')
      await ask(connection, `create table if not exists ${tableOf(table)} (${createHistory(columns, keys)})`);
    let there = await columnsOf(table);
    const lacking = addColumns ? lackingIn(there, columns) : [];
    if (lacking.length > 0) {
      await ask(
        connection,
        `alter table ${tableOf(table)} ${lacking.map((one) => `add column ${backticked(one.name)} ${typeOf(one, false)}`).join(', ')}`,
      );
      there = [...there, ...lacking];
    }
    if (mode === 'changes') throw new AppError('etl.changes.none');
    requireColumns(columns, there, keys);
    const staged = mode === 'mirror' || mode === 'history';
    const into = staged || mode === 'replace' ? tableOf({ ...table, name: beside }) : tableOf(table);
    if (staged) await ask(connection, stagingTable(into, tableOf(table), columns, keys));
    if (mode === 'replace') {
      await ask(connection, `drop table if exists ${into}`);
      await ask(connection, `create table ${into} like ${tableOf(table)}`);
    }
    const names = columns.map(({ name }) => backticked(name));
    const changed = names.filter((name) => !keys.map(backticked).includes(name));
    const onKey =
      mode === 'upsert' || staged
        ? ` on duplicate key update ${(changed.length > 0 ? changed : names.slice(0, 1)).map((name) => `${name} = values(${name})`).join(', ')}`
        : '';
    const targets = columns.map(({ name }) => there.find((one) => one.name === name)!);
    const onceIn = tableOf({ schema: table.schema, name: onceTable });
    if (once !== undefined)
      await ask(
        connection,
        `create table if not exists ${onceIn} (\`key\` varchar(255) primary key, at datetime not null default now())`,
      );
    await ask(connection, 'begin');
    if (once !== undefined) {
      const { affectedRows } = await ask(connection, `insert ignore into ${onceIn} (\`key\`) values (?)`, [once]);
      if (affectedRows === 0) return { rows: 0, already: true };
    }
    for await (const rows of batched(rowsOf(bytes))) {
      signal?.throwIfAborted();
      const values = rows.map((row) => row.map((value, at) => valueOf(value, columns[at]!, targets[at]!)));
      const insert = `insert into ${into} (${names.join(', ')}) values ?${onKey}`;
      try {
        await ask(connection, insert, [values]);
      } catch (error) {
        const refusal = rowRefused(error, loaded);
        throw refusal === error ? await firstRefused(connection, insert, values, { error, before: loaded }) : refusal;
      }
      loaded += rows.length;
    }
    if (staged)
      for (const statement of fromStaging(mode, tableOf(table), into, columns, keys)) await ask(connection, statement);
    await ask(connection, 'commit');
    if (mode === 'replace') {
      const old = tableOf({ ...table, name: `${table.name.slice(0, 50)}_before` });
      await ask(connection, `drop table if exists ${old}`);
      await ask(connection, `rename table ${tableOf(table)} to ${old}, ${into} to ${tableOf(table)}`);
      await ask(connection, `drop table ${old}`);
    }
    return { rows: loaded };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppError || !(error as { code?: string }).code) throw error;
    const known = failureOf(error);
    throw known.code === 'connections.test.broken'
      ? new AppError('etl.sql.failed', known.data)
      : new AppError(known.code, known.data);
  } finally {
    signal?.removeEventListener('abort', stop);
    bytes.destroy();
    connection.destroy();
  }
}

/** `Data too long for column 'name' at row 3` */
function rowRefused(error: unknown, before: number): unknown {
  const { code, sqlMessage = '' } = error as { code?: string; sqlMessage?: string };
  if (code !== undefined && noRoom.has(code))
    return new AppError('etl.target.full', { message: sqlMessage.slice(0, 300) });
  const [, row] = /at row (\d+)/.exec(sqlMessage) ?? [];
  const [, column] = /[Cc]olumn '?(?:`[^`]*`\.`[^`]*`\.)?[`']?([^`'.]+)[`']/.exec(sqlMessage) ?? [];
  if (row === undefined) return error;
  return rowError(sqlMessage, before + Number(row), column ?? '');
}

/** Of a key that is there already no row is named: one after the other says which it was. What they add goes with the transaction. */
async function firstRefused(
  connection: Connection,
  insert: string,
  values: unknown[][],
  { error, before }: { error: unknown; before: number },
): Promise<unknown> {
  if (!ofOneRow.has((error as { code?: string }).code ?? '')) return error;
  for (const [at, row] of values.entries())
    try {
      await ask(connection, insert, [[row]]);
    } catch (refused) {
      return rowError((refused as { sqlMessage?: string }).sqlMessage ?? '', before + at + 1, '');
    }
  return error;
}

const ofOneRow = new Set([
  'ER_DUP_ENTRY',
  'ER_CONSTRAINT_FAILED',
  'ER_NO_REFERENCED_ROW_2',
  'ER_CHECK_CONSTRAINT_VIOLATED',
]);

const noRoom = new Set(['ER_RECORD_FILE_FULL', 'ER_DISK_FULL', 'ER_DISK_FULL_NOWAIT', 'ER_ENGINE_OUT_OF_MEMORY']);

async function* batched(source: AsyncIterable<(string | null)[][]>): AsyncGenerator<(string | null)[][]> {
  let batch: (string | null)[][] = [];
  let signs = 0;
  for await (const rows of source)
    for (const row of rows) {
      batch.push(row);
      signs += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (batch.length < batchRows && signs < batchSigns) continue;
      yield batch;
      batch = [];
      signs = 0;
    }
  if (batch.length > 0) yield batch;
}

/** As MySQL writes it: no words for truth, no zones in moments. */
function valueOf(value: string | null, from: DataColumn, to: DataColumn): string | number | Buffer | null {
  if (value === null) return null;
  if (from.type === 'boolean' && to.type !== 'text') return value === 'true' || value === 't' ? 1 : 0;
  if (from.type === 'bytes') return Buffer.from(value.replace(/^\\x/, ''), 'hex');
  if (from.type === 'timestamptz') {
    const at = new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
    if (!Number.isNaN(at.getTime())) return at.toISOString().replace('T', ' ').replace('Z', '');
  }
  return value;
}

function ask(connection: Connection, sql: string, values: unknown[] = []): Promise<ResultSetHeader> {
  return new Promise((resolve, reject) => {
    connection.query({ sql, values }, (error, result) => (error ? reject(error) : resolve(result as ResultSetHeader)));
  });
}
