import { civil, dayNumber, weekday } from '../calendar.ts';
import { day, fromInstant, type DateTime, type Day } from '../temporal.ts';
import type { Run } from '../run.ts';
import { fault, kindName, type Val } from '../values.ts';
import { same } from './ranges.ts';
import { type Definition, fn } from './builtin.ts';

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const nowOf = (run: Run): DateTime => fromInstant(BigInt(Math.trunc(run.now)) * 1_000_000n, run.zone);
export const todayOf = (run: Run): Day => day(nowOf(run).day);

const ofDate = (result: string): readonly string[] => [
  `(date: date) -> ${result}`,
  `(date: date and time) -> ${result}`,
];

const dayOfYear = (dayNo: number): number => dayNo - dayNumber(civil(dayNo).year, 1, 1) + 1;

/** ISO weeks: the week belongs to the year that holds its Thursday. */
function weekOfYear(dayNo: number): number {
  const thursday = dayNo - weekday(dayNo) + 4;
  return Math.ceil(dayOfYear(thursday) / 7);
}

export const dates: Readonly<Record<string, Definition>> = {
  today: fn<[]>('() -> date', (run) => todayOf(run)),
  now: fn<[]>('() -> date and time', (run) => nowOf(run)),
  'day of year': fn<[Day | DateTime]>(ofDate('number'), (_, date) => dayOfYear(date.day)),
  'day of week': fn<[Day | DateTime]>(ofDate('string'), (_, date) => dayNames[weekday(date.day) - 1]!),
  'month of year': fn<[Day | DateTime]>(ofDate('string'), (_, date) => monthNames[civil(date.day).month - 1]!),
  'week of year': fn<[Day | DateTime]>(ofDate('number'), (_, date) => weekOfYear(date.day)),
};

export const logic: Readonly<Record<string, Definition>> = {
  is: fn<[Val?, Val?]>('(value1?: Any, value2?: Any) -> boolean', (_, value1 = null, value2 = null) =>
    same(value1, value2),
  ),
  not: fn<[Val]>('(negand: Any) -> boolean', (_, negand) =>
    typeof negand === 'boolean'
      ? !negand
      : negand === null
        ? null
        : fault('feel.wrong_argument', { function: 'not', argument: 1, expected: 'boolean', given: kindName(negand) }),
  ),
};
