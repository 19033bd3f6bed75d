import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createLine, type Server, type Socket } from 'node:net';
import { frameHead, frameOf, mostCallBytes, openFrames } from '../../gateway/house-frames.ts';
import { houseLine, houseSocket } from '../../gateway/settings.ts';
import { AppError } from '../../platform/errors.ts';
import { outageOf } from '../../platform/http/outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendFileTo } from './files.ts';
import { carryOut, fileCall, type HouseCall } from './sources.ts';

/**
 * Answers the gateway's calls of records and statements, on sockets of this machine that nobody else may open: texts by frames, many
 * over one connection, which takes a third of what HTTP takes; files, and all calls of the gateway's other loop, by HTTP.
 */
export async function serveHouse(platform: Platform): Promise<{ stop(): Promise<void> }> {
  const paths = { http: houseSocket(platform.config), line: houseLine(platform.config) };
  // of several processes of one machine the first answers
  if (await isServed(paths.http)) return { stop: () => Promise.resolve() };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void answer(platform, request, response);
  });
  const sockets = new Set<Socket>();
  const line = createLine((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    answerLine(platform, socket);
  });
  // the line first: whoever finds the other one served finds it too
  await listening(line, paths.line);
  await listening(server, paths.http);
  return {
    async stop() {
      await Promise.all([
        closed(server, () => server.closeAllConnections()),
        closed(line, () => sockets.forEach((socket) => socket.destroy())),
      ]);
    },
  };
}

/** One connection of a gateway's thread: calls as they come, answers as they are ready. */
function answerLine(platform: Platform, socket: Socket): void {
  const frames = openFrames((number, _, text) => {
    void answerText(platform, text.toString()).then(({ status, text: answered }) => {
      if (!socket.destroyed) sendFrame(socket, number, status, answered);
    });
  }, mostCallBytes);
  socket.on('data', (bytes: Buffer) => {
    if (!frames.hear(bytes)) socket.destroy();
  });
  // the gateway is away: it asks again when it is back
  socket.on('error', () => {});
}

/** In one write, without a copy of what is bytes already. */
function sendFrame(socket: Socket, number: number, status: number, text: string | Buffer): void {
  if (typeof text === 'string') {
    socket.write(frameOf(number, status, text));
    return;
  }
  socket.cork();
  socket.write(frameHead(number, status, text.length));
  socket.write(text);
  socket.uncork();
}

async function answerText(platform: Platform, text: string): Promise<{ status: number; text: string | Buffer }> {
  try {
    const answered = await carryOut(platform, JSON.parse(text) as HouseCall);
    if ('file' in answered) throw new Error('a file was asked for as a text');
    return answered;
  } catch (error) {
    return refusalOf(platform, error);
  }
}

async function answer(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = ({ status, text }: { status: number; text: string | Buffer }): void => {
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  try {
    const call = JSON.parse(await bodyOf(request)) as HouseCall;
    const answered = await carryOut(platform, call);
    if ('file' in answered) await sendFileTo(platform, answered.file, answered.source, fileCall(call), response);
    else send(answered);
  } catch (error) {
    send(refusalOf(platform, error));
  }
}

function refusalOf(platform: Platform, error: unknown): { status: number; text: string } {
  const outage = error instanceof Error && !(error instanceof AppError) ? outageOf(error) : undefined;
  const known = error instanceof AppError ? error : outage && new AppError(outage, { cause: error });
  if (!known || known.status >= 500) platform.log.error({ err: error }, 'a call of the gateway failed');
  const { code, data, fields } = known ?? { code: 'platform.internal' as const, data: undefined, fields: undefined };
  return {
    status: known?.status ?? 500,
    text: JSON.stringify({ code, ...(data && { data }), ...(fields && { fields }) }),
  };
}

/** By its events: iterating over a request takes as long as answering some of them. */
function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > mostCallBytes) reject(new AppError('platform.body_too_large'));
      else parts.push(part);
    });
    request.on('end', () => resolve(parts.length === 1 ? parts[0]!.toString() : Buffer.concat(parts).toString()));
    request.on('error', reject);
  });
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function listening(server: Server, path: string): Promise<void> {
  rmSync(path, { force: true });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
    server.unref();
  });
}

function closed(server: Server, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    cut();
  });
}
