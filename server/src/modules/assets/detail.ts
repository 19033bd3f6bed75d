import type { assetsApi } from '@formwork/contract/assets/api.ts';
import { sensitivities, type Asset, type AssetColumn, type SensitiveKind } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { z } from 'zod';
import { placeOf, readPlace } from '../../platform/db/paging.ts';
import { reader, type SpaceReader } from '../../platform/db/space-data.ts';
import { notFound } from '../../platform/errors.ts';
import { ageView } from './ages/age-view.ts';
import { requireAsset } from './find.ts';
import { assetColumns, assetRow, type StoredAsset } from './rows.ts';
import { noteUse, usersOf, usesByDay } from './usage.ts';
import { visibleAssets } from './visible.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

/** Kinds whose rows can be looked at. */
export const readableKinds: ReadonlySet<string> = new Set(['form', 'table', 'file']);

export async function getAsset(ctx: Ctx, { params }: Pick<Input<'get'>, 'params'>): Promise<Asset> {
  const row = await requireAsset(ctx, params.assetId);
  noteUse(ctx, row.id);
  return assetOf(ctx, row);
}

export async function assetOf(ctx: Ctx, row: StoredAsset): Promise<Asset> {
  const from = reader(ctx);
  const [columns, follow, usage, usageDays] = await Promise.all([
    readColumns(from, row.id),
    from.query<{ followers: number; mine: boolean }>({
      text: `select count(*)::int as followers, coalesce(bool_or(person = $2), false) as mine from ${from.schema}.assets_follow where asset = $1`,
      values: [row.id, ctx.user.id],
    }),
    usersOf(ctx, row.id),
    usesByDay(from, row.id),
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
    retentionThen: row.retention_then,
    ageColumn: row.age_column,
    ...ageView(row),
    keptUntil: row.kept_until,
    keptWhy: row.kept_why,
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
    usage: edit || row.owner === ctx.user.id ? usage : [],
    usageDays,
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

export async function getSchemas(ctx: Ctx, { params, query }: Input<'schemas'>): Answer<'schemas'> {
  await requireAsset(ctx, params.assetId);
  const [before] = readPlace(query.after, z.tuple([z.int32().min(1)])) ?? [];
  const from = reader(ctx);
  const values: unknown[] = [params.assetId];
  const only = query.number === undefined ? '' : ` and number = $${values.push(query.number)}`;
  const beyond = before === undefined ? '' : ` and number < $${values.push(before)}`;
  const { rows } = await from.query<{
    number: number;
    at: Date;
    release: string;
    columns: { key: string; title: Text; type: string }[];
  }>({
    text: `select number, at, release, columns from ${from.schema}.assets_schema where asset = $1${only}${beyond} order by number desc limit ${query.limit + 1}`,
    values,
  });
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
    next: rows.length > shown.length && last ? placeOf([last.number]) : null,
  };
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
