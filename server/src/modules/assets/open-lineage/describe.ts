import type { Text } from '@formwork/contract/text.ts';
import { reader, type Doer } from '../../../platform/db/space-data.ts';
import { assetColumns, type StoredAsset } from '../rows.ts';
import type { Described, NamedEdge } from './facets.ts';
import type { Naming } from './names.ts';

type Where = Pick<Doer, 'platform' | 'spaceId'>;

export async function storedAssets(where: Where, ids: readonly number[]): Promise<StoredAsset[]> {
  const from = reader(where);
  const { rows } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.id = any($1::integer[])`,
    values: [ids],
  });
  return rows;
}

/** Assets with their columns and names. */
export async function describeAssets(
  where: Where,
  assets: readonly StoredAsset[],
  naming: Naming,
): Promise<Map<number, Described>> {
  const from = reader(where);
  const { rows } = await from.query<{ asset: number; key: string; title: Text; type: string }>({
    text: `select asset, key, title, type from ${from.schema}.assets_column where asset = any($1::integer[]) and valid_to is null order by asset, position, id`,
    values: [assets.map(({ id }) => id)],
  });
  const columns = Map.groupBy(rows, ({ asset }) => asset);
  return new Map(
    assets.map((asset) => [
      asset.id,
      {
        id: asset.id,
        kind: asset.kind,
        name: naming.nameOf(asset),
        about: asset.about,
        owner: asset.owner,
        tags: asset.tags,
        columns: (columns.get(asset.id) ?? []).map(({ key, title, type }) => ({ key, title: title.zh, type })),
      },
    ]),
  );
}

/** Edges that lead to or from these, with the keys of their columns, as they are or were at a moment. */
export async function edgesAround(where: Where, ids: readonly number[], at?: string): Promise<NamedEdge[]> {
  const from = reader(where);
  const { rows } = await from.query<NamedEdge>({
    text: `select e.from_asset as "from", coalesce(f.key, '') as "fromColumn", e.to_asset as "to", coalesce(t.key, '') as "toColumn", e.kind, e.via
      from ${from.schema}.assets_edge e
      left join ${from.schema}.assets_column f on f.asset = e.from_asset and f.id = e.from_col
      left join ${from.schema}.assets_column t on t.asset = e.to_asset and t.id = e.to_col
      where (e.from_asset = any($1::integer[]) or e.to_asset = any($1::integer[]))
        and ($2::timestamptz is null and e.valid_to is null or e.valid_from <= $2 and (e.valid_to is null or e.valid_to > $2))
      order by e.id`,
    values: [ids, at ?? null],
  });
  return rows;
}
