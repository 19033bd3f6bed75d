import type { explorerApi, ShownRows } from '@formwork/contract/etl/explorer.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { Endpoint } from '../../../platform/engine/port.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { allRows } from '../../../platform/engine/rows.ts';
import { AppError } from '../../../platform/errors.ts';
import { usableConnections } from '../../connections/public.ts';
import { mostLooked } from '../endpoints/files.ts';
import { onceTable } from '../endpoints/names.ts';
import { dataKinds, formsSource, openEndpoint } from '../endpoints/open.ts';
import { profileOf } from './profile.ts';
import { noteStatement, noteTable } from './note-reading.ts';
import { noteQuery } from './queries.ts';

type Input<Name extends keyof typeof explorerApi> = InputOf<(typeof explorerApi)[Name]>;
type Answer<Name extends keyof typeof explorerApi> = Promise<ResponseOf<(typeof explorerApi)[Name]>>;

export async function listSources(ctx: Ctx): Answer<'sources'> {
  const connections = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    usableConnections({ ...ctx, tx }, dataKinds),
  );
  return [...connections, { id: formsSource, name: '', kind: formsSource }];
}

export function listSchemas(ctx: Ctx, { params }: Input<'schemas'>): Answer<'schemas'> {
  return within(ctx, params.source, (endpoint) => endpoint.schemas());
}

export function listTables(ctx: Ctx, { params, query }: Input<'tables'>): Answer<'tables'> {
  return within(ctx, params.source, async (endpoint) =>
    // what we keep beside a target is nobody's data
    (await endpoint.tables(query.schema, query.search)).filter(({ name }) => name !== onceTable),
  );
}

export function listColumns(ctx: Ctx, { params, query }: Input<'columns'>): Answer<'columns'> {
  return within(ctx, params.source, (endpoint) => endpoint.columns({ schema: query.schema, name: query.table }));
}

export function sample(ctx: Ctx, { params, query }: Input<'sample'>): Promise<ShownRows> {
  return within(ctx, params.source, async (endpoint) => {
    const began = performance.now();
    const table = { schema: query.schema, name: query.table };
    // one more than is shown tells whether there are others
    const { columns, rows } = await patiently(patienceMs, async (signal) => {
      const read = await endpoint.read({ table, limit: query.limit + 1 }, { signal });
      return { columns: read.columns, rows: await allRows(read.bytes) };
    });
    const ms = Math.round(performance.now() - began);
    noteTable(ctx, params.source, table, ms);
    return { columns, rows: rows.slice(0, query.limit), cut: rows.length > query.limit ? 'rows' : null, ms };
  });
}

export async function profile(ctx: Ctx, { params, query }: Input<'profile'>): Answer<'profile'> {
  const began = performance.now();
  const table = { schema: query.schema, name: query.table };
  const answer = await within(ctx, params.source, (endpoint) =>
    patiently(patienceMs, (signal) => profileOf(ctx.platform, endpoint, table, signal)),
  );
  noteTable(ctx, params.source, table, performance.now() - began);
  return answer;
}

export async function runQuery(ctx: Ctx, { params, body }: Input<'run'>): Promise<ShownRows> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    const answer = await within(ctx, params.source, (endpoint) =>
      endpoint.query(body.sql, { rows: body.limit, ms: patienceMs }),
    );
    await noteQuery(ctx, params.source, body.sql, { ms: ms(), rows: answer.rows.length, error: null });
    noteStatement(ctx, params.source, body.sql, ms());
    return { ...answer, ms: ms() };
  } catch (error) {
    if (error instanceof AppError && error.status !== 404)
      await noteQuery(ctx, params.source, body.sql, { ms: ms(), rows: null, error: error.code });
    throw error;
  }
}

/** How long a look at a source may take. */
const patienceMs = 30_000;

async function within<T>(ctx: Ctx, source: string, work: (endpoint: Endpoint) => Promise<T>): Promise<T> {
  const endpoint = await openEndpoint(ctx, source, { kind: 'etl.explorer', id: source }, { most: mostLooked });
  try {
    return await work(endpoint);
  } finally {
    await endpoint.close();
  }
}
