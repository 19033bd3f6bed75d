import type { GatewayApi, Operation, Parameter } from '@formwork/contract/gateway/definition.ts';
import { mostPageRows } from '@formwork/contract/etl/exchange.ts';
import { readNamedSql, withPlaces } from '@formwork/contract/gateway/named-sql.ts';
import { isOver } from '@formwork/contract/runs/run.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { chartData } from '../analytics/public.ts';
import { openConnection, type ReadingClient, type ReadResult } from '../connections/public.ts';
import { releasedOf } from '../definitions/public.ts';
import { exchangePage } from '../etl/public.ts';
import { asKnownPerson } from '../identity/public.ts';
import { callFlowAt, flowAnswer } from '../orchestration/public.ts';
import { checked } from './checked.ts';
import { fileAnswer, sendFileTo } from './files.ts';
import { createRecord, getRecord, listRecords, removeRecord, updateRecord } from '../records/public.ts';

/** A call as the gateway hands it on: everything about who may came before. */
export interface HouseCall {
  spaceId: string;
  api: string;
  number: number;
  operation: string;
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  params: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string | undefined>;
  /** Of files: what the caller has of it, and which part it asks for. */
  conditions?: Record<string, string>;
  body?: unknown;
  requestId: string;
  address: string;
}

export type HouseAnswer =
  | { status: number; text: string | Buffer }
  | { file: Parameters<typeof sendFileTo>[1]; source: Parameters<typeof sendFileTo>[2] };

export const fileCall = ({ api, method, params, query, conditions = {} }: HouseCall) => ({
  api,
  method,
  params,
  query,
  conditions,
});

/** By the rights of the person that the API speaks for. */
export async function carryOut(platform: Platform, call: HouseCall): Promise<HouseAnswer> {
  const { spaceId, api, number } = call;
  const released = await releasedOf<GatewayApi>(platform, spaceId, 'gateway_api', api, number);
  const operation = released?.body.operations.find(({ id }) => id === call.operation);
  const source = released?.body.source;
  if (!released || !operation || !source || !('person' in source) || source.person === null)
    throw new AppError('gateway.api.not_found');
  const ctx = await asKnownPerson(
    { platform, spaceId, requestId: call.requestId, ip: call.address },
    source.person,
    `gateway ${released.name.zh}`,
  );
  if (source.is === 'form') return ofForm(ctx, source.form!, operation, call);
  if (source.is === 'flow') return ofFlow(ctx, source.flow!, operation, call);
  if (source.is === 'chart') return { status: 200, text: JSON.stringify(await chartData(ctx, source.chart!)) };
  if (source.is === 'file') {
    const file = await fileAnswer(ctx, source, operation, fileCall(call));
    return 'list' in file ? { status: 200, text: JSON.stringify(file.list) } : { file, source };
  }
  if (source.is === 'exchange') return { status: 200, text: await ofExchange(ctx, source.request!, call) };
  return { status: 200, text: await ofSql(ctx, source.connection!, api, operation, call) };
}

async function ofForm(
  ctx: Ctx,
  formId: string,
  operation: Operation,
  { params, query, body }: HouseCall,
): Promise<{ status: number; text: string | Buffer }> {
  const recordId = params.id ?? '';
  switch (operation.action) {
    case 'list': {
      const { jsonText } = await listRecords(ctx, {
        params: { formId },
        query: checked(recordsApi.list.query!, listQuery(query)),
        body: undefined,
      });
      return { status: 200, text: jsonText };
    }
    case 'get': {
      const at = checked(recordsApi.get.params!, { formId, recordId });
      return ok(await getRecord(ctx, { params: at, query: {}, body: undefined }));
    }
    case 'create': {
      const input = checked(recordsApi.create.body!, withValues(body));
      return { ...ok(await createRecord(ctx, { params: { formId }, query: {}, body: input })), status: 201 };
    }
    case 'update': {
      const at = checked(recordsApi.update.params!, { formId, recordId });
      const given = withValues(body);
      const expectedVersion = given.expectedVersion ?? (await versionOf(ctx, at));
      const input = checked(recordsApi.update.body!, { ...given, expectedVersion });
      return ok(await updateRecord(ctx, { params: at, query: {}, body: input }));
    }
    case 'remove': {
      const at = checked(recordsApi.remove.params!, { formId, recordId });
      return ok(await removeRecord(ctx, { params: at, query: {}, body: undefined }));
    }
  }
}

function ok(result: unknown): { status: number; text: string | Buffer } {
  const isText = typeof result === 'object' && result !== null && 'jsonText' in result;
  return {
    status: 200,
    text: isText ? (result as { jsonText: string | Buffer }).jsonText : JSON.stringify(result ?? null),
  };
}

async function versionOf(ctx: Ctx, at: { formId: string; recordId: string }): Promise<number> {
  const record = JSON.parse(ok(await getRecord(ctx, { params: at, query: {}, body: undefined })).text.toString()) as {
    version: number;
  };
  return record.version;
}

/** Values by themselves are the usual body; `{ values, slaves }` is what the product itself sends. */
function withValues(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  return 'values' in body ? body : { values: body };
}

function listQuery({ limit, ...rest }: Record<string, string>): Record<string, unknown> {
  const known = Object.fromEntries(
    Object.entries(rest).filter(([name]) => ['cursor', 'sort', 'filter', 'search', 'withTotal'].includes(name)),
  );
  return {
    ...known,
    ...(limit === undefined ? {} : { limit: Number(limit) }),
    ...(known.withTotal === undefined ? {} : { withTotal: known.withTotal === 'true' }),
  };
}

async function ofSql(
  ctx: Ctx,
  connection: string,
  api: string,
  operation: Operation,
  call: HouseCall,
): Promise<string> {
  const read = readNamedSql(operation.sql);
  if (read.problem !== null) throw new AppError(`gateway.sql.${read.problem}`);
  const { client, dialect } = await openDatabase(ctx, connection, api);
  try {
    const { text, order } = withPlaces(read, dialect);
    const values = order.map((name) => valueOf(name, operation.parameters, call));
    return rowsJson(await client.query(text, values, { rows: 5_000, bytes: 10 * 1024 * 1024, ms: 30_000 }));
  } finally {
    await client.close();
  }
}

const flowSeconds = 20;

/** What comes later than that is asked for by its run. */
async function ofFlow(
  ctx: Ctx,
  flow: string,
  operation: Operation,
  call: HouseCall,
): Promise<{ status: number; text: string }> {
  const told =
    operation.method === 'GET'
      ? await flowAnswer(ctx, flow, checked(z.uuid(), call.params.run))
      : await callFlowAt(ctx, flow, inputOf(operation, call), flowSeconds);
  const status = !isOver(told.state) ? 202 : told.state === 'finished' ? 200 : 502;
  return { status, text: JSON.stringify(told) };
}

/** The body, with what the parameters say by their types. */
function inputOf({ parameters }: Operation, call: HouseCall): Record<string, unknown> {
  const { body } = call;
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  const named = parameters.flatMap((parameter) => {
    const value = parameter.in === 'body' ? null : valueOf(parameter.name, parameters, call);
    const isNumber = parameter.type === 'integer' || parameter.type === 'number';
    return value === null ? [] : [[parameter.name, isNumber ? Number(value) : value]];
  });
  return { ...given, ...Object.fromEntries(named) };
}

async function ofExchange(ctx: Ctx, request: string, { query }: HouseCall): Promise<string> {
  const { next, ...page } = await exchangePage(ctx, request, checked(PageQuery, query));
  return `${rowsJson({ ...page, cut: null }).slice(0, -1)},"next":${JSON.stringify(next)}}`;
}

const PageQuery = z.object({
  after: z.string().max(1_000).optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/)
    .default('100')
    .transform(Number)
    .pipe(z.int().min(1).max(mostPageRows)),
});

/** Each kind writes parameters in its own way. */
async function openDatabase(
  ctx: Ctx,
  id: string,
  api: string,
): Promise<{ client: ReadingClient; dialect: 'postgres' | 'mysql' }> {
  const usedBy = { kind: 'gateway_api', id: api };
  try {
    return { client: await openConnection(ctx, id, ['postgres'], usedBy), dialect: 'postgres' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'connections.connection.other_kind') throw error;
    return { client: await openConnection(ctx, id, ['mysql'], usedBy), dialect: 'mysql' };
  }
}

function valueOf(
  name: string,
  parameters: readonly Parameter[],
  { params, query, headers, body }: HouseCall,
): string | number | boolean | null {
  const parameter = parameters.find((one) => one.name === name);
  const place = parameter?.in ?? 'path';
  const raw =
    place === 'path'
      ? params[name]
      : place === 'query'
        ? query[name]
        : place === 'header'
          ? headers[name]
          : (body as Record<string, unknown> | undefined)?.[name];
  if (raw === undefined || raw === null || raw === '') return null;
  if (typeof raw === 'object')
    throw new AppError('platform.invalid_input', undefined, [{ path: name, code: 'input.invalid_type' }]);
  if (parameter?.type === 'boolean') return raw === true || raw === 'true';
  // numbers stay texts: the database reads them with all their digits
  return String(raw);
}

/** Values leave as what they are: numbers as numbers with all their digits, JSON as JSON. */
function rowsJson({ columns, rows, cut }: ReadResult): string {
  const names = columns.map(({ name }) => JSON.stringify(name));
  const cells = (row: (string | null)[]): string =>
    `{${row.map((value, i) => `${names[i]}:${cell(value, columns[i]!.type)}`).join(',')}}`;
  return `{"rows":[${rows.map(cells).join(',')}],"cut":${JSON.stringify(cut)}}`;
}

function cell(value: string | null, type: ReadResult['columns'][number]['type']): string {
  if (value === null) return 'null';
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'double':
      return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value) ? value : JSON.stringify(value);
    case 'boolean':
      return String(value === 't' || value === 'true' || value === '1');
    case 'json':
      return jsonOr(value) === value ? JSON.stringify(value) : value;
    default:
      return JSON.stringify(value);
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
