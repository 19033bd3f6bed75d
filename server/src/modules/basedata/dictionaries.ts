import { mostDictionaries, type Dictionary, type dictionariesApi } from '@formwork/contract/basedata/dictionaries.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';

type Input<Name extends keyof typeof dictionariesApi> = InputOf<(typeof dictionariesApi)[Name]>;

export function listDictionaries({ tx }: TxCtx): Promise<Dictionary[]> {
  return dictionaryRows(tx).orderBy('code').execute();
}

export async function createDictionary(ctx: TxCtx, { body }: Input<'createDictionary'>): Promise<Dictionary> {
  const { n } = await ctx.tx
    .selectFrom('basedata.dictionary')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  if (n >= mostDictionaries) throw conflict('basedata.dictionary.too_many', { count: mostDictionaries });
  const id = newId();
  await ctx.tx
    .insertInto('basedata.dictionary')
    .values({ space_id: ctx.spaceId, id, code: body.code, title: JSON.stringify(body.title), tree: body.tree })
    .execute();
  await record(ctx, 'basedata.dictionary.created', { id, code: body.code, name: body.title.zh });
  return dictionaryIn(ctx.tx, id);
}

export async function updateDictionary(ctx: TxCtx, { params, body }: Input<'updateDictionary'>): Promise<Dictionary> {
  const id = params.dictionaryId;
  const { tree } = await dictionaryIn(ctx.tx, id);
  if (tree && body.tree === false) {
    const below = await ctx.tx
      .selectFrom('basedata.dictionary_item')
      .select('id')
      .where('dictionary_id', '=', id)
      .where('parent_id', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (below) throw conflict('basedata.dictionary.has_tree');
  }
  await ctx.tx
    .updateTable('basedata.dictionary')
    .set({
      id,
      ...(body.title && { title: JSON.stringify(body.title) }),
      ...(body.tree !== undefined && { tree: body.tree }),
      ...(body.disabled !== undefined && { disabled: body.disabled }),
    })
    .where('id', '=', id)
    .execute();
  await record(ctx, 'basedata.dictionary.changed', { id, ...body });
  return dictionaryIn(ctx.tx, id);
}

export async function deleteDictionary(ctx: TxCtx, { params }: Input<'deleteDictionary'>): Promise<null> {
  const { code, title } = await dictionaryIn(ctx.tx, params.dictionaryId);
  await ctx.tx.deleteFrom('basedata.dictionary').where('id', '=', params.dictionaryId).execute();
  await record(ctx, 'basedata.dictionary.deleted', { id: params.dictionaryId, code, name: title.zh });
  return null;
}

export async function dictionaryIn(tx: ControlTx, id: string): Promise<Dictionary> {
  const dictionary = await dictionaryRows(tx).where('id', '=', id).executeTakeFirst();
  if (!dictionary) throw notFound('basedata.dictionary.not_found');
  return dictionary;
}

function dictionaryRows(tx: ControlTx) {
  return tx
    .selectFrom('basedata.dictionary')
    .select(['id', 'code', 'title', 'tree', 'disabled'])
    .select((from) =>
      from
        .selectFrom('basedata.dictionary_item')
        .whereRef('dictionary_id', '=', 'basedata.dictionary.id')
        .select(sql<number>`count(*)::int`.as('items'))
        .$asScalar()
        .$notNull()
        .as('items'),
    );
}
