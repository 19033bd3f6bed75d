import { createHash } from 'node:crypto';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { sql } from 'kysely';
import type { Snapshot, SnapshotApi } from '../../gateway/snapshot.ts';
import { columnsFrom } from '../../platform/assets.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { detached } from '../../platform/db/connections.ts';
import type { Subscriber } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { releasedOf } from '../definitions/public.ts';
import { zoneOf } from '../enterprise/public.ts';
import { environmentsOf } from './environment-list.ts';
import { quotaOf, type PlanRate } from './tables.ts';

/** Bus message: an environment has another snapshot. */
const snapshotMade = 'gateway.snapshot';
const kept = 20;
/** A change is committed by then; the event log tells of it a second time, whatever became of this process. */
const soonMs = [30, 400];

/** Call within the transaction of a change: the snapshots of the space are made anew once it is committed. */
export function refreshSoon(platform: Platform, spaceId: string): void {
  detached(() => {
    for (const ms of soonMs)
      setTimeout(() => {
        refresh(platform, spaceId).catch((error: unknown) => {
          if (!platform.pool.ending)
            platform.log.error({ err: error, spaceId }, 'a snapshot of the gateway could not be made');
        });
      }, ms).unref();
  });
}

/** Follows whatever changes what the gateway serves, also where the process that changed it is gone. */
export const snapshotSubscriber: Subscriber = {
  name: 'gateway.snapshots',
  start: 'now',
  types: [
    'gateway.',
    'definitions.archived',
    'definitions.restored',
    'definitions.purged',
    'definitions.enabled',
    'enterprise.',
    'assets.asset.changed',
  ],
  handle: (platform, spaceId) => refresh(platform, spaceId, true),
};

/** One after another for a space, in whatever process: each is made of what is committed by then. */
export async function refresh(platform: Platform, spaceId: string, onlyWithApis = false): Promise<void> {
  const made = await inControl(platform.control, spaceId, async (tx) => {
    if (onlyWithApis && !(await isThere(tx, spaceId))) return [];
    await sql`select pg_advisory_xact_lock(hashtextextended(${`gateway ${spaceId}`}, 0))`.execute(tx);
    const all: { environment: string; number: number }[] = [];
    for (const { id: environment } of await environmentsOf({ tx, spaceId })) {
      const number = await keep(tx, spaceId, environment, await snapshotOf(platform, tx, spaceId, environment));
      if (number !== undefined) all.push({ environment, number });
    }
    return all;
  });
  for (const one of made) platform.bus.publish({ kind: snapshotMade, spaceId, ...one });
}

async function isThere(tx: ControlTx, spaceId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('gateway.live')
    .select('api')
    .where('space_id', '=', spaceId)
    .limit(1)
    .executeTakeFirst();
  const before = await tx
    .selectFrom('gateway.snapshot')
    .select('number')
    .where('space_id', '=', spaceId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined || before !== undefined;
}

/** The number, where it says something else than the one before. */
async function keep(
  tx: ControlTx,
  spaceId: string,
  environment: string,
  snapshot: Snapshot,
): Promise<number | undefined> {
  const body = JSON.stringify(snapshot);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const last = await tx
    .selectFrom('gateway.snapshot')
    .select(['number', 'sha256'])
    .where('space_id', '=', spaceId)
    .where('environment', '=', environment)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.sha256 === sha256 || (!last && snapshot.apis.length === 0)) return undefined;
  const number = (last?.number ?? 0) + 1;
  await tx.insertInto('gateway.snapshot').values({ space_id: spaceId, environment, number, sha256, body }).execute();
  await tx
    .deleteFrom('gateway.snapshot')
    .where('space_id', '=', spaceId)
    .where('environment', '=', environment)
    .where('number', '<=', number - kept)
    .execute();
  return number;
}

async function snapshotOf(platform: Platform, tx: ControlTx, spaceId: string, environment: string): Promise<Snapshot> {
  const applications = await tx
    .selectFrom('gateway.application as a')
    .innerJoin('gateway.consumer as c', (join) =>
      join.onRef('c.space_id', '=', 'a.space_id').onRef('c.id', '=', 'a.consumer'),
    )
    .select(['a.id', 'a.name', 'a.consumer', 'c.name as consumerName', 'c.off'])
    .where('a.space_id', '=', spaceId)
    .orderBy('a.id')
    .execute();
  const credentials = await tx
    .selectFrom('gateway.credential')
    .select(['id', 'kind', 'application', 'hash', 'login', 'settings', 'expires_at'])
    .where('space_id', '=', spaceId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
  const subscriptions = await tx
    .selectFrom('gateway.subscription')
    .select(['application', 'api', 'plan', 'state'])
    .where('space_id', '=', spaceId)
    // of several between the two the last says how it is
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  const plans = await tx
    .selectFrom('gateway.plan')
    .select(['id', 'name', 'rate', 'quota'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute();
  return {
    format: 1,
    spaceId,
    environment,
    apis: await apisOf(platform, tx, spaceId, environment),
    credentials: credentials.map(({ settings, expires_at, ...row }) => ({
      ...row,
      jwt: row.kind === 'jwt' ? (settings as never) : null,
      expiresAt: expires_at?.toISOString() ?? null,
    })),
    applications,
    subscriptions,
    plans: plans.map((plan) => ({ ...plan, rate: plan.rate as PlanRate, quota: quotaOf(plan.quota) })),
    ranges: [...platform.outgoingRanges.of(spaceId)],
    zone: zoneOf(platform, spaceId),
  };
}

async function apisOf(platform: Platform, tx: ControlTx, spaceId: string, environment: string): Promise<SnapshotApi[]> {
  const live = await tx
    .selectFrom('gateway.live')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('environment', '=', environment)
    .orderBy('api')
    .execute();
  const apis: SnapshotApi[] = [];
  for (const { api: id, number, state, sunset } of live) {
    // one in the bin or switched off is not served, whatever stands here
    const now = await releasedOf<GatewayApi>(platform, spaceId, 'gateway_api', id);
    const release = now?.enabled
      ? await releasedOf<GatewayApi>(platform, spaceId, 'gateway_api', id, number)
      : undefined;
    if (release) {
      const { body } = release;
      apis.push({
        id,
        name: release.name.zh,
        number,
        state,
        sunset: sunset?.toISOString() ?? null,
        body,
        hidden: await hiddenOf(platform, spaceId, id, body),
      });
    }
  }
  return apis;
}

/** Names of fields that the catalogue calls so sensitive, of the API itself and of the form behind it. */
async function hiddenOf(platform: Platform, spaceId: string, id: string, body: GatewayApi): Promise<string[]> {
  const { maskFrom, source } = body;
  if (maskFrom === null) return [];
  const at = { platform, spaceId };
  const own = await columnsFrom(at, 'gateway_api', id, maskFrom);
  const form = source.is === 'form' && source.form !== null ? await columnsFrom(at, 'form', source.form, maskFrom) : [];
  // of statements a column stands behind its operation
  return [...new Set([...own, ...form].map((key) => key.slice(key.lastIndexOf(' ') + 1)))].toSorted();
}
