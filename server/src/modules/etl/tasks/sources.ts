import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { isSource, type EtlTask, type SourceNode, type TaskNodeOf } from '@formwork/contract/etl/task.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { hasWatermark, sourceTable } from '@formwork/etl/graph.ts';
import { quoted } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Endpoint, EngineSession, ReadSource, RowStream } from '../../../platform/engine/port.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { withChange } from '../endpoints/postgres/postgres-changes.ts';
import { mostLooked, type FileShelf } from '../endpoints/files.ts';
import { formsSource, openEndpoint } from '../endpoints/open.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { deliverExchange, exchangeColumns, exchangeSample } from '../exchange/read.ts';
import { brokerColumns, readBroker } from './broker/read-broker.ts';
import { fillGone } from './changed-schema.ts';
import { fillChanges } from './changes.ts';
import { isLook } from './looks.ts';
import { counted } from './counted.ts';
import { nodeWith, settledValues } from './parameters.ts';
import { fileColumns, fillFile } from './files.ts';

export interface Reading {
  /** Who reads, for the trail. */
  usedBy: { kind: string; id: string };
  limit?: number | undefined;
  /** Told where a log of changes was read to. */
  moved?: ((position: string) => void) | undefined;
  /** Told why such a log could not be gone on with, and all rows came. */
  anew?: ((why: string) => void) | undefined;
  /** Of a form: what is wanted of it. */
  columns?: ReadonlySet<string> | undefined;
  /** Rows whose watermark lies above; `from`: those that have this one as well. */
  after?: string | undefined;
  from?: boolean | undefined;
  /** The run that reads; without one somebody looks at a sample. */
  run?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Of files that lie elsewhere: keeps what comes. */
  kept?: ((shelf: FileShelf) => FileShelf) | undefined;
  /** What becomes of a column that has gone: it ends the reading unless it is ignored. */
  onChange?: EtlTask['settings']['changedSchema'] | undefined;
  /** Told now and then how many rows have come. */
  seen?: ((rows: number, bytes: number) => void) | undefined;
}

/** What a source has now. */
export async function sourceColumns(
  ctx: Ctx,
  { body: { node, parameters = [] } }: Pick<InputOf<typeof etlTasksApi.columns>, 'body'>,
): Promise<{ columns: DataColumn[] }> {
  if (!isSource(node)) throw invalid('etl.problem.source_blank');
  const values = await settledValues(ctx, parameters, {}, { drawn: true });
  const day = todayIn(new Date(), zoneOf(ctx.platform, ctx.spaceId));
  const given = [
    ...parameters.map((one) => ({ ...one, value: values[one.name]! })),
    { name: 'day', type: 'date' as const, value: day },
  ];
  const asked = await nodeWith(ctx, node, given);
  return { columns: await columnsNow(ctx, asked, { usedBy: { kind: 'etl.design', id: node.id } }) };
}

export async function columnsNow(
  ctx: Ctx,
  node: SourceNode,
  { usedBy, signal, kept }: Pick<Reading, 'usedBy' | 'signal' | 'kept'>,
): Promise<DataColumn[]> {
  switch (node.kind) {
    case 'formSource':
      return withEndpoint(ctx, formsSource, usedBy, (endpoint) => endpoint.columns(formTable(node)));
    case 'fileSource':
      return fileColumns(ctx, node, { usedBy, kept });
    case 'tableSource':
      return withEndpoint(
        ctx,
        node.connection,
        usedBy,
        async (endpoint) => {
          const columns = await endpoint.columns({ schema: node.schema, name: node.table });
          if (!node.changes) return columns;
          if (!endpoint.changes) throw new AppError('etl.changes.none');
          return withChange(columns);
        },
        kept,
      );
    case 'sqlSource':
      return withEndpoint(ctx, node.connection, usedBy, (endpoint) => endpoint.describe(node.sql, signal), kept);
    case 'mqttSource':
      return brokerColumns(ctx, node, { usedBy, signal });
    case 'exchangeSource':
      return exchangeColumns(ctx, requireGiven(node.request));
  }
}

/** Sources of the same connection are read over one line, each after the other. */
export function sharedEndpoints(ctx: Ctx): {
  use: typeof withEndpoint;
  /** The next one who reads from it opens it anew. */
  forget(connection: string | null): Promise<void>;
  close(): Promise<void>;
} {
  const open = new Map<string, Promise<Endpoint>>();
  return {
    use(_, connection, usedBy, work) {
      const known = open.get(requireGiven(connection)) ?? endpointOf(ctx, connection, usedBy);
      open.set(requireGiven(connection), known);
      return known.then(work);
    },
    async forget(connection) {
      const known = open.get(requireGiven(connection));
      open.delete(requireGiven(connection));
      await known?.then((endpoint) => endpoint.close()).catch(() => {});
    },
    async close() {
      await Promise.allSettled([...open.values()].map(async (endpoint) => (await endpoint).close()));
    },
  };
}

export async function fillSource(
  ctx: Ctx,
  session: EngineSession,
  node: SourceNode,
  reading: Reading,
  use = withEndpoint,
): Promise<number> {
  const { signal } = reading;
  const table = sourceTable(node.id);
  switch (node.kind) {
    case 'fileSource':
      return (await fillFile(ctx, session, node, reading)).rows;
    case 'mqttSource': {
      const stream = await readBroker(ctx, node, reading);
      return (await session.fill(table, counted(stream, reading.seen), withSignal(signal))).rows;
    }
    case 'exchangeSource': {
      const stream = await readExchange(ctx, node, reading);
      return (await session.fill(table, counted(stream, reading.seen), withSignal(signal))).rows;
    }
    default: {
      // a log of changes is read in a way that leaves the line to nothing else
      const within = node.kind === 'tableSource' && node.changes ? withEndpoint : use;
      return within(
        ctx,
        node.kind === 'formSource' ? formsSource : node.connection,
        reading.usedBy,
        async (endpoint) => {
          if (node.kind === 'tableSource' && node.changes)
            return fillChanges(ctx, session, { node, reading, endpoint });
          const known = reading.onChange === 'ignore' ? await stillThere(node, endpoint) : node;
          const stream = await endpoint.read(readOf(known, reading, endpoint), withSignal(signal));
          const { rows } = await session.fill(table, counted(stream, reading.seen), withSignal(signal));
          if (reading.onChange === 'ignore') await fillGone(session, node);
          return rows;
        },
        reading.kept,
      );
    }
  }
}

/** Of a table what it still has: the others are blank. */
export async function stillThere<Node extends SourceNode>(node: Node, endpoint: Endpoint): Promise<Node> {
  if (node.kind !== 'tableSource' || node.columns.length === 0) return node;
  const now = new Set((await endpoint.columns({ schema: node.schema, name: node.table })).map(({ name }) => name));
  return { ...node, columns: node.columns.filter(({ name }) => now.has(name)) };
}

/** Whoever draws a task looks at sample rows; only runs are delivered to. */
function readExchange(
  ctx: Ctx,
  node: TaskNodeOf<'exchangeSource'>,
  { run, after, from, signal }: Reading,
): Promise<RowStream> {
  const request = requireGiven(node.request);
  if (run === undefined) return exchangeSample(ctx, request);
  const by = node.watermark;
  return deliverExchange(ctx, request, { run, by, after: by === '' ? undefined : after, from, signal });
}

export function readOf(
  node: Exclude<SourceNode, { kind: 'fileSource' | 'exchangeSource' | 'mqttSource' }>,
  { limit, after, from, columns }: Reading,
  { caps: { dialect } }: Endpoint,
): ReadSource {
  if (node.kind === 'formSource')
    return {
      table: formTable(node),
      ...(columns && columns.size > 0 && { columns: [...columns] }),
      ...(limit !== undefined && { limit }),
    };
  if (node.kind === 'sqlSource') {
    if (node.sql.trim() === '') throw invalid('etl.problem.source_blank');
    // named, as MySQL asks; SQL Server has no LIMIT
    const sql = node.sql.trim().replace(/;\s*$/, '');
    if (limit === undefined) return { sql };
    return dialect === 'sqlserver' ? { sql, limit } : { sql: `select * from (${sql}\n) as sampled limit ${limit}` };
  }
  if (node.table === '') throw invalid('etl.problem.source_blank');
  return {
    table: { schema: node.schema, name: node.table },
    ...(node.columns.length > 0 && { columns: node.columns.map(({ name }) => name) }),
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && node.watermark !== '' && { after: { column: node.watermark, value: after, from } }),
  };
}

const formTable = ({ form }: { form: string | null }) => ({ schema: '', name: requireGiven(form) });

export async function withEndpoint<T>(
  ctx: Ctx,
  connection: string | null,
  usedBy: Reading['usedBy'],
  work: (endpoint: Endpoint) => Promise<T>,
  kept?: Reading['kept'],
): Promise<T> {
  const endpoint = await endpointOf(ctx, connection, usedBy, kept);
  try {
    return await work(endpoint);
  } finally {
    await endpoint.close();
  }
}

const endpointOf = (
  ctx: Ctx,
  connection: string | null,
  usedBy: Reading['usedBy'],
  kept?: Reading['kept'],
): Promise<Endpoint> =>
  openEndpoint(ctx, requireGiven(connection), usedBy, { most: isLook(usedBy) ? mostLooked : undefined, kept });

/** The highest watermark among the rows that were read; undefined where there are none. */
export async function watermarkOf(session: EngineSession, node: SourceNode): Promise<string | undefined> {
  if (!hasWatermark(node) || node.watermark === '') return undefined;
  const { rows } = await session.query(
    `select cast(max(${quoted(node.watermark)}) as varchar) from ${quoted(sourceTable(node.id))}`,
  );
  return rows[0]?.[0] ?? undefined;
}

function requireGiven<T>(value: T | null): T {
  if (value === null) throw invalid('etl.problem.source_blank');
  return value;
}

export const withSignal = (signal: AbortSignal | undefined): { signal?: AbortSignal } => (signal ? { signal } : {});
