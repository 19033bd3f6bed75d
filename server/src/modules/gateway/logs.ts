import { quantileOf } from '@formwork/contract/gateway/histogram.ts';
import type { gatewayApi, LogEntry, LogLine, TrafficShare } from '@formwork/contract/gateway/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { inControl } from '../../platform/db/db.ts';
import { reader, spaceSchema } from '../../platform/db/space-data.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { findDefinitions } from '../definitions/public.ts';
import { applicationNamesIn } from './calls-by-day.ts';

type Input<Name extends keyof typeof gatewayApi> = InputOf<(typeof gatewayApi)[Name]>;
type Answer<Name extends keyof typeof gatewayApi> = Promise<ResponseOf<(typeof gatewayApi)[Name]>>;

interface Row {
  id: string;
  at: Date;
  environment: string;
  api: string | null;
  api_name: string;
  operation: string;
  application: string | null;
  consumer_name: string;
  method: string;
  path: string;
  status: number;
  code: string;
  policy: string | null;
  ms: number;
  upstream_ms: number | null;
  bytes_in: string;
  bytes_out: string;
  address: string;
}

const columns =
  'id, at, environment, api, api_name, operation, application, consumer_name, method, path, status, code, policy, ms, upstream_ms, bytes_in, bytes_out, address';

export function listLogs(ctx: Ctx, { query }: Input<'logs'>): Answer<'logs'> {
  return findLogs(ctx, query);
}

/** Of these applications alone, where they are given. */
export async function findLogs(
  ctx: Ctx,
  query: Input<'logs'>['query'],
  applications?: readonly string[],
): Answer<'logs'> {
  const values: unknown[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const where: string[] = [];
  if (query.search !== undefined && query.search !== '') {
    const like = given(`%${query.search.replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`(id = ${given(query.search)} or path like ${like} or consumer_name like ${like} or code like ${like})`);
  }
  if (query.api !== undefined) where.push(`api = ${given(query.api)}`);
  if (query.application !== undefined) where.push(`application = ${given(query.application)}`);
  if (applications !== undefined) where.push(`application = any(${given(applications)}::uuid[])`);
  if (query.environment !== undefined) where.push(`environment = ${given(query.environment)}`);
  if (query.outcome === 'failed') where.push('status >= 500');
  if (query.outcome === 'refused') where.push(`code <> '' and status < 500`);
  if (query.outcome === 'passed') where.push(`code = '' and status < 500`);
  const place = query.after === undefined ? undefined : placeIn(query.after);
  if (place) where.push(`(at, id) < (${given(place.at)}, ${given(place.id)})`);
  const { schema, query: ask } = reader(ctx);
  const { rows } = await ask<Row>({
    text: `select ${columns} from ${schema}.gateway_log ${where.length === 0 ? '' : `where ${where.join(' and ')}`} order by at desc, id desc limit ${given(query.limit + 1)}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(lineOf),
    next: rows.length > shown.length && last ? `${last.at.toISOString()} ${last.id}` : null,
  };
}

/** What became of one call, and why: by the id that the caller was told. */
export async function getLog(ctx: Ctx, { params }: Input<'logEntry'>): Answer<'logEntry'> {
  const { schema, query: ask } = reader(ctx);
  const { rows } = await ask<
    Row & { detail: Record<string, unknown>; request_body: string | null; response_body: string | null }
  >({
    text: `select ${columns}, detail, request_body, response_body from ${schema}.gateway_log where id = $1 order by at desc limit 1`,
    values: [params.requestId],
  });
  const row = rows[0];
  if (!row) throw notFound('gateway.log.not_found');
  return { ...lineOf(row), detail: row.detail, requestBody: row.request_body, responseBody: row.response_body };
}

export function traffic(ctx: Ctx, { query }: Input<'traffic'>): Answer<'traffic'> {
  return trafficOf(ctx, query);
}

/** Of these applications alone, where they are given. */
export async function trafficOf(
  ctx: Ctx,
  query: Input<'traffic'>['query'],
  applications?: readonly string[],
): Answer<'traffic'> {
  const { schema, query: ask } = reader(ctx);
  const values: unknown[] = [query.hours];
  const where = [`minute > now() - make_interval(hours => $1)`];
  if (query.api !== undefined) where.push(`api = $${values.push(query.api)}`);
  if (applications !== undefined) where.push(`application = any($${values.push(applications)}::text[])`);
  if (query.environment !== undefined) where.push(`environment = $${values.push(query.environment)}`);
  const step = query.hours <= 3 ? 60 : query.hours <= 48 ? 900 : query.hours <= 200 ? 3_600 : 21_600;
  const from = `from ${schema}.gateway_minute where ${where.join(' and ')}`;
  const sums =
    'sum(calls) as calls, sum(refused) as refused, sum(failed) as failed, sum(ms) as ms, sum(bytes) as bytes';
  const { rows: points } = await ask<Sums & { at: Date }>({
    text: `select to_timestamp(floor(extract(epoch from minute) / ${step}) * ${step}) as at, ${sums} ${from} group by 1 order by 1`,
    values,
  });
  const { rows: parts } = await ask<Sums & { api: string; application: string; histogram: string[] }>({
    text: `select api, application, ${sums}, array(select sum(h) from unnest(array_agg(histogram)) with ordinality as u (h, n) group by (n - 1) % 14 order by (n - 1) % 14) as histogram ${from} group by 1, 2`,
    values,
  });
  const names = await namesOf(ctx, parts);
  return {
    points: pointsOf(points, query.hours, step),
    apis: sharesOf(parts, ({ api }) => api, names),
    applications: sharesOf(parts, ({ application }) => application, names),
  };
}

/** Every stretch of the time asked for; nothing came in where nothing is written. */
function pointsOf(found: readonly (Sums & { at: Date })[], hours: number, step: number) {
  const known = new Map(found.map((row) => [row.at.getTime(), row]));
  const last = Math.floor(Date.now() / 1_000 / step) * step * 1_000;
  const first = last - Math.ceil((hours * 3_600) / step) * step * 1_000;
  const points = [];
  for (let at = first; at <= last; at += step * 1_000) {
    const row = known.get(at);
    const calls = Number(row?.calls ?? 0);
    points.push({
      at: new Date(at).toISOString(),
      calls,
      refused: Number(row?.refused ?? 0),
      failed: Number(row?.failed ?? 0),
      ms: calls === 0 ? 0 : Number(row!.ms) / calls,
    });
  }
  return points;
}

interface Sums {
  calls: string;
  refused: string;
  failed: string;
  ms: string;
  bytes: string;
}

function sharesOf<Part extends Sums & { histogram: string[] }>(
  parts: readonly Part[],
  of: (part: Part) => string,
  names: ReadonlyMap<string, string>,
): TrafficShare[] {
  return [...Map.groupBy(parts, of)]
    .map(([id, own]): TrafficShare => {
      const sum = (name: keyof Sums): number => own.reduce((total, part) => total + Number(part[name]), 0);
      const histogram = own[0]!.histogram.map((_, i) =>
        own.reduce((total, part) => total + Number(part.histogram[i]), 0),
      );
      const calls = sum('calls');
      return {
        id,
        name: names.get(id) ?? '',
        calls,
        refused: sum('refused'),
        failed: sum('failed'),
        ms: calls === 0 ? 0 : sum('ms') / calls,
        p95: quantileOf(histogram, 0.95),
        bytes: sum('bytes'),
      };
    })
    .toSorted((a, b) => b.calls - a.calls);
}

async function namesOf(ctx: Ctx, parts: readonly { api: string; application: string }[]): Promise<Map<string, string>> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const apis = await findDefinitions(
      tx,
      'gateway_api',
      [...new Set(parts.map(({ api }) => api))].filter((id) => id !== ''),
    );
    const applications = await applicationNamesIn(tx, ctx.spaceId);
    return new Map([...apis.map(({ id, name }): [string, string] => [id, name.zh]), ...applications]);
  });
}

/** Calls are looked up for two weeks, sums for four hundred days. */
export const forgetOldCalls = inEverySpace('gateway.forget', '50 3 * * *', async (platform, spaceId) => {
  const schema = spaceSchema(spaceId);
  await platform.pool.query(`delete from ${schema}.gateway_log where at < now() - interval '14 days'`);
  await platform.pool.query(`delete from ${schema}.gateway_minute where minute < now() - interval '400 days'`);
});

function placeIn(after: string): { at: string; id: string } | undefined {
  const [at = '', id = ''] = after.split(' ');
  return Number.isNaN(Date.parse(at)) || id === '' ? undefined : { at, id };
}

function lineOf(row: Row): LogLine {
  return {
    id: row.id,
    at: row.at.toISOString(),
    environment: row.environment,
    api: row.api,
    apiName: row.api_name,
    operation: row.operation,
    application: row.application,
    consumerName: row.consumer_name,
    method: row.method,
    path: row.path,
    status: row.status,
    code: row.code,
    policy: row.policy as LogEntry['policy'],
    ms: row.ms,
    upstreamMs: row.upstream_ms,
    bytesIn: Number(row.bytes_in),
    bytesOut: Number(row.bytes_out),
    address: row.address,
  };
}
