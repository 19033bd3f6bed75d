import type { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { requestSeen, sideOf, viewsOf, type StoredRequest } from './requests.ts';
import { shownColumns } from './source.ts';
import type { LiveOffer } from './tables.ts';

const shownDays = 62;
const shownDeliveries = 50;

export async function getRequest(
  ctx: Ctx,
  { params }: InputOf<typeof exchangeApi.get>,
): Promise<ResponseOf<typeof exchangeApi.get>> {
  const { platform, spaceId } = ctx;
  const told = await inControl(platform.control, spaceId, async (tx) => {
    const within = { ...ctx, tx };
    const row = await requestSeen(within, params.exchangeId);
    const [view] = await viewsOf(within, [row]);
    const days = await tx
      .selectFrom('etl.exchange_meter')
      .select([sql<string>`day::text`.as('day'), 'way', 'deliveries', 'rows', 'bytes'])
      .where('request', '=', row.id)
      .orderBy(sql`etl.exchange_meter.day`, 'desc')
      .orderBy('way')
      .limit(shownDays)
      .execute();
    const deliveries = await tx
      .selectFrom('etl.exchange_delivery')
      .select(['id', 'run', 'at', 'ms', 'rows', 'bytes', 'code'])
      .where('request', '=', row.id)
      .orderBy('at', 'desc')
      .limit(shownDeliveries)
      .execute();
    return { row, view: view!, days, deliveries };
  });
  const { row, view, days, deliveries } = told;
  const mine = sideOf(ctx, row) === 'asker';
  const live = !mine || view.state === 'approved' || view.state === 'suspended' ? await liveOf(ctx, row) : undefined;
  return {
    ...view,
    terms: row.terms,
    columns: live ? shownColumns(live.columns, live.found) : [],
    order: live?.order ?? '',
    ways: live?.ways ?? [],
    days: days.map((day) => ({ ...day, rows: Number(day.rows), bytes: Number(day.bytes) })),
    deliveries: deliveries.map(({ run, at, ...one }) => ({
      ...one,
      at: at.toISOString(),
      rows: Number(one.rows),
      bytes: Number(one.bytes),
      run: mine ? run : null,
    })),
  };
}

async function liveOf({ platform }: Ctx, { provider, offer }: StoredRequest): Promise<LiveOffer | undefined> {
  const found = await inControl(platform.control, provider, (tx) =>
    tx
      .selectFrom('etl.offer')
      .select('live')
      .where('space_id', '=', provider)
      .where('id', '=', offer)
      .executeTakeFirst(),
  );
  return found?.live ?? undefined;
}
