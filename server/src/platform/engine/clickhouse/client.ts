import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { allRows } from '../rows.ts';
import type { ClickhouseAddress } from './address.ts';
import { checkedToItsEnd, ClickhouseError, failureIn } from './failure.ts';

export interface Client {
  /** One statement; what it answers comes as rows travel. */
  stream(sql: string, call?: Call): Promise<Readable>;
  ask(sql: string, call?: Call): Promise<(string | null)[][]>;
  close(): void;
}

export interface Call {
  /** Rows that the statement takes. */
  rows?: Readable;
  settings?: Record<string, string | number>;
  signal?: AbortSignal | undefined;
}

/**
 * The server that the operator named, by HTTP. What people may reach is guarded elsewhere: this address is none of theirs. A statement may
 * say nothing for as long as it works, so no time is set to its answer.
 */
export function clientAt({ url, authorization }: ClickhouseAddress): Client {
  const agent = new (url.protocol === 'https:' ? https : http).Agent({ keepAlive: true });
  const headers = { ...(authorization && { authorization }), 'content-type': 'application/octet-stream' };

  const sent = (to: URL, body: Readable | string, signal?: AbortSignal): Promise<http.IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { request } = to.protocol === 'https:' ? https : http;
      const asked = request(to, { method: 'POST', agent, headers, ...(signal && { signal }) }, resolve);
      const fail = (error: Error) => {
        if (typeof body !== 'string') body.destroy();
        reject(signal?.aborted ? (signal.reason as Error) : lost(error));
      };
      asked.on('error', fail);
      if (typeof body === 'string') return void asked.end(body);
      // rows that break off break the statement off: nothing of them is kept
      body.on('error', (error) => {
        asked.destroy();
        reject(error);
      });
      body.pipe(asked);
    });

  const killed = (queryId: string): void => {
    sent(url, `kill query where query_id = '${queryId}' async`).then(
      (answer) => answer.resume(),
      () => {},
    );
  };

  const stream: Client['stream'] = async (sql, { rows, settings = {}, signal } = {}) => {
    signal?.throwIfAborted();
    const queryId = randomUUID();
    const to = new URL(url);
    for (const [name, value] of Object.entries({ ...always, ...settings, query_id: queryId }))
      to.searchParams.set(name, String(value));
    if (rows) to.searchParams.set('query', sql);
    let answer: http.IncomingMessage;
    try {
      answer = await sent(to, rows ?? sql, signal);
    } catch (error) {
      if (signal?.aborted || rows) killed(queryId);
      throw error;
    }
    if (answer.statusCode !== 200) throw await refusalOf(answer);
    const tag = answer.headers['x-clickhouse-exception-tag'];
    const out = Readable.from(whole(checkedToItsEnd(answer, typeof tag === 'string' ? tag : null), signal), {
      objectMode: false,
    });
    // what breaks before anybody reads it must not end the process
    out.on('error', () => {});
    answer.on('error', () => {});
    out.once('close', () => {
      answer.destroy();
      if (!out.readableEnded && !answer.complete) killed(queryId);
    });
    return out;
  };

  return { stream, ask: async (sql, call) => allRows(await stream(sql, call)), close: () => agent.destroy() };
}

async function* whole(bytes: AsyncGenerator<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof ClickhouseError ? refused(error) : lost(error as Error);
  }
}

async function refusalOf(answer: http.IncomingMessage): Promise<Error> {
  let text = '';
  for await (const part of answer as AsyncIterable<Buffer>) {
    text += part.toString();
    if (text.length > 100_000) break;
  }
  const failure = failureIn(text);
  return failure ? refused(failure) : new AppError('etl.sql.failed', { message: `HTTP ${answer.statusCode}` });
}

const [timeout, tooSlow, memory] = ['CLICKHOUSE_159', 'CLICKHOUSE_160', 'CLICKHOUSE_241'];

function refused({ code, message }: ClickhouseError): AppError {
  const data = { message: message.slice(0, 2_000) };
  if (code === memory) return new AppError('etl.engine.memory', data);
  return new AppError('etl.sql.failed', { ...data, ...((code === timeout || code === tooSlow) && { late: true }) });
}

/** The address has a password in it, which is no business of a log: what the line says of it is its code. */
function lost(error: Error): AppError {
  return new AppError('etl.engine.lost', { why: (error as NodeJS.ErrnoException).code ?? error.name });
}

/** Rows as they travel, and SQL that means what it means elsewhere. */
const always = {
  default_format: 'CSV',
  format_csv_allow_single_quotes: 0,
  input_format_csv_empty_as_default: 0,
  input_format_csv_trim_whitespaces: 0,
  output_format_decimal_trailing_zeros: 1,
  precise_float_parsing: 1,
  cast_keep_nullable: 1,
  join_use_nulls: 1,
  union_default_mode: 'ALL',
  prefer_column_name_to_alias: 1,
  least_greatest_legacy_null_behavior: 0,
  decimal_check_overflow: 1,
  max_query_size: 16 * 1024 * 1024,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 10_000_000,
  insert_deduplicate: 0,
};
