import type { BrokenPromise } from '../../../platform/assets.ts';
import { reader, type Doer } from '../../../platform/db/space-data.ts';

/** Assets that a thing reads, by the edges there are now, whose contracts are broken. Nobody's rights are asked: it is the house that waits. */
export async function brokenAhead(
  where: Pick<Doer, 'platform' | 'spaceId'>,
  kind: string,
  id: string,
): Promise<BrokenPromise[]> {
  const from = reader(where);
  const { rows } = await from.query<BrokenPromise>({
    text: `select a.id as asset, a.title from ${from.schema}.assets_contract k join ${from.schema}.assets_asset a on a.id = k.asset
      where k.state = 'broken' and exists (select 1 from ${from.schema}.assets_edge e join ${from.schema}.assets_asset t on t.id = e.to_asset
        where e.from_asset = k.asset and e.valid_to is null and t.kind = $1 and t.ref = $2) order by a.sort, a.id`,
    values: [kind, id],
  });
  return rows;
}
