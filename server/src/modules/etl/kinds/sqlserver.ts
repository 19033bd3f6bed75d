import { PassThrough, type Readable } from 'node:stream';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { Connection, Request } from 'tedious';
import type { z } from 'zod';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import { rowLine } from '../../../platform/engine/rows.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    sqlserver: SqlserverClient;
  }
}

type Settings = z.infer<(typeof dataConnections)['sqlserver']['settings']>;
type Secrets = z.infer<(typeof dataConnections)['sqlserver']['secrets']>;
type Open = Opening<Settings, Secrets>;
type Row = (string | null)[];

/** One connection, and so one statement at a time. Every value that is asked for is a text: the driver's numbers lose digits. */
export interface SqlserverClient extends Opened {
  /** Statements; answers the rows of the last that has some. */
  ask(sql: string, options?: { signal?: AbortSignal | undefined }): Promise<Row[]>;
  /** Rows as they come and travel. */
  stream(sql: string, options?: { signal?: AbortSignal | undefined }): Readable;
  /** Rows of a number and texts into a table by bulk load: a temporary one of this connection. */
  fill(
    table: string,
    columns: { number: string; texts: readonly string[] },
    rows: AsyncIterable<[number, ...Row]>,
  ): Promise<void>;
  /** Another connection of the same kind. */
  another(): Promise<SqlserverClient>;
}

/** SQL Server and Azure SQL, by a name and a password (`docs/decisions/sql-server.md`). */
export const sqlserverKind: ConnectionKind<Settings, Secrets, SqlserverClient> = {
  kind: 'sqlserver',
  ...dataConnections.sqlserver,
  async test(opening) {
    const client = await opened(opening);
    // a login that may connect and see nothing is of no use
    try {
      await client.ask('select top (1) convert(nvarchar(10), 1) from sys.objects');
    } finally {
      await client.close();
    }
  },
  open: (opening) => opened(opening),
};

async function opened(opening: Open): Promise<SqlserverClient> {
  // with all that belongs to it the driver is large: it comes when somebody needs it
  const driver = await import('tedious');
  const connection = await connected(driver, opening);
  let last: Promise<void> = Promise.resolve();
  /** When the statement before has ended: one that was broken off is still under way for a moment. */
  const start = (sql: string, { row, done }: { row: (row: Row) => void; done: (error?: Error) => void }) => {
    let request: Request | undefined;
    let unwanted = false;
    last = last.then(
      () =>
        new Promise((resolve) => {
          const ended = (error?: Error | null) => {
            done(error ? numbered(error) : undefined);
            resolve();
          };
          if (unwanted) return ended(new Error('nobody waits for it any more'));
          request = new driver.Request(sql, ended);
          request.on('row', (columns: unknown) =>
            row((columns as { value: string | null }[]).map(({ value }) => value)),
          );
          connection.execSqlBatch(request);
        }),
    );
    return {
      pause: () => request?.pause(),
      resume: () => request?.resume(),
      cancel() {
        unwanted = true;
        request?.cancel();
      },
    };
  };
  return {
    async ask(sql, { signal } = {}) {
      signal?.throwIfAborted();
      const rows: Row[] = [];
      let stop = () => {};
      try {
        await new Promise<void>((resolve, reject) => {
          const { cancel } = start(sql, {
            row: (row) => rows.push(row),
            done: (error) => (error ? reject(error) : resolve()),
          });
          stop = cancel;
          signal?.addEventListener('abort', stop, { once: true });
        });
        return rows;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },
    stream(sql, { signal } = {}) {
      const out = new PassThrough({ highWaterMark: 1024 * 1024 });
      // what breaks before anybody reads them must not end the process
      out.on('error', () => {});
      let lines = '';
      const { pause, resume, cancel } = start(sql, {
        row(row) {
          lines += rowLine(row);
          if (lines.length < 64 * 1024) return;
          const room = out.write(lines);
          lines = '';
          if (room) return;
          pause();
          out.once('drain', resume);
        },
        done(error) {
          if (error) out.destroy(signal?.aborted ? (signal.reason as Error) : error);
          else out.end(lines);
        },
      });
      const stop = () => out.destroy(signal?.reason as Error | undefined);
      signal?.addEventListener('abort', stop, { once: true });
      out.once('close', () => {
        signal?.removeEventListener('abort', stop);
        // whoever reads no further wants no more of it
        if (!out.readableEnded) cancel();
      });
      return out;
    },
    async fill(table, { number, texts }, rows) {
      await last;
      await new Promise<void>((resolve, reject) => {
        const bulk = connection.newBulkLoad(table, { keepNulls: true }, (error) =>
          error ? reject(numbered(error)) : resolve(),
        );
        bulk.addColumn(number, driver.TYPES.BigInt, { nullable: false });
        for (const name of texts) bulk.addColumn(name, driver.TYPES.NVarChar, { length: Infinity, nullable: true });
        connection.execBulkLoad(bulk, rows);
      });
    },
    another: () => opened(opening),
    close: () => {
      connection.close();
      return Promise.resolve();
    },
  };
}

const patienceMs = 15_000;

async function connected(
  driver: typeof import('tedious'),
  { platform, spaceId, settings, secrets }: Open,
): Promise<Connection> {
  const { host, port, database, user, tls, ca } = settings;
  const socket = await platform.outgoing.connect({ host, port }, { spaceId });
  const connection = new driver.Connection({
    server: host,
    authentication: { type: 'default', options: { userName: user, password: secrets.password ?? '' } },
    options: {
      port,
      database,
      encrypt: tls,
      ...(ca !== undefined && { cryptoCredentialsDetails: { ca } }),
      trustServerCertificate: false,
      connector: () => Promise.resolve(socket),
      connectTimeout: patienceMs,
      // how long a statement may take is said by who asks for it
      requestTimeout: 0,
      appName: 'formwork connection',
    },
  });
  connection.on('error', () => {});
  const numbers: number[] = [];
  connection.on('errorMessage', ({ number }) => numbers.push(number));
  try {
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return connection;
  } catch (error) {
    connection.close();
    socket.destroy();
    // a database that cannot be opened is told first, then that the login failed
    throw numbers[0] === undefined ? error : withNumber(error as Error, numbers[0]);
  }
}

const numbered = (error: Error): Error => {
  const { number } = error as { number?: unknown };
  return typeof number === 'number' ? withNumber(error, number) : error;
};

const withNumber = (error: Error, number: number): Error =>
  Object.assign(new Error(error.message, { cause: error }), { code: `SQLSERVER_${number}` });
