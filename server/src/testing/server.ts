import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint, InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import pg from 'pg';
import qs from 'qs';
import { inject } from 'vitest';
import type { RunningGateway } from '../gateway/main.ts';
import { readConfig, type Config } from '../platform/config.ts';
import type { Platform } from '../platform/platform.ts';
import { openLog } from '../platform/open-log.ts';
import { startServer, type Running } from '../start.ts';
import { clusterGiven, cloneOnCluster, dropOnCluster } from './cluster.ts';
import { dropDatabase } from './drop-database.ts';
import { requireNamedEvents } from './event-names.ts';
import { testPassword, testSecret } from './people.ts';

// biome-ignore format: one line reads better
type AnyEndpoint = Endpoint<any, any, any, any>; // eslint-disable-line typescript/no-explicit-any -- any endpoint at all

export interface Answer<Body = unknown> {
  status: number;
  body: Body;
  headers: Headers;
}

/** The code of a refusal; undefined where there is none. */
export const codeOf = (answer: Pick<Answer, 'body'>): string | undefined =>
  (answer.body as { code?: string } | null)?.code;

/** Somebody who calls the server over HTTP, with their cookie. */
export interface Client {
  /** The answer, whatever its status. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: Partial<InputOf<E>>,
    options?: { space?: string },
  ): Promise<Answer<ResponseOf<E>>>;
  /** The body of a success; anything else fails the test with the refusal. */
  ok<E extends AnyEndpoint>(
    endpoint: E,
    input?: Partial<InputOf<E>>,
    options?: { space?: string },
  ): Promise<ResponseOf<E>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  cookie: string;
  /** The person's id; '' for a visitor. */
  id: string;
}

export interface TestServer {
  url: string;
  platform: Platform;
  gateway: RunningGateway | undefined;
  scheduler: Running['scheduler'];
  /** The first enterprise's space, `demo`. */
  spaceId: string;
  databaseUrl: string;
  /** Signs in once per login: admin, user, safe, audit, user2 ... user7, root, saas, other-admin, other-user. */
  as(login: string): Promise<Client>;
  visitor: Client;
  stop(): Promise<void>;
}

/** Where the few rows of a test are asked as well. */
export function clusterAddress(given: string): string {
  const url = new URL(given);
  url.searchParams.set('rows', '0');
  return url.href;
}

let databases = 0;

/** The real server on a database of its own, cloned from the run's template; `settings` as environment variables, pages of `webDir`. */
export async function startTestServer(settings: Record<string, string> = {}, webDir?: string): Promise<TestServer> {
  const databaseUrl = await cloneTemplate();
  const config = readConfig({
    FORMWORK_DATA: inject('testFolder'),
    FORMWORK_PORT: '0',
    FORMWORK_HOST: '127.0.0.1',
    FORMWORK_LOG_LEVEL: 'error',
    FORMWORK_SECRET: testSecret,
    // each server of a test has a gateway of its own; where nothing is served it has no thread
    FORMWORK_GATEWAY_DATA: mkdtempSync(join(tmpdir(), 'fw-gateway-')),
    // all tests of a file come from one address
    FORMWORK_WRONG_ENTRIES_PER_ADDRESS: '1000',
    // `npm run engines` at a ClickHouse: data sets are asked there
    ...(process.env.FORMWORK_ENGINE_URL?.startsWith('http') && {
      FORMWORK_ENGINE_CLICKHOUSE: clusterAddress(process.env.FORMWORK_ENGINE_URL),
    }),
    ...settings,
  }) as Config & { databaseUrl: string };
  const running = await startServer({ ...config, databaseUrl }, openLog(config), webDir);
  const url = running.url ?? '';
  const clients = new Map<string, Promise<Client>>();
  return {
    url,
    platform: running.platform,
    gateway: running.gateway,
    scheduler: running.scheduler,
    spaceId: 'demo',
    databaseUrl,
    as(login) {
      let client = clients.get(login);
      if (!client) {
        client = signIn(url, login);
        clients.set(login, client);
      }
      return client;
    },
    visitor: clientOf(url, '', ''),
    async stop() {
      try {
        await requireNamedEvents(running.platform);
      } finally {
        await running.stop();
        rmSync(config.gateway.dataDir, { recursive: true, force: true });
        await dropClone(new URL(databaseUrl).pathname.slice(1));
      }
    },
  };
}

/** A new session of a person; the password of everybody in tests is the same, unless it is given. */
export async function signIn(url: string, login: string, password = testPassword): Promise<Client> {
  const post = (path: string, body: object) =>
    fetch(`${url}/api/identity/sessions${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  let response = await post('', { login, password });
  let body = (await response.json()) as { id: string; next?: string; ticket?: string };
  if (body.next === 'new_password') {
    // a password that was given asks for an own one
    response = await post('/new-password', { ticket: body.ticket, next: `${testPassword}-own` });
    body = (await response.json()) as { id: string };
  }
  if (response.status !== 200) throw new Error(`${login} cannot sign in: ${JSON.stringify(body)}`);
  return clientOf(url, response.headers.getSetCookie()[0]!.split(';')[0]!, body.id);
}

function clientOf(url: string, cookie: string, id: string): Client {
  async function call<E extends AnyEndpoint>(
    endpoint: E,
    input: Partial<InputOf<E>> = {},
    { space }: { space?: string } = {},
  ): Promise<Answer<ResponseOf<E>>> {
    const { params, query, body } = input as {
      params?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
    };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(String(params?.[name] ?? '-')),
    );
    const search = query === undefined ? '' : `?${qs.stringify(query, { skipNulls: true })}`;
    const response = await fetch(`${url}${space === undefined ? '' : `/space-${space}`}/api${path}${search}`, {
      method: endpoint.method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text === '' ? null : jsonOr(text)) as ResponseOf<E>,
      headers: response.headers,
    };
  }

  return {
    call,
    async ok(endpoint, input, options) {
      const answer = await call(endpoint, input, options);
      if (answer.status !== (endpoint.status ?? 200))
        throw new Error(
          `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      return answer.body;
    },
    fetch(path, init) {
      const headers = new Headers(init?.headers);
      headers.set('cookie', cookie);
      return fetch(url + path, { ...init, headers });
    },
    cookie,
    id,
  };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const cluster = clusterGiven(process.env);

async function cloneTemplate(): Promise<string> {
  const url = new URL(inject('templateUrl'));
  const template = url.pathname.slice(1);
  const name = `test_${process.pid}_${++databases}`;
  if (cluster) await cloneOnCluster(cluster, template, name);
  else
    await onTemplateServer((owner) => owner.query(`create database ${name} template ${template} strategy file_copy`));
  url.pathname = `/${name}`;
  return url.href;
}

async function dropClone(name: string): Promise<void> {
  if (cluster) await dropOnCluster(cluster, name);
  else await onTemplateServer((owner) => dropDatabase(owner, name));
}

/** On the maintenance database: nobody may be connected to the template while it is cloned. */
async function onTemplateServer(work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  await work(await (maintenance ??= openMaintenance()));
}

/** Stays for the servers that follow: each connection is a process of the database. */
let maintenance: Promise<pg.Client> | undefined;

async function openMaintenance(): Promise<pg.Client> {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/postgres';
  const owner = new pg.Client({ connectionString: url.href });
  // it ends with the run's database
  owner.on('error', () => {});
  owner.on('end', () => {
    maintenance = undefined;
  });
  await owner.connect();
  return owner;
}
