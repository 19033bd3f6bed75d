import type { WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { addDays } from '@formwork/contract/forms/values/dates.ts';
import { isWorkday } from '../schedules/public.ts';

/** The days of a stretch, as `yyyy-MM-dd`, and how one leads to another by days of work. */
export interface WorkingDays {
  /**
   * The day so many working days behind another, or before it where the number is negative; for none the day itself, or the next
   * working day. Undefined where it lies outside of the stretch.
   */
  shifted(day: string, by: number): string | undefined;
  /** The days that lead to one of these so, first and last; undefined where none does. */
  leadingTo(first: string, last: string, by: number): [string, string] | undefined;
}

/** Days off in a row that are reckoned with, beside the weekends. */
const longestBreak = 60;

/** Around these days, far enough for shifts of so many working days. */
export function workingDaysAround(first: string, last: string, by: number, calendar: WorkTime): WorkingDays {
  const reach = Math.min(Math.abs(by), 1_000) * 3 + longestBreak;
  const [from, to] = [addDays(first, -reach), addDays(last, reach)];
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  const working = days.filter((day) => isWorkday(day, calendar));
  const shifted = (day: string, count: number): string | undefined => {
    const next = working.findIndex((one) => one >= day);
    if (next === -1) return undefined;
    // a working day is none that lies behind itself
    const behind = working[next] === day ? next + 1 : next;
    return working[count > 0 ? behind + count - 1 : next + count];
  };
  return {
    shifted,
    leadingTo(low, high, count) {
      const leading = days.filter((day) => {
        const target = shifted(day, count);
        return target !== undefined && target >= low && target <= high;
      });
      return leading.length === 0 ? undefined : [leading[0]!, leading.at(-1)!];
    },
  };
}
