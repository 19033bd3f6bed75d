import {
  subscriptionSchedule,
  type AnalyticsSubscription,
  type toldApi,
  type ToldWay,
} from '@formwork/contract/analytics/told-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import { directoryOf } from '../../organization/public.ts';
import { pauseSchedulesOf } from '../../schedules/public.ts';
import { requireSeen } from '../charts.ts';
import { sendSubscription } from './send-name.ts';

type Input<Name extends keyof typeof toldApi> = InputOf<(typeof toldApi)[Name]>;
type Answer<Name extends keyof typeof toldApi> = Promise<ResponseOf<(typeof toldApi)[Name]>>;

export interface SubscriptionRow {
  id: string;
  owner: string;
  kind: 'chart' | 'dashboard';
  thing: string;
  receivers: string[];
  ways: ToldWay[];
}
const columns = 'id, owner, kind, thing, receivers, ways';

export async function listSubscriptions(ctx: Ctx, { params }: Input<'subscriptions'>): Answer<'subscriptions'> {
  await requireSeen(ctx, params.analysisKind, params.analysisId);
  const { rows } = await spaceQuery<SubscriptionRow>(ctx.platform, {
    text: `select ${columns} from ${tableOf(ctx)} where owner = $1 and kind = $2 and thing = $3 order by created_at`,
    values: [ctx.user.id, params.analysisKind, params.analysisId],
  });
  return Promise.all(rows.map((row) => viewOf(ctx, row)));
}

export async function addSubscription(ctx: Ctx, { params, body }: Input<'subscribe'>): Promise<AnalyticsSubscription> {
  const { can } = await requireSeen(ctx, params.analysisKind, params.analysisId);
  await requireReceivers(ctx, body.receivers, can.includes('edit'));
  const row: SubscriptionRow = {
    id: newId(),
    owner: ctx.user.id,
    kind: params.analysisKind,
    thing: params.analysisId,
    ...body,
  };
  await inSpace(ctx, async (tx) => {
    await tx.query({
      text: `insert into ${tx.schema}.analytics_subscription (${columns}) values ($1, $2, $3, $4, $5, $6)`,
      values: [row.id, row.owner, row.kind, row.thing, row.receivers, row.ways],
    });
    await tx.event('analytics.subscription.created', row.id, { id: row.id, kind: row.kind, thing: row.thing });
  });
  return viewOf(ctx, row);
}

export async function removeSubscription(ctx: Ctx, { params }: Input<'unsubscribe'>): Answer<'unsubscribe'> {
  const row = await requireOwn(ctx, params.subscriptionId);
  await inSpace(ctx, async (tx) => {
    await tx.query({ text: `delete from ${tx.schema}.analytics_subscription where id = $1`, values: [row.id] });
    await tx.event('analytics.subscription.removed', row.id, { id: row.id, kind: row.kind, thing: row.thing });
  });
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    pauseSchedulesOf({ ...ctx, tx }, subscriptionSchedule, row.id),
  );
  return null;
}

export async function sendNow(ctx: Ctx, { params }: Input<'send'>): Answer<'send'> {
  const row = await requireOwn(ctx, params.subscriptionId);
  const { id } = await startRunNow(ctx, sendSubscription, { subscription: row.id });
  return { run: id };
}

/** One's own alone: whoever else looks finds none. */
export async function requireOwn(ctx: Ctx, id: string): Promise<SubscriptionRow> {
  const row = await subscriptionOf(ctx, id);
  if (row?.owner !== ctx.user.id) throw notFound('analytics.subscription.gone');
  return row;
}

export async function subscriptionOf(
  at: Pick<Ctx, 'platform' | 'spaceId'>,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const { rows } = await spaceQuery<SubscriptionRow>(at.platform, {
    text: `select ${columns} from ${tableOf(at)} where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Others are told by those alone who may change what they are told of. */
export async function requireReceivers(ctx: Ctx, receivers: readonly string[], mayEdit: boolean): Promise<void> {
  if (!mayEdit && receivers.some((id) => id !== ctx.user.id)) throw forbidden('analytics.told.others');
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  if (receivers.some((id) => !people.has(id))) throw notFound('analytics.told.nobody');
}

export async function namedReceivers(ctx: Ctx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  return ids.map((id) => ({ id, name: people.get(id)?.name ?? '' }));
}

const tableOf = ({ spaceId }: Pick<Ctx, 'spaceId'>): string => `${spaceSchema(spaceId)}.analytics_subscription`;

async function viewOf(ctx: Ctx, { id, receivers, ways }: SubscriptionRow): Promise<AnalyticsSubscription> {
  return { id, receivers: await namedReceivers(ctx, receivers), ways };
}
