import type { assetsApi } from '@formwork/contract/assets/api.ts';
import { sensitivities, type Asset, type AssetColumn } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, reader, type SpaceTx } from '../../platform/db/space-data.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { classify } from './categories/classify.ts';
import { lookAt, requireTellsAge } from './ages/look.ts';
import { assetOf, columnById } from './detail.ts';
import { requireAsset, seenAssets } from './find.ts';
import { named, requirePeople } from './known-people.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

export async function updateAsset(ctx: Ctx, { params, body }: Input<'update'>): Promise<Asset> {
  const before = await requireAsset(ctx, params.assetId);
  const { version, certified, category, retentionThen, ageColumn, ...rest } = body;
  await requirePeople(ctx, 'owner', named(body.owner), [before.owner]);
  await requirePeople(ctx, 'stewards', body.stewards, before.stewards);
  if (ageColumn != null) await requireTellsAge(ctx, before, ageColumn);
  await inSpace(ctx, async (tx) => {
    await requireNamed(tx, body);
    const values: unknown[] = [params.assetId, version];
    const sets = Object.entries(rest).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} = $${values.push(value)}`],
    );
    if (retentionThen !== undefined) sets.push(`retention_then = $${values.push(retentionThen)}`);
    if (ageColumn !== undefined && ageColumn !== before.age_column)
      // another column tells another age, with the rights of who chose it
      sets.push(
        `age_column = $${values.push(ageColumn)}`,
        `age_by = $${values.push(ageColumn === null ? null : ctx.user.id)}`,
        'oldest = null, newest = null, aged_at = null, age_why = null',
      );
    if (category !== undefined)
      sets.push(`category = $${values.push(category)}`, `category_by = ${category === null ? 'null' : `'hand'`}`);
    if (certified !== undefined && certified !== before.certified)
      sets.push(
        `certified = $${values.push(certified)}`,
        certified === 'certified'
          ? `certified_by = $${values.push(ctx.user.id)}, certified_at = now()`
          : 'certified_by = null, certified_at = null',
      );
    const { rows } = await tx.query({
      text: `update ${tx.schema}.assets_asset a set ${[...sets, 'version = version + 1', 'changed_at = now()'].join(', ')} where id = $1 and version = $2 returning 1`,
      values,
    });
    if (rows.length === 0) throw conflict('assets.asset.changed_meanwhile');
    await tx.event('assets.asset.changed', String(params.assetId), {
      id: String(params.assetId),
      name: before.title.zh,
      what: Object.keys(body).filter((name) => name !== 'version'),
      ...(certified !== undefined && { certified }),
    });
    if (category === null || body.tags || body.domain !== undefined || certified !== undefined)
      await classify(tx, [params.assetId]);
  });
  if (ageColumn !== undefined || rest.retention != null) await lookAt(ctx, params.assetId);
  return assetOf(ctx, await requireAsset(ctx, params.assetId));
}

export async function updateColumn(ctx: Ctx, { params, body }: Input<'updateColumn'>): Promise<AssetColumn> {
  const asset = await requireAsset(ctx, params.assetId);
  await columnById(reader(ctx), params.assetId, params.columnId);
  await inSpace(ctx, async (tx) => {
    if (body.term) await requireWords(tx, 'term', [body.term], 'term');
    const values: unknown[] = [params.assetId, params.columnId];
    const sets: string[] = [];
    if (body.about !== undefined) sets.push(`about = $${values.push(body.about)}`);
    if (body.term !== undefined) sets.push(`term = $${values.push(body.term)}`);
    if (body.sensitivity !== undefined)
      sets.push(`sensitivity = $${values.push(sensitivities.indexOf(body.sensitivity))}, decided = true`);
    if (sets.length === 0) return;
    await tx.query({
      text: `update ${tx.schema}.assets_column set ${sets.join(', ')} where asset = $1 and id = $2`,
      values,
    });
    await tx.query({
      text: `update ${tx.schema}.assets_asset a set changed_at = now(), sensitivity = (select coalesce(max(c.sensitivity), 0) from ${tx.schema}.assets_column c where c.asset = a.id and c.valid_to is null) where a.id = $1`,
      values: [params.assetId],
    });
    await tx.event('assets.asset.changed', String(params.assetId), {
      id: String(params.assetId),
      name: asset.title.zh,
      what: ['columns'],
    });
    await classify(tx, [params.assetId]);
  });
  return columnById(reader(ctx), params.assetId, params.columnId);
}

/** The same change to many; what the caller does not see is left out. */
export async function changeMany(ctx: Ctx, { body }: Input<'bulk'>): Answer<'bulk'> {
  const { ids, addTags = [], removeTags = [], owner, certified, domain, category } = body;
  await requirePeople(ctx, 'owner', named(owner));
  const seen = [...(await seenAssets(ctx, ids)).keys()];
  if (seen.length === 0) return { changed: 0 };
  return inSpace(ctx, async (tx) => {
    await requireNamed(tx, body);
    const values: unknown[] = [seen];
    const sets = ['version = version + 1', 'changed_at = now()'];
    if (owner !== undefined) sets.push(`owner = $${values.push(owner)}`);
    if (domain !== undefined) sets.push(`domain = $${values.push(domain)}`);
    if (category !== undefined)
      sets.push(`category = $${values.push(category)}`, `category_by = ${category === null ? 'null' : `'hand'`}`);
    if (addTags.length + removeTags.length > 0)
      sets.push(
        `tags = (select coalesce(array_agg(distinct t order by t), '{}') from unnest(tags || $${values.push(addTags)}::text[]) t where not t = any($${values.push(removeTags)}::text[]))`,
      );
    if (certified !== undefined)
      sets.push(
        `certified = $${values.push(certified)}`,
        certified === 'certified'
          ? `certified_by = $${values.push(ctx.user.id)}, certified_at = now()`
          : 'certified_by = null, certified_at = null',
      );
    const { rowCount } = await tx.query({
      text: `update ${tx.schema}.assets_asset set ${sets.join(', ')} where id = any($1::integer[])`,
      values,
    });
    await tx.event('assets.asset.changed_many', '', {
      count: rowCount,
      what: Object.keys(body).filter((name) => name !== 'ids'),
    });
    await classify(tx, seen);
    return { changed: rowCount };
  });
}

async function requireNamed(
  tx: SpaceTx,
  {
    domain,
    category,
    terms = [],
  }: { domain?: string | null | undefined; category?: string | null | undefined; terms?: string[] | undefined },
): Promise<void> {
  if (domain) await requireWords(tx, 'domain', [domain], 'domain');
  if (terms.length > 0) await requireWords(tx, 'term', terms, 'terms');
  if (!category) return;
  const { rows } = await tx.query({
    text: `select 1 from ${tx.schema}.assets_category where id = $1`,
    values: [category],
  });
  const code = 'assets.category.not_found';
  if (rows.length === 0) throw invalid(code, [{ path: 'category', code }]);
}

async function requireWords(tx: SpaceTx, kind: 'domain' | 'term', ids: readonly string[], path: string): Promise<void> {
  const { rows } = await tx.query<{ n: number }>({
    text: `select count(*)::int as n from ${tx.schema}.assets_word where kind = $1 and id = any($2::uuid[])`,
    values: [kind, ids],
  });
  const code = 'assets.word.not_found';
  if (rows[0]!.n < new Set(ids).size) throw invalid(code, [{ path, code }]);
}
