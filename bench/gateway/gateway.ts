import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { emptyApi, newOperation, type GatewayApi, type Source } from '@formwork/contract/gateway/definition.ts';
import { keepSnapshot } from '../../server/src/gateway/snapshot-files.ts';
import type { Snapshot } from '../../server/src/gateway/snapshot.ts';
import { floodFor } from './gateway-flood.ts';
import { formApi } from './gateway-form.ts';
import { freePort, gatewayTools, listens, measure, startServer, type Measured, type Server } from './gateway-tools.ts';
import type { Tools } from './gateway-tools.ts';
import { median, type Figure } from '../measure.ts';
import { expressGateway, fastifyProxy, type GatewayPeer } from '../peers/gateways.ts';
import { peersDir } from '../peers/peer.ts';

const seconds = Number(process.env.FORMWORK_BENCH_SECONDS ?? 10);
const rounds = Number(process.env.FORMWORK_BENCH_ROUNDS ?? 3);
const withPeers = process.env.FORMWORK_BENCH_PEERS !== 'none';
const threads = process.env.FORMWORK_BENCH_THREADS ?? '1';
const [apis, keyCount] = [200, 1_000];

/**
 * A proxied GET through the gateway by itself, beside nginx with as many workers: 200 APIs, 1,000 keys, a limit for each key, a
 * line of log for each request. The gateway has no database in it, so that both write their lines to the disk.
 */
export async function gateway(): Promise<Figure[]> {
  const tools = gatewayTools();
  const folder = path.join(peersDir, 'gateway');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keys = Array.from({ length: keyCount }, () => `fwg_${randomBytes(32).toString('base64url')}`);
  const upstream = await nginx(tools, path.join(folder, 'upstream'), upstreamConfig);
  try {
    const url = `http://127.0.0.1:${upstream.port}`;
    const requests = Array.from({ length: keyCount }, (_, n) => ({
      path: `/gateway/demo/a${n % apis}/things`,
      headers: { 'X-Api-Key': keys[n]! },
    }));
    const run = async (start: () => Promise<Server>): Promise<Measured> => {
      const server = await start();
      try {
        return await measure(tools, server, requests, seconds);
      } finally {
        await server.stop();
      }
    };
    const proxied = snapshotOf(keys, (n) => upstreamSource(`${url}/u${n}`));
    const candidates: Record<string, () => Promise<Server>> = {
      ours: () => ourGateway(folder, proxied, 'net'),
      nginx: () => nginx(tools, path.join(folder, 'nginx'), (port) => proxyConfig(port, upstream.port, keys)),
      'node:http': () => ourGateway(folder, proxied, 'http'),
      ...(withPeers && {
        '@fastify/http-proxy': () => peer((port) => fastifyProxy(port, url, keys)),
        'express-gateway': () => peer((port) => expressGateway(port, url)),
      }),
    };
    const measured: Record<string, Measured[]> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [name, start] of Object.entries(candidates)) {
        const one = await run(start);
        (measured[name] ??= []).push(one);
        console.error(
          `${name}: ${Math.round(one.perSecond)}/s, ${one.cpu.toFixed(1)} us, p99 ${one.p99.toFixed(1)} ms`,
        );
      }
    const of = (name: string, what: keyof Measured): number => median(measured[name]!.map((one) => one[what]));
    const peersOf = (what: keyof Measured) =>
      Object.fromEntries(
        Object.keys(candidates)
          .slice(3)
          .map((name) => [name, of(name, what)]),
      );
    const aggregate = snapshotOf(keys, () => ({ is: 'aggregate' }), `${url}/`);
    const aggregated = await run(() => ourGateway(folder, aggregate, 'net'));
    const rate = (name: string, of_: string): Figure => ({
      name,
      unit: 'requests/s',
      better: 'higher',
      ours: of(of_, 'perSecond'),
      limit: of('nginx', 'perSecond'),
      peers: peersOf('perSecond'),
    });
    return [
      rate('proxied per s', 'ours'),
      rate('proxied per s by node:http', 'node:http'),
      {
        name: 'cpu us per request',
        unit: 'us',
        better: 'lower',
        ours: of('ours', 'cpu'),
        limit: of('nginx', 'cpu'),
        peers: peersOf('cpu'),
      },
      {
        name: 'proxied p99 ms',
        unit: 'ms',
        better: 'lower',
        ours: of('ours', 'p99'),
        limit: of('nginx', 'p99'),
        peers: peersOf('p99'),
      },
      { name: 'aggregated per s', unit: 'requests/s', better: 'higher', ours: aggregated.perSecond },
      await limited(folder, keys, url),
      await formApi(),
    ];
  } finally {
    await upstream.stop();
  }
}

/** A limit of a thousand a second under as much as 64 connections can offer: never exceeded, and mostly used. */
async function limited(folder: string, keys: readonly string[], url: string): Promise<Figure> {
  const rule = { per: 'application' as const, count: 1_000, seconds: 1, burst: 100 };
  const snapshot = snapshotOf(keys.slice(0, 1), () => upstreamSource(`${url}/u`), '', rule);
  const server = await ourGateway(folder, snapshot, 'net', '2');
  try {
    const { passed, took } = await floodFor(server.port, '/gateway/demo/a0/things', keys[0]!, seconds);
    const ideal = rule.count * took + rule.burst;
    if (passed > ideal) throw new Error(`${passed} came through where ${ideal} may`);
    return {
      name: 'let through of 1,000 per s',
      unit: '/s',
      better: 'higher',
      ours: passed / took,
      limit: ideal / took,
    };
  } finally {
    await server.stop();
  }
}

const upstreamSource = (url: string): Source => ({
  is: 'upstream',
  targets: [{ id: 'one', url, weight: 1 }],
  health: null,
  canary: null,
  mirror: null,
});

/** As many APIs, each at a path of its own; of an aggregation two parts. */
function snapshotOf(
  keys: readonly string[],
  source: (n: number) => Source,
  part = '',
  rate: GatewayApi['limits']['rate'] = { per: 'application', count: 100_000, seconds: 1, burst: 100_000 },
): Snapshot {
  const parts = ['one', 'two'].map((name) => ({ id: name, name, url: `${part}${name}`, required: false, health: '' }));
  const operation = newOperation('get', { path: '/{what}', parts: part === '' ? [] : parts });
  return {
    format: 1,
    spaceId: 'demo',
    environment: 'live',
    apis: Array.from({ length: apis }, (_, n) => ({
      id: `a${n}`,
      name: `a${n}`,
      number: 1,
      state: 'live' as const,
      sunset: null,
      body: {
        ...emptyApi(),
        basePath: `/a${n}`,
        source: source(n),
        operations: [operation],
        limits: { ...emptyApi().limits, rate },
      },
    })),
    credentials: keys.map((key, n) => ({
      id: `c${n}`,
      kind: 'key' as const,
      application: `app${n}`,
      hash: createHash('sha256').update(key).digest('base64url'),
      login: null,
      jwt: null,
      expiresAt: null,
    })),
    applications: keys.map((_, n) => ({
      id: `app${n}`,
      name: `App ${n}`,
      consumer: 'one',
      consumerName: 'Partner',
      off: false,
    })),
    subscriptions: [],
    plans: [],
    ranges: [],
    zone: 'Asia/Shanghai',
  };
}

async function ourGateway(folder: string, snapshot: Snapshot, loop: string, count = threads): Promise<Server> {
  const data = path.join(folder, 'ours');
  rmSync(data, { recursive: true, force: true });
  const body = JSON.stringify(snapshot);
  const sha256 = createHash('sha256').update(body).digest('hex');
  keepSnapshot(data, { spaceId: 'demo', environment: 'live', number: 1, sha256, body });
  const port = await freePort();
  return startServer(process.execPath, [path.join(import.meta.dirname, '../../server/src/main.ts')], {
    port,
    cwd: process.cwd(),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgresql://nobody:x@127.0.0.1:1/nothing',
      FORMWORK_ROLE: 'gateway',
      FORMWORK_SECRET: 'a secret of the benches that is long enough for all',
      FORMWORK_HOST: '127.0.0.1',
      FORMWORK_DATA: data,
      FORMWORK_GATEWAY_DATA: data,
      FORMWORK_GATEWAY_PORT: String(port),
      FORMWORK_GATEWAY_THREADS: count,
      FORMWORK_GATEWAY_LOOP: loop,
      FORMWORK_OUTGOING_ALLOWED: '127.0.0.0/8',
      FORMWORK_LOG_LEVEL: 'silent',
    },
    probe: () => listens(port),
  });
}

async function peer(make: (port: number) => GatewayPeer): Promise<Server> {
  const port = await freePort();
  const { command, args, cwd } = make(port);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|FORMWORK_|NODE_)/.test(name)));
  return startServer(command, args, { port, cwd, env, probe: () => listens(port) });
}

async function nginx(
  { nginx: command, env }: Tools,
  folder: string,
  config: (port: number) => string,
): Promise<Server> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'temp'), { recursive: true });
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off;
pid nginx.pid;
error_log error.log;
worker_processes ${threads};
events { worker_connections 4096; }
http {
  client_body_temp_path temp/body; proxy_temp_path temp/proxy; fastcgi_temp_path temp/fastcgi; uwsgi_temp_path temp/uwsgi; scgi_temp_path temp/scgi;
  keepalive_requests 1000000000;
${config(port)}
}
`,
  );
  return startServer(command, ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')], {
    port,
    cwd: folder,
    env,
    probe: () => listens(port),
  });
}

const answer = JSON.stringify({
  id: 1042,
  name: 'Pump P-1042',
  state: 'running',
  pressure: 6.2,
  at: '2026-11-28T08:00:00Z',
  site: 'North',
  line: 3,
  note: 'Nothing special was found there.',
});

const upstreamConfig = (port: number): string =>
  `  access_log off;\n  server { listen 127.0.0.1:${port} backlog=4096; default_type application/json; location / { return 200 '${answer}'; } }`;

/** The same policies: a key says who calls, a limit for each of them, a line of JSON, a path of its own for each API. */
function proxyConfig(port: number, upstream: number, keys: readonly string[]): string {
  const locations = Array.from(
    { length: apis },
    (_, n) => `    location /gateway/demo/a${n}/ { proxy_pass http://up/u${n}/; }`,
  );
  return `  map_hash_max_size 65536; map_hash_bucket_size 256;
  log_format line escape=json '{"at":"$time_iso8601","id":"$request_id","consumer":"$consumer","method":"$request_method","path":"$uri","status":$status,"ms":$request_time,"upstream":"$upstream_response_time","bytes":$body_bytes_sent,"address":"$remote_addr"}';
  map $http_x_api_key $consumer { default '';
${keys.map((key, n) => `    '${key}' 'app${n}';`).join('\n')}
  }
  limit_req_zone $consumer zone=keys:10m rate=100000r/s;
  access_log access.log line buffer=64k flush=1s;
  upstream up { server 127.0.0.1:${upstream}; keepalive 128; keepalive_requests 1000000000; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    if ($consumer = '') { return 401; }
    limit_req zone=keys burst=100000 nodelay;
    proxy_http_version 1.1;
    proxy_set_header Connection '';
    proxy_set_header X-Api-Key '';
    proxy_set_header X-Consumer $consumer;
    proxy_set_header X-Request-Id $request_id;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header X-Forwarded-Host $host;
${locations.join('\n')}
  }`;
}
