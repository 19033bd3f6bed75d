import { mainEnvironment, type gatewayApi, type LiveApi } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Selectable } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { findReleases, requireOn } from '../definitions/public.ts';
import { environmentsOf } from './environment-list.ts';
import { refreshSoon } from './snapshots.ts';
import type { LiveTable } from './tables.ts';

type Input<Name extends keyof typeof gatewayApi> = InputOf<(typeof gatewayApi)[Name]>;
type Answer<Name extends keyof typeof gatewayApi> = Promise<ResponseOf<(typeof gatewayApi)[Name]>>;

export async function overview(ctx: TxCtx): Answer<'overview'> {
  const live = await ctx.tx.selectFrom('gateway.live').selectAll().where('space_id', '=', ctx.spaceId).execute();
  const snapshots = await ctx.tx
    .selectFrom('gateway.snapshot')
    .select(['environment', 'number', 'at'])
    .distinctOn('environment')
    .where('space_id', '=', ctx.spaceId)
    .orderBy('environment')
    .orderBy('number', 'desc')
    .execute();
  return {
    environments: await environmentsOf(ctx),
    live: live.map(viewOf),
    address: `${ctx.platform.config.gatewayPath}/${ctx.spaceId}`,
    snapshots: snapshots.map((row) => ({ ...row, at: row.at.toISOString() })),
  };
}

export async function createEnvironment(ctx: TxCtx, { body }: Input<'createEnvironment'>): Answer<'createEnvironment'> {
  if (body.id === mainEnvironment) throw conflict('gateway.environment.name_taken');
  await ctx.tx
    .insertInto('gateway.environment')
    .values({ space_id: ctx.spaceId, ...body })
    .execute();
  await record(ctx, 'gateway.environment.created', { id: body.id, name: body.name });
  return body;
}

export async function removeEnvironment(
  ctx: TxCtx,
  { params }: Input<'removeEnvironment'>,
): Answer<'removeEnvironment'> {
  const { environment: id } = params;
  const serves = await ctx.tx
    .selectFrom('gateway.live')
    .select('api')
    .where('space_id', '=', ctx.spaceId)
    .where('environment', '=', id)
    .executeTakeFirst();
  if (serves) throw conflict('gateway.environment.in_use');
  const removed = await ctx.tx
    .deleteFrom('gateway.environment')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.environment.not_found');
  await record(ctx, 'gateway.environment.removed', { id, name: removed.name });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

export async function putLive(ctx: TxCtx, { params, body }: Input<'putLive'>): Answer<'putLive'> {
  const { row } = await requireOn(ctx, 'gateway_api', params.apiId, 'own', { lock: true });
  if (!(await environmentsOf(ctx)).some(({ id }) => id === params.environment))
    throw notFound('gateway.environment.not_found');
  const release = (await findReleases<GatewayApi>(ctx, 'gateway_api', params.apiId)).find(
    ({ number }) => number === body.number,
  );
  if (!release) throw conflict('gateway.api.not_released');
  const values = {
    number: body.number,
    base_path: release.body.basePath,
    state: body.state,
    sunset: body.sunset === null ? null : new Date(body.sunset),
    changed_by: ctx.user.id,
    changed_at: new Date(),
  };
  const saved = await ctx.tx
    .insertInto('gateway.live')
    .values({ space_id: ctx.spaceId, api: params.apiId, environment: params.environment, ...values })
    .onConflict((on) => on.columns(['space_id', 'api', 'environment']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  const { environment } = params;
  await record(ctx, 'gateway.api.live', {
    id: params.apiId,
    name: row.name.zh,
    environment,
    number: body.number,
    state: body.state,
  });
  refreshSoon(ctx.platform, ctx.spaceId);
  return viewOf(saved);
}

export async function removeLive(ctx: TxCtx, { params }: Input<'removeLive'>): Answer<'removeLive'> {
  const { row } = await requireOn(ctx, 'gateway_api', params.apiId, 'own', { lock: true });
  const removed = await ctx.tx
    .deleteFrom('gateway.live')
    .where('space_id', '=', ctx.spaceId)
    .where('api', '=', params.apiId)
    .where('environment', '=', params.environment)
    .returning('number')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.api.not_found');
  await record(ctx, 'gateway.api.withdrawn', {
    id: params.apiId,
    name: row.name.zh,
    environment: params.environment,
    number: removed.number,
  });
  refreshSoon(ctx.platform, ctx.spaceId);
  return null;
}

export async function purgeCache(ctx: TxCtx, { params }: Input<'purgeCache'>): Answer<'purgeCache'> {
  const { row } = await requireOn(ctx, 'gateway_api', params.apiId, 'own');
  await record(ctx, 'gateway.cache.purged', { id: params.apiId, name: row.name.zh });
  ctx.platform.bus.publish({ kind: 'gateway.purge', spaceId: ctx.spaceId, api: params.apiId });
  return null;
}

function viewOf(row: Selectable<LiveTable>): LiveApi {
  return {
    api: row.api,
    environment: row.environment,
    number: row.number,
    state: row.state,
    sunset: row.sunset?.toISOString() ?? null,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changed_by,
  };
}
