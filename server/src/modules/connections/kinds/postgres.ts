import type { Socket } from 'node:net';
import { houseConnections, type SecretsOf, type SettingsOf } from '@formwork/contract/connections/kinds.ts';
import type { ValueType } from '@formwork/contract/etl/columns.ts';
import pg from 'pg';
import type { ConnectionKind, Opening } from '../../../platform/connection-kind.ts';
import { AppError } from '../../../platform/errors.ts';
import { failureOf } from '../failure.ts';
import { readInPlace } from './read-in-place.ts';
import { takeUp, usualLimits, type ReadingClient, type ReadResult } from './reading.ts';

type Open = Opening<SettingsOf<'postgres'>, SecretsOf<'postgres'>>;

export interface PostgresClient extends ReadingClient {
  /** For what copies rows in and out. */
  driver: pg.Client;
}

/** PostgreSQL and what speaks like it. */
export const postgresKind: ConnectionKind<SettingsOf<'postgres'>, SecretsOf<'postgres'>, PostgresClient> = {
  kind: 'postgres',
  ...houseConnections.postgres,
  async test(opening) {
    const client = await connected(opening);
    try {
      // a login that may connect and see nothing is of no use
      await client.query('select 1 from pg_catalog.pg_class limit 1');
    } finally {
      await client.end();
    }
  },
  async open(opening) {
    const client = await connected(opening);
    // a server that looks whether anybody is there still ends by itself what was broken off; older ones do not know it
    await client.query("set client_connection_check_interval to '1s'").catch(() => {});
    return {
      driver: client,
      query: (text, params, limits) => read(client, text, params, limits),
      close: () => client.end(),
    };
  },
};

const batchRows = 200;

/** By a cursor: what is beyond the limits never comes over the line. */
async function read(
  client: pg.Client,
  ...[text, params = [], given]: Parameters<ReadingClient['query']>
): Promise<ReadResult> {
  const limits = { ...usualLimits, ...given };
  const rows: (string | null)[][] = [];
  const taken = takeUp(limits, rows);
  try {
    await client.query('begin transaction read only');
    await client.query(`set local statement_timeout = ${Math.ceil(limits.ms)}`);
    // parameters keep it one statement, even where there are none
    await client.query({
      text: `declare reading no scroll cursor for ${text}`,
      values: [...params],
      queryMode: 'extended',
    } as pg.QueryConfig);
    const until = Date.now() + limits.ms;
    for (;;) {
      const batch = await client.query<(string | null)[]>({
        text: `fetch ${batchRows} from reading`,
        rowMode: 'array',
        types: { getTypeParser: () => (value: string) => value },
      } as unknown as pg.QueryArrayConfig);
      const full = !batch.rows.every((row) => taken.take(row));
      if (full || batch.rows.length < batchRows) return { columns: columnsOf(batch.fields), rows, cut: taken.cut };
      if (Date.now() > until) throw Object.assign(new Error('the reading took too long'), { code: '57014' });
    }
  } catch (error) {
    throw refused(error);
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

/** What is wrong with the statement is told as the database says it. */
function refused(error: unknown): AppError {
  const known = failureOf(error);
  if (known.code !== 'connections.test.broken') return new AppError(known.code, known.data);
  return new AppError('connections.query.failed', known.data);
}

async function connected({ platform, spaceId, settings, secrets }: Open): Promise<pg.Client> {
  const { host, port, database, user, tls, ca } = settings;
  const pieces = tls ? undefined : readInPlace();
  const socket = await platform.outgoing.connect({ host, port }, { spaceId, onread: pieces?.onread });
  pieces?.of(socket);
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    password: secrets.password ?? '',
    stream: () => connectedAlready(socket),
    ssl: tls ? { ...(ca === undefined ? {} : { ca }) } : false,
    connectionTimeoutMillis: 10_000,
    application_name: 'formwork connection',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The driver asks its socket to connect; this one is connected to the address that was checked. */
function connectedAlready(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
}

function columnsOf(fields: readonly pg.FieldDef[]): ReadResult['columns'] {
  return fields.map(({ name, dataTypeID }) => ({ name, type: types[dataTypeID] ?? 'text' }));
}

const types: Record<number, ValueType> = {
  16: 'boolean',
  17: 'bytes',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  26: 'integer',
  114: 'json',
  700: 'double',
  701: 'double',
  1082: 'date',
  1083: 'time',
  1114: 'timestamp',
  1184: 'timestamptz',
  1700: 'decimal',
  2950: 'uuid',
  3802: 'json',
};
