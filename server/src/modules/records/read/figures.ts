import { CompiledQuery } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';
import { catalogRows } from '../../../platform/db/nodes.ts';
import { spaceSchema } from '../../../platform/db/space-data.ts';

export interface SpaceFigures {
  records: number;
  tableBytes: number;
}

const unquoted = (spaceId: string) => spaceSchema(spaceId).slice(1, -1);

/** Records and size of some spaces' tables, by the database's statistics: counting millions of rows for a list would cost minutes. */
export async function spaceFigures(tx: ControlTx, spaceIds: readonly string[]): Promise<Map<string, SpaceFigures>> {
  if (spaceIds.length === 0) return new Map();
  // a form's own table is f_<form>; those of its slave tables have a second part
  const rows = await catalogRows<SpaceFigures & { schema: string }>(
    async (query) => {
      const asked = CompiledQuery.raw(query.text, [...(query.values ?? [])]);
      return (await tx.executeQuery(asked)).rows as never;
    },
    spaceIds.map(unquoted),
    (nameIn) => `select n.nspname as schema, sum(pg_total_relation_size(c.oid))::bigint as "tableBytes",
      coalesce(sum(pg_stat_get_live_tuples(c.oid)) filter (where ${nameIn('c.relname')} ~ '^f_[a-z0-9]+$'), 0)::bigint as records
    from pg_namespace n join pg_class c on c.relnamespace = n.oid and c.relkind = 'r'
    where n.nspname = any($1) and ${nameIn('c.relname')} is not null group by n.nspname`,
  );
  const bySchema = new Map(rows.map(({ schema, ...figures }) => [schema, figures]));
  return new Map(spaceIds.map((id) => [id, bySchema.get(unquoted(id)) ?? { records: 0, tableBytes: 0 }]));
}
