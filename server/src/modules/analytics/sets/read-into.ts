import type { SetField } from '@formwork/contract/analytics/dataset.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Dialect, EngineSession, ReadSource, RowStream } from '../../../platform/engine/port.ts';
import { viewSql } from '../../etl/public.ts';
import type { OpenedSource } from './read-source.ts';
import { rowsSql, withInherited } from './row-sql.ts';

/** The rows of a source in the engine, as the view `source`. */
export interface ReadInto {
  dialect: Dialect | undefined;
  columns: ReadonlyMap<string, DataColumn>;
  /** The rows by the ids of the fields. */
  sql: string;
  /** Fields whose columns the source has no more, and what is worked out of them. */
  gone: string[];
  /** The columns that fields are of: rows of another shape do not go with these. */
  shape: string;
}

/** Whoever opened the source closes it. */
export async function readInto(
  session: EngineSession,
  { endpoint, source }: OpenedSource,
  fields: readonly SetField[],
  options: { signal: AbortSignal; only?: ReadSource },
): Promise<ReadInto> {
  const { signal, only = source } = options;
  const rows = await endpoint.read(only, { signal });
  await session.fill('texts', loose(rows), { signal });
  await session.run(viewSql('source', 'texts', rows.columns));
  const columns = new Map(rows.columns.map((column) => [column.name.toLowerCase(), column]));
  const used = fields.flatMap(({ column, calc }) => {
    const found = calc ? undefined : columns.get(column.toLowerCase());
    return found ? [[found.name, found.type, found.precision, found.scale]] : [];
  });
  return {
    dialect: endpoint.caps.dialect,
    columns,
    sql: rowsSql(fields, columns, 'from source'),
    gone: goneOf(fields, columns),
    shape: JSON.stringify(used),
  };
}

function goneOf(fields: readonly SetField[], columns: ReadonlyMap<string, DataColumn>): string[] {
  const gone = fields.filter(({ column, calc }) => !calc && !columns.has(column.toLowerCase())).map(({ id }) => id);
  return [...withInherited(fields, new Set(gone))];
}

/** As texts: a value that the engine's type does not take is nothing, and ends no reading. */
function loose({ columns, bytes }: RowStream): RowStream {
  return { columns: columns.map((_, at) => ({ name: `c${at}`, type: 'text', nullable: true })), bytes };
}
