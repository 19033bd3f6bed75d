import type { SetSource } from '@formwork/contract/analytics/dataset.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint, ReadSource } from '../../../platform/engine/port.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { filesEndpoint, openEndpoint, resultOfTask, taskFiles, wholeFile } from '../../etl/public.ts';
import { attachedFiles, openFileContent } from '../../files/public.ts';
import { apiSource } from './api-source.ts';
import { withParameters } from './parameters.ts';

/** What files of data sets are attached to; the id is the data set's. */
export const setFiles = 'analytics.dataset';

export interface OpenedSource {
  endpoint: Endpoint;
  source: ReadSource;
}

/** Opens the source of a data set with the rights of `ctx`; whoever opens it closes the endpoint. A chart has no rows of its own. */
export async function openSource(ctx: Ctx, dataset: string, source: SetSource): Promise<OpenedSource> {
  const usedBy = { kind: 'analytics.dataset', id: dataset };
  switch (source.is) {
    case 'sql': {
      const endpoint = await openEndpoint(ctx, requireConnection(source.connection), usedBy);
      const today = todayIn(new Date(), zoneOf(ctx.platform, ctx.spaceId));
      const { dialect } = endpoint.caps;
      return closing(endpoint, () => ({ sql: withParameters(source.sql, source.parameters, { dialect, today }) }));
    }
    case 'table':
      return table(await openEndpoint(ctx, requireConnection(source.connection), usedBy), source);
    case 'api':
      return apiSource(ctx, source, usedBy);
    case 'task': {
      const result = await resultOfTask(ctx, source.task, source.node);
      return result.is === 'table'
        ? table(await openEndpoint(ctx, result.connection, usedBy), result)
        : ofFile(ctx, result.file, '', taskFiles);
    }
    case 'file':
      return ofFile(ctx, source.file, source.table, { kind: setFiles, id: dataset });
    default:
      throw new AppError('analytics.set.no_source');
  }
}

/** The columns that it has now, without its rows where the other side knows them. */
export function columnsOf({ endpoint, source }: OpenedSource): Promise<DataColumn[]> {
  return 'sql' in source ? endpoint.describe(source.sql) : endpoint.columns(source.table);
}

/** A file as tables: each sheet of a workbook one. */
export async function fileEndpoint(ctx: Ctx, file: string, to: { kind: string; id: string }): Promise<Endpoint> {
  const { platform, spaceId } = ctx;
  const [found] = await attachedFiles(platform, spaceId, [file], to);
  if (!found) throw notFound('analytics.set.file_gone');
  return filesEndpoint(
    engineOf(platform, 'etl'),
    {
      list: () => Promise.resolve([{ name: found.name, size: found.size }]),
      open: () => Promise.resolve(wholeFile(() => openFileContent(platform, found))),
      close: () => Promise.resolve(),
    },
    zoneOf(platform, spaceId),
  );
}

async function ofFile(ctx: Ctx, file: string, sheet: string, to: { kind: string; id: string }): Promise<OpenedSource> {
  const endpoint = await fileEndpoint(ctx, file, to);
  try {
    const tables = await endpoint.tables('');
    const found = sheet === '' ? tables[0] : tables.find(({ name }) => name === sheet);
    if (!found) throw notFound('analytics.set.file_gone');
    return { endpoint, source: { table: { schema: '', name: found.name } } };
  } catch (error) {
    await endpoint.close();
    throw error;
  }
}

function table(endpoint: Endpoint, { schema, table: name }: { schema: string; table: string }): OpenedSource {
  return { endpoint, source: { table: { schema, name } } };
}

async function closing(endpoint: Endpoint, source: () => ReadSource): Promise<OpenedSource> {
  try {
    return { endpoint, source: source() };
  } catch (error) {
    await endpoint.close();
    throw error;
  }
}

function requireConnection(id: string | null): string {
  if (id === null) throw new AppError('analytics.set.no_source');
  return id;
}
