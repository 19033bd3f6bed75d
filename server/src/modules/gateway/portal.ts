import type { gatewayPortalApi, OwnSubscription } from '@formwork/contract/gateway/portal-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import {
  createApplication,
  createCredential,
  credentialView,
  removeApplication,
  revokeCredential,
} from './consumers.ts';
import { apiNames, requireListed } from './listings.ts';
import { addSubscription } from './plans.ts';
import { refreshSoon } from './snapshots.ts';

// What somebody has in the portal: one consumer of their own, its applications, credentials and subscriptions.

type Input<Name extends keyof typeof gatewayPortalApi> = InputOf<(typeof gatewayPortalApi)[Name]>;
type Answer<Name extends keyof typeof gatewayPortalApi> = Promise<ResponseOf<(typeof gatewayPortalApi)[Name]>>;

const mostApplications = 20;
const mostCredentials = 20;

export async function ownApplications(ctx: TxCtx): Answer<'applications'> {
  const applications = await applicationsOf(ctx);
  const ids = applications.map(({ id }) => id);
  if (ids.length === 0) return { applications: [], subscriptions: [] };
  const credentials = await ctx.tx
    .selectFrom('gateway.credential')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('application', 'in', ids)
    .orderBy('created_at')
    .execute();
  const of = Map.groupBy(credentials, ({ application }) => application);
  return {
    applications: applications.map(({ id, name }) => ({
      id,
      name,
      credentials: (of.get(id) ?? []).map(credentialView),
    })),
    subscriptions: await subscriptionsOf(ctx, ids),
  };
}

/** Those of the caller, by name. */
export function applicationsOf({ tx, spaceId, user }: TxCtx): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('gateway.application as a')
    .innerJoin('gateway.consumer as c', (join) =>
      join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
    )
    .select(['a.id', 'a.name'])
    .where('a.space_id', '=', spaceId)
    .where('c.owner', '=', user.id)
    .orderBy('a.name')
    .execute();
}

export async function subscriptionsOf(ctx: TxCtx, applications: readonly string[]): Promise<OwnSubscription[]> {
  if (applications.length === 0) return [];
  const rows = await ctx.tx
    .selectFrom('gateway.subscription as s')
    .innerJoin('gateway.application as a', (join) =>
      join.onRef('a.space_id', '=', 's.space_id').onRef('a.id', '=', 's.application'),
    )
    .innerJoin('gateway.plan as p', (join) => join.onRef('p.space_id', '=', 's.space_id').onRef('p.id', '=', 's.plan'))
    .selectAll('s')
    .select(['a.name as application_name', 'p.name as plan_name'])
    .where('s.space_id', '=', ctx.spaceId)
    .where('s.application', 'in', [...applications])
    .orderBy('s.requested_at', 'desc')
    .limit(500)
    .execute();
  const names = await apiNames(
    ctx,
    rows.map(({ api }) => api),
  );
  return rows.map((row) => ({
    id: row.id,
    application: { id: row.application, name: row.application_name },
    api: { id: row.api, name: names.get(row.api) ?? null },
    plan: { id: row.plan, name: row.plan_name },
    state: row.state,
    note: row.note,
    answer: row.answer,
    requestedAt: row.requested_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  }));
}

export async function createOwnApplication(
  ctx: TxCtx,
  { body }: Input<'createApplication'>,
): Answer<'createApplication'> {
  const consumerId = await ownConsumer(ctx);
  if ((await applicationsOf(ctx)).length >= mostApplications)
    throw conflict('gateway.application.too_many', { most: mostApplications });
  return createApplication(ctx, { params: { consumerId }, query: {}, body });
}

export async function removeOwnApplication(
  ctx: TxCtx,
  { params }: Input<'removeApplication'>,
): Answer<'removeApplication'> {
  await requireOwn(ctx, params.applicationId);
  return removeApplication(ctx, { params, query: {}, body: undefined });
}

export async function createOwnCredential(
  ctx: TxCtx,
  { params, body }: Input<'createCredential'>,
): Answer<'createCredential'> {
  await requireOwn(ctx, params.applicationId);
  const there = await ctx.tx
    .selectFrom('gateway.credential')
    .select('id')
    .where('space_id', '=', ctx.spaceId)
    .where('application', '=', params.applicationId)
    .where('revoked_at', 'is', null)
    .execute();
  if (there.length >= mostCredentials) throw conflict('gateway.credential.too_many', { most: mostCredentials });
  return createCredential(ctx, { params, query: {}, body: { ...body, jwt: null } });
}

export async function revokeOwnCredential(
  ctx: TxCtx,
  { params }: Input<'revokeCredential'>,
): Answer<'revokeCredential'> {
  const row = await ctx.tx
    .selectFrom('gateway.credential')
    .select('application')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.credentialId)
    .executeTakeFirst();
  const own = await applicationsOf(ctx);
  if (!row || !own.some(({ id }) => id === row.application)) throw notFound('gateway.credential.not_found');
  return revokeCredential(ctx, { params, query: {}, body: undefined });
}

/** Who was refused may ask again: what was refused is over then. */
export async function subscribeOwn(ctx: TxCtx, { body }: Input<'subscribe'>): Answer<'subscribe'> {
  await requireOwn(ctx, body.application);
  const api = await requireListed(ctx, body.api);
  if (!api.plans.some(({ id }) => id === body.plan)) throw conflict('gateway.plan.not_offered');
  await ctx.tx
    .updateTable('gateway.subscription')
    .set({ state: 'ended' })
    .where('space_id', '=', ctx.spaceId)
    .where('application', '=', body.application)
    .where('api', '=', body.api)
    .where('state', '=', 'refused')
    .execute();
  return addSubscription(ctx, body, api.name.zh);
}

export async function endOwnSubscription(ctx: TxCtx, { params }: Input<'endSubscription'>): Answer<'endSubscription'> {
  const row = await ctx.tx
    .selectFrom('gateway.subscription')
    .select(['application', 'state'])
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.subscriptionId)
    .forUpdate()
    .executeTakeFirst();
  const own = await applicationsOf(ctx);
  if (!row || !own.some(({ id }) => id === row.application)) throw notFound('gateway.subscription.not_found');
  if (row.state === 'ended' || row.state === 'refused') throw conflict('gateway.subscription.over');
  await ctx.tx
    .updateTable('gateway.subscription')
    .set({ state: 'ended', decided_by: ctx.user.id, decided_at: new Date() })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.subscriptionId)
    .execute();
  await record(ctx, 'gateway.subscription.decided', { id: params.subscriptionId, state: 'ended' });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

async function requireOwn(ctx: TxCtx, applicationId: string): Promise<void> {
  if (!(await applicationsOf(ctx)).some(({ id }) => id === applicationId))
    throw notFound('gateway.application.not_found');
}

/** Made when somebody first needs it, under their own name. */
async function ownConsumer(ctx: TxCtx): Promise<string> {
  const { tx, spaceId, user } = ctx;
  const find = () =>
    tx
      .selectFrom('gateway.consumer')
      .select('id')
      .where('space_id', '=', spaceId)
      .where('owner', '=', user.id)
      .executeTakeFirst();
  const there = await find();
  if (there) return there.id;
  const id = newId();
  for (const name of [user.name, `${user.name} (${user.login})`, `${user.name} (${user.login}) ${id.slice(-6)}`]) {
    const made = await tx
      .insertInto('gateway.consumer')
      .values({ space_id: spaceId, id, name, about: '', off: false, owner: user.id })
      // the name is somebody else's, or two calls came at once
      .onConflict((on) => on.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made) {
      await record(ctx, 'gateway.consumer.created', { id, name });
      return id;
    }
    const meanwhile = await find();
    if (meanwhile) return meanwhile.id;
  }
  throw conflict('gateway.consumer.name_taken');
}
