import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { connect, createServer as createRaw, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyApi, newOperation, type GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { readConfig } from '../../platform/config.ts';
import { pino } from 'pino';
import { startGateway, type GatewaySource, type Minute, type RunningGateway } from '../main.ts';
import type { Patience } from '../loop/client.ts';
import type { LogRow } from '../log-row.ts';
import type { Snapshot, SnapshotFile } from '../snapshot.ts';
import { freePort } from '../../testing/free-port.ts';

/** A gateway by itself, on a port of its own, fed by the test: as it stands apart from the product. */
export interface Stand {
  port: number;
  url: string;
  rows: LogRow[];
  minutes: Minute[];
  folder: string;
  gateway: RunningGateway;
  /** Whether the database can be asked. */
  away: { now: boolean };
  /** Puts another snapshot in force, in all threads. */
  serve(change: (snapshot: Snapshot) => Snapshot): Promise<void>;
  /** Another process in the place of this one: with its disk, without its memory. */
  restart(options?: { away?: boolean }): Promise<Stand>;
  stop(): Promise<void>;
}

export const key = `fwg_${'k'.repeat(43)}`;
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');
export const secret = 'a secret of tests that is long enough for everything';

interface Options {
  threads?: number;
  settings?: Record<string, string>;
  folder?: string;
  away?: boolean;
  snapshot?: SnapshotFile;
  patience?: Patience;
  ledger?: GatewaySource['ledger'];
  nonces?: GatewaySource['nonces'];
  forbidden?: { host: string; port: number }[];
}

export async function startStand(snapshot: Partial<Snapshot>, options: Options = {}): Promise<Stand> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'fw-stand-'));
  const config = readConfig({
    FORMWORK_LOG_LEVEL: 'silent',
    FORMWORK_SECRET: secret,
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_ROLE: 'gateway',
    FORMWORK_GATEWAY_DATA: folder,
    FORMWORK_GATEWAY_PORT: String(await freePort()),
    FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8',
    ...options.settings,
  });
  const rows: LogRow[] = [];
  const minutes: Minute[] = [];
  const away = { now: options.away ?? false };
  let file = options.snapshot ?? fileOf({ ...emptySnapshot(), ...snapshot }, 1);
  const asked = async <T>(work: () => T): Promise<T> => {
    if (away.now) throw new Error('no database');
    return work();
  };
  const source: GatewaySource = {
    latest: (known) =>
      asked(() => ({
        all: new Set([`${file.spaceId}~${file.environment}`]),
        changed: known.get(`${file.spaceId}~${file.environment}`) === file.number ? [] : [file],
      })),
    onChange: () => {},
    onPurge: () => {},
    writeRows: (told) => asked(() => void rows.push(...told)),
    writeUpstreams: () => asked(() => {}),
    nonces: options.nonces ?? noNonces,
    ledger: options.ledger ?? { round: () => asked(() => {}) },
    writeMinutes: (told) => asked(() => void minutes.push(...told)),
    close: () => Promise.resolve(),
  };
  const gateway = startGateway(config, pino({ level: 'silent' }), source, {
    threads: options.threads ?? 1,
    ...(options.patience && { patience: options.patience }),
    ...(options.forbidden && { forbidden: options.forbidden }),
  });
  await until(() => gateway.port() !== undefined);
  await gateway.look();
  const port = gateway.port()!;
  const stand: Stand = {
    port,
    url: `http://127.0.0.1:${port}/gateway/demo`,
    rows,
    minutes,
    folder,
    gateway,
    away,
    async serve(change) {
      file = fileOf(change(JSON.parse(file.body) as Snapshot), file.number + 1);
      // one look may have begun before
      for (let looks = 0; looks < 2; looks += 1) await gateway.look();
    },
    async restart(again = {}) {
      await gateway.stop();
      return startStand({}, { ...options, ...again, folder, snapshot: file });
    },
    async stop() {
      await gateway.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stand;
}

const noNonces: GatewaySource['nonces'] = {
  read: () => Promise.resolve([]),
  write: () => Promise.resolve(),
  tell() {},
  onHeard() {},
  onGap() {},
};

export function fileOf(snapshot: Snapshot, number: number): SnapshotFile {
  const body = JSON.stringify(snapshot);
  const sum = createHash('sha256').update(body).digest('hex');
  return { spaceId: snapshot.spaceId, environment: snapshot.environment, number, sha256: sum, body };
}

export function emptySnapshot(): Snapshot {
  return {
    format: 1,
    spaceId: 'demo',
    environment: 'live',
    apis: [],
    credentials: [credential('c1', { hash: sha256(key) })],
    applications: [{ id: 'app', name: 'App', consumer: 'consumer', consumerName: 'Partner', off: false }],
    subscriptions: [],
    plans: [],
    ranges: [],
    zone: 'Asia/Shanghai',
  };
}

export const credential = (
  id: string,
  more: Partial<Snapshot['credentials'][number]>,
): Snapshot['credentials'][number] => ({
  id,
  kind: 'key',
  application: 'app',
  hash: null,
  login: null,
  jwt: null,
  expiresAt: null,
  ...more,
});

/** Open to all, everything below its path to one upstream, unless it is changed. */
export function api(name: string, upstream: string, change: (body: GatewayApi) => Partial<GatewayApi> = () => ({})) {
  const all = ['GET', 'POST', 'PUT', 'DELETE'] as const;
  const body: GatewayApi = {
    ...emptyApi(),
    basePath: `/${name}`,
    security: { open: true, ways: [], subscription: false },
    source: upstreamOf(upstream),
    operations: all.map((method) => newOperation(method.toLowerCase(), { method, path: '/{what}' })),
  };
  return { id: name, name, number: 1, state: 'live' as const, sunset: null, body: { ...body, ...change(body) } };
}

type Upstream = Extract<GatewayApi['source'], { is: 'upstream' }>;
export const upstreamOf = (url: string, more: Partial<Upstream> = {}): Upstream => ({
  is: 'upstream',
  targets: [{ id: 'one', url, weight: 1 }],
  health: null,
  canary: null,
  mirror: null,
  ...more,
});

export interface Opened {
  url: string;
  /** What it was asked, in order. */
  asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  close(): void;
}

/** An upstream that answers as it is told, `{"name":…}` otherwise. */
export async function openUpstream(
  name: string,
  answer: RequestListener = (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name }));
  },
  options: { keepAliveTimeout?: number } = {},
): Promise<Opened> {
  const asked: Opened['asked'] = [];
  const server = createHttp(options, (request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('latin1')));
    request.on('end', () => {
      asked.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      answer(request, response);
    });
  });
  await listening(server);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An upstream that says what it likes, byte by byte. */
export async function openRaw(take: (socket: Socket) => void): Promise<{ url: string; port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createRaw((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    take(socket);
  });
  await listening(server as unknown as Server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Bytes of an upstream or a caller, up to the end of the connection. */
export function exchange(port: number, text: string | readonly string[], whole?: (heard: string) => boolean) {
  return new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port });
    const over = (): void => {
      clearTimeout(patience);
      socket.destroy();
      resolve(heard);
    };
    const patience = setTimeout(over, 15_000);
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (whole?.(heard)) over();
    });
    socket.on('error', () => {});
    socket.on('close', over);
    for (const part of [text].flat()) socket.write(part, 'latin1');
  });
}

export async function until(fits: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 2_000; n += 1) {
    if (await fits()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('it did not come to it');
}

export const bytesOf = (count: number): Buffer => randomBytes(count);
