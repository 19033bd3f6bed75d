import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Loaded, LoadTarget, RowStream, TableName } from '../../../../platform/engine/port.ts';
import { rowsOf } from '../../../../platform/engine/rows.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { SqlserverClient } from '../../kinds/sqlserver.ts';
import { rowError } from '../row-refused.ts';
import {
  addColumns,
  createTable,
  firstMisfit,
  firstRefused,
  loading,
  loadingTable,
  loadStatements,
  mayCount,
  takeOnce,
  type ThereColumn,
} from './sqlserver-statements.ts';
import { sentAs } from './sqlserver-types.ts';
import { refusedThere } from './sqlserver-refused.ts';
import { lackingIn, requireColumns, requireGiven } from '../target-columns.ts';

/**
 * Rows into SQL Server: by bulk load as texts into a temporary table, where each is looked at; from there into the target in one
 * transaction.
 */
export async function loadInto(
  client: SqlserverClient,
  columnsOf: (table: TableName) => Promise<ThereColumn[]>,
  target: LoadTarget,
  { columns, bytes }: RowStream,
  signal: AbortSignal | undefined,
): Promise<Loaded> {
  // until they are taken nobody hears that they broke off; taking them tells of it
  bytes.on('error', () => {});
  const own = await client.another();
  const ask = (sql: string) => own.ask(sql, { signal });
  try {
    if (target.mode === 'changes') throw new AppError('etl.changes.none');
    const there = await readyTable(ask, columnsOf, target, columns);
    const targets = columns.map(({ name }) => there.find((one) => one.name === name)!);
    const once = target.once === undefined ? undefined : takeOnce(target, target.once);
    if (once) await ask(once.create);
    await ask(loadingTable(columns.length));
    let count = 0;
    const sent = columns.map((column, at) => sentAs(column, targets[at]!));
    let failure: unknown;
    async function* rows(): AsyncGenerator<[number, ...(string | null)[]]> {
      try {
        for await (const batch of rowsOf(bytes))
          for (const row of batch) {
            signal?.throwIfAborted();
            count += 1;
            yield [count, ...row.map((value, at) => (value === null ? null : sent[at]!(value)))];
          }
      } catch (error) {
        failure = error;
        throw error;
      }
    }
    const texts = columns.map((_, at) => `c${at}`);
    await own.fill(loading, { number: 'formwork_row', texts }, rows()).catch((error: unknown) => {
      // what broke the sending says more than that it broke
      throw failure ?? error;
    });
    const [misfit] = await ask(firstMisfit(targets));
    if (misfit) throw misfitOf(misfit);
    await ask('set xact_abort on; begin transaction');
    if (once && (await ask(once.take)).length === 0) {
      await ask('rollback');
      return { rows: 0, already: true };
    }
    try {
      for (const statement of loadStatements(target, targets)) await ask(statement);
      await ask('commit');
    } catch (error) {
      signal?.throwIfAborted();
      await ask('if @@trancount > 0 rollback');
      throw ofOneRow.has(String((error as { code?: unknown }).code))
        ? await refusedRow(ask, target, targets, error)
        : error;
    }
    return { rows: count };
  } catch (error) {
    signal?.throwIfAborted();
    throw refusedThere(error);
  } finally {
    bytes.destroy();
    // with it go its temporary table and what was not committed
    await own.close();
  }
}

type Ask = (sql: string) => Promise<(string | null)[][]>;

/** A key that is there already, another table that does not know it, a rule of the table. */
const ofOneRow = new Set(['SQLSERVER_2627', 'SQLSERVER_2601', 'SQLSERVER_547']);

async function readyTable(
  ask: Ask,
  columnsOf: (table: TableName) => Promise<ThereColumn[]>,
  target: LoadTarget,
  columns: readonly DataColumn[],
): Promise<ThereColumn[]> {
  if (target.mode === 'create' || target.mode === 'history') await ask(createTable(target, columns));
  const there = await columnsOf(target.table);
  const lacking = target.addColumns ? lackingIn(there, columns) : [];
  if (lacking.length > 0) await ask(addColumns(target, lacking));
  const now = lacking.length === 0 ? there : await columnsOf(target.table);
  requireColumns(columns, now, target.keys ?? []);
  requireGiven(columns, await notTaken(ask, target, now));
  return now;
}

/** Numbers of its own SQL Server takes from whoever may change the table. */
async function notTaken(ask: Ask, { table }: LoadTarget, there: readonly ThereColumn[]): Promise<string[]> {
  const counted = there.filter(({ identity }) => identity);
  const [may] = counted.length === 0 ? [['1']] : await ask(mayCount(table));
  return there.filter(({ made, identity }) => made || (identity && may?.[0] !== '1')).map(({ name }) => name);
}

function misfitOf([row, column, native, value]: (string | null)[]): AppError {
  const message = value == null ? 'it may not be nothing' : `not a value of ${native}`;
  return rowError(message, Number(row), column ?? '', value ?? '');
}

async function refusedRow(
  ask: Ask,
  target: LoadTarget,
  targets: readonly ThereColumn[],
  error: unknown,
): Promise<unknown> {
  const [found] = await ask(firstRefused(target, targets));
  return found ? rowError(found[1] ?? '', Number(found[0]), '') : error;
}
