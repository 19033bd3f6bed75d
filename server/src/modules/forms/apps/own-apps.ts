import type { InputOf } from '@formwork/contract/endpoint.ts';
import { mostRecent, type ownAppsApi } from '@formwork/contract/forms/own-apps.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { listApps } from './apps.ts';

type Input<K extends keyof typeof ownAppsApi> = InputOf<(typeof ownAppsApi)[K]>;

/** Ids alone: what a page shows of them is what the person may see today. */
export async function ownApps(ctx: TxCtx): Promise<{ favourites: string[]; recent: string[] }> {
  const rows = await ctx.tx
    .selectFrom('forms.own_app')
    .select(['app_id', 'favoured_at', 'used_at'])
    .where('account_id', '=', ctx.user.id)
    .execute();
  const favourites = rows
    .filter((row) => row.favoured_at !== null)
    .sort((a, b) => Number(a.favoured_at) - Number(b.favoured_at));
  const recent = rows
    .filter((row) => row.used_at !== null)
    .sort((a, b) => Number(b.used_at) - Number(a.used_at))
    .slice(0, mostRecent);
  return { favourites: favourites.map((row) => row.app_id), recent: recent.map((row) => row.app_id) };
}

export async function markApp(ctx: TxCtx, { params, body }: Input<'markApp'>): Promise<null> {
  const at = body.favourite ? sql<Date>`now()` : null;
  await ctx.tx
    .insertInto('forms.own_app')
    .values({ space_id: ctx.spaceId, account_id: ctx.user.id, app_id: params.appId, favoured_at: at })
    .onConflict((conflict) => conflict.columns(['space_id', 'account_id', 'app_id']).doUpdateSet({ favoured_at: at }))
    .execute();
  return null;
}

export async function visitApp(ctx: TxCtx, { params }: Input<'visitApp'>): Promise<null> {
  await ctx.tx
    .insertInto('forms.own_app')
    .values({ space_id: ctx.spaceId, account_id: ctx.user.id, app_id: params.appId, used_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.columns(['space_id', 'account_id', 'app_id']).doUpdateSet({ used_at: sql<Date>`now()` }),
    )
    .execute();
  return null;
}

/** An application that somebody does not see is not there to be marked. */
export async function requireSeenApp(ctx: Ctx, { params }: { params: { appId: string } }): Promise<void> {
  if (!(await listApps(ctx)).apps.some(({ id }) => id === params.appId)) throw notFound('forms.app.not_found');
}
