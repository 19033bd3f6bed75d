import type { Readable } from 'node:stream';
import { allRows } from '../rows.ts';
import type { Platform } from '../../platform.ts';

/** The ClickHouse that the operator gave, by its HTTP interface. */
export interface Cluster {
  /** Fewer rows than these are not worth the way. */
  fewestRows: number;
  /** One statement; with `body` it takes rows from there. What it answers is whole or an error. */
  ask(sql: string, options?: ClusterCall): Promise<(string | null)[][]>;
}

export interface ClusterCall {
  body?: Readable;
  settings?: Record<string, string | number>;
  ms?: number;
  signal?: AbortSignal | undefined;
}

/** What it says went wrong; without a number it did not answer. */
export class ClusterFailed extends Error {
  readonly number: number | undefined;

  constructor(message: string, number?: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'ClusterFailed';
    this.number = number;
  }
}

/** Undefined where there is none. */
export function clusterOf(platform: Platform): Cluster | undefined {
  const { engineClickhouse } = platform.config;
  if (engineClickhouse === '') return undefined;
  const known = clusters.get(platform);
  if (known) return known;
  const cluster = clusterAt(engineClickhouse);
  clusters.set(platform, cluster);
  return cluster;
}

/**
 * `http(s)://user:password@host:port/database?rows=100000`; without a database one of our own name, which is made. `rows`: how many
 * there have to be for the way to be worth it.
 */
export function clusterAt(address: string): Cluster {
  const { url, database, isOurs, fewestRows, authorization } = partsOf(address);
  const ask: Cluster['ask'] = async (sql, { body, settings = {}, ms = longMs, signal } = {}) => {
    const to = new URL(url);
    for (const [name, value] of Object.entries({ ...always, ...settings, max_execution_time: Math.ceil(ms / 1_000) }))
      to.searchParams.set(name, String(value));
    if (body) to.searchParams.set('query', sql);
    const late = AbortSignal.timeout(ms + graceMs);
    const answer = await answered(to, {
      method: 'POST',
      headers: { ...(authorization && { authorization }), 'content-type': 'application/octet-stream' },
      body: body ?? sql,
      signal: signal ? AbortSignal.any([late, signal]) : late,
      ...(body && { duplex: 'half' as const }),
    });
    signal?.throwIfAborted();
    if (answer.status === 200) return allRows(once(answer.text));
    const number = /Code: (\d+)/.exec(answer.text)?.[1];
    throw new ClusterFailed(answer.text.slice(0, 1_000) || `status ${answer.status}`, Number(number ?? 0));
  };
  let made: Promise<unknown> | undefined;
  return {
    fewestRows,
    async ask(sql, options) {
      made ??= isOurs ? ask(`create database if not exists ${database}`) : Promise.resolve();
      try {
        await made;
      } catch (error) {
        made = undefined;
        throw error;
      }
      return ask(sql, { ...options, settings: { ...options?.settings, database } });
    },
  };
}

async function answered(
  to: URL,
  request: RequestInit & { duplex?: 'half' },
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(to, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw request.signal.reason as Error;
    // the address has a password in it, which is no business of a log
    throw new ClusterFailed('it does not answer', undefined, (error as Error).cause);
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Filling a room takes its time. */
const longMs = 15 * 60_000;
const graceMs = 5_000;

/** Held back until it is whole, so that a failure in its midst is told as one; ended when nobody waits for it any more. */
const always = {
  default_format: 'CSV',
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  max_query_size: 16 * 1024 * 1024,
} as const;

const ownDatabase = 'formwork_analytics';

const usualRows = 100_000;

function partsOf(address: string) {
  const url = new URL(address);
  const { username, password, pathname } = url;
  const named = decodeURIComponent(pathname.replace(/^\/+|\/+$/g, ''));
  const isOurs = !/^\w+$/.test(named);
  const rows = url.searchParams.get('rows') ?? '';
  Object.assign(url, { username: '', password: '', pathname: '/', search: '' });
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    url,
    database: isOurs ? ownDatabase : named,
    isOurs,
    fewestRows: /^\d+$/.test(rows) ? Number(rows) : usualRows,
    authorization: username === '' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`,
  };
}

const clusters = new WeakMap<Platform, Cluster>();
