import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { subscribed, type messagesApi, type Subscription } from '@formwork/contract/messages/api.ts';
import type { MessageKind } from '@formwork/contract/messages/kinds.ts';
import type { TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SubscriptionTable } from './tables.ts';

type Answer = Promise<ResponseOf<typeof messagesApi.subscriptions>>;

export async function listSubscriptions(ctx: TxCtx): Answer {
  const rows = await ctx.tx
    .selectFrom('messages.subscription')
    .selectAll()
    .where('account_id', '=', ctx.user.id)
    .orderBy('app_id')
    .orderBy('kind')
    .execute();
  return { subscriptions: rows.map(viewOf) };
}

export async function subscribe(ctx: TxCtx, { body }: InputOf<typeof messagesApi.subscribe>): Answer {
  const rows = body.subscriptions.map(({ app, kind, subscribed: on }) => ({
    space_id: ctx.spaceId,
    account_id: ctx.user.id,
    app_id: app ?? '',
    kind,
    subscribed: on,
  }));
  for (const row of rows) {
    await ctx.tx
      .insertInto('messages.subscription')
      .values(row)
      .onConflict((on) =>
        on.columns(['space_id', 'account_id', 'app_id', 'kind']).doUpdateSet({ subscribed: row.subscribed }),
      )
      .execute();
  }
  await record(ctx, 'messages.subscription.changed', { id: ctx.user.id });
  return listSubscriptions(ctx);
}

/** Those of the people who want to be told of it. */
export async function whoSubscribed<One extends { person: string; kind: MessageKind }>(
  platform: Platform,
  spaceId: string,
  appId: string,
  people: readonly One[],
): Promise<One[]> {
  if (people.length === 0) return [];
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('messages.subscription')
      .selectAll()
      .where('account_id', 'in', [...new Set(people.map(({ person }) => person))])
      .where('app_id', 'in', ['', appId])
      .execute(),
  );
  const said = Map.groupBy(rows, ({ account_id }) => account_id);
  return people.filter(({ person, kind }) => subscribed((said.get(person) ?? []).map(viewOf), appId, kind));
}

function viewOf({ app_id, kind, subscribed: on }: SubscriptionTable): Subscription {
  return { app: app_id === '' ? null : app_id, kind, subscribed: on };
}
