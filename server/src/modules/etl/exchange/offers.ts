import type { exchangeApi, Offer, OfferInput } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { ErrorCode, FieldError } from '@formwork/contract/errors.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { conflict, invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { spaceNames } from '../../identity/public.ts';
import { columnsOfSource } from './source.ts';
import type { OfferTable } from './tables.ts';
import { likeOf, todayOf } from './views.ts';

type Input<Name extends keyof typeof exchangeApi> = InputOf<(typeof exchangeApi)[Name]>;
type Answer<Name extends keyof typeof exchangeApi> = Promise<ResponseOf<(typeof exchangeApi)[Name]>>;
export type StoredOffer = Selectable<OfferTable>;

export async function listOffers(ctx: TxCtx, { query }: Input<'offers'>): Answer<'offers'> {
  const { search, state, offset, limit } = query;
  let found = ctx.tx.selectFrom('etl.offer as o').where('o.space_id', '=', ctx.spaceId);
  if (state !== undefined) found = found.where('o.state', '=', state);
  if (search) found = found.where(sql`o.body ->> 'title'`, 'ilike', likeOf(search));
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('etl.offer_shown as s', (join) => join.onRef('s.space_id', '=', 'o.space_id').onRef('s.id', '=', 'o.id'))
    .selectAll('o')
    .select(['s.sample'])
    .orderBy('o.changed_at', 'desc')
    .orderBy('o.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  const counts = ids.length === 0 ? [] : await countRequests(ctx, ids);
  const names = await spaceNames({ control: ctx.tx }, [...new Set(rows.flatMap(({ body }) => body.audience ?? []))]);
  const countOf = (id: string, of: string): number =>
    counts.find((one) => one.offer === id && one.state === of)?.count ?? 0;
  return {
    total,
    rows: rows.map(({ id, body, live, sample, ...row }): Offer => ({
      ...body,
      id,
      state: row.state,
      changed: row.state === 'offered' && !isSame(body, live),
      sample: sample ?? null,
      offeredTo: body.audience?.map((one) => ({ id: one, name: names.get(one) ?? one })) ?? null,
      waiting: countOf(id, 'requested'),
      running: countOf(id, 'approved') + countOf(id, 'suspended'),
      person: row.person,
      changedAt: row.changed_at.toISOString(),
      offeredAt: row.offered_at?.toISOString() ?? null,
    })),
  };
}

export async function sourceColumns(ctx: Ctx, { body }: Input<'sourceColumns'>): Answer<'sourceColumns'> {
  return { columns: await columnsOfSource(ctx, body.source, 'new') };
}

export async function createOffer(ctx: TxCtx, { body }: Input<'createOffer'>): Answer<'createOffer'> {
  await requireWhole(ctx, body);
  const id = newId();
  await ctx.tx
    .insertInto('etl.offer')
    .values({
      space_id: ctx.spaceId,
      id,
      body: JSON.stringify(body),
      live: null,
      state: 'draft',
      person: ctx.user.id,
      offered_at: null,
    })
    .execute();
  await record(ctx, 'etl.exchange.offer_created', { id, name: body.title });
  return { id };
}

export async function updateOffer(ctx: TxCtx, { params, body }: Input<'updateOffer'>): Answer<'updateOffer'> {
  const before = await lockedOffer(ctx, params.offerId);
  await requireWhole(ctx, body);
  if (isSame(before.body, body)) return { id: before.id };
  await ctx.tx
    .updateTable('etl.offer')
    .set({ body: JSON.stringify(body), changed_at: new Date() })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', before.id)
    .execute();
  await record(ctx, 'etl.exchange.offer_changed', { id: before.id, name: body.title });
  return { id: before.id };
}

/** What somebody asks for or gets is withdrawn and ended first. */
export async function removeOffer(ctx: TxCtx, { params }: Input<'removeOffer'>): Answer<'removeOffer'> {
  const { id, body } = await lockedOffer(ctx, params.offerId);
  const counts = await countRequests(ctx, [id]);
  if (counts.some(({ state }) => state === 'requested' || state === 'approved' || state === 'suspended'))
    throw conflict('etl.exchange.in_use');
  for (const table of ['etl.offer_shown', 'etl.offer'] as const)
    await ctx.tx.deleteFrom(table).where('space_id', '=', ctx.spaceId).where('id', '=', id).execute();
  await record(ctx, 'etl.exchange.offer_removed', { id, name: body.title });
  return null;
}

export async function lockedOffer(ctx: TxCtx, id: string): Promise<StoredOffer> {
  const row = await ctx.tx
    .selectFrom('etl.offer')
    .selectAll()
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('etl.exchange.offer_not_found');
  return row;
}

function isSame(body: OfferInput, other: OfferInput | null): boolean {
  if (other === null) return false;
  const parts = Object.keys(body) as (keyof OfferInput)[];
  return parts.every((part) => JSON.stringify(body[part]) === JSON.stringify(other[part]));
}

async function countRequests(ctx: TxCtx, offers: string[]): Promise<{ offer: string; state: string; count: number }[]> {
  return ctx.tx
    .selectFrom('etl.exchange_request')
    .select(['offer', 'state', sql<number>`count(*)::int`.as('count')])
    .where('provider', '=', ctx.spaceId)
    .where('offer', 'in', offers)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>=', todayOf(ctx.platform, ctx.spaceId))]))
    .groupBy(['offer', 'state'])
    .execute();
}

async function requireWhole(ctx: TxCtx, { columns, order, ways, audience }: OfferInput): Promise<void> {
  const wrong: FieldError[] = [];
  const refuse = (path: string, code: ErrorCode) => wrong.push({ path, code });
  const names = columns.map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice !== -1) refuse(`columns.${twice}.name`, 'etl.exchange.name_twice');
  const ordered = columns.find(({ name }) => name === order);
  if (order === '' ? ways.includes('api') : !ordered) refuse('order', 'etl.exchange.order_missing');
  if (ordered && ordered.mask !== 'none') refuse('order', 'etl.exchange.order_masked');
  if (audience?.includes(ctx.spaceId)) refuse('audience', 'etl.exchange.own_space');
  if (audience) {
    const known = await spaceNames({ control: ctx.tx }, audience);
    if (audience.some((id) => !known.has(id))) refuse('audience', 'etl.exchange.no_space');
  }
  if (wrong.length > 0) throw invalid('etl.exchange.invalid', wrong);
}
