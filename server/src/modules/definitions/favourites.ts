import type { favouritesApi } from '@formwork/contract/definitions/favourites-api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import { requireOn } from './access.ts';
import { requireKind } from './registry.ts';

type Input<K extends keyof typeof favouritesApi> = InputOf<(typeof favouritesApi)[K]>;

/** Ids alone: what a page shows of them is what the person may see today. */
export async function listFavourites(ctx: TxCtx, { params }: Input<'favourites'>): Promise<{ ids: string[] }> {
  requireKind(ctx, params.kind);
  const rows = await ctx.tx
    .selectFrom('definitions.favourite')
    .select('id')
    .where('space_id', '=', ctx.spaceId)
    .where('person', '=', ctx.user.id)
    .where('kind', '=', params.kind)
    .orderBy('at', 'desc')
    .execute();
  return { ids: rows.map(({ id }) => id) };
}

/** What somebody does not see is not there to be marked; a mark of what they see no more may go. */
export async function markFavourite(ctx: TxCtx, { params: { kind, id }, body }: Input<'mark'>): Promise<null> {
  if (!body.favourite) {
    await ctx.tx
      .deleteFrom('definitions.favourite')
      .where('space_id', '=', ctx.spaceId)
      .where('person', '=', ctx.user.id)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
    return null;
  }
  await requireOn(ctx, kind, id, 'see');
  await ctx.tx
    .insertInto('definitions.favourite')
    .values({ space_id: ctx.spaceId, person: ctx.user.id, kind, id })
    .onConflict((conflict) => conflict.columns(['space_id', 'person', 'kind', 'id']).doNothing())
    .execute();
  return null;
}
