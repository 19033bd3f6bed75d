import { Readable } from 'node:stream';
import type { SetSource } from '@formwork/contract/analytics/dataset.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import { AppError } from '../../../platform/errors.ts';
import { failureOf, openConnection, type UsedBy } from '../../connections/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { filesEndpoint, wholeFile } from '../../etl/public.ts';
import type { OpenedSource } from './read-source.ts';

const mostBytes = 64 * 1024 * 1024;
const timeoutMs = 60_000;
const name = 'rows.json';

/** What a call answers, as a file of rows. */
export async function apiSource(
  ctx: Ctx,
  { connection, path, rows }: Extract<SetSource, { is: 'api' }>,
  usedBy: UsedBy,
): Promise<OpenedSource> {
  if (connection === null) throw new AppError('analytics.set.no_source');
  const content = Buffer.from(rowsIn(await answerOf(ctx, connection, path, usedBy), rows));
  const endpoint = filesEndpoint(
    engineOf(ctx.platform, 'etl'),
    {
      list: () => Promise.resolve([{ name, size: content.length }]),
      open: () => Promise.resolve(wholeFile(() => Readable.from([content]))),
      close: () => Promise.resolve(),
    },
    zoneOf(ctx.platform, ctx.spaceId),
  );
  const [table] = await endpoint.tables('');
  return { endpoint, source: { table: { schema: '', name: table?.name ?? name } } };
}

/** The list at the way in the answer, as JSON of objects; numbers keep every digit that was sent. */
export function rowsIn(text: string, way: string): string {
  const found = way
    .split('.')
    .filter((step) => step !== '')
    .reduce<unknown>((at, step) => (isObject(at) && Object.hasOwn(at, step) ? at[step] : undefined), parsed(text));
  const list: unknown[] | undefined = Array.isArray(found) ? found : isObject(found) ? [found] : undefined;
  if (!list || list.length === 0) throw new AppError('analytics.set.api_no_rows', { path: way || '.' });
  return JSON.stringify(list.map((row) => (isObject(row) ? row : { value: row })));
}

async function answerOf(ctx: Ctx, connection: string, path: string, usedBy: UsedBy): Promise<string> {
  const client = await openConnection(ctx, connection, ['http'], usedBy);
  try {
    const headers = { accept: 'application/json' };
    const { status, body } = await client.call(path, { headers, timeoutMs, mostBytes });
    if (status >= 300) throw new AppError('analytics.set.api_status', { status });
    return body.toString('utf8');
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code, data } = failureOf(error);
    throw new AppError(code, data);
  } finally {
    await client.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && context?.source !== undefined ? raw(context.source) : value,
    );
  } catch {
    throw new AppError('analytics.set.api_no_json');
  }
}

/** A number as it was written, which is written so again. */
function raw(source: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRaw(value);
}

function isRaw(value: object): boolean {
  return (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);
}
