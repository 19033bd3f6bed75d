import type { assetsApi } from '@formwork/contract/assets/api.ts';
import type { Category, CategoryInput } from '@formwork/contract/assets/asset.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inSpace, reader, type SpaceReader, type SpaceTx } from '../../../platform/db/space-data.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { assetColumns, assetRow, type StoredAsset } from '../rows.ts';
import { visibleAssets } from '../visible.ts';
import { classify, eachJudged, fitsRule } from './classify.ts';

type Input<Name extends keyof typeof assetsApi> = InputOf<(typeof assetsApi)[Name]>;
type Answer<Name extends keyof typeof assetsApi> = Promise<ResponseOf<(typeof assetsApi)[Name]>>;

const deepest = 8;

export async function listCategories(ctx: Ctx): Promise<Category[]> {
  const from = reader(ctx);
  const values: unknown[] = [];
  const visible = (await visibleAssets(ctx)).sql(values);
  return readCategories(from, visible, values);
}

async function readCategories(from: SpaceReader, visible: string, values: unknown[]): Promise<Category[]> {
  const { rows } = await from.query<Category>({
    text: `select c.id, c.parent, c.name, c.about, c.rule,
        (select count(*)::int from ${from.schema}.assets_asset a where a.category = c.id and a.state <> 'gone' and ${visible}) as count
      from ${from.schema}.assets_category c order by c.position, c.id`,
    values,
  });
  return rows;
}

export async function createCategory(ctx: Ctx, { body }: Input<'createCategory'>): Promise<Category> {
  const id = newId();
  await inSpace(ctx, async (tx) => {
    await requireParent(tx, id, body.parent);
    const { rows: last } = await tx.query<{ position: number }>({
      text: `select coalesce(max(position), 0) as position from ${tx.schema}.assets_category where parent is not distinct from $1::uuid`,
      values: [body.parent],
    });
    await tx.query({
      text: `insert into ${tx.schema}.assets_category (id, parent, name, about, rule, position) values ($1, $2, $3, $4, $5, $6)`,
      values: [id, body.parent, ...columnsOf(body), last[0]!.position + 1],
    });
    await tx.event('assets.category.created', id, { id, name: body.name.zh });
    if (body.rule) await classifyAll(tx);
  });
  return categoryOf(ctx, id);
}

export async function updateCategory(ctx: Ctx, { params, body }: Input<'updateCategory'>): Promise<Category> {
  const id = params.categoryId;
  await inSpace(ctx, async (tx) => {
    const before = await lockedCategory(tx, id);
    await requireParent(tx, id, body.parent);
    await tx.query({
      text: `update ${tx.schema}.assets_category set parent = $2, name = $3, about = $4, rule = $5, changed_at = now() where id = $1`,
      values: [id, body.parent, ...columnsOf(body)],
    });
    await tx.event('assets.category.changed', id, { id, name: body.name.zh });
    if (JSON.stringify(before.rule) !== JSON.stringify(body.rule)) await classifyAll(tx);
  });
  return categoryOf(ctx, id);
}

export async function moveCategory(ctx: Ctx, { params, body }: Input<'moveCategory'>): Promise<null> {
  await inSpace(ctx, async (tx) => {
    const { name } = await lockedCategory(tx, params.categoryId);
    await requireParent(tx, params.categoryId, body.parent);
    const { rows } = await tx.query<{ id: string; position: number }>({
      text: `select id, position from ${tx.schema}.assets_category where parent is not distinct from $1::uuid and id <> $2 order by position, id`,
      values: [body.parent, params.categoryId],
    });
    const at = rows.findIndex(({ id }) => id === body.before);
    const after = at < 0 ? rows.at(-1)?.position : rows[at - 1]?.position;
    const position =
      at < 0 ? (after ?? 0) + 1 : after === undefined ? rows[at]!.position - 1 : (after + rows[at]!.position) / 2;
    await tx.query({
      text: `update ${tx.schema}.assets_category set parent = $2, position = $3, changed_at = now() where id = $1`,
      values: [params.categoryId, body.parent, position],
    });
    await tx.event('assets.category.changed', params.categoryId, { id: params.categoryId, name: name.zh });
    // which rule comes first hangs on the order
    await classifyAll(tx);
  });
  return null;
}

export async function removeCategory(ctx: Ctx, { params }: Input<'removeCategory'>): Promise<null> {
  await inSpace(ctx, async (tx) => {
    const { name } = await lockedCategory(tx, params.categoryId);
    const { rows } = await tx.query({
      text: `select 1 from ${tx.schema}.assets_category where parent = $1 limit 1`,
      values: [params.categoryId],
    });
    if (rows.length > 0) throw conflict('assets.category.not_empty');
    await tx.query({
      text: `update ${tx.schema}.assets_asset set category = null, category_by = null where category = $1`,
      values: [params.categoryId],
    });
    await tx.query({ text: `delete from ${tx.schema}.assets_category where id = $1`, values: [params.categoryId] });
    await tx.event('assets.category.removed', params.categoryId, { id: params.categoryId, name: name.zh });
    await classifyAll(tx);
  });
  return null;
}

export async function previewRule(ctx: Ctx, { body }: Input<'previewRule'>): Answer<'previewRule'> {
  const { rule } = body;
  if (!rule) return { count: 0, rows: [] };
  const from = reader(ctx);
  const ids: number[] = [];
  await eachJudged(from, (assets) => {
    for (const asset of assets) if (fitsRule(rule, asset)) ids.push(asset.id);
  });
  // what the caller may not see is not counted either
  const values: unknown[] = [ids];
  const visible = (await visibleAssets(ctx)).sql(values);
  const { rows } = await from.query<StoredAsset & { all: number }>({
    text: `select ${assetColumns}, count(*) over ()::int as all from ${from.schema}.assets_asset a
      where a.id = any($1::integer[]) and ${visible} order by a.sort, a.id limit 100`,
    values,
  });
  return { count: rows[0]?.all ?? 0, rows: rows.map(assetRow) };
}

async function classifyAll(tx: SpaceTx): Promise<void> {
  await eachJudged(tx, (assets) =>
    classify(
      tx,
      assets.map(({ id }) => id),
    ),
  );
}

async function lockedCategory(tx: SpaceTx, id: string): Promise<{ name: { zh: string }; rule: unknown }> {
  // the tree changes as one
  await tx.query({ text: `select pg_advisory_xact_lock(hashtext($1))`, values: [`${tx.schema}.assets_category`] });
  const {
    rows: [found],
  } = await tx.query<{ name: { zh: string }; rule: unknown }>({
    text: `select name, rule from ${tx.schema}.assets_category where id = $1`,
    values: [id],
  });
  if (!found) throw notFound('assets.category.not_found');
  return found;
}

async function requireParent(tx: SpaceTx, id: string, parent: string | null): Promise<void> {
  let at = parent;
  const wrong = (code: ErrorCode, data?: Record<string, unknown>) =>
    invalid(code, [{ path: 'parent', code, ...(data && { data }) }], data);
  for (let depth = 1; at !== null; depth += 1) {
    if (at === id) throw wrong('assets.category.in_itself');
    if (depth > deepest) throw wrong('assets.category.too_deep', { most: deepest });
    const {
      rows: [found],
    } = await tx.query<{ parent: string | null }>({
      text: `select parent from ${tx.schema}.assets_category where id = $1`,
      values: [at],
    });
    if (!found) throw wrong('assets.category.not_found');
    at = found.parent;
  }
}

async function categoryOf(ctx: Ctx, id: string): Promise<Category> {
  const found = (await listCategories(ctx)).find((one) => one.id === id);
  if (!found) throw notFound('assets.category.not_found');
  return found;
}

function columnsOf({ name, about, rule }: CategoryInput): unknown[] {
  return [JSON.stringify(name), about, rule && JSON.stringify(rule)];
}
