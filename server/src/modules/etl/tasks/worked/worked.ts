import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { EtlTask } from '@formwork/contract/etl/task.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { sqlOver, upTo, type Known } from '@formwork/etl/graph.ts';
import { givenColumn, whyColumn, workedColumn, workedTable } from '@formwork/etl/model.ts';
import { quoted } from '@formwork/etl/sql.ts';
import { giveBack } from '../../../../platform/engine/lent.ts';
import type { EngineSession } from '../../../../platform/engine/port.ts';
import type { ThreadWork } from './thread.ts';

/** So much may be on its way to the thread. */
const mostBytes = 4 * 1024 * 1024;

type WithoutNow<Work> = Work extends ThreadWork ? Omit<Work, 'now'> : never;

type Said = { taken: number } | { bytes: Uint8Array<ArrayBuffer> } | { end: true };

/** Rows of a stream with what is worked out of each behind it. */
export function workedRows(
  bytes: Readable,
  work: WithoutNow<ThreadWork>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Readable {
  const workerData = { ...work, now: Date.now() } satisfies ThreadWork;
  const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData });
  let [under, full, whole] = [0, false, false];
  let go: (() => void) | undefined;
  const on = (): void => go?.();
  const stop = (): void => void out.destroy(signal!.reason as Error);
  const out = new Readable({
    read() {
      full = false;
      on();
    },
    destroy(error, done) {
      signal?.removeEventListener('abort', stop);
      bytes.destroy();
      on();
      thread.once('exit', () => done(error));
      if (thread.threadId === -1) done(error);
      else void thread.terminate();
    },
  });
  // what breaks before anybody reads them must not end the process; who reads them hears of it all the same
  out.on('error', () => {});
  thread.on('message', (said: Said) => {
    if ('taken' in said) {
      under -= said.taken;
      on();
    } else if ('bytes' in said) {
      full = !out.push(Buffer.from(said.bytes.buffer, said.bytes.byteOffset, said.bytes.byteLength)) || full;
    } else {
      whole = true;
      out.push(null);
    }
  });
  thread.on('error', (error) => out.destroy(error as Error));
  thread.on('exit', () => {
    if (!whole) out.destroy(new Error('the thread ended in the midst of its rows'));
  });
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const send = async (): Promise<void> => {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      // what waits to be read holds back what is sent
      while ((under > mostBytes || full) && !out.destroyed) await new Promise<void>((resolve) => (go = resolve));
      if (out.destroyed) return;
      under += chunk.length;
      const sent = Uint8Array.prototype.slice.call(chunk);
      giveBack(chunk);
      thread.postMessage(sent, [sent.buffer]);
    }
    thread.postMessage(null, []);
  };
  send().catch((error: unknown) => out.destroy(error as Error));
  return out;
}

/** What no SQL says is worked out, node by node, into tables that the SQL behind it reads. */
export async function workOut(session: EngineSession, task: EtlTask, working: Working): Promise<void> {
  const { known, of } = working;
  const needed = new Set(of.flatMap((id) => [...upTo(task, id)]));
  for (const [id, entry] of known) {
    if (!needed.has(id) || !entry.inputs.main || working.done?.has(id)) continue;
    working.done?.add(id);
    if (entry.worked) await figuresInto(session, task, { ...working, entry });
    else if (entry.scripted) await scriptInto(session, task, { ...working, entry });
  }
}

interface Working {
  known: ReadonlyMap<string, Known>;
  of: readonly string[];
  /** What was worked out before, and is now. */
  done?: Set<string>;
  zone: string;
  locale: Locale;
  signal?: AbortSignal;
}
type AtNode = Working & { entry: Known };

/** Rows with the figures behind them. */
async function figuresInto(session: EngineSession, task: EtlTask, working: AtNode): Promise<void> {
  const { known, entry, zone, signal } = working;
  const [main, worked] = [entry.inputs.main!, entry.worked!];
  const reads = [...new Set(worked.flatMap((figure) => figure.reads))];
  const all = main.columns.map(({ name }) => name);
  const picks = [
    ...reads.map((name, at) => `${quoted(name)} as ${quoted(`_r${at}`)}`),
    ...all.map((name) => quoted(name)),
  ];
  const sql = sqlOver(task, main.node.id, `select ${picks.join(', ')} from ${main.rows}`, known);
  const { columns, bytes } = await session.drain(sql, signal ? { signal } : {});
  const inputs = reads.map((name) => main.columns.find((column) => column.name === name)!);
  const figures = worked.map(({ expression, type }) => ({ expression, type }));
  const rows = workedRows(bytes, { inputs, figures, zone, form: 'csv', drop: reads.length }, { signal });
  await intoTable(session, working, rows, [
    ...columns.slice(reads.length),
    ...figures.map(({ type }, at): DataColumn => ({ name: workedColumn(at), type, nullable: true })),
  ]);
}

/** What a script made of the rows, and those that it could not work on. */
async function scriptInto(session: EngineSession, task: EtlTask, working: AtNode): Promise<void> {
  const { known, entry, locale, signal } = working;
  const [main, { code, gives }] = [entry.inputs.main!, entry.scripted!];
  const picks = main.columns.map(({ name }) => quoted(name)).join(', ') || '1';
  const sql = sqlOver(task, main.node.id, `select ${picks} from ${main.rows}`, known);
  const { columns, bytes } = await session.drain(sql, signal ? { signal } : {});
  const rows = workedRows(bytes, { inputs: columns, code, gives, locale, form: 'script' }, { signal });
  await intoTable(session, working, rows, [
    ...gives.map(({ type }, at): DataColumn => ({ name: workedColumn(at), type, nullable: true })),
    ...columns.map((column, at): DataColumn => ({ ...column, name: givenColumn(at), nullable: true })),
    { name: whyColumn, type: 'text', nullable: true },
  ]);
}

/** A session does one thing after the other: what it reads must have ended before it fills a table. */
async function intoTable(
  session: EngineSession,
  { entry: { node }, signal }: AtNode,
  rows: Readable,
  columns: DataColumn[],
): Promise<void> {
  const spool = path.join(session.folder, `worked-${node.id}`);
  await pipeline(rows, createWriteStream(spool, { mode: 0o600 }));
  await session.fill(workedTable(node.id), { columns, bytes: createReadStream(spool) }, signal ? { signal } : {});
  await rm(spool);
}
