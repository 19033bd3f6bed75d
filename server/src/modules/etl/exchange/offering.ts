import { offerSampleRows, type exchangeApi, type OfferSample } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { patiently } from '../../../platform/engine/patience.ts';
import { conflict } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { RightsSubject } from '../../../platform/http/http.ts';
import { spaceNames } from '../../identity/public.ts';
import { lockedOffer, type StoredOffer } from './offers.ts';
import { columnsOfSource, rowsOfOffer } from './source.ts';
import type { LiveOffer } from './tables.ts';

type Input = InputOf<typeof exchangeApi.setOffered>;

/** Offers what is written, with rows that are read now: nobody outside ever looks at the source itself before they are approved. */
export async function setOffered(
  ctx: Ctx,
  { params, body }: Input,
): Promise<ResponseOf<typeof exchangeApi.setOffered>> {
  const id = params.offerId;
  if (body.state === 'withdrawn') {
    await inControl(ctx.platform.control, ctx.spaceId, (tx) => withdraw({ ...ctx, tx }, id));
    return { id };
  }
  const written = await inControl(ctx.platform.control, ctx.spaceId, (tx) => lockedOffer({ ...ctx, tx }, id));
  const found = await columnsOfSource(ctx, written.body.source, id);
  const live: LiveOffer = { ...written.body, found, person: ctx.user.id };
  const sample = await sampleOf(ctx, id, live);
  await inControl(ctx.platform.control, ctx.spaceId, (tx) => offer({ ...ctx, tx }, written, live, sample));
  return { id };
}

/** In words, for whoever reviews changes of rights. */
export async function changeByOffering(ctx: Ctx, { params, body }: Input): Promise<RightsSubject | null> {
  const { body: written, live } = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    lockedOffer({ ...ctx, tx }, params.offerId),
  );
  if (body.state !== 'offered') return null;
  const told = (offered: StoredOffer['body']) => ({
    fields: offered.columns.map(({ name }) => name),
    audience: offered.audience ?? [],
  });
  return { name: written.title, before: live ? told(live) : {}, after: told(written) };
}

const sampleOf = (ctx: Ctx, id: string, live: LiveOffer): Promise<OfferSample> =>
  patiently(patienceMs, (signal) => readSample(ctx, id, live, signal));

async function readSample(ctx: Ctx, id: string, live: LiveOffer, signal: AbortSignal): Promise<OfferSample> {
  const { columns, rows } = await rowsOfOffer(ctx, id, live, { limit: offerSampleRows }, signal);
  const taken: (string | null)[][] = [];
  for await (const batch of rows) {
    taken.push(...batch);
    if (taken.length >= offerSampleRows) break;
  }
  return {
    columns,
    rows: taken.slice(0, offerSampleRows).map((row) => row.map((value) => value?.slice(0, 500) ?? null)),
  };
}

const patienceMs = 60_000;

async function offer(ctx: TxCtx, written: StoredOffer, live: LiveOffer, sample: OfferSample): Promise<void> {
  const { id } = written;
  const now = await lockedOffer(ctx, id);
  // somebody wrote something else while the source was read
  if (now.changed_at.getTime() !== written.changed_at.getTime()) throw conflict('etl.exchange.not_from_here');
  const at = new Date();
  await ctx.tx
    .updateTable('etl.offer')
    .set({ live: JSON.stringify(live), state: 'offered', person: ctx.user.id, offered_at: at })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', id)
    .execute();
  const names = await spaceNames({ control: ctx.tx }, [ctx.spaceId]);
  const shown = {
    provider_name: names.get(ctx.spaceId) ?? ctx.spaceId,
    title: live.title,
    about: live.about,
    terms: live.terms,
    sample: JSON.stringify(sample),
    ordered_by: live.order,
    ways: live.ways,
    every_minutes: live.everyMinutes,
    rows_per_day: live.rowsPerDay,
    audience: live.audience,
    offered_at: at,
  };
  await ctx.tx
    .insertInto('etl.offer_shown')
    .values({ space_id: ctx.spaceId, id, ...shown })
    .onConflict((on) => on.columns(['space_id', 'id']).doUpdateSet(shown))
    .execute();
  await record(ctx, 'etl.exchange.offered', { id, name: live.title, columns: live.columns.map(({ name }) => name) });
}

/** Nobody new finds it; what was approved goes on until one of the two ends it. */
async function withdraw(ctx: TxCtx, id: string): Promise<void> {
  const { state, body } = await lockedOffer(ctx, id);
  if (state !== 'offered') throw conflict('etl.exchange.not_offered');
  await ctx.tx
    .updateTable('etl.offer')
    .set({ state: 'withdrawn' })
    .where('space_id', '=', ctx.spaceId)
    .where('id', '=', id)
    .execute();
  await ctx.tx.deleteFrom('etl.offer_shown').where('space_id', '=', ctx.spaceId).where('id', '=', id).execute();
  await record(ctx, 'etl.exchange.withdrawn', { id, name: body.title });
}
