import type { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { afterWork, usualWorkTime, withHolidays, type WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { allHolidays } from '../basedata/public.ts';
import { appearanceTopic } from './appearance.ts';
import { readSettings, writeSetting } from './settings.ts';
import { tellZone, zoneOf } from './zones.ts';

/** The enterprise's calendar of work, or the usual one until it has its own, with the holidays of its base data. */
export async function workTimeOf(tx: ControlTx, spaceId: string): Promise<WorkTime> {
  return withHolidays(await ownWorkTime(tx, spaceId), await allHolidays(tx, spaceId));
}

/** As it was set: holidays are kept elsewhere. */
export function getWorkTime(ctx: TxCtx): Promise<WorkTime> {
  return ownWorkTime(ctx.tx, ctx.spaceId);
}

async function ownWorkTime(tx: ControlTx, spaceId: string): Promise<WorkTime> {
  return (await readSettings(tx, spaceId, ['work_time'])).work_time ?? usualWorkTime;
}

export async function setWorkTime(ctx: Ctx, { body }: InputOf<typeof enterpriseApi.setWorkTime>): Promise<WorkTime> {
  const { platform, spaceId } = ctx;
  const sorted = { ...body, days: [...body.days].sort((a, b) => a.date.localeCompare(b.date)) };
  await inControl(platform.control, spaceId, (tx) => writeSetting({ ...ctx, tx }, 'work_time', sorted));
  const zone = zoneOf(platform, spaceId);
  tellZone(platform, spaceId, sorted.timeZone);
  if (zone !== sorted.timeZone)
    platform.realtime.publish(spaceId, {
      to: { topic: `${appearanceTopic}:appearance` },
      message: { type: 'enterprise.time-zone' },
    });
  return sorted;
}

export function getTimeZone({ platform, spaceId }: Ctx): Promise<{ timeZone: string }> {
  return Promise.resolve({ timeZone: zoneOf(platform, spaceId) });
}

export async function dueAfter(
  ctx: TxCtx,
  { query }: InputOf<typeof enterpriseApi.dueAfter>,
): Promise<{ due: string | null }> {
  const due = afterWork(await workTimeOf(ctx.tx, ctx.spaceId), new Date(query.from), query.minutes);
  return { due: due?.toISOString() ?? null };
}
