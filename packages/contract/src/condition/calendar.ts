import { instantFromWall, wallText } from '../forms/values/dates.ts';

/** From the first day up to, not including, the day after the last; `yyyy-MM-dd`. */
export interface DayRange {
  from: string;
  before: string;
}

const day = 86_400_000;

/** The days an operator such as `thisQuarter` means, seen from today. Weeks begin on Monday. */
export function dayRange(operator: string, days: number, today: string): DayRange | undefined {
  const at = Date.parse(`${today}T00:00:00Z`);
  const now = new Date(at);
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const range = (from: number, before: number): DayRange => ({ from: text(from), before: text(before) });
  const monday = at - ((now.getUTCDay() + 6) % 7) * day;
  const week = (away: number): DayRange => range(monday + away * 7 * day, monday + (away + 1) * 7 * day);
  const months = (first: number, count: number): DayRange =>
    range(Date.UTC(year, first, 1), Date.UTC(year, first + count, 1));
  const ranges: Record<string, () => DayRange> = {
    today: () => range(at, at + day),
    yesterday: () => range(at - day, at),
    tomorrow: () => range(at + day, at + 2 * day),
    thisWeek: () => week(0),
    thisMonth: () => months(month, 1),
    thisQuarter: () => months(month - (month % 3), 3),
    thisYear: () => months(0, 12),
    lastWeek: () => week(-1),
    nextWeek: () => week(1),
    lastMonth: () => months(month - 1, 1),
    nextMonth: () => months(month + 1, 1),
    lastQuarter: () => months(month - (month % 3) - 3, 3),
    nextQuarter: () => months(month - (month % 3) + 3, 3),
    lastYear: () => months(-12, 12),
    nextYear: () => months(12, 12),
    // the years that are written with four digits and no zero in front
    beforeToday: () => ({ from: '1000-01-01', before: text(at) }),
    afterToday: () => ({ from: text(at + day), before: '9999-12-31' }),
    // today counts as one of the days in both directions
    lastDays: () => range(at - (days - 1) * day, at + day),
    nextDays: () => range(at, at + days * day),
  };
  return ranges[operator]?.();
}

/** The same range as instants, for fields that hold a moment. */
export function instantRange(range: DayRange, timeZone: string): DayRange {
  return {
    from: instantFromWall(`${range.from} 00:00:00`, timeZone) ?? range.from,
    before: instantFromWall(`${range.before} 00:00:00`, timeZone) ?? range.before,
  };
}

export function todayIn(now: Date, timeZone: string): string {
  return wallText(now.toISOString(), timeZone).slice(0, 10);
}

function text(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
