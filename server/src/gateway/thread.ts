import { readFileSync, rmSync } from 'node:fs';
import { createServer as createPlain, type Server } from 'node:net';
import { createServer as createSecure } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import type { Endpoint } from '../platform/outbox/outgoing-guard.ts';
import { openTrust } from './caller.ts';
import type { Core } from './core.ts';
import { checkHealth } from './health-checks.ts';
import { upstreamsOf, type UpstreamReport } from './health-report.ts';
import type { KeySet } from './key-sets.ts';
import { Client, type Patience } from './loop/client.ts';
import { openDialer } from './loop/dial.ts';
import { openHouse } from './loop/house.ts';
import { serveHttp } from './loop/http-loop.ts';
import { openUpstreams } from './loop/upstream.ts';
import { openWheel } from './loop/wheel.ts';
import { openLogPlaces } from './log-places.ts';
import { openTeller, type Told } from './told.ts';
import { openCache } from './policies/cache.ts';
import type { KeySets, Signatures } from './policies/credentials.ts';
import { openLeased } from './leases/slots.ts';
import { nonceSeconds } from './nonces.ts';
import { openShared, slotKey, type SharedBuffers } from './shared.ts';
import type { Snapshot, SnapshotFile } from './snapshot.ts';
import { openState, placeOf } from './state.ts';
import { openTargets } from './targets.ts';

export interface ThreadData {
  buffers: SharedBuffers;
  secrets: string[];
  allowed: string[];
  forbidden: Endpoint[];
  /** The path of the gateway, as `/gateway`. */
  path: string;
  houseSocket: string;
  houseLine: string;
  webSocket: string;
  /** Undefined: behind the web server alone. */
  listen: { port: number; host: string; tls: { cert: string; key: string } | undefined } | undefined;
  /** How many processes share the limits. */
  machines: number;
  loop: 'net' | 'http';
  trustProxy: number | string[];
  certificateHeader: string;
  patience: Patience;
}

export type ToThread =
  | { snapshot: SnapshotFile }
  | { gone: { spaceId: string; environment: string } }
  | { purge: string }
  | { keys: KeySet }
  /** What was signed before is not taken. */
  | { signedSince: number }
  | { page: ArrayBuffer }
  | { stop: true };
export type FromThread =
  | { ready: { port: number | undefined } }
  | { applied: { spaceId: string; environment: string; number: number } }
  | { told: Told }
  | { upstreams: UpstreamReport[] }
  /** Signatures that came for the first time. */
  | { signed: string[] }
  | { lacks: { spaceId: string; address: string } }
  | { failed: string };

const signedMs = 5;
const rowsMs = 200;
/** Sums are told once a second; many of them, which is work for whoever hears it, every five seconds. */
const [sumRounds, manySumRounds] = [5, 25];
const manySums = 200;

const data = workerData as ThreadData;
const port = parentPort!;
const tell = (message: FromThread): void => port.postMessage(message);

const shared = data.machines > 1 ? openLeased(data.buffers, data.machines) : openShared(data.buffers);
const wheel = openWheel();
const dialer = openDialer(data.allowed, data.forbidden);
const upstreams = openUpstreams(dialer, wheel);
const house = openHouse({ secure: false, host: '', port: 0, socketPath: data.houseLine }, dialer, wheel);
const keySets = new Map<string, string>();
let keysVersion = 0;
let signedSince = Date.now();
let signed: string[] = [];
const trust = openTrust({ trustProxy: data.trustProxy, gateway: { certificateHeader: data.certificateHeader } });
const teller = openTeller();
const signatures: Signatures = {
  since: () => signedSince,
  isFirst(text) {
    const key = slotKey(text);
    const isFirst = shared.isFirst(key, nonceSeconds);
    if (isFirst) noteSigned(key);
    return isFirst;
  },
};
const core: Core = {
  gateway: { states: new Map(), shared, prefix: data.path.split('/').filter((segment) => segment !== '') },
  cache: openCache(),
  targets: openTargets(),
  house: { secure: false, host: '', port: 0, socketPath: data.houseSocket },
  secret: data.secrets[0]!,
  log: teller.note,
  places: openLogPlaces(),
};
const telling = setInterval(() => sendRows(), rowsMs);
const reporting = setInterval(() => tell({ upstreams: upstreamsOf(core) }), 2_000);
const checking = checkHealth(core, dialer);
const servers: Server[] = [];

port.on('message', (message: ToThread) => {
  if ('snapshot' in message) apply(message.snapshot);
  else if ('gone' in message) core.gateway.states.delete(placeOf(message.gone.spaceId, message.gone.environment));
  else if ('page' in message) teller.giveBack(message.page);
  else if ('purge' in message) core.cache.purge(message.purge);
  else if ('signedSince' in message) ({ signedSince } = message);
  else if ('keys' in message) {
    keySets.set(`${message.keys.spaceId} ${message.keys.address}`, message.keys.text);
    keysVersion += 1;
  } else void stop();
});
await serve();

async function serve(): Promise<void> {
  const behind = { core, upstreams, house, wheel, ownHost: true, secure: false, trust, patience: data.patience };
  rmSync(data.webSocket, { force: true });
  await listening(createServer(behind, undefined), { path: data.webSocket });
  if (!data.listen) return tell({ ready: { port: undefined } });
  const { tls, host, port: asked } = data.listen;
  const server = createServer({ ...behind, ownHost: false, secure: tls !== undefined }, tls);
  await listening(server, { port: asked, host, reusePort: true });
  const address = server.address();
  tell({ ready: { port: typeof address === 'object' && address ? address.port : undefined } });
}

function createServer(
  parts: ConstructorParameters<typeof Client>[1],
  tls: { cert: string; key: string } | undefined,
): Server {
  const secure = tls && { cert: readFileSync(tls.cert), key: readFileSync(tls.key), ALPNProtocols: ['http/1.1'] };
  if (data.loop === 'http') return serveHttp(parts, dialer, secure);
  const take = (socket: ConstructorParameters<typeof Client>[0]): void => void new Client(socket, parts);
  return secure ? createSecure(secure, take) : createPlain({ allowHalfOpen: true, pauseOnConnect: true }, take);
}

function listening(server: Server, at: object): Promise<void> {
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ backlog: 2_048, ...at }, resolve);
  });
}

/** Between two requests: one that is on its way ends under the state it began with. */
function apply({ spaceId, environment, number, body }: SnapshotFile): void {
  try {
    const state = openState(JSON.parse(body) as Snapshot, number, data.secrets, signatures, keySetsOf(spaceId));
    core.gateway.states.set(placeOf(spaceId, environment), state);
    core.places.forget();
    tell({ applied: { spaceId, environment, number } });
  } catch (error) {
    tell({
      failed: `the snapshot ${spaceId} ${environment} ${number}: ${error instanceof Error ? error.message : ''}`,
    });
  }
}

/** The others are told of those of one moment together. */
function noteSigned(key: bigint): void {
  signed.push(String(key));
  if (signed.length > 1) return;
  setTimeout(() => {
    tell({ signed });
    signed = [];
  }, signedMs);
}

function keySetsOf(spaceId: string): KeySets {
  return {
    of: (address) => keySets.get(`${spaceId} ${address}`),
    lacks: (address) => tell({ lacks: { spaceId, address } }),
    version: () => keysVersion,
  };
}

let rounds = 0;
function sendRows(last = false): void {
  rounds += 1;
  const each = teller.sums() < manySums ? sumRounds : manySumRounds;
  const told = teller.take(last || rounds % each === 0);
  // pages of lines change hands: no copy is made of them
  if (told) port.postMessage({ told } satisfies FromThread, [...told.calls.map(({ bytes }) => bytes.buffer)]);
}

async function stop(): Promise<void> {
  clearInterval(checking);
  clearInterval(reporting);
  for (const server of servers) server.close();
  // calls under way have a moment to end
  await new Promise((resolve) => setTimeout(resolve, 300));
  clearInterval(telling);
  sendRows(true);
  upstreams.close();
  house.close();
  wheel.stop();
  port.close();
  setTimeout(() => process.exit(0), 50);
}
