import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** The scanner could not be asked, or did not answer as its protocol says. */
export class ScanFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the virus scanner failed: ${reason}`, { cause });
    this.name = 'ScanFailed';
  }
}

/** The content is larger than the scanner takes (StreamMaxLength) or looks through (MaxFileSize, MaxScanSize): sending it again changes nothing. */
export class ScanTooLarge extends ScanFailed {
  constructor(answer: string) {
    super(`the content is larger than it takes: ${answer}`);
    this.name = 'ScanTooLarge';
  }
}

/** The line broke while content was still on its way. */
class BrokenOff extends ScanFailed {
  readonly sent: number;

  constructor(sent: number, cause: unknown) {
    super(`it hung up after ${sent} bytes`, cause);
    this.sent = sent;
  }
}

const silentMs = 120_000;
const largestChunk = 64 * 1024;
/** Bytes that may lie between us and the scanner. */
const mostOnTheWay = 16 * 1024 * 1024;
/** Time for an answer to arrive before more is sent. */
const carefulMs = 5;

/**
 * Hands a content to clamd by INSTREAM: chunks with their length in four bytes, ended by one of length zero.
 * Answers the name of what was found, or undefined for a clean content.
 */
export async function scanWithClamd(address: string, open: () => Promise<Readable>): Promise<string | undefined> {
  try {
    return await scan(address, await open(), Infinity);
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error;
    // It hangs up on what is larger than it takes, and says so. A socket that is written to meanwhile fails and forgets what it has received: asked again, and slowly where it broke off, the answer is heard.
    return scan(address, await open(), error.sent - mostOnTheWay);
  }
}

async function scan(address: string, content: Readable, carefulFrom: number): Promise<string | undefined> {
  const { host, port } = hostAndPort(address);
  const socket = connect({ host, port });
  socket.setTimeout(silentMs, () => socket.destroy(new ScanFailed('it keeps silent')));
  let answer = '';
  let sent = 0;
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  const ended = once(socket, 'end');
  ended.catch(() => {});
  const send = async (): Promise<void> => {
    await write(socket, Buffer.from('zINSTREAM\0'));
    for await (const whole of content as AsyncIterable<Buffer>) {
      for (let at = 0; at < whole.length && answer === ''; at += largestChunk) {
        const chunk = whole.subarray(at, at + largestChunk);
        await write(socket, Buffer.concat([lengthOf(chunk), chunk]));
        sent += chunk.length;
        if (sent > carefulFrom) await sleep(carefulMs);
      }
    }
    await write(socket, Buffer.alloc(4));
  };
  try {
    await Promise.race([once(socket, 'connect'), ended]);
    // clamd may answer before the end, when the content is larger than it takes
    await Promise.race([send(), ended]);
    await ended;
  } catch (error) {
    if (answer === '' && error instanceof ScanFailed) throw error;
    if (answer === '') throw sent > 0 ? new BrokenOff(sent, error) : new ScanFailed('connection', error);
  } finally {
    content.destroy();
    socket.destroy();
  }
  return readAnswer(answer);
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or an error in words. */
function readAnswer(text: string): string | undefined {
  const line = text.replace(/\0/g, '').trim();
  if (line === 'stream: OK') return undefined;
  const found = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (line.startsWith('INSTREAM size limit exceeded') || found?.startsWith('Heuristics.Limits.Exceeded'))
    throw new ScanTooLarge(line);
  if (found === undefined) throw new ScanFailed(line === '' ? 'no answer' : line);
  return found;
}

function hostAndPort(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
