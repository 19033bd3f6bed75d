import { mainEnvironment } from '@formwork/contract/gateway/api.ts';
import { quantileOf } from '@formwork/contract/gateway/histogram.ts';
import type { AlertInput, gatewayWatchApi } from '@formwork/contract/gateway/watch-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Receiver } from '@formwork/contract/records/share.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { reader, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { judge, type AlertStanding } from '../../platform/judge.ts';
import type { Platform } from '../../platform/platform.ts';
import { findDefinitions } from '../definitions/public.ts';
import { namedReceivers, requireReceivers, tellReceivers } from './alert-receivers.ts';
import { quotasOf, type PlanInForce } from './portal-use.ts';
import { quotaOf } from './tables.ts';

type Input<Name extends keyof typeof gatewayWatchApi> = InputOf<(typeof gatewayWatchApi)[Name]>;
type Answer<Name extends keyof typeof gatewayWatchApi> = Promise<ResponseOf<(typeof gatewayWatchApi)[Name]>>;

interface Standing {
  rule: string;
  of: string;
  label: string;
  state: AlertStanding['state'];
  since: Date;
  value: number;
}

const windowMinutes = 5;
/** Of fewer calls a share says nothing. */
const leastCalls = 10;

export async function listAlerts(ctx: Ctx): Answer<'alerts'> {
  const rules = await inControl(ctx.platform.control, ctx.spaceId, (tx) => rulesOf(tx, ctx.spaceId));
  const standings = await standingsOf(ctx.platform, ctx.spaceId);
  return Promise.all(
    rules.map(async (rule) => ({
      ...rule,
      receivers: await namedReceivers(ctx, rule.receivers),
      standings: standings
        .filter((one) => one.rule === rule.id)
        .map(({ label, state, since, value }) => ({ label, state, since: since.toISOString(), value })),
    })),
  );
}

export async function createAlert(ctx: TxCtx, { body }: Input<'createAlert'>): Answer<'createAlert'> {
  const id = newId();
  await requireReceivers(ctx, body);
  await ctx.tx
    .insertInto('gateway.alert_rule')
    .values({ space_id: ctx.spaceId, id, ...columnsOf(body) })
    .execute();
  await record(ctx, 'gateway.alert.created', { id, kind: body.what });
  return { id };
}

export async function updateAlert(ctx: TxCtx, { params, body }: Input<'updateAlert'>): Answer<'updateAlert'> {
  await requireReceivers(ctx, body);
  const changed = await ctx.tx
    .updateTable('gateway.alert_rule')
    .set(columnsOf(body))
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.gatewayAlertId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw notFound('gateway.alert.not_found');
  await record(ctx, 'gateway.alert.changed', { id: params.gatewayAlertId, kind: body.what });
  return null;
}

export async function removeAlert(ctx: TxCtx, { params }: Input<'removeAlert'>): Answer<'removeAlert'> {
  const removed = await ctx.tx
    .deleteFrom('gateway.alert_rule')
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', params.gatewayAlertId)
    .returning('what')
    .executeTakeFirst();
  if (!removed) throw notFound('gateway.alert.not_found');
  await record(ctx, 'gateway.alert.removed', { id: params.gatewayAlertId, kind: removed.what });
  return null;
}

export const judgeAlerts = inEverySpace('gateway.judge_alerts', '* * * * *', judgeSpace);

/** Every rule of a space against what came in of late; standings of rules that are gone or off go with them. */
export async function judgeSpace(platform: Platform, spaceId: string, now = new Date()): Promise<void> {
  const rules = await inControl(platform.control, spaceId, (tx) => rulesOf(tx, spaceId));
  const before = await standingsOf(platform, spaceId);
  if (rules.length === 0 && before.length === 0) return;
  const names = await namesOf(platform, spaceId);
  const met = new Set<string>();
  for (const rule of rules.filter(({ enabled }) => enabled))
    for (const { of, label, value } of await figuresOf(platform, spaceId, rule, names)) {
      met.add(`${rule.id} ${of}`);
      const standing = before.find((one) => one.rule === rule.id && one.of === of);
      const bounds = { side: 'above' as const, raiseAt: rule.raiseAt, clearAt: rule.clearAt, hold: rule.hold * 60 };
      const next = judge(standing, value, now, bounds);
      await keep(platform, spaceId, { rule: rule.id, of, label, value: value ?? standing?.value ?? 0 }, next.standing);
      if (next.told) await tell(platform, spaceId, rule, { of, label, value: value ?? 0, told: next.told, now });
    }
  // what nothing is said of any more is not beyond its bound; an API without calls is, until it has some again
  for (const one of before) {
    const rule = rules.find(({ id }) => id === one.rule);
    const staysOpen = rule?.enabled === true && (rule.what === 'errors' || rule.what === 'latency');
    if (!met.has(`${one.rule} ${one.of}`) && !staysOpen) await keep(platform, spaceId, one, undefined);
  }
}

interface Figure {
  of: string;
  label: string;
  /** Null: not known. */
  value: number | null;
}

async function figuresOf(
  platform: Platform,
  spaceId: string,
  rule: AlertInput & { id: string },
  names: ReadonlyMap<string, string>,
): Promise<Figure[]> {
  const { schema, query } = reader({ platform, spaceId });
  const isMeant = (api: string): boolean => names.has(api) && (rule.api === null || rule.api === api);
  if (rule.what === 'upstream') {
    const { rows } = await query<{ environment: string; api: string; url: string; state: string }>({
      text: `select environment, api, url, state from ${schema}.gateway_upstream where seen_at > now() - interval '10 minutes'`,
    });
    return rows
      .filter(({ api }) => isMeant(api))
      .map(({ environment, api, url, state }) => ({
        of: `${environment} ${api} ${url}`,
        label: `${placed(names.get(api)!, environment)} · ${url}`,
        value: state === 'well' ? 0 : 1,
      }));
  }
  if (rule.what === 'quota') {
    const plans = await inControl(platform.control, spaceId, (tx) => plansInForce(tx, spaceId, names));
    return (await quotasOf({ platform, spaceId }, plans))
      .filter(({ api }) => isMeant(api.id))
      .map(({ subscription, api, application, used, most }) => ({
        of: subscription,
        label: `${api.name?.zh ?? ''} · ${application.name}`,
        value: Math.max(
          most.calls === null ? 0 : (used.calls / most.calls) * 100,
          most.bytes === null ? 0 : (used.bytes / most.bytes) * 100,
          most.seconds === null ? 0 : (used.seconds / most.seconds) * 100,
        ),
      }));
  }
  const { rows } = await query<{
    environment: string;
    api: string;
    calls: string;
    failed: string;
    histogram: string[];
  }>({
    text: `select environment, api, sum(calls) as calls, sum(failed) as failed,
        array(select sum(h) from unnest(array_agg(histogram)) with ordinality as u (h, n) group by (n - 1) % 14 order by (n - 1) % 14) as histogram
      from ${schema}.gateway_minute where minute > now() - make_interval(mins => $1) and api <> '' group by 1, 2`,
    values: [windowMinutes],
  });
  return rows
    .filter(({ api, calls }) => isMeant(api) && Number(calls) >= leastCalls)
    .map(({ environment, api, calls, failed, histogram }) => ({
      of: `${environment} ${api}`,
      label: placed(names.get(api)!, environment),
      value: rule.what === 'errors' ? (Number(failed) / Number(calls)) * 100 : quantileOf(histogram.map(Number), 0.95),
    }));
}

const placed = (name: string, environment: string): string =>
  environment === mainEnvironment ? name : `${name} (${environment})`;

async function plansInForce(
  tx: ControlTx,
  spaceId: string,
  names: ReadonlyMap<string, string>,
): Promise<PlanInForce[]> {
  const rows = await tx
    .selectFrom('gateway.subscription as s')
    .innerJoin('gateway.application as a', (join) =>
      join.onRef('a.space_id', '=', 's.space_id').onRef('a.id', '=', 's.application'),
    )
    .innerJoin('gateway.plan as p', (join) => join.onRef('p.space_id', '=', 's.space_id').onRef('p.id', '=', 's.plan'))
    .select(['s.id', 's.api', 's.application', 'a.name as applicationName', 'p.name as plan', 'p.quota'])
    .where('s.space_id', '=', spaceId)
    .where('s.state', '=', 'approved')
    .where('p.quota', 'is not', null)
    .execute();
  return rows.flatMap(({ id, api, application, applicationName, plan, quota }) =>
    quota === null
      ? []
      : [
          {
            subscription: id,
            api: { id: api, name: { zh: names.get(api) ?? '' } },
            application: { id: application, name: applicationName },
            plan,
            quota: quotaOf(quota)!,
          },
        ],
  );
}

/** Of those that are live anywhere. */
async function namesOf(platform: Platform, spaceId: string): Promise<Map<string, string>> {
  return inControl(platform.control, spaceId, async (tx) => {
    const live = await tx.selectFrom('gateway.live').select('api').distinct().where('space_id', '=', spaceId).execute();
    const found = await findDefinitions(
      tx,
      'gateway_api',
      live.map(({ api }) => api),
    );
    return new Map(found.map(({ id, name }) => [id, name.zh]));
  });
}

async function rulesOf(tx: ControlTx, spaceId: string): Promise<(AlertInput & { id: string })[]> {
  const rows = await tx
    .selectFrom('gateway.alert_rule')
    .selectAll()
    .where('space_id', '=', spaceId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ id, what, api, raise_at, clear_at, hold, enabled, receivers, ways }) => ({
    id,
    what,
    api,
    raiseAt: raise_at,
    clearAt: clear_at,
    hold,
    enabled,
    receivers: receivers as Receiver[],
    ways,
  }));
}

async function standingsOf(platform: Platform, spaceId: string): Promise<Standing[]> {
  const { rows } = await spaceQuery<Standing>(platform, {
    text: `select rule, of, label, state, since, value from ${spaceSchema(spaceId)}.gateway_alert_state order by since`,
  });
  return rows;
}

async function keep(
  platform: Platform,
  spaceId: string,
  { rule, of, label, value }: Pick<Standing, 'rule' | 'of' | 'label' | 'value'>,
  standing: AlertStanding | undefined,
): Promise<void> {
  const table = `${spaceSchema(spaceId)}.gateway_alert_state`;
  await spaceQuery(
    platform,
    standing
      ? {
          text: `insert into ${table} (rule, of, label, state, since, value) values ($1, $2, $3, $4, $5, $6)
            on conflict (rule, of) do update set label = excluded.label, state = excluded.state, since = excluded.since, value = excluded.value`,
          values: [rule, of, label, standing.state, standing.since.toISOString(), value],
        }
      : { text: `delete from ${table} where rule = $1 and of = $2`, values: [rule, of] },
  );
}

const units = { errors: '%', latency: ' ms', quota: '%', upstream: '' } as const;

async function tell(
  platform: Platform,
  spaceId: string,
  rule: AlertInput & { id: string },
  { of, label, value, told, now }: Figure & { value: number; told: 'raised' | 'cleared'; now: Date },
): Promise<void> {
  const shown = rule.what === 'upstream' ? '' : `: ${Math.round(value * 10) / 10}${units[rule.what]}`;
  const kinds = {
    errors: 'gatewayErrors',
    latency: 'gatewaySlow',
    quota: 'gatewayQuota',
    upstream: 'gatewayUpstream',
  } as const;
  await tellReceivers(platform, spaceId, rule, {
    once: `${rule.id} ${of} ${told} ${now.toISOString()}`.slice(0, 360),
    kind: told === 'raised' ? kinds[rule.what] : 'gatewayOver',
    title: `${label}${shown}`,
  });
}

function columnsOf({ raiseAt, clearAt, receivers, ways, ...rest }: AlertInput) {
  // of an upstream there is nothing between well and not
  const bounds = rest.what === 'upstream' ? { raise_at: 1, clear_at: 1 } : { raise_at: raiseAt, clear_at: clearAt };
  if (bounds.clear_at > bounds.raise_at)
    throw invalid('gateway.alert.bounds', [{ path: 'clearAt', code: 'gateway.alert.bounds' }]);
  return { ...rest, ...bounds, receivers: JSON.stringify(receivers), ways: ways.toSorted() };
}
