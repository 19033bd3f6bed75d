import { afterWork } from '@formwork/contract/enterprise/work-time.ts';
import { instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { inControl } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/context.ts';
import { workTimeOf, zoneOf } from '../enterprise/public.ts';

const span = /^(-)?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/;
const longest = 366 * 86_400_000 * 10;

/** When a wait is over: seconds from now, a stretch of time or a moment; undefined for what is none of them. */
export async function dueOf(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  { until, working }: { until: unknown; working: boolean },
  now: number,
): Promise<number | undefined> {
  const zone = zoneOf(ctx.platform, ctx.spaceId);
  const ms = spanMs(until);
  if (ms !== undefined) {
    if (!working) return now + Math.min(Math.max(ms, 0), longest);
    return inWork(ctx, new Date(now), Math.ceil(ms / 60_000));
  }
  const moment = momentMs(until, zone);
  if (moment === undefined || !working) return moment;
  // a moment on a day off waits for the next hour of work
  return inWork(ctx, new Date(Math.max(moment, now)), 0);
}

async function inWork(
  ctx: Pick<Ctx, 'platform' | 'spaceId'>,
  from: Date,
  minutes: number,
): Promise<number | undefined> {
  const time = await inControl(ctx.platform.facts, ctx.spaceId, (tx) => workTimeOf(tx, ctx.spaceId));
  return afterWork({ ...time, timeZone: zoneOf(ctx.platform, ctx.spaceId) }, from, minutes)?.getTime();
}

function spanMs(value: unknown): number | undefined {
  if (typeof value === 'number') return value * 1_000;
  if (typeof value !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const found = span.exec(value);
  if (!found || value.length < 3) return undefined;
  const [, minus, years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found;
  const whole = Number(years) * 365 + Number(months) * 30 + Number(weeks) * 7 + Number(days);
  const ms = whole * 86_400_000 + Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000;
  return minus ? -ms : ms;
}

function momentMs(value: unknown, zone: string): number | undefined {
  if (typeof value !== 'string') return undefined;
  const [text = '', named] = value.split('@');
  const wall = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?$/.exec(text);
  if (wall) {
    const instant = instantFromWall(`${wall[1]} ${wall[2] ?? '00:00:00'}`, named ?? zone);
    if (instant !== undefined) return Date.parse(instant);
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
