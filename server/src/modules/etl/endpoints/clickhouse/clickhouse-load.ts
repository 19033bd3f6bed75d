import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Loaded, LoadTarget, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { rowsOf } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ClickhouseClient } from '../../kinds/clickhouse.ts';
import { besides, isChange, mergeStatements, type Merge } from './clickhouse-merge.ts';
import { nativeFor } from './clickhouse-types.ts';
import { NoValue, writerFor } from './clickhouse-values.ts';
import { escapedText as text } from '@formwork/etl/sql.ts';
import { backslashed, escapedTable as tableOf, historyColumns, onceTable } from '../names.ts';
import { rowError } from '../row-refused.ts';
import { lackingIn, requireColumns, requireGiven } from '../target-columns.ts';
import { refusedThere } from './clickhouse-refused.ts';

/**
 * Rows into ClickHouse, which has no transactions: they go into a table beside first, each value looked at, so that a row which is
 * refused leaves nothing behind; from there they come over there, by one statement where they only are added or replace all.
 */
export async function loadInto(
  client: ClickhouseClient,
  columnsOf: (table: TableName) => Promise<DataColumn[]>,
  target: LoadTarget,
  rows: RowStream,
  signal: AbortSignal | undefined,
): Promise<Loaded> {
  // until they are taken nobody hears that they broke off; taking them tells of it
  rows.bytes.on('error', () => {});
  const name = `_formwork_loading_${hashOf(target.table.name).slice(0, 8)}_`;
  const beside = { ...target.table, name: name + randomUUID().slice(0, 8) };
  const settingsOf = (sql: string) => (sql.startsWith('insert into ') ? client.keepingAll : {});
  const run: Run = async (sql, queryId) => {
    await client.ask(sql, { signal, settings: settingsOf(sql), ...(queryId !== undefined && { queryId }) });
  };
  try {
    if (target.mode === 'changes') throw new AppError('etl.changes.none');
    const there = await readyTable(client, columnsOf, target, rows.columns, run);
    await dropForgotten(client, target.table.schema, name);
    const once = target.once === undefined ? undefined : onceOf(client, target, { key: target.once, run, signal });
    if (await once?.came()) return { rows: 0, already: true };
    const engine = await engineOf(client, target.table);
    const columns = rows.columns.map(({ name: of }) => there.find((one) => one.name === of)!);
    await run(`create table ${tableOf(beside)} (${stagingColumns(columns)}) engine = MergeTree order by formwork_row`);
    const count = await staged(client, beside, columns, rows, signal);
    const merge: Merge = { target, beside, columns, there, engine, version: client.version };
    const { before, last, after, steady } = mergeStatements(merge);
    const held = steady === undefined ? undefined : await numberOf(client, steady, signal);
    for (const statement of before) {
      await run(statement);
      if (isChange(statement)) await changesMade(client, target.table, beside.name, signal);
    }
    await once?.begins(count);
    await run(last, once?.queryId);
    if (steady !== undefined && (await numberOf(client, steady, signal)) !== held)
      throw new AppError('etl.target.uncertain', { table: target.table.name });
    signal?.throwIfAborted();
    // a change of names that nobody waits for would go on beside what tidies up
    for (const statement of after) {
      await client.ask(statement, { settings: settingsOf(statement) });
      if (isChange(statement)) await changesMade(client, target.table, beside.name, undefined);
    }
    await once?.done();
    return { rows: count };
  } catch (error) {
    await forgetChanges(client, target.table, beside.name);
    signal?.throwIfAborted();
    throw refusedThere(error);
  } finally {
    rows.bytes.destroy();
    await tidied(client, target.table, beside);
  }
}

async function numberOf(client: ClickhouseClient, sql: string, signal: AbortSignal | undefined): Promise<number> {
  const [row] = await client.ask(`${sql} format CSV`, { signal });
  return Number(row?.[0]);
}

/** Also where nobody wants the rows any more. */
async function tidied(client: ClickhouseClient, table: TableName, beside: TableName): Promise<void> {
  const partOf = (part: string) => tableOf({ ...beside, name: beside.name + part });
  // where the table lost its name and its successor did not get it
  if ((await isThere(client, table)) === false)
    await client.ask(`rename table ${partOf('_before')} to ${tableOf(table)}`).catch(() => {});
  for (const part of besides) await client.ask(`drop table if exists ${partOf(part)}`).catch(() => {});
}

type Run = (sql: string, queryId?: string) => Promise<void>;

/** The columns which take values of the table as it is before rows come: made, and with columns added, where the target says so. */
async function readyTable(
  client: ClickhouseClient,
  columnsOf: (table: TableName) => Promise<DataColumn[]>,
  { table, mode, keys = [], addColumns }: LoadTarget,
  columns: readonly DataColumn[],
  run: Run,
): Promise<DataColumn[]> {
  const { version } = client;
  const lines = columns.map(
    (column) => `${backslashed(column.name)} ${nativeFor(column, keys.includes(column.name), version)}`,
  );
  if (mode === 'create') {
    // of rows with the same key the last one is the row, as in a table with a primary key
    const engine =
      keys.length > 0
        ? `ReplacingMergeTree() order by (${keys.map(backslashed).join(', ')})`
        : 'MergeTree() order by tuple()';
    await run(`create table if not exists ${tableOf(table)} (${lines.join(', ')}) engine = ${engine}`);
  }
  if (mode === 'history') {
    const [from, to] = historyColumns.map(backslashed);
    const moment = nativeFor({ name: '', type: 'timestamptz', nullable: false }, true, version);
    await run(
      `create table if not exists ${tableOf(table)} (${lines.join(', ')}, ${from} ${moment}, ${to} Nullable(${moment})) engine = MergeTree() order by (${[...keys.map(backslashed), from].join(', ')})`,
    );
  }
  const there = await columnsOf(table);
  const lacking = addColumns ? lackingIn(there, columns) : [];
  for (const column of lacking)
    await run(
      `alter table ${tableOf(table)} add column ${backslashed(column.name)} ${nativeFor(column, false, version)}`,
    );
  const now = lacking.length === 0 ? there : await columnsOf(table);
  const made = await client.ask(
    `select name from system.columns where database = ${text(table.schema || client.database)} and table = ${text(table.name)} and default_kind in ('MATERIALIZED', 'ALIAS') format CSV`,
  );
  requireGiven(
    columns,
    made.map(([one]) => one!),
  );
  const taken = now.filter(({ name }) => !made.some(([one]) => one === name));
  requireColumns(columns, taken, keys);
  return taken;
}

/** Of the same types, but for zones: what is written there are clocks of UTC. */
function stagingColumns(columns: readonly DataColumn[]): string {
  const lines = columns.map(({ name, native = 'String' }) => {
    const plain = native
      .replace(/DateTime(?!64)(\([^)]*\))?/, "DateTime('UTC')")
      .replace(/DateTime64\((\d+)[^)]*\)/, "DateTime64($1, 'UTC')");
    return `${backslashed(name)} ${plain}`;
  });
  return [...lines, 'formwork_row UInt64'].join(', ');
}

async function staged(
  client: ClickhouseClient,
  beside: TableName,
  columns: readonly DataColumn[],
  rows: RowStream,
  signal: AbortSignal | undefined,
): Promise<number> {
  const writers = columns.map(writerFor);
  let count = 0;
  let failure: unknown;
  async function* lines() {
    try {
      for await (const batch of rowsOf(rows.bytes)) {
        signal?.throwIfAborted();
        let block = '';
        for (const row of batch) {
          count += 1;
          for (const [at, value] of row.entries()) block += `${written(writers[at]!, value, count, columns[at]!)}\t`;
          block += `${count}\n`;
        }
        yield block;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  const names = [...columns.map(({ name }) => backslashed(name)), 'formwork_row'].join(', ');
  try {
    await client.ask(`insert into ${tableOf(beside)} (${names}) format TabSeparated`, {
      rows: Readable.from(lines(), { objectMode: false }),
      settings: client.keepingAll,
      signal,
    });
  } catch (error) {
    // what broke the sending says more than that it broke
    throw failure ?? error;
  }
  return count;
}

function written(
  write: (value: string | null) => string,
  value: string | null,
  row: number,
  column: DataColumn,
): string {
  try {
    return write(value);
  } catch (error) {
    if (!(error instanceof NoValue)) throw error;
    throw rowError(error.message, row, column.name, value ?? '');
  }
}

/** Undefined where nobody answers. */
async function isThere(client: ClickhouseClient, { schema, name }: TableName): Promise<boolean | undefined> {
  const sql = `select count() from system.tables where database = ${text(schema || client.database)} and name = ${text(name)}`;
  return numberOf(client, sql, undefined).then(
    (count) => count > 0,
    () => undefined,
  );
}

async function engineOf(client: ClickhouseClient, { schema, name }: TableName): Promise<string> {
  const [found] = await client.ask(
    `select engine_full from system.tables where database = ${text(schema || client.database)} and name = ${text(name)} format CSV`,
  );
  return found?.[0] ?? '';
}

/** Tables beside of loads whose process died. */
async function dropForgotten(client: ClickhouseClient, schema: string, prefix: string): Promise<void> {
  const found = await client.ask(
    `select name from system.tables where database = ${text(schema || client.database)} and substring(name, 1, ${Buffer.byteLength(prefix)}) = ${text(prefix)}
      and metadata_modification_time < now() - 86400 format CSV`,
  );
  for (const [name] of found) await client.ask(`drop table if exists ${tableOf({ schema, name: name! })}`);
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 32);

/** Changes of a table which ask a table beside it: nobody else's do. */
const changesBy = (client: ClickhouseClient, { schema, name }: TableName, beside: string): string =>
  `database = ${text(schema || client.database)} and table = ${text(name)} and position(command, ${text(beside)}) > 0 and is_done = 0`;

/** Old servers answer before rows that are there have changed. */
async function changesMade(
  client: ClickhouseClient,
  table: TableName,
  beside: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const [tells] = await client.ask(
    "select count() from system.columns where database = 'system' and table = 'mutations' and name = 'latest_fail_reason' format CSV",
    { signal },
  );
  // the oldest try again and again without telling why
  const reason = tells?.[0] === '0' ? "''" : 'latest_fail_reason';
  for (;;) {
    const left = await client.ask(
      `select ${reason} from system.mutations where ${changesBy(client, table, beside)} format CSV`,
      { signal },
    );
    if (left.length === 0) return;
    const failure = left.find(([why]) => why)?.[0];
    if (failure) throw new AppError('etl.sql.failed', { message: failure.slice(0, 300) });
    await pause(waitMs, undefined, { signal });
  }
}

/** What the server tries again for ever once the table beside is gone, and whatever changes after it waits. */
async function forgetChanges(client: ClickhouseClient, table: TableName, beside: string): Promise<void> {
  await client.ask(`kill mutation where ${changesBy(client, table, beside)}`).catch(() => {});
}

const waitMs = 200;

/**
 * Keeps the keys of loads that came. Where rows are only added the key is written down before they come as well, with how many there
 * were: whoever begins again after a kill in between counts, and refuses where somebody else wrote at the same time.
 */
function onceOf(
  client: ClickhouseClient,
  { table, mode }: LoadTarget,
  { key, run, signal }: { key: string; run: Run; signal: AbortSignal | undefined },
) {
  const keep = tableOf({ schema: table.schema, name: onceTable });
  const queryId = `formwork-${hashOf(`${table.schema}.${table.name} ${key}`)}`;
  const counted = (of: string) => numberOf(client, `select count() from ${of}`, signal);
  const running = `select count() from system.processes where query_id = ${text(queryId)}`;
  const note = (state: string, before: number, coming: number) =>
    run(`insert into ${keep} (key, state, before, coming) values (${text(key)}, ${text(state)}, ${before}, ${coming})`);
  return {
    queryId,
    async came(): Promise<boolean> {
      await run(
        `create table if not exists ${keep} (key String, state String, before UInt64, coming UInt64, at DateTime default now()) engine = MergeTree() order by key`,
      );
      // the server goes on with what it was asked for when the one who asked is gone
      while ((await numberOf(client, running, signal)) > 0) await pause(waitMs, undefined, { signal });
      const found = await client.ask(
        `select state, before, coming from ${keep} where key = ${text(key)} order by at, state desc format CSV`,
        { signal },
      );
      if (found.some(([state]) => state === 'done')) return true;
      const begun = found.at(-1);
      if (!begun) return false;
      const [before, coming, now] = [Number(begun[1]), Number(begun[2]), await counted(tableOf(table))];
      if (now !== before && now !== before + coming) throw new AppError('etl.target.uncertain', { table: table.name });
      if (now === before) return false;
      await note('done', before, coming);
      return true;
    },
    async begins(coming: number): Promise<void> {
      if (mode !== 'append' && mode !== 'create') return;
      await note('begun', await counted(tableOf(table)), coming);
    },
    done: () => note('done', 0, 0),
  };
}
