import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import type { gatewayPortalApi, PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { RuleSubject } from '@formwork/contract/forms/permission.ts';
import { placeOf } from '../../gateway/state.ts';
import type { TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import {
  findDefinitions,
  meansPerson,
  releasedOf,
  requireOn,
  subjectNames,
  type Released,
} from '../definitions/public.ts';
import { directoryOf } from '../organization/public.ts';
import { environmentsOf } from './environment-list.ts';
import { quotaOf, type PlanRate } from './tables.ts';

type Input<Name extends keyof typeof gatewayPortalApi> = InputOf<(typeof gatewayPortalApi)[Name]>;
type Answer<Name extends keyof typeof gatewayPortalApi> = Promise<ResponseOf<(typeof gatewayPortalApi)[Name]>>;

export async function listListings(ctx: TxCtx): Answer<'listings'> {
  const rows = await ctx.tx.selectFrom('gateway.listing').selectAll().where('space_id', '=', ctx.spaceId).execute();
  return Promise.all(
    rows.map(async ({ api, audience, plans, changed_at }) => ({
      api,
      audience: audience as RuleSubject[],
      plans,
      names: await subjectNames(
        ctx,
        (audience as RuleSubject[]).map((subject) => ({ subject })),
      ),
      changedAt: changed_at.toISOString(),
    })),
  );
}

export async function putListing(ctx: TxCtx, { params, body }: Input<'putListing'>): Answer<'putListing'> {
  const { row } = await requireOn(ctx, 'gateway_api', params.apiId, 'own');
  const there = await ctx.tx.selectFrom('gateway.plan').select('id').where('space_id', '=', ctx.spaceId).execute();
  const known = new Set(there.map(({ id }) => id));
  if (body.plans.some((id) => !known.has(id))) throw notFound('gateway.plan.not_found');
  const values = {
    audience: JSON.stringify(body.audience),
    plans: [...new Set(body.plans)],
    changed_by: ctx.user.id,
    changed_at: new Date(),
  };
  await ctx.tx
    .insertInto('gateway.listing')
    .values({ space_id: ctx.spaceId, api: params.apiId, ...values })
    .onConflict((on) => on.columns(['space_id', 'api']).doUpdateSet(values))
    .execute();
  await record(ctx, 'gateway.listing.changed', { id: params.apiId, name: row.name.zh });
  return null;
}

export async function removeListing(ctx: TxCtx, { params }: Input<'removeListing'>): Answer<'removeListing'> {
  const { row } = await requireOn(ctx, 'gateway_api', params.apiId, 'own');
  const removed = await ctx.tx
    .deleteFrom('gateway.listing')
    .where('space_id', '=', ctx.spaceId)
    .where('api', '=', params.apiId)
    .returning('api')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.listing.not_found');
  await record(ctx, 'gateway.listing.removed', { id: params.apiId, name: row.name.zh });
  return null;
}

/** What somebody finds in the portal: of it nothing but what is served, and never how. */
export async function portalApis(ctx: TxCtx): Answer<'apis'> {
  const apis: PortalApi[] = [];
  for (const id of await listedFor(ctx)) {
    const found = await servedApi(ctx, id);
    if (found) apis.push(found);
  }
  return {
    apis: apis.toSorted((a, b) => a.name.zh.localeCompare(b.name.zh)),
    address: ctx.platform.config.gatewayPath,
  };
}

/** One of the portal, for whom it is there; else it is not. */
export async function requireListed(ctx: TxCtx, apiId: string): Promise<PortalApi> {
  const found = (await listedFor(ctx, apiId)).includes(apiId) ? await servedApi(ctx, apiId) : undefined;
  if (!found) throw notFound('gateway.api.not_found');
  return found;
}

/** Which release an environment serves. */
export async function servedRelease(
  ctx: TxCtx,
  apiId: string,
  environment: string,
): Promise<Released<GatewayApi> | undefined> {
  const live = await ctx.tx
    .selectFrom('gateway.live')
    .select('number')
    .where('space_id', '=', ctx.spaceId)
    .where('api', '=', apiId)
    .where('environment', '=', environment)
    .where('state', '<>', 'retired')
    .executeTakeFirst();
  return live && releasedOf<GatewayApi>(ctx.platform, ctx.spaceId, 'gateway_api', apiId, live.number);
}

async function listedFor(ctx: TxCtx, apiId?: string): Promise<string[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const rows = await ctx.tx
    .selectFrom('gateway.listing')
    .select(['api', 'audience'])
    .where('space_id', '=', ctx.spaceId)
    .$if(apiId !== undefined, (query) => query.where('api', '=', apiId!))
    .execute();
  return rows
    .filter(({ audience }) => (audience as RuleSubject[]).some((subject) => meansPerson(directory, ctx.user, subject)))
    .map(({ api }) => api);
}

async function servedApi(ctx: TxCtx, apiId: string): Promise<PortalApi | undefined> {
  const { tx, spaceId, platform } = ctx;
  const now = await releasedOf<GatewayApi>(platform, spaceId, 'gateway_api', apiId);
  if (!now?.enabled) return undefined;
  const live = await tx
    .selectFrom('gateway.live')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('api', '=', apiId)
    .execute();
  const environments = new Map((await environmentsOf(ctx)).map(({ id, name }) => [id, name]));
  // the main one is what people ask about first
  const ordered = live.toSorted(
    (a, b) => Number(b.environment === mainEnvironment) - Number(a.environment === mainEnvironment),
  );
  const first = ordered.find(({ state }) => state !== 'retired') ?? ordered[0];
  const served = first && (await releasedOf<GatewayApi>(platform, spaceId, 'gateway_api', apiId, first.number));
  if (!served) return undefined;
  const { body } = served;
  return {
    id: apiId,
    name: served.name,
    about: body.about,
    version: body.version,
    operations: body.operations.length,
    open: body.security.open,
    ways: body.security.ways,
    subscription: body.security.subscription,
    live: ordered.map(({ environment, base_path, state, sunset }) => ({
      environment,
      name: environments.get(environment) ?? '',
      path: `/${placeOf(spaceId, environment)}${base_path}`,
      state,
      sunset: sunset?.toISOString() ?? null,
    })),
    plans: await plansOf(ctx, apiId),
  };
}

async function plansOf({ tx, spaceId }: TxCtx, apiId: string): Promise<PortalApi['plans']> {
  const rows = await tx
    .selectFrom('gateway.plan as p')
    .innerJoin('gateway.listing as l', (join) =>
      join.onRef('l.space_id', '=', 'p.space_id').on(({ eb, ref }) => eb(ref('p.id'), '=', eb.fn.any('l.plans'))),
    )
    .select(['p.id', 'p.name', 'p.about', 'p.rate', 'p.quota', 'p.approval'])
    .where('p.space_id', '=', spaceId)
    .where('l.api', '=', apiId)
    .orderBy('p.name')
    .execute();
  return rows.map(({ rate, quota, ...plan }) => ({ ...plan, rate: rate as PlanRate, quota: quotaOf(quota) }));
}

/** How APIs are called, also those that are in no portal any more. */
export async function apiNames(ctx: TxCtx, ids: readonly string[]) {
  const found = await findDefinitions(ctx.tx, 'gateway_api', [...new Set(ids)]);
  return new Map(found.map(({ id, name }) => [id, name]));
}
