import pg from 'pg';
import type { Statement } from './space-data.ts';

/** A row as the database writes it: every column as text. */
export type TextRow = (string | null)[];

type Done = (error: Error | undefined, rows: TextRow[]) => void;

/** The part of the driver's connection that is used here; its types leave out half of it. */
interface Connection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[] }): void;
  execute(config: null): void;
  sync(): void;
}

/** Columns that carry text need no parsing, and a compiled plan knows what they are: nothing is described either. */
export function queryText(pool: pg.Pool, statement: Statement): Promise<TextRow[]> {
  return asked(statement, (query, done) => {
    (pool.query as unknown as (query: TextQuery, done: Done) => void).call(pool, query, done);
  });
}

/** The rows of a text query which is sent by `send`. */
export function asked(statement: Statement, send: (query: TextQuery, done: Done) => void): Promise<TextRow[]> {
  return new Promise((resolve, reject) => {
    send(new TextQuery(statement), (error, rows) => {
      if (!error) return resolve(rows);
      // the driver's own trace ends in the socket
      Error.captureStackTrace(error);
      reject(error);
    });
  });
}

/**
 * A query in the driver's own protocol of queries, for what hot paths need and nothing else: parameters that are text or
 * lists, rows of text. The driver's own query has the columns described for every run and makes an object of each row.
 */
export class TextQuery implements pg.Submittable {
  /** Read by the driver, which keeps in mind what is prepared. */
  readonly name: string;
  readonly text: string;
  /** Set by the driver. */
  callback: Done | undefined;
  readonly #values: unknown[];
  readonly #rows: TextRow[] = [];

  constructor({ name = '', text, values = [] }: Statement) {
    this.name = name;
    this.text = text;
    this.#values = values.map(parameter);
  }

  /** What it asks, for whoever writes down what the server does. */
  get statement(): Statement {
    return { text: this.text, values: this.#values, ...(this.name === '' ? {} : { name: this.name }) };
  }

  submit(given: unknown): null {
    const connection = given as Connection;
    const known =
      this.name !== '' && (connection.parsedStatements[this.name] ?? connection.submittedNamedStatements[this.name]);
    connection.stream.cork();
    try {
      if (!known) {
        connection.parse({ name: this.name, text: this.text });
        if (this.name !== '') connection.submittedNamedStatements[this.name] = this.text;
      }
      connection.bind({ statement: this.name, values: this.#values });
      connection.execute(null);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: TextRow }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    const { callback } = this;
    this.callback = undefined;
    callback?.(error, []);
  }

  handleReadyForQuery(): void {
    this.callback?.(undefined, this.#rows);
  }
}

// the driver pipelines its own queries only; their constructor would copy what is asked, which costs more than the rest of it
Object.setPrototypeOf(TextQuery.prototype, pg.Query.prototype as object);

/** As the database reads it; hot paths send texts, numbers, flags and lists of texts. */
export function parameter(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`;
  return String(value);
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return `"${String(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
