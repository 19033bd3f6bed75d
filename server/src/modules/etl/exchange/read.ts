import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import { mostPageRows, type OfferWay } from '@formwork/contract/etl/exchange.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import type { RowStream } from '../../../platform/engine/port.ts';
import { rowLine, streamOf } from '../../../platform/engine/rows.ts';
import { AppError, conflict, notFound } from '../../../platform/errors.ts';
import { asPerson, openSpaceName } from '../../identity/public.ts';
import { handedToday, lastDelivery, noteHanded, type Handed } from './meter.ts';
import { requestSeen, type StoredRequest } from './requests.ts';
import { bytesOf, rowsOfOffer, shownColumns, type OfferPart, type OfferRows } from './source.ts';
import type { LiveOffer } from './tables.ts';
import { stateNow, todayOf } from './views.ts';

export interface ExchangePage {
  columns: DataColumn[];
  rows: (string | null)[][];
  /** Where the next page begins; null behind the last one. */
  next: string | null;
}

/** What an approved request has to give, as the offer stands now. */
export async function exchangeColumns(ctx: Ctx, requestId: string): Promise<DataColumn[]> {
  const { live } = await approved(ctx, requestId, 'task');
  return shownColumns(live.columns, live.found);
}

/** Its sample rows, for a look while a task is drawn: they were made when it was offered, and are no delivery. */
export async function exchangeSample(ctx: Ctx, requestId: string): Promise<RowStream> {
  const { request, live } = await approved(ctx, requestId, 'task');
  const shown = await inControl(ctx.platform.control, request.provider, (tx) =>
    tx
      .selectFrom('etl.offer_shown')
      .select('sample')
      .where('space_id', '=', request.provider)
      .where('id', '=', request.offer)
      .executeTakeFirst(),
  );
  const sample = shown?.sample ?? { columns: shownColumns(live.columns, live.found), rows: [] };
  return { columns: sample.columns, bytes: streamOf(one(sample.rows)) };
}

/** A delivery into a run of the one who asked: every row, or those behind a value of its order. */
export async function deliverExchange(
  ctx: Ctx,
  requestId: string,
  {
    run,
    by,
    after,
    from,
    signal,
  }: { run: string; by: string } & Pick<OfferPart, 'after' | 'from'> & { signal?: AbortSignal | undefined },
): Promise<RowStream> {
  const handed = await handOut(ctx, requestId, { way: 'task', run, by, part: { after, from }, signal });
  return { columns: handed.columns, bytes: bytesOf(handed) };
}

/** A page for a call of an API, in the order of the offer. */
export async function exchangePage(
  ctx: Ctx,
  requestId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<ExchangePage> {
  const most = Math.min(limit, mostPageRows);
  const part = { after, limit: most, ordered: true };
  const { columns, rows, order } = await handOut(ctx, requestId, {
    way: 'api',
    run: undefined,
    part,
    signal: AbortSignal.timeout(pageMs),
  });
  const page: (string | null)[][] = [];
  for await (const batch of rows) page.push(...batch);
  const at = columns.findIndex(({ name }) => name === order);
  return { columns, rows: page, next: page.length < most ? null : (page.at(-1)?.[at] ?? null) };
}

interface HandingOut {
  way: OfferWay;
  /** The order that who asks knows of. */
  by?: string;
  run: string | undefined;
  part: OfferPart;
  signal: AbortSignal | undefined;
}

const pageMs = 30_000;
/** How often it is looked whether a delivery may still go on. */
const lookMs = 2_000;

async function handOut(
  ctx: Ctx,
  requestId: string,
  { way, run, by = '', part, signal }: HandingOut,
): Promise<OfferRows & { order: string }> {
  const begun = Date.now();
  const { request, live } = await approved(ctx, requestId, way);
  // rows behind a value of one column are others than those behind it of another
  if (by !== '' && by !== live.order) throw new AppError('etl.problem.column_gone', { column: by });
  const provider = await providerOf(ctx, request, live);
  const left = await allowance(provider, request, live, { way, run });
  const note = (handed: Pick<Handed, 'rows' | 'bytes' | 'code' | 'detail'>) =>
    noteHanded(provider, request, { way, run, begun, ...handed });
  try {
    const { rows, ...rest } = await rowsOfOffer(provider, request.offer, live, part, signal);
    return { ...rest, rows: metered(ctx, request, rows, { way, left, note, signal }), order: live.order };
  } catch (error) {
    await note({ rows: 0, bytes: 0, ...failureOf(error) });
    throw shownFailure(ctx, error);
  }
}

interface Metering {
  way: OfferWay;
  left: number;
  note: (handed: Pick<Handed, 'rows' | 'bytes' | 'code' | 'detail'>) => Promise<void>;
  signal: AbortSignal | undefined;
}

/** The same rows, counted; whatever ends them, what went out is noted before anybody hears of the end. */
async function* metered(
  ctx: Ctx,
  request: StoredRequest,
  batches: OfferRows['rows'],
  { way, left, note, signal }: Metering,
): OfferRows['rows'] {
  let [rows, bytes, looked] = [0, 0, Date.now()];
  let failure: Pick<Handed, 'code' | 'detail'> = { code: 'etl.exchange.broken_off', detail: undefined };
  try {
    for await (const batch of batches) {
      if (rows + batch.length > left) throw new AppError('etl.exchange.used_up');
      if (Date.now() - looked > lookMs) {
        await approved(ctx, request.id, way);
        looked = Date.now();
      }
      rows += batch.length;
      for (const row of batch) bytes += Buffer.byteLength(rowLine(row));
      yield batch;
    }
    failure = { code: undefined, detail: undefined };
  } catch (error) {
    // who asked broke it off themselves
    if (!signal?.aborted) failure = failureOf(error);
    throw signal?.aborted ? error : shownFailure(ctx, error);
  } finally {
    await note({ rows, bytes, ...failure });
  }
}

/** The request of `ctx` and the offer behind it, where both still hold. */
async function approved(ctx: Ctx, id: string, way: OfferWay): Promise<{ request: StoredRequest; live: LiveOffer }> {
  const { platform, spaceId, user } = ctx;
  if (!roleHolds(user.role, 'etl.exchange.read')) throw notFound('etl.exchange.not_found');
  const request = await inControl(platform.control, spaceId, (tx) => requestSeen({ ...ctx, tx }, id));
  // who offers has the source itself
  if (request.space_id !== spaceId) throw notFound('etl.exchange.not_found');
  const state = stateNow(request.state, request.until, todayOf(platform, request.provider));
  if (state === 'expired') throw conflict('etl.exchange.expired', { until: request.until });
  if (state !== 'approved') throw conflict('etl.exchange.not_approved');
  const offer = await inControl(platform.control, request.provider, (tx) =>
    tx
      .selectFrom('etl.offer')
      .select('live')
      .where('space_id', '=', request.provider)
      .where('id', '=', request.offer)
      .executeTakeFirst(),
  );
  if (!offer?.live) throw new AppError('etl.exchange.away');
  if (!offer.live.ways.includes(way)) throw conflict('etl.exchange.way_closed');
  return { request, live: offer.live };
}

/** Who offered it, with the rights they have now: where they lost theirs, nobody gets anything. */
async function providerOf(ctx: Ctx, request: StoredRequest, live: LiveOffer): Promise<Ctx> {
  const { platform, requestId } = ctx;
  try {
    if ((await openSpaceName(platform, request.provider)) === undefined) throw new AppError('etl.exchange.away');
    return await asPerson({ platform, spaceId: request.provider, requestId }, live.person, 'data is delivered');
  } catch (error) {
    throw shownFailure(ctx, error);
  }
}

/** How many rows may go out today still. */
async function allowance(
  provider: Ctx,
  request: StoredRequest,
  { everyMinutes, rowsPerDay }: LiveOffer,
  { way, run }: Pick<HandingOut, 'way' | 'run'>,
): Promise<number> {
  return inControl(provider.platform.control, provider.spaceId, async (tx) => {
    const within: TxCtx = { ...provider, tx };
    if (way === 'task' && everyMinutes !== null) {
      const last = await lastDelivery(within, request.id, run);
      if (last && Date.now() - last.getTime() < everyMinutes * 60_000)
        throw new AppError('etl.exchange.too_soon', { minutes: everyMinutes });
    }
    if (rowsPerDay === null) return Infinity;
    const left = rowsPerDay - (await handedToday(within, request.id));
    if (left <= 0) throw new AppError('etl.exchange.used_up');
    return left;
  });
}

function failureOf(error: unknown): Pick<Handed, 'code' | 'detail'> {
  const known = error instanceof AppError ? error : undefined;
  const text = known ? JSON.stringify({ code: known.code, ...known.data }) : (error as Error).message;
  return { code: isShown(error) ? error.code : 'etl.exchange.away', detail: text.slice(0, 1_000) };
}

/** What is wrong over there says more of the source than the offer does. */
function shownFailure(ctx: Ctx, error: unknown): AppError {
  if (isShown(error)) return error;
  ctx.platform.log.warn({ err: error }, 'a delivery between enterprises failed where it is read');
  return new AppError('etl.exchange.away');
}

const shownCodes: ReadonlySet<string> = new Set([
  'etl.exchange.not_approved',
  'etl.exchange.expired',
  'etl.exchange.way_closed',
  'etl.exchange.too_soon',
  'etl.exchange.used_up',
  'etl.exchange.away',
]);

function isShown(error: unknown): error is AppError {
  return error instanceof AppError && shownCodes.has(error.code);
}

async function* one(rows: (string | null)[][]): AsyncGenerator<(string | null)[][]> {
  yield await Promise.resolve(rows);
}
