import type { Socket } from 'node:net';
import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import mysql, { type Connection, type FieldPacket } from 'mysql2';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { AppError } from '../../../platform/errors.ts';
import { failureOf } from '../failure.ts';
import { takeUp, usualLimits, type ReadingClient, type ReadLimits, type ReadResult } from './reading.ts';

type Open = Opening<SettingsOf<'mysql'>, SecretsOf<'mysql'>>;

export interface MysqlClient extends ReadingClient {
  database: string;
  /** As of every database; what is stopped ends over there as well. */
  query(
    text: string,
    params?: readonly (string | number | boolean | null)[],
    limits?: ReadLimits & { signal?: AbortSignal | undefined },
  ): Promise<ReadResult>;
  /** Another connection, for what copies rows in and out; whoever asks for it destroys it. */
  driver(): Promise<Connection>;
  /** Ends what a connection is at: a server goes on with a statement when nobody waits for it any more. */
  stop(connection: Connection): Promise<void>;
}

/** MySQL and MariaDB. */
export const mysqlKind: ConnectionKind<SettingsOf<'mysql'>, SecretsOf<'mysql'>, MysqlClient> = {
  kind: 'mysql',
  ...houseConnections.mysql,
  async test(opening) {
    const connection = await connected(opening);
    await ask(connection, 'select 1').finally(() => connection.destroy());
  },
  async open(opening) {
    // a reading that was cut off leaves the connection in the midst of an answer: the next one begins anew
    let current: Connection | undefined = await connected(opening);
    return {
      database: opening.settings.database,
      driver: () => connected(opening),
      async query(text, params = [], { signal, ...given } = {}) {
        signal?.throwIfAborted();
        const connection = (current ??= await connected(opening));
        // while it was opened
        signal?.throwIfAborted();
        const limits = { ...usualLimits, ...given };
        const stop = () => void stopped(opening, connection).catch(() => {});
        signal?.addEventListener('abort', stop, { once: true });
        try {
          await begin(connection, limits);
          const result = await read(connection, text, params, limits);
          if (result.cut === null) await ask(connection, 'rollback');
          else current = dropped(connection);
          // a stop underway would meet whatever is asked next
          signal?.throwIfAborted();
          return result;
        } catch (error) {
          current = dropped(connection);
          signal?.throwIfAborted();
          const known = failureOf(error);
          throw new AppError(
            known.code === 'connections.test.broken' ? 'connections.query.failed' : known.code,
            known.data,
          );
        } finally {
          signal?.removeEventListener('abort', stop);
        }
      },
      stop: (connection) => stopped(opening, connection),
      close: () => {
        current = current && dropped(current);
        return Promise.resolve();
      },
    };
  },
};

async function stopped(opening: Open, connection: Connection): Promise<void> {
  try {
    const other = await connected(opening);
    await ask(other, `kill ${connection.threadId}`).finally(() => other.destroy());
  } finally {
    // not `destroy()`: after it the driver tells nobody who waits for an answer that none will come
    streamOf(connection).destroy();
  }
}

function streamOf(connection: Connection): Socket {
  return (connection as unknown as { stream: Socket }).stream;
}

async function begin(connection: Connection, { ms }: Required<ReadLimits>): Promise<void> {
  // quoting with backslashes is what the driver does with parameters
  await ask(connection, "set session sql_mode = 'STRICT_TRANS_TABLES'");
  const version = (await ask(connection, 'select version()')) as string[][];
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  await ask(
    connection,
    /mariadb/i.test(version[0]?.[0] ?? '')
      ? `set session max_statement_time = ${seconds}`
      : `set session max_execution_time = ${seconds * 1_000}`,
  );
  await ask(connection, 'start transaction read only');
}

function read(
  connection: Connection,
  text: string,
  params: readonly (string | number | boolean | null)[],
  limits: Required<ReadLimits>,
): Promise<ReadResult> {
  return new Promise((resolve, reject) => {
    const rows: (string | null)[][] = [];
    const taken = takeUp(limits, rows);
    let columns: ReadResult['columns'] = [];
    const patience = setTimeout(() => {
      reject(Object.assign(new Error('the reading took too long'), { code: 'ETIMEDOUT' }));
      connection.destroy();
    }, limits.ms);
    // of a line that breaks, or is broken off, the driver tells the statement nothing
    const stream = streamOf(connection);
    const lost = () =>
      settle(() => reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })));
    stream.once('close', lost);
    const settle = (then: () => void): void => {
      clearTimeout(patience);
      stream.off('close', lost);
      then();
    };
    const query = connection.query({ sql: text, values: [...params] });
    query.on('error', (error) => settle(() => reject(error)));
    query.on('fields', (fields: FieldPacket[]) => {
      columns = (fields ?? []).map(({ name, type, characterSet }) => ({ name, type: typeOf(type, characterSet) }));
    });
    query.on('result', (row: unknown) => {
      if (taken.cut === null && Array.isArray(row) && !taken.take(row as (string | null)[])) {
        settle(() => resolve({ columns, rows, cut: taken.cut }));
        connection.destroy();
      }
    });
    query.on('end', () => settle(() => resolve({ columns, rows, cut: taken.cut })));
  });
}

function ask(connection: Connection, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query({ sql }, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}

async function connected({ platform, spaceId, settings, secrets }: Open): Promise<Connection> {
  const { host, port, database, user, tls, ca } = settings;
  const socket = await platform.outgoing.connect({ host, port }, { spaceId });
  const connection = mysql.createConnection({
    stream: socket,
    host,
    user,
    password: secrets.password ?? '',
    database,
    ...(tls ? { ssl: { ...(ca === undefined ? {} : { ca }) } } : {}),
    connectTimeout: 10_000,
    rowsAsArray: true,
    // as texts, whatever they are: no digit is lost
    typeCast: (field) => field.string(),
  });
  connection.on('error', () => {});
  try {
    await new Promise<void>((resolve, reject) => {
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return connection;
  } catch (error) {
    connection.destroy();
    throw error;
  }
}

function dropped(connection: Connection): undefined {
  connection.destroy();
}

/** `binary` is the character set of what is no text. */
const binary = 63;

function typeOf(type: number | undefined, characterSet: number | undefined): ValueType {
  const known = types[type ?? -1] ?? 'text';
  return known === 'bytes' && characterSet !== binary ? 'text' : known;
}

/** By the protocol's numbers. */
const types: Record<number, ValueType> = {
  0: 'decimal',
  1: 'integer',
  2: 'integer',
  3: 'integer',
  4: 'double',
  5: 'double',
  7: 'timestamp',
  8: 'integer',
  9: 'integer',
  10: 'date',
  11: 'time',
  12: 'timestamp',
  13: 'integer',
  16: 'bytes',
  245: 'json',
  246: 'decimal',
  249: 'bytes',
  250: 'bytes',
  251: 'bytes',
  252: 'bytes',
};
