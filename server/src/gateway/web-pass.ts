import { readdirSync } from 'node:fs';
import { request as ask, type IncomingMessage, type ServerResponse, type Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import path from 'node:path';
import type { Config } from '../platform/config.ts';
import { callerHeader, openTrust, schemeHeader } from './caller.ts';
import { socketFolder, webSocketName } from './settings.ts';

/**
 * Hands calls below the gateway's path on as they come, ahead of everything else of the web server: no body parser, no limit, no
 * session. For houses with one port.
 */
export function passToGateway(server: HttpServer, config: Config): void {
  const folder = socketFolder(config);
  const trust = openTrust(config);
  const base = `${config.gatewayPath.replace(/\/+$/, '')}/`;
  const isOurs = ({ url = '' }: IncomingMessage): boolean => url.startsWith(base);
  let sockets: string[] = [];
  let readAt = 0;
  let turn = 0;
  const nextSocket = (): string | undefined => {
    if (Date.now() - readAt > 1_000) {
      readAt = Date.now();
      sockets = readdirSync(folder).filter((name) => webSocketName.test(name));
    }
    return sockets.length === 0 ? undefined : path.join(folder, sockets[turn++ % sockets.length]!);
  };

  function headersOf(incoming: IncomingMessage): string[] {
    const headers: string[] = [];
    const forwarded = [incoming.headers['x-forwarded-for'] ?? []].flat().join(',');
    const { address, believed } = trust.read(incoming.socket.remoteAddress ?? '', forwarded);
    for (let i = 0; i < incoming.rawHeaders.length; i += 2) {
      const name = incoming.rawHeaders[i]!.toLowerCase();
      if (
        name !== callerHeader &&
        name !== schemeHeader &&
        (believed || name !== trust.certificateHeader) &&
        name !== 'connection' &&
        name !== 'keep-alive' &&
        name !== 'expect'
      )
        headers.push(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
    }
    const secure = config.publicUrl.startsWith('https:');
    return [...headers, callerHeader, address, schemeHeader, secure ? 'https' : 'http'];
  }

  function pass(incoming: IncomingMessage, response: ServerResponse): void {
    const socketPath = nextSocket();
    if (socketPath === undefined) return refuse(response, 404, 'no_space');
    const outgoing = ask({
      socketPath,
      method: incoming.method,
      path: incoming.url,
      headers: headersOf(incoming) as never,
      setHost: false,
    });
    outgoing.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.rawHeaders));
      answer.pipe(response);
      // an answer that breaks off has to break off for the caller too
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
    });
    outgoing.on('error', () => (response.headersSent ? response.destroy() : refuse(response, 503, 'source_away')));
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, rest: Buffer): void {
    const socketPath = nextSocket();
    if (socketPath === undefined) return void socket.destroy();
    const outgoing = ask({
      socketPath,
      method: incoming.method,
      path: incoming.url,
      headers: [...headersOf(incoming), 'connection', 'Upgrade'] as never,
      setHost: false,
    });
    outgoing.on('upgrade', (answer, other, early) => {
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${linesOf(answer.rawHeaders)}\r\n`);
      if (early.length > 0) socket.write(early);
      if (rest.length > 0) other.write(rest);
      socket.pipe(other).pipe(socket);
      socket.on('error', () => other.destroy());
      other.on('error', () => socket.destroy());
      socket.on('close', () => other.destroy());
      other.on('close', () => socket.destroy());
    });
    outgoing.on('response', (answer) => {
      socket.write(
        `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n${linesOf(withoutConnection(answer.rawHeaders))}connection: close\r\n\r\n`,
      );
      answer.pipe(socket);
    });
    outgoing.on('error', () => socket.destroy());
    outgoing.end();
  }

  front(server, 'request', isOurs, pass as never);
  front(server, 'upgrade', isOurs, upgrade as never);
}

/** Ahead of the listeners that are there. */
function front(
  server: HttpServer,
  event: 'request' | 'upgrade',
  isOurs: (incoming: IncomingMessage) => boolean,
  own: (...args: unknown[]) => void,
): void {
  const others = server.listeners(event) as ((...args: unknown[]) => void)[];
  server.removeAllListeners(event);
  server.on(event, (...args: unknown[]) => {
    if (isOurs(args[0] as IncomingMessage)) own(...args);
    else for (const other of others) other.apply(server, args);
  });
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
  response.end(JSON.stringify({ code }));
}

function withoutConnection(raw: readonly string[]): string[] {
  return raw.filter(
    (_, i) => !['connection', 'keep-alive', 'transfer-encoding'].includes(raw[i - (i % 2)]!.toLowerCase()),
  );
}

function linesOf(raw: readonly string[]): string {
  let text = '';
  for (let i = 0; i < raw.length; i += 2) text += `${raw[i]}: ${raw[i + 1]}\r\n`;
  return text;
}
