import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataColumn, ValueType } from '@formwork/contract/etl/columns.ts';
import type { Connection } from 'mysql2';
import type { Changes, ChangesOptions, TableName } from '../../../../platform/engine/port.ts';
import { rowLine } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { MysqlClient } from '../../../connections/public.ts';
import { keysChanged, type ChangedKeys } from '../binlog/changed-keys.ts';
import { isBefore, type LogPlace } from '../binlog/events.ts';
import { plainKey, type KeyValue } from '../binlog/keys.ts';
import { LogRefused, readLog } from '../binlog/line.ts';
import { logStatus, mysqlLog, type Ask, type MysqlLog } from './mysql-log.ts';
import { backticked, backtickedTable } from '../names.ts';
import { withChange } from '../postgres/postgres-changes.ts';

/** So many keys are remembered at most; where more rows changed, reading all of them is no dearer. */
const mostKeys = 500_000;
const keysAtOnce = 500;

/** How values are told in a row; the reading of the endpoint says so. */
type TextOf = (value: string | Buffer | null, type: ValueType) => string | null;

interface Asked extends Pick<ChangesOptions, 'after' | 'signal'> {
  table: TableName;
  columns: DataColumn[];
  textOf: TextOf;
}

/** Where a reading ended, and of which server and file that was: a number in a log of another one means nothing. */
interface Position extends LogPlace {
  server: string;
  made: number;
}

/**
 * What changed in a table since a place in the binary log. The log says which keys; their rows are read as they are at the moment at which
 * the log is read to, in a transaction that sees this moment: so types, digits and columns come as they always do. A key that is no
 * longer there was taken away.
 */
export async function mysqlChanges(client: MysqlClient, asked: Asked): Promise<Changes> {
  const { signal, table, columns } = asked;
  const keys = columns.filter(({ key }) => key === true);
  if (keys.length === 0) throw new AppError('etl.changes.no_key', { table: table.name });
  const line = await client.driver();
  const stop = () => void client.stop(line).catch(() => {});
  const end = () => {
    signal?.removeEventListener('abort', stop);
    line.destroy();
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    const log = await mysqlLog(ask(line), table);
    const moment = await momentOf(line, table);
    const found = await changedSince(client, log, asked, moment);
    const rows = 'keys' in found ? changed(line, asked, log, found.keys) : whole(line, asked);
    const bytes = Readable.from(rows, { objectMode: false });
    bytes.once('close', end);
    return {
      position: JSON.stringify(found.position),
      rows: { columns: withChange(columns), bytes },
      ...('why' in found && found.why && { anew: found.why }),
    };
  } catch (error) {
    end();
    signal?.throwIfAborted();
    throw error;
  }
}

type Found = { position: Position } & ({ keys: ChangedKeys['keys'] } | { why: ChangedKeys['all'] });

async function changedSince(client: MysqlClient, log: MysqlLog, asked: Asked, upTo: LogPlace): Promise<Found> {
  const before = asked.after === undefined ? undefined : (JSON.parse(asked.after) as Position);
  const headOf = async (place: LogPlace): Promise<Position> => {
    const { made } = await listened(client, log, asked, { from: place, known: undefined, upTo: place });
    return { ...place, server: log.server, made: made ?? 0 };
  };
  if (!before) return { position: await headOf(upTo), why: undefined };
  const { server, made, ...from } = before;
  // another server, or one that began anew
  if (server !== log.server || isBefore(upTo, from)) return { position: await headOf(upTo), why: 'lost' };
  try {
    const found = await listened(client, log, asked, { from, known: made, upTo });
    if (found.all !== undefined || found.made === undefined)
      return { position: await headOf(upTo), why: found.all ?? 'lost' };
    const next = found.next.file === upTo.file ? found.made : made;
    return { position: { ...found.next, server, made: next }, keys: found.keys };
  } catch (error) {
    if (!(error instanceof LogRefused) || error.number !== gone) throw error;
    return { position: await headOf(upTo), why: 'lost' };
  }
}

/** The log is not there any more, or not so long: it was cleared away. */
const gone = 1236;
const denied = new Set([1045, 1227]);

async function listened(
  client: MysqlClient,
  log: MysqlLog,
  { signal }: Asked,
  range: { from: LogPlace; known: number | undefined; upTo: LogPlace },
): Promise<ChangedKeys> {
  const line = await client.driver();
  const stop = () => void client.stop(line).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    // events come with the checksums they were written with, and those of MariaDB as it wrote them
    await ask(line)('set @master_binlog_checksum = @@global.binlog_checksum, @mariadb_slave_capability = 4');
    const { hear, result } = keysChanged(log.table, { ...range, most: mostKeys });
    await readLog(line, range.from, hear);
    return result();
  } catch (error) {
    if (error instanceof LogRefused && denied.has(error.number))
      throw new AppError('etl.changes.rights', { right: 'REPLICATION SLAVE' });
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    line.destroy();
  }
}

/**
 * The place of a moment in the log, and a transaction on the line that sees this moment. MariaDB tells the place of a transaction. In
 * MySQL rows are seen a moment after they stand in the log: nobody may be writing to the table while the place is asked for.
 */
async function momentOf(line: Connection, table: TableName): Promise<LogPlace> {
  const run = ask(line);
  await run("set session time_zone = '+00:00'");
  await run('set session transaction isolation level repeatable read');
  const snapshot = 'start transaction with consistent snapshot, read only';
  if ((await run("show status like 'binlog_snapshot_file'")).length > 0) {
    await run(snapshot);
    const told = new Map((await run("show status like 'binlog_snapshot_%'")) as [string, string][]);
    const [file, offset] = ['file', 'position'].map((name) => told.get(`Binlog_snapshot_${name}`) ?? '');
    return { file: file!, offset: Number(offset) };
  }
  await run(`set session lock_wait_timeout = ${lockSeconds}`);
  await quiet(run, table);
  const [file, offset] = await logStatus(run);
  // gives the lock back
  await run(snapshot);
  return { file: file!, offset: Number(offset) };
}

/** Others wait meanwhile: not for long at a time. */
const lockSeconds = 2;
const lockTries = 5;

async function quiet(run: Ask, table: TableName): Promise<void> {
  for (let left = lockTries; ; left -= 1)
    try {
      await run(`lock tables ${backtickedTable(table)} read`);
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'ER_LOCK_WAIT_TIMEOUT') throw error;
      if (left === 1) throw new AppError('etl.changes.busy', { table: table.name });
      await pause(1_000);
    }
}

async function* whole(line: Connection, { table, columns, textOf }: Asked): AsyncGenerator<string> {
  yield rowLine([...columns.map(() => null), 'truncate']);
  for await (const row of rowsOf(line, selectOf(table, columns), columns, textOf)) yield rowLine([...row, 'upsert']);
}

async function* changed(
  line: Connection,
  { table, columns, textOf }: Asked,
  { table: { keys } }: MysqlLog,
  found: ChangedKeys['keys'],
): AsyncGenerator<string> {
  const places = keys.map(({ name }) => columns.findIndex((column) => column.name === name));
  const idOf = (texts: readonly (string | null)[]) => JSON.stringify(keys.map((key, n) => plainKey(key, texts[n]!)));
  const all = [...found.values()];
  for (let at = 0; at < all.length; at += keysAtOnce) {
    const some = all.slice(at, at + keysAtOnce);
    const there = new Set<string>();
    const where = conditionOf(
      keys.map(({ name }) => `t.${backticked(name)}`),
      some,
    );
    for await (const row of rowsOf(line, `${selectOf(table, columns)} where ${where}`, columns, textOf)) {
      there.add(idOf(places.map((place) => row[place]!)));
      yield rowLine([...row, 'upsert']);
    }
    for (const key of some) {
      const texts = key.map(({ text }) => text);
      if (there.has(idOf(texts))) continue;
      const row: (string | null)[] = columns.map(() => null);
      for (const [n, place] of places.entries()) row[place] = texts[n]!;
      yield rowLine([...row, 'delete']);
    }
  }
}

/** So that each is found along the index: of keys with several columns a list would not be. */
function conditionOf(names: readonly string[], keys: readonly (readonly KeyValue[])[]): string {
  if (names.length === 1) return `${names[0]!} in (${keys.map(([value]) => value!.sql).join(', ')})`;
  return keys.map((key) => `(${key.map(({ sql }, n) => `${names[n]!} = ${sql}`).join(' and ')})`).join(' or ');
}

function selectOf(table: TableName, columns: readonly DataColumn[]): string {
  return `select ${columns.map(({ name }) => `t.${backticked(name)}`).join(', ')} from ${backtickedTable(table)} t`;
}

async function* rowsOf(
  line: Connection,
  sql: string,
  columns: readonly DataColumn[],
  textOf: TextOf,
): AsyncGenerator<(string | null)[]> {
  const rows = line.query({ sql, typeCast: (field) => field.buffer() }).stream({ highWaterMark: 500 });
  const { stream } = line as unknown as { stream: Socket };
  // of a line that breaks the driver tells the statement nothing
  const lost = () => rows.destroy(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' }));
  stream.once('close', lost);
  try {
    for await (const row of rows as AsyncIterable<(Buffer | null)[]>)
      yield row.map((value, at) => textOf(value, columns[at]!.type));
  } finally {
    stream.off('close', lost);
  }
}

const ask =
  (line: Connection): Ask =>
  (sql, values = []) =>
    new Promise((resolve, reject) => {
      line.query({ sql, values }, (error, rows) => (error ? reject(error) : resolve(rows as (string | null)[][])));
    });
