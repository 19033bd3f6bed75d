import { mostItems, type dictionariesApi, type DictionaryItem } from '@formwork/contract/basedata/dictionaries.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { dictionaryIn } from './dictionaries.ts';

type Input<Name extends keyof typeof dictionariesApi> = InputOf<(typeof dictionariesApi)[Name]>;

export async function listItems({ tx }: TxCtx, { params }: Input<'listItems'>): Promise<DictionaryItem[]> {
  await dictionaryIn(tx, params.dictionaryId);
  return itemsOf(tx, params.dictionaryId);
}

/** The entries of the dictionaries of these codes, by code; those that are gone are missing. */
export async function dictionaryItems(
  tx: ControlTx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, DictionaryItem[]>> {
  if (codes.length === 0) return new Map();
  const found = await tx.selectFrom('basedata.dictionary').select(['id', 'code']).where('code', 'in', codes).execute();
  return new Map(await Promise.all(found.map(async ({ id, code }) => [code, await itemsOf(tx, id)] as const)));
}

export async function createItem(ctx: TxCtx, { params, body }: Input<'createItem'>): Promise<DictionaryItem[]> {
  const { dictionaryId } = params;
  const { tree, items } = await dictionaryIn(ctx.tx, dictionaryId);
  if (items >= mostItems) throw conflict('basedata.item.too_many', { count: mostItems });
  if (body.parentId !== null) {
    if (!tree) throw invalid('basedata.item.no_tree', [{ path: 'parentId', code: 'basedata.item.no_tree' }]);
    itemIn(await itemsOf(ctx.tx, dictionaryId), body.parentId);
  }
  const id = newId();
  await ctx.tx
    .insertInto('basedata.dictionary_item')
    .values({
      space_id: ctx.spaceId,
      id,
      dictionary_id: dictionaryId,
      parent_id: body.parentId,
      code: body.code,
      label: JSON.stringify(body.label),
      color: body.color,
      position: Date.now(),
    })
    .execute();
  return changed(ctx, dictionaryId, { added: body.code });
}

export async function updateItem(ctx: TxCtx, { params, body }: Input<'updateItem'>): Promise<DictionaryItem[]> {
  const { code } = itemIn(await itemsOf(ctx.tx, params.dictionaryId), params.itemId);
  await ctx.tx
    .updateTable('basedata.dictionary_item')
    .set({
      id: params.itemId,
      ...(body.label && { label: JSON.stringify(body.label) }),
      ...(body.color !== undefined && { color: body.color }),
      ...(body.disabled !== undefined && { disabled: body.disabled }),
    })
    .where('id', '=', params.itemId)
    .execute();
  return changed(ctx, params.dictionaryId, { code, ...body });
}

export async function deleteItem(ctx: TxCtx, { params }: Input<'deleteItem'>): Promise<DictionaryItem[]> {
  const { code } = itemIn(await itemsOf(ctx.tx, params.dictionaryId), params.itemId);
  await ctx.tx.deleteFrom('basedata.dictionary_item').where('id', '=', params.itemId).execute();
  return changed(ctx, params.dictionaryId, { deleted: code });
}

export async function moveItem(ctx: TxCtx, { params, body }: Input<'moveItem'>): Promise<DictionaryItem[]> {
  const { dictionaryId, itemId } = params;
  const { tree } = await dictionaryIn(ctx.tx, dictionaryId);
  const items = await itemsOf(ctx.tx, dictionaryId);
  const { code } = itemIn(items, itemId);
  if (body.parentId !== null && !tree)
    throw invalid('basedata.item.no_tree', [{ path: 'parentId', code: 'basedata.item.no_tree' }]);
  const byId = new Map(items.map((item) => [item.id, item]));
  for (let above = body.parentId; above !== null; above = itemIn(items, above).parentId) {
    if (above === itemId) throw conflict('basedata.item.below_itself');
    if (!byId.has(above)) throw notFound('basedata.item.not_found');
  }
  const siblings = items.filter((item) => item.parentId === body.parentId && item.id !== itemId).map(({ id }) => id);
  const at = body.beforeId === null ? -1 : siblings.indexOf(body.beforeId);
  const order = siblings.toSpliced(at < 0 ? siblings.length : at, 0, itemId);
  for (const [position, id] of order.entries())
    await ctx.tx
      .updateTable('basedata.dictionary_item')
      .set({ position, ...(id === itemId && { parent_id: body.parentId }) })
      .where('id', '=', id)
      .execute();
  return changed(ctx, dictionaryId, { moved: code });
}

/** In the order of the tree: each behind the one it stands below. */
export async function itemsOf(tx: ControlTx, dictionaryId: string): Promise<DictionaryItem[]> {
  const rows = await tx
    .selectFrom('basedata.dictionary_item')
    .select(['id', 'parent_id as parentId', 'code', 'label', 'color', 'disabled'])
    .where('dictionary_id', '=', dictionaryId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const below = Map.groupBy(rows, ({ parentId }) => parentId);
  const walk = (parent: string | null): DictionaryItem[] =>
    (below.get(parent) ?? []).flatMap((item) => [item, ...walk(item.id)]);
  return walk(null);
}

export async function changed(
  ctx: TxCtx,
  dictionaryId: string,
  what: Record<string, unknown>,
): Promise<DictionaryItem[]> {
  await record(ctx, 'basedata.dictionary.changed', { id: dictionaryId, ...what });
  return itemsOf(ctx.tx, dictionaryId);
}

function itemIn(items: readonly DictionaryItem[], id: string): DictionaryItem {
  const item = items.find((one) => one.id === id);
  if (!item) throw notFound('basedata.item.not_found');
  return item;
}
