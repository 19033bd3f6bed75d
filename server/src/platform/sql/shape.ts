import { tablesOf, type AssetRead, type AssetShape } from '../assets.ts';
import type { Platform } from '../platform.ts';
import { sqlLineage } from './lineage.ts';

/** How a table of a connection is called among assets. */
export function tableId(connection: string, schema: string, table: string): string {
  return `${connection}/${schema === '' ? '' : `${schema}.`}${table}`;
}

/** What a statement over a connection answers, and the columns of tables that it is worked out of. What cannot be read is said. */
export async function shapeOfSql(
  where: { platform: Platform; spaceId: string },
  sql: string,
  connection: string,
): Promise<AssetShape> {
  const found = await sqlLineage(sql, await tablesOf(where, connection));
  const idOf = ({ schema, name }: { schema: string; name: string }): string => tableId(connection, schema, name);
  const whole = found.tables.map((table): AssetRead => ({
    from: { kind: 'table', id: idOf(table), part: '' },
    to: '',
    how: 'value',
  }));
  if (found.problem !== undefined) return { columns: [], reads: whole, unread: found.problem };
  return {
    columns: found.columns.map((name, at) => ({ key: String(at + 1), title: { zh: name }, type: 'any' })),
    reads: [
      ...whole,
      ...found.edges.map(({ from, to, how }): AssetRead => ({
        from: { kind: 'table', id: idOf(from.table), part: from.column },
        to: to === null ? '' : String(to + 1),
        how,
      })),
    ],
  };
}
