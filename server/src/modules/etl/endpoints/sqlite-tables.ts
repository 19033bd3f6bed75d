import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { AppError } from '../../../platform/errors.ts';
import { doubleQuoted, textQuoted } from './names.ts';

export interface SqliteTable {
  columns: DataColumn[];
  /** Names of those that are declared as texts: what their values look like changes nothing. */
  texts: ReadonlySet<string>;
  rows: AsyncGenerator<(string | null)[][]>;
}

/** So many rows are read before anything else of the process has its turn. */
const batchRows = 500;

/**
 * The tables of a file of SQLite. Whoever made the file may have put anything into its schema: only plain tables are read, no
 * views and nothing virtual, and no function of the schema is trusted.
 */
export function sqliteTables(at: string, file: string): string[] {
  return within(at, file, (database) =>
    database
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name`,
      )
      .all()
      .map(({ name }) => String(name)),
  );
}

/** Its rows as texts; bytes as hexadecimal digits. */
export function sqliteTable(at: string, file: string, table: string): SqliteTable {
  const declared = within(at, file, (database) =>
    database.prepare(`select name, type from pragma_table_info(${textQuoted(table)})`).all(),
  );
  const isText = (type: SQLOutputValue | undefined) => /char|clob|text/i.test(String(type ?? ''));
  return {
    columns: declared.map(({ name }): DataColumn => ({ name: String(name), type: 'text', nullable: true })),
    texts: new Set(declared.filter(({ type }) => isText(type)).map(({ name }) => String(name))),
    rows: rowsOf(at, file, table),
  };
}

async function* rowsOf(at: string, file: string, table: string): AsyncGenerator<(string | null)[][]> {
  const database = opened(at, file);
  let count = 0;
  try {
    const statement = database.prepare(`select * from ${doubleQuoted(table)}`);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    let batch: (string | null)[][] = [];
    for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
      count += 1;
      batch.push(row.map(textOf));
      if (batch.length < batchRows) continue;
      yield batch;
      batch = [];
      await new Promise((resolve) => setImmediate(resolve));
    }
    yield batch;
  } catch (error) {
    throw broken(error, file, count + 1);
  } finally {
    database.close();
  }
}

function textOf(value: SQLOutputValue): string | null {
  if (value === null) return null;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
}

function within<T>(at: string, file: string, work: (database: DatabaseSync) => T): T {
  const database = opened(at, file);
  try {
    return work(database);
  } catch (error) {
    throw broken(error, file);
  } finally {
    database.close();
  }
}

function opened(at: string, file: string): DatabaseSync {
  try {
    const database = new DatabaseSync(at, { readOnly: true, allowExtension: false });
    database.exec('pragma trusted_schema = off');
    return database;
  } catch (error) {
    throw broken(error, file);
  }
}

function broken(error: unknown, file: string, row?: number): AppError {
  if (error instanceof AppError) return error;
  const { message } = error as Error;
  return new AppError('etl.file.broken', { file, message: row === undefined ? message : `${row}. ${message}` });
}
