import { z } from 'zod';
import { action } from '../../platform/actions.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/errors.ts';
import { OutgoingError, type OutgoingAnswer } from '../../platform/outbox/outgoing.ts';
import { openConnection } from './open.ts';

const actsAs = ['person', 'author', 'system'] as const;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const Call = z.object({
  connectionId: z.uuid(),
  method: z.enum(methods).default('GET'),
  path: z.string().max(4_000).default(''),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  headers: z.record(z.string().regex(/^[\w-]{1,100}$/), z.string().max(4_000)).optional(),
  body: z.unknown().optional(),
  /** Seconds. */
  seconds: z.number().min(0.1).max(120).default(30),
});

/** What flows and rules do over connections. The key of the step goes along, so that a call that is repeated is known by it. */
export const connectionActions = {
  'connections.call': action({
    title: { zh: '调用接口', en: 'Call an API' },
    input: Call,
    output: z.object({ status: z.int(), body: z.unknown(), headers: z.record(z.string(), z.string()) }),
    effect: 'outside',
    actsAs,
    run: call,
  }),
  'connections.sql': action({
    title: { zh: '执行 SQL 查询', en: 'Query by SQL' },
    input: z.object({
      connectionId: z.uuid(),
      sql: z.string().min(1).max(20_000),
      params: z
        .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
        .max(100)
        .default([]),
      most: z.int().min(1).max(1_000).default(100),
    }),
    output: z.object({ rows: z.array(z.record(z.string(), z.string().nullable())), cut: z.boolean() }),
    effect: 'outside',
    reads: true,
    actsAs,
    async run(ctx, { connectionId, sql, params, most }) {
      const client = await openConnection(ctx, connectionId, ['postgres', 'mysql'], {
        kind: 'action',
        id: 'connections.sql',
      });
      try {
        const { columns, rows, cut } = await client.query(sql, params, { rows: most });
        const named = rows.map((row) => Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])));
        return { rows: named, cut: cut !== null };
      } finally {
        await client.close();
      }
    },
  }),
};

async function call(
  ctx: Ctx,
  { connectionId, method, path, query, headers = {}, body, seconds }: z.infer<typeof Call>,
  key: string,
) {
  const client = await openConnection(ctx, connectionId, ['http'], { kind: 'action', id: 'connections.call' });
  try {
    const answer = await client.call(withQuery(path, query), {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        'idempotency-key': key,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs: seconds * 1_000,
    });
    return read(answer);
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await client.close();
  }
}

function withQuery(path: string, query: z.infer<typeof Call>['query']): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== null);
  if (given.length === 0) return path;
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}

/** What others answer is an answer below 400; else it is said why not, and whether a later try may help. */
function read({ status, headers, body }: OutgoingAnswer) {
  if (status === 429 || status === 503) throw refuse('connections.call.busy', { status, ...afterOf(headers) });
  if (status >= 500) throw refuse('connections.call.server', { status });
  const text = body.toString('utf8');
  if (status >= 400) throw refuse('connections.call.answer', { status, said: text.slice(0, 300) });
  const type = headers.get('content-type') ?? '';
  const kept = Object.fromEntries(
    ['content-type', 'location', 'etag'].flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (!/\bjson\b/.test(type)) return { status, body: text, headers: kept };
  try {
    return { status, body: text === '' ? null : (JSON.parse(text) as unknown), headers: kept };
  } catch {
    throw refuse('connections.call.not_json', { status, said: text.slice(0, 100) });
  }
}

const mostPatience = 3_600;

function afterOf(headers: Headers): { retryAfter?: number } {
  const said = headers.get('retry-after');
  if (said === null) return {};
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? { retryAfter: Math.min(Math.max(0, seconds), mostPatience) } : {};
}

function reasonOf(error: unknown): unknown {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at.name === 'TimeoutError') return refuse('connections.call.timeout');
    if (at instanceof OutgoingError && at.cause === undefined) return refuse(`connections.call.${at.reason}`);
  }
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof OutgoingError) return refuse(`connections.call.${at.reason}`);
  return error;
}
