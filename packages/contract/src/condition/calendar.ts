import { defaultTimeZone, instantFromWall, wallText } from '../forms/values/dates.ts';

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
  const ranges: Record<string, () => DayRange> = {
    today: () => range(at, at + day),
    yesterday: () => range(at - day, at),
    tomorrow: () => range(at + day, at + 2 * day),
    thisWeek: () => {
      const monday = at - ((now.getUTCDay() + 6) % 7) * day;
      return range(monday, monday + 7 * day);
    },
    thisMonth: () => range(Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)),
    thisQuarter: () => range(Date.UTC(year, month - (month % 3), 1), Date.UTC(year, month - (month % 3) + 3, 1)),
    thisYear: () => range(Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)),
    // today counts as one of the days in both directions
    lastDays: () => range(at - (days - 1) * day, at + day),
    nextDays: () => range(at, at + days * day),
  };
  return ranges[operator]?.();
}

/** The same range as instants, for fields that hold a moment. */
export function instantRange(range: DayRange, timeZone = defaultTimeZone): DayRange {
  return { from: instantFromWall(`${range.from} 00:00:00`, timeZone) ?? range.from, before: instantFromWall(`${range.before} 00:00:00`, timeZone) ?? range.before };
}

export function todayIn(now: Date, timeZone = defaultTimeZone): string {
  return wallText(now.toISOString(), timeZone).slice(0, 10);
}

function text(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
