import type { EngineSession } from '../../../platform/engine/port.ts';
import { AppError } from '../../../platform/errors.ts';
import { doubleQuoted, textQuoted } from './names.ts';

export interface DuckdbTable {
  /** With its schema where that is not the usual one. */
  name: string;
  /** As SQL of the session reads it. */
  read: string;
}

/**
 * The tables of a file of DuckDB that lies in the session's folder. It is attached to be read alone, in the engine's own process; its
 * views reach nothing but that folder either.
 */
export async function duckdbTables(
  session: EngineSession,
  { at, file, as }: { at: string; file: string; as: string },
): Promise<DuckdbTable[]> {
  try {
    await session.run(`attach ${textQuoted(at)} as ${doubleQuoted(as)} (read_only)`);
    const { rows } = await session.query(
      `select schema_name, table_name from duckdb_tables() where database_name = ${textQuoted(as)} and not internal
        union all
        select schema_name, view_name from duckdb_views() where database_name = ${textQuoted(as)} and not internal
        order by 1, 2`,
      { rows: mostTables },
    );
    return rows.map(([schema, table]): DuckdbTable => ({
      name: schema === 'main' ? table! : `${schema}.${table}`,
      read: [as, schema!, table!].map(doubleQuoted).join('.'),
    }));
  } catch (error) {
    const message = String((error as AppError).data?.message ?? error).replaceAll(at, file);
    throw new AppError('etl.file.broken', { file, message: message.split('\n')[0]!.slice(0, 300) });
  }
}

const mostTables = 10_000;
