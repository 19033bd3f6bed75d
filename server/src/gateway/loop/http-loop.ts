import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { Server, Socket } from 'node:net';
import type { Answer, Header, Passage } from '../call.ts';
import { callOf } from '../caller.ts';
import { begin, end, newRequestId, tooLarge, withBody, type Begun } from '../core.ts';
import type { LoopParts } from './client.ts';
import type { Dialer } from './dial.ts';
import { passOn, type Passing } from './relay.ts';
import { openUndici } from './undici-upstreams.ts';

/** The way back from the own loop: the platform's parser in front, undici behind, and the same policies in between. */
export function serveHttp(parts: LoopParts, dialer: Dialer, tls: { cert: Buffer; key: Buffer } | undefined): Server {
  const { patience } = parts;
  const own: LoopParts = { ...parts, upstreams: openUndici(dialer), house: undefined };
  const options = {
    maxHeaderSize: 16 * 1024,
    headersTimeout: patience.headMs,
    keepAliveTimeout: patience.idleMs,
    connectionsCheckingInterval: Math.min(patience.headMs, 5_000),
    // said here, so that nothing behind such a request is listened to
    requireHostHeader: false,
    insecureHTTPParser: false,
  };
  const take = (request: IncomingMessage, response: ServerResponse): void => void serve(own, request, response);
  const server: HttpServer = tls ? createSecure({ ...options, ...tls }, take) : createServer(options, take);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, rest: Buffer) => {
    upgrades.set(request, { socket, rest });
    void serve(own, request, undefined);
  });
  return server;
}

/** Connections that end with the answer under way: what else was read of them already is no request any more. */
const ending = new WeakSet<Socket>();
const upgrades = new WeakMap<IncomingMessage, { socket: Socket; rest: Buffer }>();

function serve(parts: LoopParts, request: IncomingMessage, response: ServerResponse | undefined): void {
  if (ending.has(request.socket)) return;
  const { core } = parts;
  const headers: Header[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2)
    headers.push([request.rawHeaders[i]!.toLowerCase(), request.rawHeaders[i + 1]!]);
  const read = { method: request.method ?? 'GET', target: request.url ?? '', headers };
  const call = callOf(parts, read, request.socket.remoteAddress, newRequestId());
  const upgraded = upgrades.get(request);
  const length = request.headers['content-length'];
  const body: number | 'chunked' = request.headers['transfer-encoding'] === undefined ? Number(length ?? 0) : 'chunked';
  let bytesIn = 0;
  let bytesOut = 0;
  let relay: Passing | undefined;
  let later: NodeJS.Timeout | undefined;
  const hosts = headers.filter(([name]) => name === 'host').length;
  const named = hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
  const begun: Begun | undefined = named && call.target.startsWith('/') ? begin(core, call, body) : undefined;

  const answer = (passage: Passage | undefined, { status, headers: told, body: bytes }: Answer): void => {
    bytesOut += bytes.length;
    if (response) {
      const close = passage === undefined || (!request.complete && body !== 0);
      if (close) ending.add(request.socket);
      response.writeHead(
        status,
        flat([
          ...told,
          ...(close ? ([['connection', 'close']] as Header[]) : []),
          ...(status === 204 || status === 304 ? [] : ([['content-length', String(bytes.length)]] as Header[])),
        ]),
      );
      response.end(request.method === 'HEAD' ? undefined : bytes);
    } else
      upgraded!.socket.end(
        `HTTP/1.1 ${status} -\r\n${told.map(([name, value]) => `${name}: ${value}\r\n`).join('')}content-length: ${bytes.length}\r\nconnection: close\r\n\r\n${bytes.toString()}`,
      );
    if (passage) end(core, passage, status, bytesIn, bytesOut);
  };
  if (!begun) {
    answer(undefined, { status: 400, headers: [], body: Buffer.alloc(0) });
    return;
  }
  const { passage } = begun;
  const gone = (): void => {
    clearTimeout(later);
    relay?.abort();
    relay = undefined;
    end(core, passage, 499, bytesIn, bytesOut);
  };
  (response ?? upgraded!.socket).on('close', gone);
  if ('readBody' in begun) {
    const pieces: Buffer[] = [];
    const most = begun.readBody;
    request.on('data', (bytes: Buffer) => {
      bytesIn += bytes.length;
      if (bytesIn <= most) pieces.push(bytes);
      else if (!response?.headersSent) answer(passage, tooLarge(passage, most).answer);
    });
    request.on('end', () => {
      if (bytesIn <= most) go(withBody(core, passage, Buffer.concat(pieces)));
    });
    return;
  }
  go(begun);

  function go(next: Begun): void {
    if ('answer' in next) return answer(passage, next.answer);
    if ('cut' in next) {
      end(core, passage, 499, bytesIn, bytesOut);
      request.socket.destroy();
      return;
    }
    if ('afterMs' in next) {
      later = setTimeout(() => go(next.then), next.afterMs);
      return;
    }
    if (!('forward' in next)) return;
    const streams = body !== 0 && next.forward.body === undefined ? body : 0;
    const head = {
      minor: 1 as const,
      method: call.method,
      target: call.target,
      headers,
      body,
      keepAlive: true,
      upgrade: upgraded ? request.headers.upgrade?.toLowerCase() : undefined,
      expectsContinue: false,
      size: 0,
    };
    let status = 0;
    relay = passOn(parts, passage, next.forward, streams, head, {
      head(said) {
        status = said.status;
        if (!response) {
          upgraded!.socket.write(
            `HTTP/1.1 101 Switching Protocols\r\n${said.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
          );
          return;
        }
        response.writeHead(
          status,
          flat([
            ...said.headers,
            ...(typeof said.framing === 'number' ? ([['content-length', String(said.framing)]] as Header[]) : []),
          ]),
        );
        if (typeof said.framing !== 'number') response.flushHeaders();
      },
      data(bytes) {
        bytesOut += bytes.length;
        return response?.write(bytes) ?? true;
      },
      end() {
        response?.end();
        end(core, passage, status, bytesIn, bytesOut);
      },
      answer: (whole) => answer(passage, whole),
      broken() {
        end(core, passage, 502, bytesIn, bytesOut);
        request.socket.destroy();
      },
      raw(other, rest) {
        const { socket, rest: early } = upgraded!;
        if (rest.length > 0) socket.write(rest);
        if (early.length > 0) other.write(early);
        socket.pipe(other);
        other.pipe(socket);
        socket.on('error', () => other.destroy());
        other.on('close', () => socket.destroy());
        socket.on('close', () => other.destroy());
      },
      resume: () => request.resume(),
    });
    response?.on('drain', () => relay?.resume());
    relay.start();
    if (streams === 0) return;
    request.on('data', (bytes: Buffer) => {
      bytesIn += bytes.length;
      if (bytesIn > passage.api!.body.limits.bodyBytes) {
        relay?.abort();
        relay = undefined;
        if (!response?.headersSent) answer(passage, tooLarge(passage, passage.api!.body.limits.bodyBytes).answer);
        request.socket.destroySoon();
      } else if (relay && !relay.write(bytes)) request.pause();
    });
    request.on('end', () => relay?.endBody());
  }
}

function flat(headers: readonly Header[]): string[] {
  return headers.flat();
}
