import type { OfferWay } from '@formwork/contract/etl/exchange.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import type { StoredRequest } from './requests.ts';
import { recordInBoth } from './trails.ts';
import { todayOf } from './views.ts';

export interface Handed {
  way: OfferWay;
  /** Of who got it; none for a page of an API. */
  run: string | undefined;
  begun: number;
  rows: number;
  bytes: number;
  /** Of the refusal; undefined where everything came. */
  code: string | undefined;
  /** What went wrong where it is read, for the trail of that side alone. */
  detail: string | undefined;
}

/** Noted on the side that offers, by `ctx` of that side; tasks also one by one, in both trails. */
export async function noteHanded(ctx: Ctx, request: StoredRequest, handed: Handed): Promise<void> {
  const { way, run, begun, rows, bytes, code, detail } = handed;
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const within: TxCtx = { ...ctx, tx };
    if (rows > 0 || code === undefined)
      await tx
        .insertInto('etl.exchange_meter')
        .values({
          space_id: ctx.spaceId,
          request: request.id,
          day: todayOf(ctx.platform, ctx.spaceId),
          way,
          asker: request.space_id,
          deliveries: 1,
          rows,
          bytes,
        })
        .onConflict((on) =>
          on
            .columns(['space_id', 'request', 'day', 'way'])
            .doUpdateSet({
              deliveries: sql`exchange_meter.deliveries + 1`,
              rows: sql`exchange_meter.rows + ${rows}`,
              bytes: sql`exchange_meter.bytes + ${bytes}`,
            }),
        )
        .execute();
    const about = { id: request.id, title: request.title, partner: request.space_id };
    if (code === undefined && run !== undefined) await recordInBoth(within, 'etl.exchange.delivered', about, { rows });
    else if (code !== undefined)
      await record(within, 'etl.exchange.delivery_failed', { id: request.id, name: request.title, code, detail });
    if (run === undefined) return;
    await tx
      .insertInto('etl.exchange_delivery')
      .values({
        space_id: ctx.spaceId,
        id: newId(),
        request: request.id,
        asker: request.space_id,
        run,
        at: new Date(begun),
        ms: Date.now() - begun,
        rows,
        bytes,
        code: code ?? null,
      })
      .execute();
  });
}

/** Rows that went out today, whatever the way. */
export async function handedToday({ tx, platform, spaceId }: TxCtx, request: string): Promise<number> {
  const { rows } = await tx
    .selectFrom('etl.exchange_meter')
    .select(sql<string | null>`sum(rows)`.as('rows'))
    .where('space_id', '=', spaceId)
    .where('request', '=', request)
    .where('day', '=', todayOf(platform, spaceId))
    .executeTakeFirstOrThrow();
  return Number(rows ?? 0);
}

/** When another run was given everything last. */
export async function lastDelivery(
  { tx, spaceId }: TxCtx,
  request: string,
  run: string | undefined,
): Promise<Date | undefined> {
  let found = tx
    .selectFrom('etl.exchange_delivery')
    .select('at')
    .where('space_id', '=', spaceId)
    .where('request', '=', request)
    .where('code', 'is', null)
    .orderBy('at', 'desc')
    .limit(1);
  if (run !== undefined) found = found.where('run', '<>', run);
  return (await found.executeTakeFirst())?.at;
}
