import type { DirectoryRow, exchangeApi } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql, type Selectable } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { spaceNames } from '../../identity/public.ts';
import type { OfferShownTable } from './tables.ts';
import { likeOf, stateNow, todayOf, untilText } from './views.ts';

type Input<Name extends keyof typeof exchangeApi> = InputOf<(typeof exchangeApi)[Name]>;
type Answer<Name extends keyof typeof exchangeApi> = Promise<ResponseOf<(typeof exchangeApi)[Name]>>;
type Shown = Selectable<OfferShownTable>;

/** Row security says which of them this enterprise is offered. */
export async function listDirectory(ctx: TxCtx, { query }: Input<'directory'>): Answer<'directory'> {
  const { search, offset, limit } = query;
  let found = ctx.tx.selectFrom('etl.offer_shown').where('space_id', '<>', ctx.spaceId);
  if (search) {
    const like = likeOf(search);
    found = found.where((eb) =>
      eb.or([eb('title', 'ilike', like), eb('about', 'ilike', like), eb('provider_name', 'ilike', like)]),
    );
  }
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('offered_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, rows: await rowsOf(ctx, rows) };
}

export async function getShown(ctx: TxCtx, { params }: Input<'shown'>): Answer<'shown'> {
  const row = await shownOffer(ctx, params.offerSpace, params.offerId);
  const [view] = await rowsOf(ctx, [row]);
  return { ...view!, terms: row.terms, order: row.ordered_by, sample: row.sample };
}

export async function shownOffer(ctx: TxCtx, provider: string, id: string): Promise<Shown> {
  const row = await ctx.tx
    .selectFrom('etl.offer_shown')
    .selectAll()
    .where('space_id', '=', provider)
    .where('space_id', '<>', ctx.spaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound('etl.exchange.offer_not_found');
  return row;
}

async function rowsOf(ctx: TxCtx, rows: readonly Shown[]): Promise<DirectoryRow[]> {
  const names = await spaceNames(
    { control: ctx.tx },
    rows.map(({ space_id: provider }) => provider),
  );
  const own =
    rows.length === 0
      ? []
      : await ctx.tx
          .selectFrom('etl.exchange_request')
          .select(['id', 'provider', 'offer', 'state', untilText('until')])
          .where('space_id', '=', ctx.spaceId)
          .where(
            'offer',
            'in',
            rows.map(({ id }) => id),
          )
          .orderBy('asked_at', 'desc')
          .execute();
  return rows.map((row): DirectoryRow => {
    const mine = own.find(({ provider, offer }) => provider === row.space_id && offer === row.id);
    return {
      id: row.id,
      provider: { id: row.space_id, name: names.get(row.space_id) ?? row.provider_name },
      title: row.title,
      about: row.about,
      columnCount: row.sample.columns.length,
      ways: row.ways,
      everyMinutes: row.every_minutes,
      rowsPerDay: row.rows_per_day === null ? null : Number(row.rows_per_day),
      offeredAt: row.offered_at.toISOString(),
      mine: mine ? { id: mine.id, state: stateNow(mine.state, mine.until, todayOf(ctx.platform, row.space_id)) } : null,
    };
  });
}
