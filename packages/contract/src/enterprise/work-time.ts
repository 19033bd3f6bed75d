import { z } from 'zod';
import { defaultTimeZone, instantFromWall, wallText } from '../forms/values/dates.ts';
import { nameText } from '../text.ts';

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Day = z.iso.date();
const ShiftId = z.string().regex(/^[a-z0-9]{1,20}$/);

/** From one time of day to another; one that ends before it begins ends on the next day. */
export const WorkPeriod = z
  .object({ from: Clock, to: Clock })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'empty_period' });
export type WorkPeriod = z.infer<typeof WorkPeriod>;

export const Shift = z.object({
  id: ShiftId,
  name: nameText().min(1).max(40),
  periods: z.array(WorkPeriod).min(1).max(6),
});
export type Shift = z.infer<typeof Shift>;

/** A day that is not as its weekday says: a holiday without a shift, or a working day in its place. */
export const SpecialDay = z.object({ date: Day, name: nameText().max(40), shift: ShiftId.nullable() });
export type SpecialDay = z.infer<typeof SpecialDay>;

export const WorkTime = z
  .object({
    timeZone: z.string().max(60).refine(isTimeZone, { error: 'time_zone' }),
    shifts: z.array(Shift).min(1).max(20),
    /** Monday first. */
    week: z.array(ShiftId.nullable()).length(7),
    days: z.array(SpecialDay).max(2_000),
  })
  .superRefine((time, context) => {
    const known = new Set(time.shifts.map(({ id }) => id));
    time.shifts.forEach(({ periods }, at) => {
      if (overlap(periods))
        context.addIssue({ code: 'custom', path: ['shifts', at, 'periods'], message: 'periods_overlap' });
    });
    time.week.forEach((shift, at) => {
      if (shift !== null && !known.has(shift))
        context.addIssue({ code: 'custom', path: ['week', at], message: 'unknown_shift' });
    });
    const seen = new Set<string>();
    time.days.forEach(({ date, shift }, at) => {
      if (shift !== null && !known.has(shift))
        context.addIssue({ code: 'custom', path: ['days', at, 'shift'], message: 'unknown_shift' });
      if (seen.has(date)) context.addIssue({ code: 'custom', path: ['days', at, 'date'], message: 'day_twice' });
      seen.add(date);
    });
  });
export type WorkTime = z.infer<typeof WorkTime>;

export const usualWorkTime: WorkTime = {
  timeZone: defaultTimeZone,
  shifts: [
    {
      id: 'day',
      name: '白班',
      periods: [
        { from: '08:30', to: '12:00' },
        { from: '13:00', to: '17:30' },
      ],
    },
  ],
  week: ['day', 'day', 'day', 'day', 'day', null, null],
  days: [],
};

/** Whether nobody has set the times of work: what the one shift is called is then said in the reader's language. */
export function isUsual(time: WorkTime): boolean {
  return JSON.stringify(time) === JSON.stringify(usualWorkTime);
}

/**
 * The calendar with days off and make-up workdays, which are worked as the first working day of the week. What the calendar
 * itself says of a day goes before.
 */
export function withHolidays(
  time: WorkTime,
  holidays: readonly { date: string; name: string; off: boolean }[],
): WorkTime {
  const own = new Set(time.days.map(({ date }) => date));
  const usual = time.week.find((shift) => shift !== null) ?? null;
  const more = holidays
    .filter(({ date }) => !own.has(date))
    .map(({ date, name, off }) => ({ date, name, shift: off ? null : usual }));
  return more.length === 0 ? time : { ...time, days: [...time.days, ...more] };
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** No due time lies further ahead: a calendar without work would be searched for ever. */
const mostDays = 3_660;

/** The moment when so many minutes of work have passed; undefined where the calendar holds too little work. */
export function afterWork(time: WorkTime, from: Date, minutes: number): Date | undefined {
  let left = minutes * minuteMs;
  for (const [begin, end] of periodsFrom(time, from)) {
    const start = Math.max(begin, from.getTime());
    if (start >= end) continue;
    if (left <= end - start) return new Date(start + left);
    left -= end - start;
  }
  return undefined;
}

/** Minutes of work between two moments. */
export function workBetween(time: WorkTime, from: Date, to: Date): number {
  let total = 0;
  for (const [begin, end] of periodsFrom(time, from)) {
    if (begin >= to.getTime()) break;
    total += Math.max(0, Math.min(end, to.getTime()) - Math.max(begin, from.getTime()));
  }
  return Math.floor(total / minuteMs);
}

/** Periods of work in order, from the day before: a night shift of it may still run. */
function* periodsFrom(time: WorkTime, from: Date): Generator<[begin: number, end: number]> {
  const special = new Map(time.days.map((day) => [day.date, day.shift]));
  const shifts = new Map(time.shifts.map((shift) => [shift.id, shift]));
  const first = Date.parse(`${wallText(from.toISOString(), time.timeZone).slice(0, 10)}T00:00:00Z`) - dayMs;
  let passed = -Infinity;
  for (let n = 0; n < mostDays; n++) {
    const day = new Date(first + n * dayMs);
    const date = day.toISOString().slice(0, 10);
    const next = new Date(day.getTime() + dayMs).toISOString().slice(0, 10);
    const given = special.get(date);
    const shift = given === undefined ? time.week[(day.getUTCDay() + 6) % 7] : given;
    const periods = [...(shifts.get(shift ?? '')?.periods ?? [])].sort((a, b) => a.from.localeCompare(b.from));
    for (const period of periods) {
      const begin = Math.max(passed, momentOf(date, period.from, time.timeZone));
      const end = momentOf(period.to < period.from ? next : date, period.to, time.timeZone);
      // a night shift may reach into the day shift after it: the same hour counts once
      passed = Math.max(passed, end);
      if (begin < end) yield [begin, end];
    }
  }
}

function momentOf(date: string, clock: string, timeZone: string): number {
  return Date.parse(instantFromWall(`${date} ${clock}:00`, timeZone)!);
}

function overlap(periods: readonly WorkPeriod[]): boolean {
  const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
  const spans = periods
    .map(({ from, to }) => [minutes(from), minutes(to) + (to < from ? 1_440 : 0)] as const)
    .sort((a, b) => a[0] - b[0]);
  return (
    spans.some(([from], at) => at > 0 && from < spans[at - 1]![1]) ||
    (spans.at(-1)![1] > 1_440 && spans.length > 1 && spans.at(-1)![1] - 1_440 > spans[0]![0])
  );
}

/** By its name: a bare offset such as +05:30 means the opposite to a database. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    );
  } catch {
    return false;
  }
}
