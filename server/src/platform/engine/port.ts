import type { Readable } from 'node:stream';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';

/**
 * What data is read from and written to: a database, files, the platform's own forms. One suite (`testing/endpoint-suite.ts`) is passed
 * by every one of them.
 *
 * Rows travel as CSV without a head: fields parted by commas, quoted where they hold a comma, a quote or a line's end; nothing is `\N`,
 * an empty text is empty; bytes are `\x` and hexadecimal digits. PostgreSQL and DuckDB read and write it by themselves, so rows
 * are not taken apart on their way.
 */
export interface Endpoint {
  caps: EndpointCaps;
  schemas(): Promise<string[]>;
  tables(schema: string, search?: string): Promise<TableInfo[]>;
  columns(table: TableName): Promise<DataColumn[]>;
  /** The columns that a statement answers, without running it. */
  describe(sql: string, signal?: AbortSignal): Promise<DataColumn[]>;
  /** One statement that answers rows, read only over there; cut off at the limits. */
  query(sql: string, limits?: QueryLimits): Promise<QueryResult>;
  /** All rows of a table or statement, as they come. */
  read(source: ReadSource, options?: ReadOptions): Promise<RowStream>;
  /** Takes rows until their stream ends: all of them or none where the target has transactions. */
  load(target: LoadTarget, rows: RowStream | RowsThere, options?: { signal?: AbortSignal }): Promise<Loaded>;
  /** The rows of a table by ranges of its key; undefined where it has no key that orders them, or too few rows. */
  ranges?(table: RangedTable): Promise<Ranges | undefined>;
  /** Whoever reads with its state sees the same rows. */
  still?(): Promise<Still>;
  /** Whether a statement goes through all rows of a table, each once. */
  walks?(sql: string, table: TableName): Promise<boolean>;
  /** Whether a table can be swapped for another, and is so near that its rows may come here and go back in place of staying there. */
  swapsNear?(table: TableName): Promise<boolean>;
  /** What changed in a table since a place in its log; undefined where there is no such log. */
  changes?(table: TableName, options: ChangesOptions): Promise<Changes>;
  /** Over there nothing is kept any more for whoever read changes under this name. */
  endChanges?(slot: string): Promise<void>;
  close(): Promise<void>;
}

export interface ReadOptions {
  signal?: AbortSignal;
  form?: RowForm;
  /** Told now and then how many rows have come, and how many bytes. */
  seen?: (rows: number, bytes: number) => void;
  /** The state of the database that is read, as `still` named it. */
  state?: string;
  /** The table that the statement walks through: how many rows it had is known at the end. */
  walks?: TableName;
}

export interface RangedTable {
  table: TableName;
  columns?: readonly string[];
  /** How many rows a range has; tables of less than two of them are not parted. */
  rows: number;
  /** By which key and how far an earlier reading went about it: this one goes on with it, where that is still the key. */
  earlier?: Pick<Ranges, 'key' | 'upTo'> | undefined;
  signal?: AbortSignal | undefined;
}

/** Rows whose key lies above `after`, and not above `upTo`. */
export interface KeyRange {
  after: string | undefined;
  upTo: string;
}

/** A table that is read range by range, each after the one before it has ended; the line is its own until the end. */
export interface Ranges {
  /** The column whose order they follow. */
  key: string;
  /** The highest key that there was at the beginning: what came later is not read. */
  upTo: string;
  /** All of them show the database as it was at one moment. */
  still: boolean;
  columns: DataColumn[];
  /** The range behind a key; undefined where none is left. */
  next(after: string | undefined): Promise<KeyRange | undefined>;
  read(range: KeyRange, options?: RangeReading): Promise<RowStream>;
  end(): Promise<void>;
}

export interface RangeReading extends Pick<ReadOptions, 'signal' | 'seen' | 'form'> {
  /** Of what goes `straight`: the statement over the rows `t` of the table for which a condition holds. */
  of?: (condition: string) => string;
}

/** The database as it is at one moment, kept so for this line until it is let go. */
export interface Still {
  state: string;
  /** The first row of a statement. */
  ask(sql: string): Promise<(string | null)[]>;
  end(): Promise<void>;
}

export interface ChangesOptions {
  /** Who reads, as the other side knows it. */
  slot: string;
  /** Where the reading before ended; undefined: all rows, and from here on. */
  after?: string | undefined;
  columns: readonly string[];
  signal?: AbortSignal | undefined;
}

export interface Changes {
  /** Rows with what became of them in their last column. */
  rows: RowStream;
  position: string;
  /** Why all rows come, though they came before: the log is not there any more, says too much, or the table was changed itself. */
  anew?: 'lost' | 'many' | 'altered';
}

/** Whose SQL is spoken; undefined where there is none. */
export type Dialect = 'postgres' | 'mysql' | 'clickhouse' | 'sqlserver' | 'sqlite' | 'duckdb';

export interface EndpointCaps {
  dialect: Dialect | undefined;
  write: boolean;
  /** A load that fails leaves nothing behind. */
  transactional: boolean;
  /** A load may be one of several portions, each with its own `once`. */
  portions?: boolean;
  /** Rows go out and in as PostgreSQL writes them itself, and a load may take what a statement over there answers. */
  straight?: boolean;
}

export interface TableName {
  /** Empty where the other side has none. */
  schema: string;
  name: string;
}

export interface TableInfo extends TableName {
  kind: 'table' | 'view' | 'file' | 'form';
  /** What a person calls it, where that is not its name. */
  title?: string;
  /** About how many, where the other side knows without counting. */
  rows: number | null;
  bytes: number | null;
}

export type ReadSource =
  /** `after`: rows whose column lies above the value, by its order; `from` the value itself as well. */
  | {
      table: TableName;
      columns?: readonly string[];
      after?: { column: string; value: string; from?: boolean | undefined };
      /** Rows whose column has one of these values, where no SQL is spoken that would say so. */
      within?: { column: string; values: readonly string[] };
      limit?: number;
    }
  /** `limit` where a dialect has no words for it around a statement; others are asked for it in SQL. */
  | { sql: string; limit?: number };

export interface LoadTarget {
  table: TableName;
  /**
   * `append` adds; `replace` puts the rows in place of all that was there, seen whole or not at all; `upsert` changes those whose keys
   * are there and adds the others; `mirror` does so and takes those away whose keys did not come; `history` ends rows that have
   * changed (`valid_to`) and adds what they are now (`valid_from`), in a table that is made where there is none; `changes` does what the rows
   * say of themselves (`_change`); `create` makes the
   * table where there is none, then adds.
   */
  mode: 'append' | 'replace' | 'upsert' | 'mirror' | 'history' | 'changes' | 'create';
  keys?: readonly string[];
  /** Columns that the table lacks are added to it. */
  addColumns?: boolean;
  /**
   * Where the target has transactions: kept in its table `_formwork_load` together with the rows, so that rows which came already, as
   * after a kill, do not come again.
   */
  once?: string;
  /** `replace` may go by way of a new table, which does not say of a row that is refused where it stood. */
  swap?: boolean;
}

export interface Loaded {
  rows: number;
  /** The rows of this `once` were there. */
  already?: boolean;
}

export interface RowStream {
  columns: DataColumn[];
  bytes: Readable;
  /** Other than `csv` only between those that go `straight`. */
  form?: RowForm;
  /** How many rows the table that it `walks` had; undefined where that was not to be learned. */
  walked?: Promise<number | undefined>;
}

/** As rows travel, or as COPY writes them. */
export type RowForm = 'csv' | 'text' | 'binary' | CsvFile;

/** A file as it is, where all of its rows are known to be sound; a blank is nothing in all columns but these. */
export interface CsvFile {
  header: boolean;
  delimiter: string;
  blankTexts: readonly string[];
}

/** What a statement of the same database answers: they never leave it. */
export interface RowsThere {
  columns: DataColumn[];
  sql: string;
}

export interface QueryLimits {
  rows?: number;
  bytes?: number;
  ms?: number;
  signal?: AbortSignal;
}

export interface QueryResult {
  columns: DataColumn[];
  rows: (string | null)[][];
  /** Which limit ended it before everything was read. */
  cut: 'rows' | 'bytes' | null;
}

/**
 * What SQL is run with where a source speaks none, and where rows of several sources meet: DuckDB in a process of its own, or, beside it,
 * a ClickHouse that the operator named. One suite (`testing/engine-suite.ts`) is passed by both.
 */
export interface Engine<Session extends TableSession = EngineSession> {
  /** A room of its own: what one session has, no other sees. */
  open(options?: SessionOptions): Promise<Session>;
  stop(): Promise<void>;
}

export interface SessionOptions {
  /** What it may hold in memory; what is more goes to its folder. */
  memoryMb?: number;
  /** What its folder may take up for that; without it as much as the disk has. */
  spillMb?: number;
  threads?: number;
  timeZone?: string;
}

/** What every engine does with tables. */
export interface TableSession {
  /** Whose SQL is spoken. */
  dialect: Extract<Dialect, 'duckdb' | 'clickhouse'>;
  /** Statements of ours. */
  run(sql: string, options?: { signal?: AbortSignal }): Promise<{ changed: number }>;
  /** One SELECT: anything else is refused. A person's only where the session is an `EngineSession`. */
  query(sql: string, limits?: QueryLimits): Promise<QueryResult>;
  describe(sql: string): Promise<DataColumn[]>;
  /** Rows into a new table, which has their columns. */
  fill(table: string, rows: RowStream, options?: { signal?: AbortSignal }): Promise<{ rows: number }>;
  /** Rows of a SELECT; reading them to the end or destroying the stream ends it. */
  drain(sql: string, options?: { signal?: AbortSignal }): Promise<RowStream>;
  close(): Promise<void>;
}

/** The embedded engine's, which has files as well. */
export interface EngineSession extends TableSession {
  /** SQL reads and writes files of this folder alone; it goes with the session. */
  folder: string;
  /** Rows into a new table, which has their columns; `within` a file that is attached under this name. */
  fill(table: string, rows: RowStream, options?: { signal?: AbortSignal; within?: string }): Promise<{ rows: number }>;
  /** A statement of ours that reads rows, once, while they come; given is the SELECT that stands for them. */
  pour(
    rows: RowStream,
    statement: (read: string) => string,
    options?: { signal?: AbortSignal },
  ): Promise<{ changed: number }>;
}

export const usualLimits = { rows: 1_000, bytes: 16 * 1024 * 1024, ms: 60_000 };
