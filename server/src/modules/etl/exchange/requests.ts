import type { exchangeApi, ExchangeRequest } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql, type Selectable } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { spaceNames } from '../../identity/public.ts';
import { shownOffer } from './directory.ts';
import type { ExchangeRequestTable } from './tables.ts';
import { recordInBoth } from './trails.ts';
import { likeOf, stateNow, stateNowSql, stepsOf, todayOf, untilText } from './views.ts';

type Input<Name extends keyof typeof exchangeApi> = InputOf<(typeof exchangeApi)[Name]>;
type Answer<Name extends keyof typeof exchangeApi> = Promise<ResponseOf<(typeof exchangeApi)[Name]>>;
export type StoredRequest = Selectable<ExchangeRequestTable>;

/** Row security hands out what this enterprise asked for and what it is asked for, and nothing between others. */
export async function listRequests(ctx: TxCtx, { query }: Input<'requests'>): Answer<'requests'> {
  const { search, side, state, offer, offset, limit } = query;
  let found = ctx.tx.selectFrom('etl.exchange_request as r');
  if (side !== undefined) found = found.where(side === 'asked' ? 'r.space_id' : 'r.provider', '=', ctx.spaceId);
  if (offer !== undefined) found = found.where('r.offer', '=', offer);
  if (state !== undefined) found = found.where(stateNowSql(todayOf(ctx.platform, ctx.spaceId)), '=', state);
  if (search)
    found = found.where((eb) =>
      eb.or([eb('r.title', 'ilike', likeOf(search)), eb('r.reason', 'ilike', likeOf(search))]),
    );
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('r')
    .select(untilText('r.until'))
    .orderBy(sql`r.state = 'requested'`, 'desc')
    .orderBy('r.asked_at', 'desc')
    .orderBy('r.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, rows: await viewsOf(ctx, rows) };
}

export async function requestOffer(ctx: TxCtx, { body }: Input<'request'>): Answer<'request'> {
  const { provider, reason, until } = body;
  const offer = await shownOffer(ctx, provider, body.offer);
  const id = newId();
  // one that has run out makes room for the next
  await ctx.tx
    .updateTable('etl.exchange_request')
    .set({ state: 'ended' })
    .where('space_id', '=', ctx.spaceId)
    .where('provider', '=', provider)
    .where('offer', '=', offer.id)
    .where('state', 'in', ['approved', 'suspended'])
    .where('until', '<', todayOf(ctx.platform, provider))
    .execute();
  await ctx.tx
    .insertInto('etl.exchange_request')
    .values({
      space_id: ctx.spaceId,
      id,
      provider,
      offer: offer.id,
      title: offer.title,
      terms: offer.terms,
      reason,
      until,
      state: 'requested',
      ended_by: null,
      decided_at: null,
    })
    .execute();
  await recordInBoth(ctx, 'etl.exchange.requested', { id, title: offer.title, partner: provider }, { reason, until });
  return { id };
}

/** Of either of the two; somebody else's does not exist. */
export async function requestSeen(ctx: TxCtx, id: string, { lock = false } = {}): Promise<StoredRequest> {
  const found = ctx.tx.selectFrom('etl.exchange_request').selectAll().select(untilText('until')).where('id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw notFound('etl.exchange.not_found');
  return row;
}

export const sideOf = ({ spaceId }: { spaceId: string }, row: StoredRequest): 'asker' | 'provider' =>
  row.space_id === spaceId ? 'asker' : 'provider';

export async function viewsOf(ctx: TxCtx, rows: readonly StoredRequest[]): Promise<ExchangeRequest[]> {
  const partnerOf = (row: StoredRequest): string => (sideOf(ctx, row) === 'asker' ? row.provider : row.space_id);
  const names = await spaceNames({ control: ctx.tx }, rows.map(partnerOf));
  const sums =
    rows.length === 0
      ? []
      : await ctx.tx
          .selectFrom('etl.exchange_meter')
          .select(['request', sql<string>`sum(rows)`.as('rows'), sql<string>`sum(bytes)`.as('bytes')])
          .where(
            'request',
            'in',
            rows.map(({ id }) => id),
          )
          .groupBy('request')
          .execute();
  return rows.map((row): ExchangeRequest => {
    const side = sideOf(ctx, row);
    const state = stateNow(row.state, row.until, todayOf(ctx.platform, row.provider));
    const sum = sums.find(({ request }) => request === row.id);
    return {
      id: row.id,
      side: side === 'asker' ? 'asked' : 'received',
      partner: { id: partnerOf(row), name: names.get(partnerOf(row)) ?? partnerOf(row) },
      offer: row.offer,
      title: row.title,
      reason: row.reason,
      until: row.until,
      state,
      note: row.note,
      endedBy: row.ended_by,
      askedAt: row.asked_at.toISOString(),
      decidedAt: row.decided_at?.toISOString() ?? null,
      rows: Number(sum?.rows ?? 0),
      bytes: Number(sum?.bytes ?? 0),
      can: stepsOf(side, state),
    };
  });
}
