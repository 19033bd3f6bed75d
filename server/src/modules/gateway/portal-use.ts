import type { gatewayPortalApi, PortalCall, QuotaUse } from '@formwork/contract/gateway/portal-api.ts';
import type { LogLine } from '@formwork/contract/gateway/api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { inControl } from '../../platform/db/db.ts';
import { reader } from '../../platform/db/space-data.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { zoneOf } from '../enterprise/public.ts';
import { findLogs, getLog, trafficOf } from './logs.ts';
import { applicationsOf, subscriptionsOf } from './portal.ts';
import { quotaOf, type PlanQuota } from './tables.ts';

type Input<Name extends keyof typeof gatewayPortalApi> = InputOf<(typeof gatewayPortalApi)[Name]>;
type Answer<Name extends keyof typeof gatewayPortalApi> = Promise<ResponseOf<(typeof gatewayPortalApi)[Name]>>;

export async function ownUse(ctx: Ctx, { query }: Input<'use'>): Answer<'use'> {
  const { ids, plans } = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const own = (await applicationsOf(at)).map(({ id }) => id);
    return { ids: own, plans: await plansInForce(at, own) };
  });
  if (ids.length === 0) return { points: [], apis: [], applications: [], quotas: [] };
  return { ...(await trafficOf(ctx, query, ids)), quotas: await quotasOf(ctx, plans) };
}

export async function ownCalls(ctx: Ctx, { query }: Input<'calls'>): Answer<'calls'> {
  const { rows, next } = await findLogs(ctx, query, await ownIds(ctx));
  return { rows: rows.map(shownCall), next };
}

/**
 * A call of one's own with the rule that refused it. One that showed no known credential is nobody's: whoever has its id is told
 * the code alone, which the caller was told too.
 */
export async function ownCall(ctx: Ctx, { params }: Input<'call'>): Answer<'call'> {
  const entry = await getLog(ctx, { params, query: {}, body: undefined });
  if (entry.application === null && entry.code !== '')
    return { ...shownCall(entry), apiName: '', operation: '', path: '', detail: {} };
  if (entry.application === null || !(await ownIds(ctx)).includes(entry.application))
    throw notFound('gateway.log.not_found');
  return {
    ...shownCall(entry),
    detail: Object.fromEntries(Object.entries(entry.detail).filter(([key]) => toldKeys.has(key))),
  };
}

/** What a rule saw that is the caller's own; addresses of upstreams and words of theirs are not. */
const toldKeys = new Set([
  'address',
  'bytes',
  'calls',
  'count',
  'method',
  'most',
  'of',
  'origin',
  'parameter',
  'path',
  'per',
  'period',
  'problems',
  'rule',
  'seconds',
  'since',
  'waitMs',
  'ways',
]);

function shownCall({
  id,
  at,
  environment,
  apiName,
  operation,
  consumerName,
  method,
  path,
  status,
  code,
  policy,
  ms,
}: LogLine): PortalCall {
  return { id, at, environment, apiName, operation, consumerName, method, path, status, code, policy, ms };
}

function ownIds(ctx: Ctx): Promise<string[]> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) =>
    (await applicationsOf({ ...ctx, tx })).map(({ id }) => id),
  );
}

export interface PlanInForce {
  subscription: string;
  api: QuotaUse['api'];
  application: QuotaUse['application'];
  plan: string;
  quota: NonNullable<PlanQuota>;
}

async function plansInForce(ctx: TxCtx, applications: readonly string[]): Promise<PlanInForce[]> {
  const approved = (await subscriptionsOf(ctx, applications)).filter(({ state }) => state === 'approved');
  if (approved.length === 0) return [];
  const plans = await ctx.tx
    .selectFrom('gateway.plan')
    .select(['id', 'name', 'quota'])
    .where('space_id', '=', ctx.spaceId)
    .execute();
  return approved.flatMap(({ id, api, application, plan }) => {
    const quota = plans.find((one) => one.id === plan.id)?.quota;
    return quota ? [{ subscription: id, api, application, plan: plan.name, quota: quotaOf(quota)! }] : [];
  });
}

/** By what was written of each minute: calls that were refused take nothing from a quota. */
export async function quotasOf(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  plans: readonly PlanInForce[],
): Promise<QuotaUse[]> {
  if (plans.length === 0) return [];
  const { schema, query } = reader(ctx);
  const { rows } = await query<{
    api: string;
    application: string;
    period: 'day' | 'month';
    calls: string;
    bytes: string;
    ms: number;
  }>({
    text: `select m.api, m.application, p.period, sum(m.calls - m.refused) as calls, sum(m.bytes) as bytes, sum(m.source_ms) as ms
      from unnest(array['day', 'month']) as p (period)
      join ${schema}.gateway_minute m on m.minute >= date_trunc(p.period, now() at time zone $1) at time zone $1
      where m.application = any($2::text[]) group by 1, 2, 3`,
    values: [zoneOf(ctx.platform, ctx.spaceId), [...new Set(plans.map(({ application }) => application.id))]],
  });
  return plans.map(({ quota, ...plan }) => {
    const used = rows.find(
      (row) => row.api === plan.api.id && row.application === plan.application.id && row.period === quota.period,
    );
    return {
      ...plan,
      period: quota.period,
      used: {
        calls: Number(used?.calls ?? 0),
        bytes: Number(used?.bytes ?? 0),
        seconds: Math.round(used?.ms ?? 0) / 1_000,
      },
      most: { calls: quota.calls, bytes: quota.bytes, seconds: quota.seconds ?? null },
    };
  });
}
