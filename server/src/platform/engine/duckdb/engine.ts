import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Logger } from 'pino';
import { AppError } from '../../errors.ts';
import { usualLimits, type Engine, type EngineSession, type RowStream, type SessionOptions } from '../port.ts';
import { makeFifo, readFrom, writeInto } from './fifo.ts';
import { engineProcess, type EngineProcess } from './process.ts';
import { slicesOf } from './slices.ts';
import { asRows, createFrom, insertFrom, quoted, readRows } from './sql.ts';

/** How long a session waits for another to close. */
const waitMs = 20_000;

/** DuckDB in a process of its own. Sessions beyond `most` wait for one that closes, but not for ever: it may be the caller's own. */
export function startDuckdb(folder: string, log: Logger, { most = 8, sliceBytes = usualSliceBytes } = {}): Engine {
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
        return await opened(engine, folder, { ...options, sliceBytes }, leave);
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
  { memoryMb = 256, spillMb, threads = 2, timeZone = 'UTC', sliceBytes }: SessionOptions & { sliceBytes: number },
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
  /** Through a pipe, which the statement reads while the rows come. */
  const poured = async (statement: string, pipe: string, rows: Readable, signal?: AbortSignal) => {
    await makeFifo(pipe);
    const ended = new AbortController();
    const reading = run(statement, signal).finally(() => ended.abort());
    const [read, written] = await Promise.allSettled([reading, writeInto(pipe, rows, ended.signal)]);
    if (written.status === 'rejected') throw new BrokenOff(written.reason, read.status === 'fulfilled');
    if (read.status === 'rejected') throw read.reason;
    return read.value;
  };
  return {
    dialect: 'duckdb',
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
    async fill(name, rows, { signal, within: file } = {}) {
      const table = file === undefined ? quoted(name) : `${quoted(file)}.${quoted(name)}`;
      let from = '';
      let isMade = false;
      try {
        const { few, rest } = await beginningOf(rows.bytes, signal);
        for await (const slice of rest ? slicesOf(rest, sliceBytes) : []) {
          signal?.throwIfAborted();
          from = path.join(folder, `in-${randomUUID()}`);
          const statement = (isMade ? insertFrom : createFrom)(table, rows.columns, from);
          await poured(statement, from, Readable.from(slice, { objectMode: false }), signal).catch((error: unknown) => {
            if (error instanceof BrokenOff) isMade ||= error.isMade;
            throw isMade ? withoutLine(error) : error;
          });
          isMade = true;
          rmSync(from, { force: true });
        }
        if (!rest) {
          from = path.join(folder, `in-${randomUUID()}`);
          await writeFile(from, few, { mode: 0o600 });
          await run(createFrom(table, rows.columns, from), signal);
        }
      } catch (error) {
        // an engine that died has no table left, and is why the rows are not there
        if (isMade) await run(`drop table ${table}`).catch(() => {});
        throw error instanceof BrokenOff ? error.cause : error;
      } finally {
        rows.bytes.destroy();
        rmSync(from, { force: true });
      }
      const counted = await engine.ask({
        what: 'query',
        session,
        sql: `select count(*) from ${table}`,
        rows: 1,
        bytes: 100,
      });
      return { rows: Number(counted.rows[0]?.[0]) };
    },
    async pour(rows, statement, { signal } = {}) {
      rows.bytes.on('error', () => {});
      const pipe = path.join(folder, `in-${randomUUID()}`);
      try {
        return await poured(statement(readRows(rows.columns, pipe)), pipe, rows.bytes, signal);
      } catch (error) {
        throw error instanceof BrokenOff ? error.cause : error;
      } finally {
        rows.bytes.destroy();
        rmSync(pipe, { force: true });
      }
    },
    async drain(sql, { signal } = {}) {
      const columns = await describe(sql);
      return {
        columns,
        bytes: drained(run, folder, { select: asRows(sql, columns), isOne: columns.length === 1 }, signal),
      };
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

/** The rows did not come to their end; to the statement it looked like one. */
class BrokenOff extends Error {
  readonly isMade: boolean;
  constructor(cause: unknown, isMade: boolean) {
    super('rows broke off', { cause });
    this.isMade = isMade;
  }
}

/** Of the lines of a slice nobody knows. */
function withoutLine(error: unknown): unknown {
  if (!(error instanceof AppError) || typeof error.data?.message !== 'string') return error;
  return new AppError(error.code, { ...error.data, message: error.data.message.replace(/ on Line: \d+/, '') });
}

/** A statement takes in no more than about so many bytes: texts with quotes that it has read take memory until it ends. */
const usualSliceBytes = 32 * 1024 * 1024;

/** Rows that are all there at once lie in a file: a pipe is made by a process of its own, and both ends have to find each other. */
const fewBytes = 256 * 1024;

async function beginningOf(
  bytes: Readable,
  signal: AbortSignal | undefined,
): Promise<{ few: Buffer; rest?: AsyncIterable<Buffer | string> }> {
  const chunks: Buffer[] = [];
  let length = 0;
  // leaving the loop would end the stream
  const reading = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer | string>;
  const stop = () => void bytes.destroy(signal!.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    for (;;) {
      const next = await reading.next();
      if (next.done) return { few: Buffer.concat(chunks) };
      const chunk = Buffer.from(next.value);
      chunks.push(chunk);
      length += chunk.length;
      if (length > fewBytes) break;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  async function* all() {
    yield* chunks.splice(0);
    yield* { [Symbol.asyncIterator]: () => reading };
  }
  return { few: Buffer.alloc(0), rest: all() };
}

function drained(
  run: (sql: string, signal?: AbortSignal) => Promise<unknown>,
  folder: string,
  { select, isOne }: { select: string; isOne: boolean },
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
    // an empty text that is alone on its line would be no row to who reads it
    const form = `format csv, header false, nullstr '\\N'${isOne ? ', force_quote *' : ''}`;
    const writing = run(`copy (${select}\n) to ${quoted(pipe, "'")} (${form})`, all);
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
