import { subscriptionSteps, type gatewayApi, type PlanInput } from '@formwork/contract/gateway/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { findDefinitions, requireOn } from '../definitions/public.ts';
import { refreshSoon } from './snapshots.ts';
import { quotaOf, type PlanRate } from './tables.ts';

type Input<Name extends keyof typeof gatewayApi> = InputOf<(typeof gatewayApi)[Name]>;
type Answer<Name extends keyof typeof gatewayApi> = Promise<ResponseOf<(typeof gatewayApi)[Name]>>;

export async function listPlans({ tx, spaceId }: TxCtx): Answer<'plans'> {
  const rows = await tx
    .selectFrom('gateway.plan')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('name')
    .execute();
  const used = await tx
    .selectFrom('gateway.subscription')
    .select(({ fn }) => ['plan', fn.countAll<string>().as('count')])
    .where('space_id', '=', spaceId)
    .where('state', '<>', 'ended')
    .groupBy('plan')
    .execute();
  const counts = new Map(used.map(({ plan, count }) => [plan, Number(count)]));
  return rows.map(({ id, name, about, rate, quota, approval }) => ({
    id,
    name,
    about,
    rate: rate as PlanRate,
    quota: quotaOf(quota),
    approval,
    subscriptions: counts.get(id) ?? 0,
  }));
}

export async function createPlan(ctx: TxCtx, { body }: Input<'createPlan'>): Answer<'createPlan'> {
  const id = newId();
  await ctx.tx
    .insertInto('gateway.plan')
    .values({ space_id: ctx.spaceId, id, ...columnsOf(body) })
    .execute();
  await record(ctx, 'gateway.plan.created', { id, name: body.name });
  return { id };
}

export async function updatePlan(ctx: TxCtx, { params, body }: Input<'updatePlan'>): Answer<'updatePlan'> {
  const changed = await ctx.tx
    .updateTable('gateway.plan')
    .set(columnsOf(body))
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.planId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('gateway.plan.not_found');
  await record(ctx, 'gateway.plan.changed', { id: params.planId, name: body.name });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

export async function removePlan(ctx: TxCtx, { params }: Input<'removePlan'>): Answer<'removePlan'> {
  const used = await ctx.tx
    .selectFrom('gateway.subscription')
    .select('id')
    .where('space_id', '=', ctx.spaceId)
    .where('plan', '=', params.planId)
    .limit(1)
    .executeTakeFirst();
  if (used) throw conflict('gateway.plan.in_use');
  await ctx.tx
    .updateTable('gateway.listing')
    .set({ plans: sql`array_remove(plans, ${params.planId}::uuid)` })
    .where('space_id', '=', ctx.spaceId)
    .execute();
  const removed = await ctx.tx
    .deleteFrom('gateway.plan')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.planId)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.plan.not_found');
  await record(ctx, 'gateway.plan.removed', { id: params.planId, name: removed.name });
  return null;
}

export async function listSubscriptions(ctx: TxCtx): Answer<'subscriptions'> {
  const rows = await ctx.tx
    .selectFrom('gateway.subscription as s')
    .innerJoin('gateway.application as a', (join) =>
      join.onRef('a.space_id', '=', 's.space_id').onRef('a.id', '=', 's.application'),
    )
    .innerJoin('gateway.consumer as c', (join) =>
      join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
    )
    .innerJoin('gateway.plan as p', (join) => join.onRef('p.space_id', '=', 's.space_id').onRef('p.id', '=', 's.plan'))
    .selectAll('s')
    .select(['a.name as application_name', 'c.id as consumer', 'c.name as consumer_name', 'p.name as plan_name'])
    .where('s.space_id', '=', ctx.spaceId)
    .orderBy('s.requested_at', 'desc')
    .limit(1_000)
    .execute();
  const apis = await findDefinitions(ctx.tx, 'gateway_api', [...new Set(rows.map(({ api }) => api))]);
  const names = new Map(apis.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    id: row.id,
    consumer: { id: row.consumer, name: row.consumer_name },
    application: { id: row.application, name: row.application_name },
    api: { id: row.api, name: names.get(row.api) ?? null },
    plan: { id: row.plan, name: row.plan_name },
    state: row.state,
    note: row.note,
    answer: row.answer,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
  }));
}

export async function subscribe(ctx: TxCtx, { body }: Input<'subscribe'>): Answer<'subscribe'> {
  const { row } = await requireOn(ctx, 'gateway_api', body.api, 'use');
  return addSubscription(ctx, body, row.name.zh);
}

/** Who may ask for it was looked at before. */
export async function addSubscription(
  ctx: TxCtx,
  wish: Input<'subscribe'>['body'],
  name: string,
): Promise<{ id: string; state: 'requested' | 'approved' }> {
  const plan = await ctx.tx
    .selectFrom('gateway.plan')
    .select('approval')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', wish.plan)
    .executeTakeFirst();
  if (!plan) throw notFound('gateway.plan.not_found');
  const id = newId();
  const state = plan.approval ? ('requested' as const) : ('approved' as const);
  await ctx.tx
    .insertInto('gateway.subscription')
    .values({ space_id: ctx.spaceId, id, ...wish, state, requested_by: ctx.user.id })
    .execute();
  await record(ctx, 'gateway.subscription.requested', { id, name, state });
  refreshSoon(ctx.platform, ctx.spaceId);
  return { id, state };
}

export async function decideSubscription(
  ctx: TxCtx,
  { params, body }: Input<'decideSubscription'>,
): Answer<'decideSubscription'> {
  const row = await ctx.tx
    .selectFrom('gateway.subscription')
    .select(['state'])
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.subscriptionId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('gateway.subscription.not_found');
  if (!subscriptionSteps[row.state].includes(body.state))
    throw conflict('gateway.subscription.not_from_here', { from: row.state, to: body.state });
  await ctx.tx
    .updateTable('gateway.subscription')
    .set({ state: body.state, answer: body.note, decided_by: ctx.user.id, decided_at: new Date() })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.subscriptionId)
    .execute();
  await record(ctx, 'gateway.subscription.decided', { id: params.subscriptionId, state: body.state });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

function columnsOf({ rate, quota, ...rest }: PlanInput) {
  return { ...rest, rate: JSON.stringify(rate), quota: JSON.stringify(quota) };
}
