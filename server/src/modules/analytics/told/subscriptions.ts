import {
  subscriptionSchedule,
  type subscribedKinds,
  type AnalyticsSubscription,
  type toldApi,
  type ToldWay,
} from '@formwork/contract/analytics/told-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Receiver } from '@formwork/contract/records/share.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { inSpace, spaceQuery, spaceSchema, type SpaceTx } from '../../../platform/db/space-data.ts';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import { mailboxesOf } from '../../identity/public.ts';
import { directoryOf, peopleAmong, receiverName } from '../../organization/public.ts';
import { pauseSchedulesOf } from '../../schedules/public.ts';
import { requireSeen } from '../require-seen.ts';
import { sendSubscription } from './send-name.ts';

type Input<Name extends keyof typeof toldApi> = InputOf<(typeof toldApi)[Name]>;
type Answer<Name extends keyof typeof toldApi> = Promise<ResponseOf<(typeof toldApi)[Name]>>;

export interface SubscriptionRow {
  id: string;
  owner: string;
  kind: (typeof subscribedKinds)[number];
  thing: string;
  receivers: Receiver[];
  ways: ToldWay[];
  locale: Locale;
}
const columns = 'id, owner, kind, thing, receivers, ways, locale';

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
    receivers: inOrder(body.receivers),
    ways: body.ways.toSorted(),
    locale: ctx.locale,
  };
  await inSpace(ctx, async (tx) => {
    await oneByOne(tx, ctx.user.id);
    const { rowCount } = await tx.query({
      text: `insert into ${tx.schema}.analytics_subscription (${columns}) select $1::uuid, $2::uuid, $3, $4::uuid, $5::jsonb, $6::text[], $7
        where not exists (select from ${tx.schema}.analytics_subscription where owner = $2 and kind = $3 and thing = $4 and receivers = $5 and ways @> $6 and ways <@ $6)`,
      values: [row.id, row.owner, row.kind, row.thing, JSON.stringify(row.receivers), row.ways, row.locale],
    });
    if (rowCount === 0) throw conflict('analytics.subscription.same');
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
export async function requireReceivers(ctx: Ctx, receivers: readonly Receiver[], mayEdit: boolean): Promise<void> {
  const isOwn = ({ kind, id }: Receiver): boolean => kind === 'people' && id === ctx.user.id;
  if (!mayEdit && !receivers.every(isOwn)) throw forbidden('analytics.told.others');
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const isThere = (one: Receiver): boolean => {
    const group = one.kind === 'groups' ? directory.groups.get(one.id) : undefined;
    // somebody's own group is theirs alone
    return receiverName(directory, one) !== undefined && (group?.kind !== 'private' || group.ownerId === ctx.user.id);
  };
  if (!receivers.every(isThere)) throw notFound('analytics.told.nobody');
}

export async function namedReceivers(
  ctx: Ctx,
  receivers: readonly Receiver[],
): Promise<(Receiver & { name: string })[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return receivers.map((one) => ({ ...one, name: receiverName(directory, one) ?? '' }));
}

/** Who belongs to the receivers now. */
export async function peopleToTell(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  receivers: readonly Receiver[],
): Promise<string[]> {
  return peopleAmong(await directoryOf(platform, spaceId), receivers);
}

/** How many of those who are to have mails have no mailbox. */
export async function maillessOf(
  ctx: Ctx,
  { receivers, ways }: Pick<SubscriptionRow, 'receivers' | 'ways'>,
): Promise<number> {
  if (!ways.includes('mail')) return 0;
  const people = await peopleToTell(ctx, receivers);
  return people.length - (await mailboxesOf(ctx.platform, people)).size;
}

/** Each once and always in one order, so that the same is found to be the same. */
export function inOrder(receivers: readonly Receiver[]): Receiver[] {
  const keyOf = ({ kind, id, except }: Receiver): string => `${except ? 1 : 0} ${kind} ${id}`;
  const byKey = new Map(receivers.map((one) => [keyOf(one), one]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** What one person asks for at the same moment is compared one after the other. */
export async function oneByOne(tx: SpaceTx, person: string): Promise<void> {
  await tx.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`analytics told ${tx.schema} ${person}`],
  });
}

const tableOf = ({ spaceId }: Pick<Ctx, 'spaceId'>): string => `${spaceSchema(spaceId)}.analytics_subscription`;

async function viewOf(ctx: Ctx, { id, receivers, ways }: SubscriptionRow): Promise<AnalyticsSubscription> {
  return {
    id,
    receivers: await namedReceivers(ctx, receivers),
    ways,
    mailless: await maillessOf(ctx, { receivers, ways }),
  };
}
