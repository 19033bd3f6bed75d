import type { WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { addDays, instantFromWall, wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Timing } from '@formwork/contract/schedules/timing.ts';
import { Cron } from 'croner';

/** By which clock and calendar times are told. */
export interface Clockwork {
  zone: string;
  calendar: WorkTime;
}

export type When = Pick<Timing, 'cron' | 'every' | 'at' | 'workdays' | 'window'> & {
  /** From which `every` counts. */
  since: Date;
};

/** More moments than that outside of working days and window in a row: then there are none. */
const mostSteps = 2_000;

/**
 * The first moment after `from`. A wall time that does not exist (summer time begins) is the next minute that does, one that
 * comes twice counts once. Moments outside of the working days and the window are left out.
 */
export function nextTime(when: When, from: Date, clockwork: Clockwork): Date | null {
  let after = from;
  for (let step = 0; step < mostSteps; step++) {
    const next = plainNext(when, after, clockwork.zone);
    if (next === null) return null;
    const open = firstOpen(when, next, clockwork);
    if (open === null) return null;
    if (open.getTime() === next.getTime()) return next;
    // what lies between is shut: go on from just before it opens
    after = new Date(open.getTime() - 1);
  }
  return null;
}

/** Times between two moments, the later one included; at most `most`. */
export function timesBetween(when: When, from: Date, to: Date, clockwork: Clockwork, most: number): Date[] {
  const times: Date[] = [];
  for (let at = nextTime(when, from, clockwork); at !== null && at <= to && times.length < most;) {
    times.push(at);
    at = nextTime(when, at, clockwork);
  }
  return times;
}

export function isCron(text: string): boolean {
  try {
    return new Cron(text, { mode: '5-part' }).nextRun() !== null;
  } catch {
    return false;
  }
}

function plainNext({ cron, every, at, since }: When, after: Date, zone: string): Date | null {
  if (at !== undefined) return new Date(at) > after ? new Date(at) : null;
  if (every !== undefined) {
    const passed = Math.floor((after.getTime() - since.getTime()) / 1_000 / every) + 1;
    return new Date(since.getTime() + Math.max(passed, 1) * every * 1_000);
  }
  return cronOf(cron!, zone).nextRun(after);
}

/** The moment itself where it is open, else the next one that is; null where no day of the calendar ever is. */
function firstOpen({ workdays, window }: When, at: Date, { zone, calendar }: Clockwork): Date | null {
  if (!workdays && !window) return at;
  const wall = wallText(at.toISOString(), zone);
  const day = wall.slice(0, 10);
  if (workdays && !isWorkday(day, calendar)) return startOf(nextWorkday(day, calendar), '00:00', zone);
  if (!window) return at;
  const clock = wall.slice(11, 16);
  const over = window.to < window.from;
  const open = over ? clock >= window.from || clock < window.to : clock >= window.from && clock < window.to;
  if (open) return at;
  return startOf(clock < window.from ? day : addDays(day, 1), window.from, zone);
}

/** Whether somebody works on it, by the week or by what is said of the day itself. */
export function isWorkday(day: string, { days, week }: WorkTime): boolean {
  const special = days.find(({ date }) => date === day);
  return (special ? special.shift : week[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]) != null;
}

function nextWorkday(day: string, calendar: WorkTime): string | undefined {
  let next = day;
  for (let step = 0; step < 400; step++) {
    next = addDays(next, 1);
    if (isWorkday(next, calendar)) return next;
  }
  return undefined;
}

function startOf(day: string | undefined, clock: string, zone: string): Date | null {
  const instant = day === undefined ? undefined : instantFromWall(`${day} ${clock}:00`, zone);
  if (instant !== undefined) return new Date(instant);
  // a wall time that does not exist: an hour later there is one
  const later = day && instantFromWall(`${day} ${String(Number(clock.slice(0, 2)) + 1).padStart(2, '0')}:00:00`, zone);
  return later ? new Date(later) : null;
}

const crons = new Map<string, Cron>();
/** Reading a pattern costs more than asking it. */
function cronOf(text: string, zone: string): Cron {
  const key = `${zone} ${text}`;
  let cron = crons.get(key);
  if (!cron) {
    if (crons.size >= 10_000) crons.clear();
    cron = new Cron(text, { timezone: zone, mode: '5-part' });
    crons.set(key, cron);
  }
  return cron;
}
