import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dataConnections } from '@formwork/contract/connections/data-kinds.ts';
import type { z } from 'zod';
import type { ConnectionKind, Opened, Opening } from '../../../platform/connection-kind.ts';
import { rowsOf } from '../../../platform/engine/rows.ts';
import type { OutgoingStream } from '../../../platform/outbox/outgoing.ts';
import { ConnectionFailure } from '../../connections/public.ts';
import { checkedToItsEnd, failureIn } from '../../../platform/engine/clickhouse/failure.ts';

declare module '../../connections/open.ts' {
  interface OpenedConnections {
    clickhouse: ClickhouseClient;
  }
}

type Settings = z.infer<(typeof dataConnections)['clickhouse']['settings']>;
type Secrets = z.infer<(typeof dataConnections)['clickhouse']['secrets']>;
type Open = Opening<Settings, Secrets>;

export interface ClickhouseClient extends Opened {
  database: string;
  /** Year and number of its release, as 25.8. */
  version: number;
  /** What makes it keep rows that it takes for a repetition; of these settings those that it knows. */
  keepingAll: Record<string, string | number>;
  /** One statement; what it answers comes as CSV. */
  stream(sql: string, options?: ClickhouseCall): Promise<Readable>;
  /** What a statement answers, held as a whole. */
  ask(sql: string, options?: ClickhouseCall): Promise<(string | null)[][]>;
}

export interface ClickhouseCall {
  /** Rows that the statement takes. */
  rows?: Readable;
  settings?: Record<string, string | number>;
  /** Nothing is changed by it, whatever it says. */
  reading?: boolean;
  /** How the server calls it; whoever gives one can ask what became of it. */
  queryId?: string;
  signal?: AbortSignal | undefined;
}

/** ClickHouse, by its HTTP interface (`docs/decisions/clickhouse-by-http.md`). */
export const clickhouseKind: ConnectionKind<Settings, Secrets, ClickhouseClient> = {
  kind: 'clickhouse',
  ...dataConnections.clickhouse,
  async test(opening) {
    await greeted(opening);
  },
  async open(opening) {
    const { version, readonly, keepingAll } = await greeted(opening);
    const stream: ClickhouseClient['stream'] = (sql, options = {}) => answered(opening, sql, options, readonly);
    return {
      database: opening.settings.database,
      version,
      keepingAll,
      stream,
      async ask(sql, options) {
        const rows: (string | null)[][] = [];
        for await (const batch of rowsOf(await stream(sql, options))) rows.push(...batch);
        return rows;
      },
      close: () => Promise.resolve(),
    };
  },
};

/** Loads of many rows take their time. */
const longMs = 24 * 60 * 60_000;
const greetingMs = 15_000;

/** Tables with replicas drop a block whose like they had a while ago, and say nothing of it. */
const keeping = { insert_deduplicate: 0, deduplicate_insert: 'disable', deduplicate_insert_select: 'disable' };

async function greeted(
  opening: Open,
): Promise<{ version: number; readonly: string; keepingAll: ClickhouseClient['keepingAll'] }> {
  const names = Object.keys(keeping);
  // a login that may do nothing but ask for the time is of no use
  const sql = `select version(), anyIf(value, name = 'readonly'), arrayStringConcat(groupArrayIf(name, name in (${names.map((name) => `'${name}'`).join(', ')})), ' ') from system.settings format CSV`;
  const answer = await sent(opening, sql, { timeoutMs: greetingMs });
  if (answer.status !== 200) throw await refusalOf(answer);
  const text = String(await buffer(answer.body));
  const [, year, release, readonly, known = ''] = /^"?(\d+)\.(\d+)[^,]*,"?(\d)"?(?:,"([\w ]*)")?/.exec(text) ?? [];
  if (year === undefined) throw new ConnectionFailure('connections.test.answer', { status: text.slice(0, 100) });
  const keepingAll = Object.fromEntries(Object.entries(keeping).filter(([name]) => known.split(' ').includes(name)));
  return { version: Number(year) + Number(release) / 100, readonly: readonly!, keepingAll };
}

async function answered(
  opening: Open,
  sql: string,
  { rows, settings = {}, reading = false, queryId = randomUUID(), signal }: ClickhouseCall,
  readonly: string,
): Promise<Readable> {
  signal?.throwIfAborted();
  // a user who may only read may not change settings either
  const may = readonly !== '1';
  const search = {
    query_id: queryId,
    ...(may && settings),
    // 2: nothing is changed but settings
    ...(may && reading && readonly === '0' && { readonly: 2 }),
  };
  const stop = () => {
    rows?.destroy();
    void sent(opening, `kill query where query_id = '${queryId}' async`, { timeoutMs: greetingMs }).then(
      ({ body }) => body.destroy(),
      () => {},
    );
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const answer = await sent(opening, sql, { search, rows, signal });
    if (answer.status !== 200) throw await refusalOf(answer);
    const tag = answer.headers.get('x-clickhouse-exception-tag');
    const stream = Readable.from(checkedToItsEnd(answer.body, tag), { objectMode: false });
    // what breaks before anybody reads it must not end the process
    stream.on('error', () => {});
    answer.body.on('error', () => {});
    const end = () => stream.destroy(signal?.reason as Error);
    signal?.addEventListener('abort', end, { once: true });
    stream.once('close', () => {
      signal?.removeEventListener('abort', stop);
      signal?.removeEventListener('abort', end);
      // one that nobody began to read does not see its end
      answer.body.destroy();
      if (!stream.readableEnded && !stream.errored) stop();
    });
    if (signal?.aborted) end();
    return stream;
  } catch (error) {
    signal?.removeEventListener('abort', stop);
    signal?.throwIfAborted();
    throw error;
  }
}

function sent(
  { platform, spaceId, settings, secrets }: Open,
  sql: string,
  {
    search = {},
    rows,
    timeoutMs = longMs,
    signal,
  }: {
    search?: Record<string, string | number>;
    rows?: Readable | undefined;
    timeoutMs?: number;
    signal?: AbortSignal | undefined;
  },
): Promise<OutgoingStream> {
  const { host, port, database, user, tls, ca } = settings;
  const plain = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const url = new URL(`${tls ? 'https' : 'http'}://${plain}:${port}/`);
  url.searchParams.set('database', database);
  for (const [name, value] of Object.entries(search)) url.searchParams.set(name, String(value));
  if (rows) url.searchParams.set('query', sql);
  return platform.outgoing.stream(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${secrets.password ?? ''}`).toString('base64')}`,
      'content-type': 'application/octet-stream',
    },
    body: rows ?? sql,
    timeoutMs,
    signal,
    spaceId,
    ca,
  });
}

/** What a status that is no success says. */
async function refusalOf({ status, body }: OutgoingStream): Promise<Error> {
  let text = '';
  for await (const part of body as AsyncIterable<Buffer>) {
    text += part.toString();
    if (text.length > 100_000) break;
  }
  return failureIn(text) ?? new ConnectionFailure('connections.test.answer', { status });
}
