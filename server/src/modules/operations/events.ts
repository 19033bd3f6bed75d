import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { eventsApi } from '@formwork/contract/operations/events.ts';
import { holds } from '@formwork/contract/operations/grants.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { asDispatcher, enterDispatcher, inControl, leaveDispatcher, type ControlTx } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';
import { replayAsked } from '../../platform/events/failed-events.ts';
import { spaceNames } from '../identity/public.ts';

type Input<Name extends keyof typeof eventsApi> = InputOf<(typeof eventsApi)[Name]>;
type Answer<Name extends keyof typeof eventsApi> = Promise<ResponseOf<(typeof eventsApi)[Name]>>;

/** The process that hands events on says so every few seconds; silent for so long it is not there. */
const silentMs = 30_000;

export async function listFailedEvents(
  ctx: Ctx,
  { query: { subscriber, offset, limit } }: Input<'failed'>,
): Answer<'failed'> {
  const { rows, total, known } = await asDispatcher(ctx.platform.control, async (tx) => {
    const wanted = tx
      .selectFrom('platform.failed_event')
      .$if(subscriber !== undefined, (all) => all.where('subscriber', '=', subscriber!));
    return {
      rows: await wanted
        .select([
          'subscriber',
          'event_id',
          'space_id',
          'type',
          'subject',
          'request_id',
          'at',
          'failed_at',
          'tries',
          'error',
          'asked_at',
        ])
        .select(sql<boolean>`data is not null`.as('whole'))
        .orderBy('failed_at', 'desc')
        .orderBy('event_id', 'desc')
        .orderBy('subscriber')
        .offset(offset)
        .limit(limit)
        .execute(),
      total: (await wanted.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()).count,
      known: await knownSubscribers(tx),
    };
  });
  const names = await spaceNames(
    ctx.platform,
    rows.map((row) => row.space_id),
  );
  const mayEdit = holds(ctx.user, 'operations.event.edit');
  return {
    rows: rows.map((row) => ({
      id: row.event_id,
      subscriber: row.subscriber,
      type: row.type,
      space: { id: row.space_id, name: names.get(row.space_id) ?? row.space_id },
      subject: row.subject,
      requestId: row.request_id,
      at: row.at?.toISOString() ?? null,
      failedAt: row.failed_at.toISOString(),
      tries: row.tries,
      error: row.error,
      asked: row.asked_at !== null,
      can: { replay: mayEdit && row.whole && row.asked_at === null && known.has(row.subscriber), discard: mayEdit },
    })),
    total,
  };
}

export async function eventLag({ platform }: Ctx): Answer<'lag'> {
  const { lag, failed } = await asDispatcher(platform.control, async (tx) => ({
    lag: await tx.selectFrom('platform.event_lag').selectAll().orderBy('subscriber').execute(),
    failed: await tx
      .selectFrom('platform.failed_event')
      .select(['subscriber', sql<number>`count(*)::int`.as('count')])
      .groupBy('subscriber')
      .execute(),
  }));
  const failures = new Map(failed.map(({ subscriber, count }) => [subscriber, count]));
  const now = Date.now();
  const seen = Math.max(0, ...lag.map((row) => row.seen_at.getTime()));
  return {
    rows: lag.map(({ subscriber, waiting, since }) => ({
      subscriber,
      waiting,
      seconds: since ? Math.max(0, Math.round((now - since.getTime()) / 100) / 10) : 0,
      failed: failures.get(subscriber) ?? 0,
    })),
    alive: now - seen < silentMs,
    seenAt: seen === 0 ? null : new Date(seen).toISOString(),
  };
}

export async function replayFailedEvents(ctx: Ctx, { body }: Input<'replay'>): Answer<'replay'> {
  const asked = await change(ctx, body.events, 'operations.event.replayed', async (tx, keys) => {
    const known = await knownSubscribers(tx);
    return tx
      .updateTable('platform.failed_event')
      .set({ asked_at: new Date() })
      .where(keys)
      .where('asked_at', 'is', null)
      .where('data', 'is not', null)
      .where('subscriber', 'in', ['', ...known])
      .returning(['subscriber', 'event_id', 'space_id', 'type'])
      .execute();
  });
  ctx.platform.bus.publish({ kind: replayAsked });
  return { asked };
}

export async function discardFailedEvents(ctx: Ctx, { body }: Input<'discard'>): Answer<'discard'> {
  const discarded = await change(ctx, body.events, 'operations.event.discarded', (tx, keys) =>
    tx
      .deleteFrom('platform.failed_event')
      .where(keys)
      .returning(['subscriber', 'event_id', 'space_id', 'type'])
      .execute(),
  );
  return { discarded };
}

interface Changed {
  subscriber: string;
  event_id: string;
  space_id: string;
  type: string;
}

/** What became of each stands in the operator's log, in the same transaction. */
async function change(
  ctx: Ctx,
  events: readonly { id: string; subscriber: string }[],
  type: string,
  work: (tx: ControlTx, keys: ReturnType<typeof among>) => Promise<Changed[]>,
): Promise<number> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await enterDispatcher(tx);
    const changed = await work(tx, among(events));
    await leaveDispatcher(tx);
    for (const { subscriber, event_id: id, space_id: space, type: eventType } of changed)
      await record({ ...ctx, tx }, type, { id, subscriber, eventType, space });
    return changed.length;
  });
}

function among(events: readonly { id: string; subscriber: string }[]) {
  return sql<boolean>`(subscriber, event_id) in (select * from unnest(${events.map(({ subscriber }) => subscriber)}::text[], ${events.map(({ id }) => id)}::uuid[]))`;
}

/** Subscribers of the product as it runs; what failed in one that is no more can only be discarded. */
async function knownSubscribers(tx: ControlTx): Promise<Set<string>> {
  return new Set(
    (await tx.selectFrom('platform.event_lag').select('subscriber').execute()).map((row) => row.subscriber),
  );
}

export async function countFailedEvents({ tx }: Pick<TxCtx, 'tx'>): Promise<number> {
  await enterDispatcher(tx);
  const { count } = await tx
    .selectFrom('platform.failed_event')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  await leaveDispatcher(tx);
  return count;
}
