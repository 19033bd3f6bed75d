import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { usualLimits, type Engine, type QueryResult, type TableSession } from '../port.ts';
import { rowsOf } from '../rows.ts';
import { isRunning } from '../running.ts';
import { addressOf } from './address.ts';
import { clientAt, type Call, type Client } from './client.ts';
import { asRows, createTable, insertFrom } from './rows.ts';
import { columnOf, named, zoneOf } from './types.ts';

/** A ClickHouse of the operator's. A session is a database there, which goes with it. */
export function startClickhouse(address: string, log: Logger): Engine<TableSession> {
  const client = clientAt(addressOf(address));
  const open = new Set<TableSession>();
  let looked = false;
  return {
    async open({ timeZone = 'UTC', memoryMb } = {}) {
      if (!looked) {
        looked = true;
        dropLeft(client).catch((error: unknown) =>
          log.warn({ err: error }, 'databases of ended processes were not dropped'),
        );
      }
      const database = `${ours}${machine()}_${process.pid}_${Date.now()}_${randomBytes(4).toString('hex')}`;
      await client.ask(`create database ${database}`);
      const settings = {
        database,
        session_timezone: zoneOf(timeZone),
        ...(memoryMb !== undefined && {
          max_bytes_before_external_sort: memoryMb * 2 ** 20,
          max_bytes_before_external_group_by: memoryMb * 2 ** 20,
        }),
      };
      const session = sessionOf(client, { database, zone: zoneOf(timeZone), settings }, () => open.delete(session));
      open.add(session);
      return session;
    },
    async stop() {
      await Promise.allSettled([...open].map((session) => session.close()));
      client.close();
    },
  };
}

interface Room {
  database: string;
  zone: string;
  settings: Record<string, string | number>;
}

function sessionOf(client: Client, { database, zone, settings }: Room, leave: () => void): TableSession {
  let closed = false;
  const call = (more: Call = {}): Call => {
    if (closed) throw new AppError('etl.engine.lost');
    return { ...more, settings: { ...settings, ...more.settings } };
  };
  const describe: TableSession['describe'] = async (sql) => {
    const rows = await client.ask(`describe (${requireSelect(sql)}\n)`, call());
    return rows.map(([name, type]) => columnOf(name!, type!));
  };
  const drain: TableSession['drain'] = async (sql, { signal } = {}) => {
    const columns = await describe(sql);
    return { columns, bytes: await client.stream(asRows(sql, columns), call({ signal })) };
  };
  return {
    dialect: 'clickhouse',
    async run(sql, { signal } = {}) {
      await client.ask(sql, call({ signal }));
      return { changed: 0 };
    },
    async query(sql, limits = {}) {
      const { rows: most, bytes: mostBytes, ms, signal } = { ...usualLimits, ...limits };
      const late = AbortSignal.timeout(ms);
      try {
        const columns = await describe(sql);
        const bytes = await client.stream(
          asRows(sql, columns),
          call({
            settings: { readonly: 2, max_execution_time: Math.max(1, Math.ceil(ms / 1_000)) },
            signal: signal ? AbortSignal.any([late, signal]) : late,
          }),
        );
        return await cutOff(columns, rowsOf(bytes), most, mostBytes);
      } catch (error) {
        const isLate = late.aborted || (error instanceof AppError && error.data?.late === true);
        throw isLate && !signal?.aborted ? new AppError('etl.sql.time', { seconds: ms / 1_000 }) : error;
      }
    },
    describe,
    async fill(table, { columns, bytes }, { signal } = {}) {
      let isMade = false;
      try {
        await client.ask(createTable(table, columns, zone), call({ signal }));
        isMade = true;
        await client.ask(insertFrom(table, columns, zone), call({ rows: bytes, signal }));
      } catch (error) {
        if (isMade) await client.ask(`drop table if exists ${named(table)} sync`, call()).catch(() => {});
        throw error;
      } finally {
        bytes.destroy();
      }
      const [[count] = []] = await client.ask(`select count() from ${named(table)}`, call());
      return { rows: Number(count) };
    },
    drain,
    async close() {
      if (closed) return;
      closed = true;
      leave();
      // what is left of it goes when another process begins
      await client.ask(`drop database if exists ${database} sync`).catch(() => {});
    },
  };
}

function requireSelect(sql: string): string {
  if (/^\s*(select|with)\b/i.test(sql)) return sql;
  throw new AppError('etl.sql.failed', { message: 'only SELECT is allowed' });
}

async function cutOff(
  columns: QueryResult['columns'],
  batches: AsyncIterable<(string | null)[][]>,
  most: number,
  mostBytes: number,
): Promise<QueryResult> {
  const rows: QueryResult['rows'] = [];
  let bytes = 0;
  for await (const batch of batches)
    for (const row of batch) {
      if (rows.length === most) return { columns, rows, cut: 'rows' };
      bytes += row.reduce((sum, value) => sum + (value?.length ?? 0), 0);
      if (bytes > mostBytes) return { columns, rows, cut: 'bytes' };
      rows.push(row);
    }
  return { columns, rows, cut: null };
}

const ours = 'formwork_etl_';
const machine = (): string => createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** No run takes so long: of other machines nobody knows whether a process is there. */
const leftMs = 7 * 24 * 60 * 60_000;

/** Databases of processes that were killed. */
async function dropLeft(client: Client): Promise<void> {
  const rows = await client.ask(`select name from system.databases where startsWith(name, '${ours}')`);
  for (const [name] of rows) {
    const [, where, pid, begun] = /^formwork_etl_([0-9a-f]{8})_(\d+)_(\d+)_[0-9a-f]{8}$/.exec(name!) ?? [];
    if (where === undefined) continue;
    const isLeft =
      where === machine()
        ? Number(pid) === process.pid
          ? Number(begun) < Date.now() - process.uptime() * 1_000
          : !isRunning(Number(pid))
        : Date.now() - Number(begun) > leftMs;
    if (isLeft) await client.ask(`drop database if exists ${name} sync`);
  }
}
