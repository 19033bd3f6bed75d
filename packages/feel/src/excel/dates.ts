import { type Definition, fn } from '../builtins/builtin.ts';
import { nowOf, todayOf } from '../builtins/other.ts';
import { addMonths, civil, dayNumber, daysInMonth, weekday } from '../calendar.ts';
import { toBigInt, toInteger, type Num } from '../number.ts';
import {
  day,
  makeDate,
  monthsBetween,
  NANOS_PER_DAY,
  NANOS_PER_SECOND,
  instant,
  plusDays,
  plusMonths,
  plusNanos,
  type DateTime,
  type Day,
  type Time,
} from '../temporal.ts';
import { fault, type Fault, type Val } from '../values.ts';

type Moment = Day | DateTime;

const ofMoment = (rest: string, result: string): readonly string[] => [
  `(date: date${rest}) -> ${result}`,
  `(date: date and time${rest}) -> ${result}`,
];
const ofClock = ['(time: time) -> number', '(time: date and time) -> number'];

const part = (of: (value: Moment) => number): Definition =>
  fn<[Moment]>(ofMoment('', 'number'), (_, value) => of(value));
const clockPart = (of: (seconds: number) => number): Definition =>
  fn<[Time | DateTime]>(ofClock, (_, value) => of(Math.floor(value.nano / NANOS_PER_SECOND)));

/** Months and days beyond their end run over into the next, as in a spreadsheet. */
function makeLoosely(year: Num, month: Num, dayOfMonth: Num): Val | Fault {
  const [y, m, d] = [toInteger(year), toInteger(month), toInteger(dayOfMonth)];
  if (y === null || m === null || d === null || Math.abs(m) > 1_000_000 || Math.abs(d) > 10_000_000)
    return fault('feel.no_such_date');
  const first = makeDate(y, 1, 1);
  return first ? day(addMonths(first.day, m - 1) + d - 1) : fault('feel.no_such_date');
}

const units: Readonly<Record<string, { readonly months: number } | { readonly nanos: number }>> = {
  y: { months: 12 },
  year: { months: 12 },
  q: { months: 3 },
  quarter: { months: 3 },
  m: { months: 1 },
  month: { months: 1 },
  w: { nanos: 7 * NANOS_PER_DAY },
  week: { nanos: 7 * NANOS_PER_DAY },
  d: { nanos: NANOS_PER_DAY },
  day: { nanos: NANOS_PER_DAY },
  h: { nanos: 3600 * NANOS_PER_SECOND },
  hour: { nanos: 3600 * NANOS_PER_SECOND },
  min: { nanos: 60 * NANOS_PER_SECOND },
  minute: { nanos: 60 * NANOS_PER_SECOND },
  s: { nanos: NANOS_PER_SECOND },
  second: { nanos: NANOS_PER_SECOND },
};

function dateAdd(value: Moment, amount: Num, unit = 'd'): Val | Fault {
  const name = unit.trim().toLowerCase();
  const singular = name.replace(/(?<=..)s$/, '');
  const step = Object.hasOwn(units, singular) ? units[singular] : undefined;
  if (!step) return fault('feel.unknown_unit', { unit: unit.slice(0, 20) });
  const times = toBigInt(amount);
  if ('months' in step) return plusMonths(value, Number(times) * step.months) ?? fault('feel.date_out_of_range');
  const nanos = times * BigInt(step.nanos);
  return (value.t === 'date' ? plusDays(value, nanos) : plusNanos(value, nanos)) ?? fault('feel.date_out_of_range');
}

/** Whole units between two moments: Y M D, months beyond years (YM), days beyond months (MD) and beyond years (YD), H, MIN and S. */
function dateDif(from: Moment, to: Moment, unit: string): Val | Fault {
  const months = monthsBetween(from, to);
  const days = Math.trunc(to.day - from.day);
  const nanos = nanosOf(to) - nanosOf(from);
  switch (unit.trim().toUpperCase()) {
    case 'Y':
      return Math.trunc(months / 12) || 0;
    case 'M':
      return months;
    case 'D':
      return days;
    case 'YM':
      return months % 12 || 0;
    case 'MD':
      return to.day - addMonths(from.day, months);
    case 'YD':
      return to.day - addMonths(from.day, Math.trunc(months / 12) * 12);
    case 'H':
      return Number(nanos / BigInt(3600 * NANOS_PER_SECOND));
    case 'MIN':
      return Number(nanos / BigInt(60 * NANOS_PER_SECOND));
    case 'S':
      return Number(nanos / BigInt(NANOS_PER_SECOND));
    default:
      return fault('feel.unknown_unit', { unit: unit.slice(0, 20) });
  }
}

const nanosOf = (value: Moment): bigint =>
  value.t === 'dateTime' ? instant(value) : BigInt(value.day) * BigInt(NANOS_PER_DAY);

function weekdayNumber(value: Moment, kind: Num = 1): Val | Fault {
  const monday = weekday(value.day);
  switch (kind) {
    case 1:
      return (monday % 7) + 1;
    case 2:
      return monday;
    case 3:
      return monday - 1;
    // 11 to 17: the week begins on Monday to Sunday
    default:
      return typeof kind === 'number' && kind >= 11 && kind <= 17
        ? ((monday - kind + 17) % 7) + 1
        : fault('feel.wrong_weekday_kind');
  }
}

function endOfMonth(value: Moment, months: Num = 0): Val | Fault {
  const n = toInteger(months);
  if (n === null || Math.abs(n) > 10_000_000) return fault('feel.date_out_of_range');
  const { year, month } = civil(addMonths(value.day, n));
  return day(dayNumber(year, month, daysInMonth(year, month)));
}

const pairs = ['date', 'date and time'].flatMap((from) =>
  ['date', 'date and time'].map((to) => `(from: ${from}, to: ${to}, unit: string) -> number`),
);

export const dates: Readonly<Record<string, Definition>> = {
  DATE: fn<[Num, Num, Num]>('(year: number, month: number, day: number) -> date', (_, y, m, d) => makeLoosely(y, m, d)),
  TODAY: fn<[]>('() -> date', (run) => todayOf(run)),
  NOW: fn<[]>('() -> date and time', (run) => nowOf(run)),
  YEAR: part(({ day: n }) => civil(n).year),
  MONTH: part(({ day: n }) => civil(n).month),
  DAY: part(({ day: n }) => civil(n).day),
  HOUR: clockPart((seconds) => Math.floor(seconds / 3600)),
  MINUTE: clockPart((seconds) => Math.floor(seconds / 60) % 60),
  SECOND: clockPart((seconds) => seconds % 60),
  WEEKDAY: fn<[Moment, Num?]>(ofMoment(', kind?: number', 'number'), (_, value, kind) => weekdayNumber(value, kind)),
  DATEDIF: fn<[Moment, Moment, string]>(pairs, (_, from, to, unit) => dateDif(from, to, unit)),
  DATEADD: fn<[Moment, Num, string?]>(
    [
      '(date: date, amount: number, unit?: string) -> date',
      '(date: date and time, amount: number, unit?: string) -> date and time',
    ],
    (_, value, amount, unit) => dateAdd(value, amount, unit),
  ),
  EOMONTH: fn<[Moment, Num?]>(ofMoment(', months?: number', 'date'), (_, value, months) => endOfMonth(value, months)),
};
