import type { Ctx } from '../../platform/context.ts';
import { reader, type SpaceReader } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { assetColumns, type StoredAsset } from './rows.ts';
import { visibleAssets } from './visible.ts';

/** The asset, for those who see the thing it is; 404 for all others. */
export async function requireAsset(ctx: Ctx, id: number, from: SpaceReader = reader(ctx)): Promise<StoredAsset> {
  const visible = await visibleAssets(ctx);
  const {
    rows: [asset],
  } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.id = $1`,
    values: [id],
  });
  if (!asset || !visible.has(asset)) throw notFound('assets.asset.not_found');
  return asset;
}

/** Of these assets those that the caller sees, by id. */
export async function seenAssets(ctx: Ctx, ids: readonly number[]): Promise<Map<number, StoredAsset>> {
  if (ids.length === 0) return new Map();
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const { rows } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.id = any($1::integer[])`,
    values: [ids],
  });
  return new Map(rows.filter((row) => visible.has(row)).map((row) => [row.id, row]));
}
