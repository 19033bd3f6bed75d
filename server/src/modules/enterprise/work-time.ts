import type { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { afterWork, usualWorkTime, withHolidays, type WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { TxCtx } from '../../platform/context.ts';
import type { ControlTx } from '../../platform/db.ts';
import { allHolidays } from '../basedata/public.ts';
import { readSettings, writeSetting } from './settings.ts';

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

export async function setWorkTime(ctx: TxCtx, { body }: InputOf<typeof enterpriseApi.setWorkTime>): Promise<WorkTime> {
  const sorted = { ...body, days: [...body.days].sort((a, b) => a.date.localeCompare(b.date)) };
  await writeSetting(ctx, 'work_time', sorted);
  return sorted;
}

export async function dueAfter(ctx: TxCtx, { query }: InputOf<typeof enterpriseApi.dueAfter>): Promise<{ due: string | null }> {
  const due = afterWork(await workTimeOf(ctx.tx, ctx.spaceId), new Date(query.from), query.minutes);
  return { due: due?.toISOString() ?? null };
}
