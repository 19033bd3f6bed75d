import { type Definition, fn } from '../builtins/builtin.ts';
import { weekday } from '../calendar.ts';
import { truncated, type Num } from '../number.ts';
import { spend, type Run } from '../run.ts';
import { day, plusDays, type DateTime, type Day } from '../temporal.ts';
import { fault, type Fault, type Val } from '../values.ts';

type Moment = Day | DateTime;
type Days = readonly (Day | null)[];

const MAX_DAYS = 100_000;

/** Days that are worked although they are on a weekend, as before long holidays in China, count as workdays. */
function calendarOf(holidays: Days = [], worked: Days = []): (dayNo: number) => boolean {
  const free = new Set(holidays.map((date) => date?.day));
  const extra = new Set(worked.map((date) => date?.day));
  return (dayNo) => extra.has(dayNo) || (weekday(dayNo) <= 5 && !free.has(dayNo));
}

/** The workday so many workdays later; counting begins on the next day. */
function workday(run: Run, from: Moment, count: Num, holidays?: Days, worked?: Days): Val | Fault {
  const isWorkday = calendarOf(holidays, worked);
  const days = truncated(count);
  if (days === null || Math.abs(days) > MAX_DAYS) return fault('feel.date_out_of_range');
  const step = days < 0 ? -1 : 1;
  let at = from.day;
  for (let left = Math.abs(days); left > 0;) {
    spend(run, 1);
    at += step;
    if (isWorkday(at)) left--;
  }
  return plusDays(day(at), 0n) ?? fault('feel.date_out_of_range');
}

/** Workdays from one day to another, both counted; negative when the second is earlier. */
function workdays(run: Run, from: Moment, to: Moment, holidays?: Days, worked?: Days): Val | Fault {
  const isWorkday = calendarOf(holidays, worked);
  const [first, last] = from.day <= to.day ? [from.day, to.day] : [to.day, from.day];
  if (last - first > 2 * MAX_DAYS) return fault('feel.date_out_of_range');
  spend(run, last - first + 1);
  let count = 0;
  for (let at = first; at <= last; at++) if (isWorkday(at)) count++;
  return from.day <= to.day || count === 0 ? count : -count;
}

const lists = 'holidays?: list<date>, worked?: list<date>';
const moments = ['date', 'date and time'];

export const workdayFunctions: Readonly<Record<string, Definition>> = {
  WORKDAY: fn<[Moment, Num, Days?, Days?]>(
    moments.map((kind) => `(date: ${kind}, days: number, ${lists}) -> date`),
    workday,
  ),
  NETWORKDAYS: fn<[Moment, Moment, Days?, Days?]>(
    moments.flatMap((from) => moments.map((to) => `(from: ${from}, to: ${to}, ${lists}) -> number`)),
    workdays,
  ),
};
