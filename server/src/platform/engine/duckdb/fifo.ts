import { execFile } from 'node:child_process';
import { constants, closeSync, openSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveBack } from '../lent.ts';

// Named pipes between this process and the engine's: neither end may wait for one that died, so both are opened without blocking and
// looked at as long as the statement at the other end runs.

export const makeFifo = (path: string): Promise<unknown> => promisify(execFile)('mkfifo', ['-m', '600', path]);

/**
 * Writes a stream into the pipe as soon as the statement reads it, which `ended` tells the end of. Throws where the stream broke off;
 * that nobody reads any more is the statement's to explain.
 */
export async function writeInto(path: string, bytes: Readable, ended: AbortSignal): Promise<void> {
  const descriptor = await writerOf(path, ended);
  if (descriptor === undefined) {
    bytes.destroy();
    return;
  }
  const pipe = new Socket({ fd: descriptor, readable: false, writable: true });
  let shut = false;
  pipe.on('error', () => (shut = true));
  pipe.on('close', () => (shut = true));
  try {
    // leaving the loop ends the stream
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (shut) break;
      if (!pipe.write(chunk, () => giveBack(chunk))) await drained(pipe);
    }
  } finally {
    if (shut) pipe.destroy();
    else await new Promise<void>((resolve) => pipe.once('close', () => resolve()).end(() => pipe.destroy()));
  }
}

function drained(pipe: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      pipe.off('drain', done).off('close', done);
      resolve();
    };
    pipe.on('drain', done).on('close', done);
  });
}

/** What a statement writes into the pipe; ends when it does. */
export async function* readFrom(path: string, ended: AbortSignal): AsyncGenerator<Buffer> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = await firstOf(descriptor, ended);
  if (first === undefined) {
    closeSync(descriptor);
    return;
  }
  if (first.length > 0) yield first;
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false });
  try {
    yield* pipe as AsyncIterable<Buffer>;
  } finally {
    pipe.destroy();
  }
}

const lookEveryMs = 3;

async function writerOf(path: string, ended: AbortSignal): Promise<number | undefined> {
  for (;;) {
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      // nobody reads yet
      if ((error as NodeJS.ErrnoException).code !== 'ENXIO') throw error;
    }
    if (ended.aborted) return undefined;
    await sleep(lookEveryMs);
  }
}

/** What comes first; empty once a writer is there that has written nothing yet; undefined where the statement ended without a row. */
async function firstOf(descriptor: number, ended: AbortSignal): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(64 * 1024);
  for (;;) {
    const over = ended.aborted;
    try {
      const read = readSync(descriptor, buffer);
      if (read > 0) return buffer.subarray(0, read);
      if (over) return undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return buffer.subarray(0, 0);
      throw error;
    }
    await sleep(lookEveryMs);
  }
}
