import type pg from 'pg';
import { spaceWritten } from './data-version.ts';
import type { Doer, Statement } from './space-data.ts';
import { parameter } from './text-query.ts';

/**
 * Prepared statements that write and whose answers nobody needs, as one transaction without BEGIN and COMMIT: they leave together
 * and end with one Sync, so all of them are carried out or none. Everybody hears of it as after a transaction (`inSpace`).
 */
export async function writeTogether(
  { platform, spaceId }: Pick<Doer, 'platform' | 'spaceId'>,
  statements: readonly Statement[],
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const done = (error: Error | undefined): void => {
        if (!error) return resolve();
        // the driver's own trace ends in the socket
        Error.captureStackTrace(error);
        reject(error);
      };
      (platform.pool.query as unknown as (query: Together, done: Done) => void).call(
        platform.pool,
        new Together(statements),
        done,
      );
    });
  } finally {
    // also where the answer is lost: it may be written all the same
    spaceWritten(platform, spaceId);
  }
}

type Done = (error: Error | undefined) => void;

/** The part of the driver's connection that is used here; its types leave out half of it. */
interface Connection {
  stream: { cork(): void; uncork(): void };
  parsedStatements: Record<string, string | undefined>;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
  parse(query: { name: string; text: string }): void;
  bind(config: { statement: string; values: unknown[] }): void;
  execute(config: null): void;
  sync(): void;
}

class Together implements pg.Submittable {
  /** Set by the driver. */
  callback: Done | undefined;
  readonly #statements: readonly Statement[];
  #forget: () => void = () => {};

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
  }

  submit(given: unknown): null {
    const connection = given as Connection;
    const parsing = new Map<string, string>();
    connection.stream.cork();
    try {
      for (const { name = '', text, values = [] } of this.#statements) {
        if (name === '' || (!connection.parsedStatements[name] && !parsing.has(name))) {
          connection.parse({ name, text });
          parsing.set(name, text);
        }
        connection.bind({ statement: name, values: values.map(parameter) });
        connection.execute(null);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    if (parsing.size > 0) this.#rememberParsed(connection, [...parsing]);
    return null;
  }

  /** Behind an error nothing is parsed: only what the server says it has parsed is known from now on. */
  #rememberParsed(connection: Connection, waiting: [name: string, text: string][]): void {
    const parsed = (): void => {
      const [name, text] = waiting.shift() ?? [];
      if (name) connection.parsedStatements[name] = text;
    };
    connection.on('parseComplete', parsed);
    this.#forget = () => connection.off('parseComplete', parsed);
  }

  handleRowDescription(): void {}

  handleDataRow(): void {}

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.#end(error);
  }

  handleReadyForQuery(): void {
    this.#end(undefined);
  }

  #end(error: Error | undefined): void {
    this.#forget();
    const { callback } = this;
    this.callback = undefined;
    callback?.(error);
  }
}
