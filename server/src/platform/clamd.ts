import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** The scanner could not be asked, or did not answer as its protocol says. */
export class ScanFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`the virus scanner failed: ${reason}`, { cause });
    this.name = 'ScanFailed';
  }
}

const silentMs = 120_000;
const largestChunk = 64 * 1024;

/**
 * Hands a content to clamd by INSTREAM: chunks with their length in four bytes, ended by one of length zero.
 * Answers the name of what was found, or undefined for a clean content.
 */
export async function scanWithClamd(address: string, content: Readable): Promise<string | undefined> {
  const { host, port } = hostAndPort(address);
  const socket = connect({ host, port });
  socket.setTimeout(silentMs, () => socket.destroy(new ScanFailed('it keeps silent')));
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => { answer += text; });
  const ended = once(socket, 'end').catch((error: unknown) => { throw error instanceof ScanFailed ? error : new ScanFailed('connection', error); });
  ended.catch(() => {});
  try {
    await Promise.race([once(socket, 'connect'), ended]);
    // clamd may answer before the end, when the content is larger than it takes
    await Promise.race([send(socket, content), ended]);
    await ended;
  } catch (error) {
    throw error instanceof ScanFailed ? error : new ScanFailed('connection', error);
  } finally {
    content.destroy();
    socket.destroy();
  }
  return readAnswer(answer);
}

async function send(socket: Socket, content: Readable): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const whole of content as AsyncIterable<Buffer>) {
    for (let at = 0; at < whole.length; at += largestChunk) {
      const chunk = whole.subarray(at, at + largestChunk);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      await write(socket, Buffer.concat([length, chunk]));
    }
  }
  await write(socket, Buffer.alloc(4));
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.write(bytes)) await once(socket, 'drain');
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or an error in words. */
function readAnswer(text: string): string | undefined {
  const line = text.replace(/\0/g, '').trim();
  if (line === 'stream: OK') return undefined;
  const found = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (found === undefined) throw new ScanFailed(line === '' ? 'no answer' : line);
  return found;
}

function hostAndPort(address: string): { host: string; port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
