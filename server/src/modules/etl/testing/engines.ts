import type { Connection } from 'mysql2';
import mysql from 'mysql2/promise';
import { startOtherClickhouse } from '../../../testing/other-clickhouse.ts';
import { startOtherPostgres } from '../../../testing/other-postgres.ts';
import type { OpenedConnections } from '../../connections/public.ts';
import { backslashed, backticked, bracketed, doubleQuoted } from '../endpoints/names.ts';

/** A database whose adapter is put to the test. */
export interface EngineAtTest {
  kind: 'postgres' | 'mysql' | 'clickhouse' | 'sqlserver';
  settings: { host: string; port: number; database: string; user: string; tls?: boolean };
  secrets: { password?: string };
  /** Where its tables are made. */
  schema: string;
  /** It was begun for the tests, and speaks no TLS. */
  plain: boolean;
  stop(): Promise<void>;
}

/** What differs from one to another. */
export const traits = {
  postgres: {
    title: 'PostgreSQL',
    quote: doubleQuoted,
    endless: 'select count(*) as n from generate_series(1, 1000000000000)',
    running: `select count(*)::text from pg_stat_activity where state = 'active' and query like 'fetch % from reading' and pid <> pg_backend_pid()`,
  },
  mysql: {
    title: 'MySQL',
    quote: backticked,
    endless:
      "select count(*) as n from information_schema.columns a, information_schema.columns b, information_schema.columns c where concat(a.column_name, b.column_name, c.column_name) = 'endless'",
    running:
      "select count(*) from information_schema.processlist where info like '%endless%' and info not like '%processlist%' and id <> connection_id()",
  },
  clickhouse: {
    title: 'ClickHouse',
    quote: backslashed,
    endless: 'select count() as n from system.numbers where number % 2 = 1000000000000',
    running:
      "select count() from system.processes where query like '%1000000000000%' and query not like '%system.processes%' format CSV",
  },
  sqlserver: {
    title: 'SQL Server',
    quote: bracketed,
    endless:
      "select count_big(*) as n from sys.all_columns a, sys.all_columns b, sys.all_columns c where a.name + b.name + c.name = 'endless'",
    running:
      "select convert(nvarchar(10), count(*)) from sys.dm_exec_requests r cross apply sys.dm_exec_sql_text(r.sql_handle) q where q.text like '%endless%' and r.session_id <> @@spid",
  },
} as const satisfies Record<EngineAtTest['kind'], object>;

/** A statement of the test, past the adapter; answers the first value of its first row. */
export async function runSql(
  kind: EngineAtTest['kind'],
  client: OpenedConnections[EngineAtTest['kind']],
  sql: string,
): Promise<string | undefined> {
  switch (kind) {
    case 'postgres': {
      const { rows } = await (client as OpenedConnections['postgres']).driver.query({ text: sql, rowMode: 'array' });
      return (rows as unknown[][])[0]?.[0] as string | undefined;
    }
    case 'mysql': {
      const connection: Connection = await (client as OpenedConnections['mysql']).driver();
      try {
        return await new Promise((resolve, reject) => {
          connection.query({ sql }, (error, rows) =>
            error ? reject(error) : resolve(Array.isArray(rows) ? (rows as string[][])[0]?.[0] : undefined),
          );
        });
      } finally {
        connection.destroy();
      }
    }
    case 'sqlserver':
      return (await (client as OpenedConnections['sqlserver']).ask(sql))[0]?.[0] ?? undefined;
    case 'clickhouse':
      return (await (client as OpenedConnections['clickhouse']).ask(sql))[0]?.[0] ?? undefined;
  }
}

/** The one that an address names, as `npm run engines -- postgres://user:password@host/database` gives it. */
export function engineAt(address: string): EngineAtTest {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address);
  const kind = kinds[protocol];
  if (kind === undefined) throw new Error(`no such kind of database: ${protocol}//`);
  const database = decodeURIComponent(pathname.slice(1)) || usual[kind].database;
  return {
    kind,
    settings: {
      host: hostname,
      port: Number(port) || usual[kind].port,
      database,
      user: decodeURIComponent(username) || usual[kind].user,
      ...(searchParams.get('tls') === 'true' && { tls: true }),
    },
    secrets: password === '' ? {} : { password: decodeURIComponent(password) },
    schema: usual[kind].schema ?? database,
    plain: false,
    stop: () => Promise.resolve(),
  };
}

const kinds: Record<string, EngineAtTest['kind']> = {
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
  'clickhouse:': 'clickhouse',
  'mssql:': 'sqlserver',
  'sqlserver:': 'sqlserver',
};

const usual: Record<EngineAtTest['kind'], { port: number; database: string; user: string; schema?: string }> = {
  postgres: { port: 5432, database: 'postgres', user: 'postgres', schema: 'public' },
  mysql: { port: 3306, database: 'test', user: 'root' },
  clickhouse: { port: 8123, database: 'default', user: 'default' },
  sqlserver: { port: 1433, database: 'master', user: 'sa', schema: 'dbo' },
};

/** Those that `npm test` has. */
export const startEngine: Record<
  Exclude<EngineAtTest['kind'], 'sqlserver'>,
  () => Promise<EngineAtTest | undefined>
> = {
  async postgres() {
    const { settings, url, stop } = await startOtherPostgres();
    const secrets = { password: decodeURIComponent(new URL(url).password) };
    return { kind: 'postgres', settings: settings(), secrets, schema: 'public', plain: true, stop };
  },
  async mysql() {
    const root = await mysql
      .createConnection({ host: '127.0.0.1', port: 3306, user: 'root', connectTimeout: 2_000 })
      .catch(() => undefined);
    // a machine that builds for all has one
    if (root === undefined && process.env.CI === 'true') throw new Error('no MariaDB answers on 127.0.0.1:3306');
    if (root === undefined) return undefined;
    const database = `formwork_test_${process.pid}`;
    await root.query(`create database ${database} character set utf8mb4`);
    await root.query(`create user '${database}'@'%' identified by 'secret'`);
    await root.query(`grant all on ${database}.* to '${database}'@'%'`);
    return {
      kind: 'mysql',
      settings: { host: '127.0.0.1', port: 3306, database, user: database },
      secrets: { password: 'secret' },
      schema: database,
      plain: true,
      async stop() {
        await root.query(`drop database if exists ${database}`);
        await root.query(`drop user if exists '${database}'@'%'`);
        await root.end();
      },
    };
  },
  async clickhouse() {
    const server = await startOtherClickhouse();
    return server && { kind: 'clickhouse', schema: 'default', plain: true, ...server };
  },
};
