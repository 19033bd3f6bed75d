import type { Catalog } from '../../platform/sql/resolve.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import type { Platform } from '../../platform/platform.ts';

/** Tables of a connection as they were last looked at, for statements that name them. */
export async function tablesKnown(
  { platform, spaceId }: { platform: Platform; spaceId: string },
  connection: string,
): Promise<Catalog> {
  const schema = spaceSchema(spaceId);
  const { rows } = await spaceQuery<{ facts: { schema?: string; name?: string }; columns: string[] }>(platform, {
    text: `select a.facts, array(select c.key from ${schema}.assets_column c where c.asset = a.id and c.valid_to is null order by c.position) as columns
      from ${schema}.assets_asset a where a.kind = 'table' and a.guard = $1 and a.state in ('live', 'deprecated') limit 20000`,
    values: [connection],
  });
  const tables = rows.flatMap(({ facts, columns }) =>
    facts.name === undefined ? [] : [{ table: { schema: facts.schema ?? '', name: facts.name }, columns }],
  );
  const exact = new Map(tables.map((one) => [`${one.table.schema}.${one.table.name}`, one]));
  const named = Map.groupBy(tables, ({ table }) => table.name);
  return (asked) => {
    if (asked.schema !== '') return exact.get(`${asked.schema}.${asked.name}`);
    const all = named.get(asked.name) ?? [];
    // the usual schema, or the only one that has such a table
    return all.find(({ table }) => table.schema === 'public') ?? (all.length === 1 ? all[0] : undefined);
  };
}
