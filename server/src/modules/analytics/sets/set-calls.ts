import { isOfOthers, type DataSet } from '@formwork/contract/analytics/dataset.ts';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { mostLooked, type setsApi } from '@formwork/contract/analytics/set-api.ts';
import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { includesLevel } from '@formwork/contract/definitions/level.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { allRows } from '../../../platform/engine/rows.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import { usableConnections } from '../../connections/public.ts';
import { releasedOf, requireOn } from '../../definitions/public.ts';
import { dataKinds, formatOf, openEndpoint, resultTargets } from '../../etl/public.ts';
import { attachFiles, readableFile } from '../../files/public.ts';
import { chartSource, readings, resultOf } from '../result.ts';
import { resultOfChart } from './chart-rows.ts';
import { extractOf } from './extract-rows.ts';
import { columnsOf, fileEndpoint, openSource, setFiles } from './read-source.ts';
import { lookAtJoin } from './look-at-join.ts';
import { readSet } from './read-run.ts';
import { requireSet } from './rights.ts';
import { requireView } from '../../views/public.ts';

type Input<Name extends keyof typeof setsApi> = InputOf<(typeof setsApi)[Name]>;
type Answer<Name extends keyof typeof setsApi> = Promise<ResponseOf<(typeof setsApi)[Name]>>;

const patienceMs = 60_000;

export async function setFacts(ctx: Ctx, { params: { datasetId } }: Input<'facts'>): Answer<'facts'> {
  const { row, can } = await requireSet(ctx, datasetId, 'see');
  const released = await releasedOf<DataSet>(ctx.platform, ctx.spaceId, 'dataset', datasetId);
  const mayEdit = includesLevel(can.at(-1) ?? null, 'edit');
  const found = released && isOfOthers(released.body.source) ? undefined : await extractOf(ctx, datasetId);
  return {
    name: row.name,
    live: released?.body.live ?? false,
    mayEdit,
    extract: found
      ? {
          readAt: found.readAt?.toISOString() ?? null,
          triedAt: found.triedAt.toISOString(),
          rows: found.rows,
          bytes: found.bytes,
          tookMs: found.tookMs,
          cut: found.cut,
          wholeAt: found.wholeAt?.toISOString() ?? null,
          changes: found.deltas.reduce((sum, { rows }) => sum + rows, 0),
          notGrowing: found.notGrowing,
          gone: found.gone,
          busy: found.busy,
          error: found.error && (mayEdit ? errorText(ctx.locale, found.error.code, found.error.data) : ''),
        }
      : null,
  };
}

/** Whoever designs a data set reads its source by their own rights on the connection, task, file or chart. */
export async function lookAtSource(ctx: Ctx, { params: { datasetId }, body }: Input<'look'>): Answer<'look'> {
  await requireSet(ctx, datasetId, 'edit');
  const { source } = body;
  if (source.is === 'chart') {
    await requireOn(ctx, 'chart', source.chart, 'see');
    return firstOf(await resultOfChart(ctx, source, readings));
  }
  if (source.is === 'view') {
    if (source.form !== null) await requireView(ctx, source.form, source.view);
    return firstOf(await resultOfChart(ctx, source, readings));
  }
  if (source.is === 'join') return lookAtJoin(ctx, source, readings);
  const opened = await openSource(ctx, datasetId, source);
  try {
    if ('sql' in opened.source) {
      const { columns, rows, cut } = await opened.endpoint.query(opened.source.sql, {
        rows: mostLooked,
        ms: patienceMs,
      });
      return { columns, rows, cut: cut !== null, multiplies: [] };
    }
    const columns = await columnsOf(opened);
    const { table } = opened.source;
    const rows = await patiently(patienceMs, async (signal) =>
      allRows((await opened.endpoint.read({ table, limit: mostLooked + 1 }, { signal })).bytes),
    );
    return { columns, rows: rows.slice(0, mostLooked), cut: rows.length > mostLooked, multiplies: [] };
  } finally {
    await opened.endpoint.close();
  }
}

function firstOf({ columns, rows }: Awaited<ReturnType<typeof resultOfChart>>): ResponseOf<typeof setsApi.look> {
  return {
    columns: [...columns.values()],
    rows: rows.slice(0, mostLooked),
    cut: rows.length > mostLooked,
    multiplies: [],
  };
}

export async function takeFile(ctx: Ctx, { params: { datasetId }, body }: Input<'file'>): Answer<'file'> {
  await requireSet(ctx, datasetId, 'edit');
  const file = await readableFile(ctx, body.file, 'download');
  if (formatOf(file.name) === undefined)
    throw invalid('analytics.set.file_kind', [{ path: 'body.file', code: 'analytics.set.file_kind' }]);
  const to = { kind: setFiles, id: datasetId };
  const refused = await attachFiles(ctx.platform, ctx.spaceId, ctx.user.id, [file.id], to);
  if (refused.length > 0) throw notFound('analytics.set.file_gone');
  const endpoint = await fileEndpoint(ctx, file.id, to);
  try {
    const tables = await endpoint.tables('');
    return { file: file.id, name: file.name, tables: tables.map(({ name }) => name) };
  } finally {
    await endpoint.close();
  }
}

export async function startReading(ctx: Ctx, { params: { datasetId } }: Input<'read'>): Answer<'read'> {
  await requireSet(ctx, datasetId, 'edit');
  const { id } = await startRunNow(ctx, readSet, { dataset: datasetId }, { definition: datasetId });
  return { run: id };
}

export async function setRows(ctx: Ctx, { params: { datasetId }, body }: Input<'rows'>): Answer<'rows'> {
  await requireSet(ctx, datasetId, 'see');
  const source = await chartSource(ctx, sourceOfSet(datasetId));
  const seen = new Set(source.fields.map(({ id }) => id));
  const released = await releasedOf<DataSet>(ctx.platform, ctx.spaceId, 'dataset', datasetId);
  const shown = (released?.body.fields ?? []).filter(({ id }) => seen.has(id)).slice(0, 20);
  const chart: ChartDefinition = {
    form: sourceOfSet(datasetId),
    where: body.where,
    settings: {
      kind: 'table',
      slots: { row: shown.map(({ id, format }) => ({ id, field: id, ...(format && { format }) })) },
      marks: [],
      tones: [],
      notes: [],
      look: {},
    },
  };
  const result = await resultOf(ctx, chart);
  return result.rows.length > mostLooked
    ? { ...result, rows: result.rows.slice(0, mostLooked), cutFrom: mostLooked + 1 }
    : result;
}

export function listConnections(ctx: Ctx): Answer<'connections'> {
  return inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    usableConnections({ ...ctx, tx }, [...dataKinds, 'http']),
  );
}

export async function listSetTables(ctx: Ctx, { params, query }: Input<'tables'>): Answer<'tables'> {
  const endpoint = await openEndpoint(ctx, params.connectionId, { kind: 'analytics.dataset', id: params.connectionId });
  try {
    const schemas = await endpoint.schemas();
    const schema = query.schema ?? schemas[0] ?? '';
    const tables = await endpoint.tables(schema);
    return { schemas, schema, tables: tables.map(({ name }) => name) };
  } finally {
    await endpoint.close();
  }
}

export function listTargets(ctx: Ctx, { params }: Input<'targets'>): Answer<'targets'> {
  return resultTargets(ctx, params.taskId);
}
