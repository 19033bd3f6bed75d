import type { assetsApi } from '@formwork/contract/assets/api.ts';
import { sensitivities, type Asset, type AssetColumn, type SensitiveKind } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { reader, type SpaceReader } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { requireAsset } from './find.ts';
import { assetColumns, assetRow, type StoredAsset } from './rows.ts';
import { noteUse } from './usage.ts';
import { visibleAssets } from './visible.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

/** Kinds whose rows can be looked at. */
export const readableKinds: ReadonlySet<string> = new Set(['form', 'table']);

export async function getAsset(ctx: Ctx, { params }: Pick<Input<'get'>, 'params'>): Promise<Asset> {
  const row = await requireAsset(ctx, params.assetId);
  noteUse(ctx, row.id);
  return assetOf(ctx, row);
}

export async function assetOf(ctx: Ctx, row: StoredAsset): Promise<Asset> {
  const from = reader(ctx);
  const [columns, follow, usage] = await Promise.all([
    readColumns(from, row.id),
    from.query<{ followers: number; mine: boolean }>({
      text: `select count(*)::int as followers, coalesce(bool_or(person = $2), false) as mine from ${from.schema}.assets_follow where asset = $1`,
      values: [row.id, ctx.user.id],
    }),
    from.query<{ person: string; n: number; last: string }>({
      text: `select person, sum(n)::int as n, max(day)::text as last from ${from.schema}.assets_usage where asset = $1 and day > current_date - 90 group by 1 order by 2 desc, 1 limit 20`,
      values: [row.id],
    }),
  ]);
  const edit = roleHolds(ctx.user.role, 'assets.asset.edit');
  return {
    ...assetRow(row),
    stewards: row.stewards,
    terms: row.terms,
    categoryBy: row.category_by,
    certifiedBy: row.certified_by,
    certifiedAt: row.certified_at?.toISOString() ?? null,
    retention: row.retention,
    unread: row.unread,
    release: row.release,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    columns,
    readable: readableKinds.has(row.kind) && row.state !== 'gone' && row.state !== 'external',
    followed: follow.rows[0]!.mine,
    followers: follow.rows[0]!.followers,
    can: { edit, open: row.state !== 'gone' },
    // who uses what is for those who look after it
    usage: edit || row.owner === ctx.user.id ? usage.rows : [],
  };
}

interface StoredColumn {
  id: number;
  key: string;
  title: Text;
  type: string;
  about: string;
  sensitivity: number;
  proposed: SensitiveKind | null;
  proposed_share: number | null;
  decided: boolean;
  term: string | null;
}

const columnColumns = 'id, key, title, type, about, sensitivity, proposed, proposed_share, decided, term';

export async function readColumns(from: SpaceReader, asset: number): Promise<AssetColumn[]> {
  const { rows } = await from.query<StoredColumn>({
    text: `select ${columnColumns} from ${from.schema}.assets_column where asset = $1 and valid_to is null order by position, id`,
    values: [asset],
  });
  return rows.map(columnOf);
}

function columnOf({ proposed_share: share, ...row }: StoredColumn): AssetColumn {
  return { ...row, sensitivity: sensitivities[row.sensitivity] ?? 'open', proposedShare: share };
}

export async function columnById(from: SpaceReader, asset: number, id: number): Promise<AssetColumn> {
  const found = (await readColumns(from, asset)).find((column) => column.id === id);
  if (!found) throw notFound('assets.column.not_found');
  return found;
}

export async function getSchemas(ctx: Ctx, { params }: Input<'schemas'>): Answer<'schemas'> {
  await requireAsset(ctx, params.assetId);
  const from = reader(ctx);
  const { rows } = await from.query<{
    number: number;
    at: Date;
    release: string;
    columns: { key: string; title: Text; type: string }[];
  }>({
    text: `select number, at, release, columns from ${from.schema}.assets_schema where asset = $1 order by number desc limit 200`,
    values: [params.assetId],
  });
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

export async function assetOfThing(ctx: Ctx, { params }: Input<'ofThing'>): Answer<'ofThing'> {
  const visible = await visibleAssets(ctx);
  const from = reader(ctx);
  const { rows } = await from.query<StoredAsset>({
    text: `select ${assetColumns} from ${from.schema}.assets_asset a where a.kind = $1 and a.ref = $2`,
    values: [params.kind, params.ref],
  });
  if (!rows[0] || !visible.has(rows[0])) throw notFound('assets.asset.not_found');
  return assetRow(rows[0]);
}
