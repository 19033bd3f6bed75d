import type { Readable } from 'node:stream';
import { addressOf, fewestRowsOf } from '../../../../platform/engine/clickhouse/address.ts';
import { clientAt } from '../../../../platform/engine/clickhouse/client.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';

/** The ClickHouse that the operator gave, and what of it is the data sets'. */
export interface Cluster {
  /** Fewer rows than these are not worth the way. */
  fewestRows: number;
  /** One statement; with `rows` it takes them from there. What it answers is whole or an error. */
  ask(sql: string, call?: ClusterCall): Promise<(string | null)[][]>;
}

export interface ClusterCall {
  rows?: Readable;
  settings?: Record<string, string | number>;
  ms?: number;
}

/** What it says went wrong, as far as it matters here. */
export class ClusterFailed extends Error {
  readonly what: 'away' | 'late' | 'no table' | 'table there' | 'other';

  constructor(what: ClusterFailed['what'], message: string) {
    super(message);
    this.name = 'ClusterFailed';
    this.what = what;
  }
}

/** Undefined where there is none. */
export function clusterOf(platform: Platform): Cluster | undefined {
  const { engineClickhouse } = platform.config;
  if (engineClickhouse === '') return undefined;
  const known = clusters.get(platform) ?? clusterAt(engineClickhouse);
  clusters.set(platform, known);
  return known;
}

const clusters = new WeakMap<Platform, Cluster>();

/** `http(s)://user:password@host:port/database?rows=100000`; without a database one of our own name, which is made. */
export function clusterAt(address: string): Cluster {
  const { pathname } = new URL(address);
  const given = decodeURIComponent(pathname.replace(/^\/+|\/+$/g, ''));
  const isOurs = !/^\w+$/.test(given);
  const database = isOurs ? 'formwork_analytics' : given;
  const client = clientAt(addressOf(address));
  let made: Promise<unknown> | undefined;
  return {
    fewestRows: fewestRowsOf(address),
    async ask(sql, { rows: taken, settings, ms = longMs } = {}) {
      const late = AbortSignal.timeout(ms + graceMs);
      try {
        made ??= isOurs ? client.ask(`create database if not exists ${database}`) : Promise.resolve();
        await made.catch((error: unknown) => {
          made = undefined;
          throw error;
        });
        return await client.ask(sql, {
          ...(taken && { rows: taken }),
          settings: { ...settings, database, max_execution_time: Math.ceil(ms / 1_000) },
          signal: late,
        });
      } catch (error) {
        if (late.aborted) throw new ClusterFailed('late', `more than ${ms / 1_000} seconds`);
        throw error instanceof AppError ? failureOf(error) : error;
      }
    },
  };
}

/** Filling a table takes its time. */
const longMs = 15 * 60_000;
const graceMs = 5_000;

function failureOf({ code, data = {} }: AppError): ClusterFailed {
  if (code === 'etl.engine.lost') return new ClusterFailed('away', `it does not answer (${String(data.why)})`);
  const message = typeof data.message === 'string' ? data.message.slice(0, 1_000) : code;
  if (data.late === true) return new ClusterFailed('late', message);
  if (/UNKNOWN_TABLE|^Unknown table expression/.test(message)) return new ClusterFailed('no table', message);
  if (message.includes('TABLE_ALREADY_EXISTS')) return new ClusterFailed('table there', message);
  return new ClusterFailed('other', message);
}
