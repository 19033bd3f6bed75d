import type { AssetFacts } from '../../platform/assets.ts';
import type { SpaceTx } from '../../platform/db/space-data.ts';
import { tableId } from '../../platform/sql/shape.ts';

// A table that a data task writes is an asset from the task's release on: by the columns that the task says, until somebody has looked
// at it over there.

/** What an asset says of a table that nobody has looked at. */
export const written = 'written';

/** Whether these columns are only what a task says it will write. */
export const isGuess = ({ facts }: AssetFacts): boolean => facts?.known === written;

/** Tables that these things write, as assets. */
export function writtenBy(facts: readonly AssetFacts[]): AssetFacts[] {
  const all = facts.flatMap(({ owner, tables = [] }) =>
    tables.map(({ connection, place, schema, name, columns }): AssetFacts => {
      const id = tableId(connection, schema, name);
      return {
        kind: 'table',
        id,
        guard: connection,
        title: { zh: name },
        place: { zh: place },
        address: { kind: 'table', id, appId: null },
        owner,
        release: '',
        columns,
        reads: [],
        facts: { schema, name, known: written },
      };
    }),
  );
  return [...new Map(all.map((fact) => [fact.id, fact])).values()];
}

/** Of them those that nobody looked at yet; the others have what was seen there, and an owner where they had none. */
export async function stillToLook(tx: SpaceTx, tables: readonly AssetFacts[]): Promise<AssetFacts[]> {
  if (tables.length === 0) return [];
  const { rows } = await tx.query<{ ref: string }>({
    text: `update ${tx.schema}.assets_asset a set owner = coalesce(a.owner, g.owner) from unnest($1::text[], $2::uuid[]) as g (ref, owner)
      where a.kind = 'table' and a.ref = g.ref and a.state in ('live', 'deprecated') and a.facts->>'known' is distinct from '${written}' returning a.ref`,
    values: [tables.map(({ id }) => id), tables.map(({ owner }) => owner)],
  });
  const seen = new Set(rows.map(({ ref }) => ref));
  return tables.filter(({ id }) => !seen.has(id));
}

/** Of these things those of which the columns known so far are told by who names them alone. */
export async function guessedOf(tx: SpaceTx, facts: readonly AssetFacts[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ ref: string }>({
    text: `select ref from ${tx.schema}.assets_asset where kind = 'table' and ref = any($1::text[]) and (state = 'external' or facts->>'known' = '${written}')`,
    values: [facts.flatMap(({ kind, id }) => (kind === 'table' ? [id] : []))],
  });
  return new Set(rows.map(({ ref }) => `table ${ref}`));
}

const writes = (tx: SpaceTx): string =>
  `select 1 from ${tx.schema}.assets_edge e join ${tx.schema}.assets_asset t on t.id = e.from_asset where e.to_asset = a.id and e.valid_to is null and t.kind = 'etl_task'`;

/** What nobody has looked at and no task writes any more is gone. */
export async function endUnwritten(tx: SpaceTx): Promise<void> {
  await tx.query({
    text: `update ${tx.schema}.assets_asset a set state = 'gone', gone_at = now(), changed_at = now()
      where a.kind = 'table' and a.state in ('live', 'deprecated') and a.facts->>'known' = '${written}' and not exists (${writes(tx)})`,
  });
}

/** A table is put before its task tells that it writes it; whoever looked between the two took it for gone. */
export async function reviveWritten(tx: SpaceTx, tellers: readonly number[]): Promise<void> {
  if (tellers.length === 0) return;
  await tx.query({
    text: `update ${tx.schema}.assets_asset a set state = 'live', gone_at = null, changed_at = now()
      where a.kind = 'table' and a.state = 'gone' and a.facts->>'known' = '${written}' and exists (${writes(tx)} and e.via = any($1::integer[]))`,
    values: [tellers],
  });
}
