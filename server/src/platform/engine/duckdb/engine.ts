import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { usualLimits, type Engine, type EngineSession, type RowStream, type SessionOptions } from '../port.ts';
import { makeFifo, readFrom, writeInto } from './fifo.ts';
import { engineProcess, type EngineProcess } from './process.ts';
import { asRows, createFrom, quoted } from './sql.ts';

/** How long a session waits for another to close. */
const waitMs = 20_000;

/** DuckDB in a process of its own. Sessions beyond `most` wait for one that closes, but not for ever: it may be the caller's own. */
export function startDuckdb(folder: string, log: Logger, { most = 8 } = {}): Engine {
  const engine = engineProcess(folder, log);
  let open = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    open -= 1;
    queue.shift()?.();
  };
  return {
    async open(options = {}) {
      const late = AbortSignal.timeout(waitMs);
      while (open >= most) {
        await new Promise<void>((resolve) => {
          queue.push(resolve);
          late.addEventListener('abort', () => resolve(), { once: true });
        });
        if (late.aborted) throw new AppError('platform.busy');
      }
      open += 1;
      try {
        return await opened(engine, folder, options, leave);
      } catch (error) {
        leave();
        throw error;
      }
    },
    stop: () => engine.stop(),
  };
}

async function opened(
  engine: EngineProcess,
  within: string,
  { memoryMb = 256, spillMb, threads = 2, timeZone = 'UTC' }: SessionOptions,
  leave: () => void,
): Promise<EngineSession> {
  const session = randomUUID();
  const folder = path.join(within, session);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await engine.ask({ what: 'open', session, folder, memoryMb, spillMb, threads, timeZone });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  let closed = false;
  const run = (sql: string, signal?: AbortSignal) => engine.ask({ what: 'run', session, sql }, signal);
  const describe = (sql: string) => engine.ask({ what: 'describe', session, sql });
  return {
    folder,
    run: (sql, { signal } = {}) => run(sql, signal),
    async query(sql, limits = {}) {
      const { rows, bytes, ms } = { ...usualLimits, ...limits };
      const late = AbortSignal.timeout(ms);
      try {
        return await engine.ask(
          { what: 'query', session, sql, rows, bytes },
          limits.signal ? AbortSignal.any([late, limits.signal]) : late,
        );
      } catch (error) {
        throw late.aborted && error === late.reason ? new AppError('etl.sql.time', { seconds: ms / 1_000 }) : error;
      }
    },
    describe,
    async fill(table, rows, { signal } = {}) {
      // they are read once the statement is at the other end: what breaks before is told then
      rows.bytes.on('error', () => {});
      const pipe = path.join(folder, `in-${randomUUID()}`);
      await makeFifo(pipe);
      const ended = new AbortController();
      const reading = run(createFrom(table, rows.columns, pipe), signal).finally(() => ended.abort());
      const [statement, writing] = await Promise.allSettled([reading, writeInto(pipe, rows.bytes, ended.signal)]);
      rmSync(pipe, { force: true });
      if (writing.status === 'rejected') {
        // to the statement it looked like the end
        if (statement.status === 'fulfilled') await run(`drop table ${quoted(table)}`);
        throw writing.reason;
      }
      if (statement.status === 'rejected') throw statement.reason;
      const counted = await engine.ask({
        what: 'query',
        session,
        sql: `select count(*) from ${quoted(table)}`,
        rows: 1,
        bytes: 100,
      });
      return { rows: Number(counted.rows[0]?.[0]) };
    },
    async drain(sql, { signal } = {}) {
      const columns = await describe(sql);
      return { columns, bytes: drained(run, folder, asRows(sql, columns), signal) };
    },
    async close() {
      if (closed) return;
      closed = true;
      try {
        await engine.ask({ what: 'close', session });
      } catch {
        // a process that died has closed it
      } finally {
        rmSync(folder, { recursive: true, force: true });
        leave();
      }
    },
  };
}

function drained(
  run: (sql: string, signal?: AbortSignal) => Promise<unknown>,
  folder: string,
  select: string,
  signal: AbortSignal | undefined,
): RowStream['bytes'] {
  async function* chunks() {
    const pipe = path.join(folder, `out-${randomUUID()}`);
    await makeFifo(pipe);
    const stop = new AbortController();
    const ended = new AbortController();
    const all = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const reading = readFrom(pipe, ended.signal);
    const first = reading.next();
    const writing = run(`copy (${select}\n) to ${quoted(pipe, "'")} (format csv, header false, nullstr '\\N')`, all);
    const settled = writing.then(
      () => ended.abort(),
      () => ended.abort(),
    );
    let whole = false;
    try {
      for (let next = await first; !next.done; next = await reading.next()) yield next.value;
      whole = true;
    } finally {
      // who stops reading stops the statement
      if (!whole) stop.abort();
      await reading.return(undefined);
      await settled;
      rmSync(pipe, { force: true });
    }
    await writing;
  }
  return Readable.from(chunks(), { objectMode: false });
}
