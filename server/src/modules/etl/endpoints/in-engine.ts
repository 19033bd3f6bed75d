import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { castText, sqlType } from '@formwork/etl/sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import { engineOf } from '../../../platform/engine/engine.ts';
import type { Endpoint, EngineSession, RowStream, TableName } from '../../../platform/engine/port.ts';
import type { UsedBy } from '../../connections/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { mostLooked } from './files.ts';
import { openMadeFile, type MadeFile } from './made-file.ts';
import { doubleQuoted } from './names.ts';
import { openEndpoint } from './open.ts';

/** A table of a connection, a form among the own forms, or a file that a task wrote. */
export type SourceTable = { source: string; schema: string; name: string } | MadeFile;

/** Whoever opens it closes the endpoint. A file has `most` bytes at most. */
export async function openTable(
  ctx: Ctx,
  of: SourceTable,
  usedBy: UsedBy,
  most: number,
): Promise<{ endpoint: Endpoint; table: TableName }> {
  if ('task' in of) return openMadeFile(ctx, of, usedBy, most);
  const { source, schema, name } = of;
  return { endpoint: await openEndpoint(ctx, source, usedBy, { most }), table: { schema, name } };
}

/** Rows of tables in a room of the engine, for work that asks several things of them. */
export interface Room {
  session: EngineSession;
  /**
   * Reads a table as the view `name`: its columns with their types, nothing where a value is not of its type, and beside each the
   * text itself (`rawName`).
   */
  take(table: SourceTable, name: string, columns?: readonly string[]): Promise<DataColumn[]>;
}

/** Whoever looks at rows beside the tasks leaves room for them. */
const spillMb = 4_096;

export const rawName = (column: string): string => `raw ${column}`;

/** With the rights of `ctx`; the room is gone when the work is done. */
export async function inEngine<T>(
  ctx: Ctx,
  usedBy: UsedBy,
  signal: AbortSignal,
  work: (room: Room) => Promise<T>,
): Promise<T> {
  const session = await engineOf(ctx.platform, 'etl').open({ timeZone: zoneOf(ctx.platform, ctx.spaceId), spillMb });
  try {
    return await work({
      session,
      async take(of, name, columns) {
        const { endpoint, table } = await openTable(ctx, of, usedBy, spillMb * 2 ** 20);
        try {
          const rows = await endpoint.read({ table, ...(columns && { columns: [...new Set(columns)] }) }, { signal });
          const texts = `${name} texts`;
          await session.fill(texts, loose(rows), { signal });
          await session.run(viewSql(name, texts, rows.columns));
          return rows.columns;
        } finally {
          await endpoint.close();
        }
      },
    });
  } finally {
    await session.close();
  }
}

/** The columns of a table as its source tells them, to the caller. */
export async function columnsOfTable(ctx: Ctx, of: SourceTable, usedBy: UsedBy): Promise<DataColumn[]> {
  const { endpoint, table } = await openTable(ctx, of, usedBy, mostLooked);
  try {
    return await endpoint.columns(table);
  } finally {
    await endpoint.close();
  }
}

/** The view of `Room.take`; names that come twice are taken once. */
export function viewSql(name: string, texts: string, columns: readonly DataColumn[]): string {
  const taken = new Set<string>();
  const parts = columns.flatMap((column, at) => {
    if (taken.has(column.name.toLowerCase())) return [];
    taken.add(column.name.toLowerCase());
    const [raw, type] = [`c${at}`, sqlType(column)];
    return [
      `${type === 'VARCHAR' ? raw : castText(raw, type)} as ${doubleQuoted(column.name)}`,
      `${raw} as ${doubleQuoted(rawName(column.name))}`,
    ];
  });
  return `create view ${doubleQuoted(name)} as select ${parts.join(', ')} from ${doubleQuoted(texts)}`;
}

function loose({ columns, bytes }: RowStream): RowStream {
  return { columns: columns.map((_, at) => ({ name: `c${at}`, type: 'text', nullable: true })), bytes };
}
