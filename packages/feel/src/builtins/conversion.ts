import { toInteger, parseNumber, toBigInt, modulo, multiply, type Num, toDouble } from '../number.ts';
import {
  day,
  dateTime,
  makeDate,
  makeTime,
  monthsBetween,
  monthsDuration,
  NANOS_PER_SECOND,
  parseDate,
  parseDateTime,
  parseDaysDuration,
  parseMonthsDuration,
  parseTime,
  time,
  type DateTime,
  type Day,
  type DaysDuration,
  type Time,
} from '../temporal.ts';
import { fault, toText, type Fault, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';

const unreadable = (text: string, type: string): Fault => fault('feel.unreadable', { text: text.slice(0, 60), type });

const whole = (n: Num | undefined): number => (n === undefined ? 0 : (toInteger(n) ?? NaN));

export const conversion: Readonly<Record<string, Definition>> = {
  number: fn<[string | Num, (string | null)?, (string | null)?]>(
    [
      '(from: string) -> number',
      '(from: string, grouping separator: string?, decimal separator?: string?) -> number',
      '(from: number) -> number',
    ],
    (_, from, grouping, decimal) =>
      typeof from === 'string' ? readNumber(from, grouping ?? null, decimal ?? null) : from,
  ),
  string: fn<[Val]>('(from: Any) -> string', (_, from) => (from === null ? null : toText(from))),
  date: fn<[string | Day | DateTime | Num, Num?, Num?]>(
    [
      '(from: string) -> date',
      '(from: date) -> date',
      '(from: date and time) -> date',
      '(year: number, month: number, day: number) -> date',
    ],
    (_, from, month, dayOfMonth) => {
      if (month !== undefined)
        return makeDate(whole(from as Num), whole(month), whole(dayOfMonth)) ?? fault('feel.no_such_date');
      return typeof from === 'string' ? (parseDate(from) ?? unreadable(from, 'date')) : day((from as Day).day);
    },
  ),
  time: fn<[string | Time | DateTime | Day | Num, Num?, Num?, (DaysDuration | null)?]>(
    [
      '(from: string) -> time',
      '(from: time) -> time',
      '(from: date and time) -> time',
      '(from: date) -> time',
      '(hour: number, minute: number, second: number) -> time',
      '(hour: number, minute: number, second: number, offset: days and time duration?) -> time',
    ],
    (_, from, minute, second, offset) => {
      if (minute !== undefined) return makeClock(from as Num, minute, second!, offset ?? null);
      if (typeof from === 'string') return parseTime(from) ?? unreadable(from, 'time');
      // a date is its midnight in Greenwich
      return (from as Day).t === 'date' ? time(0, 0) : time((from as Time).nano, (from as Time).zone);
    },
  ),
  'date and time': fn<[string | Day | DateTime, (Time | string)?]>(
    [
      '(from: string) -> date and time',
      '(from: date and time) -> date and time',
      '(date: date, time: time) -> date and time',
      '(date: date and time, time: time) -> date and time',
    ],
    (_, from, clock) => {
      if (typeof from === 'string') return parseDateTime(from) ?? unreadable(from, 'date and time');
      return clock === undefined ? from : dateTime(from.day, (clock as Time).nano, (clock as Time).zone);
    },
  ),
  duration: fn<[string]>(
    '(from: string) -> Any',
    (_, from) => parseMonthsDuration(from) ?? parseDaysDuration(from) ?? unreadable(from, 'duration'),
  ),
  'years and months duration': fn<[Day | DateTime, Day | DateTime]>(
    [
      '(from: date, to: date) -> years and months duration',
      '(from: date and time, to: date and time) -> years and months duration',
      '(from: date, to: date and time) -> years and months duration',
      '(from: date and time, to: date) -> years and months duration',
    ],
    (_, from, to) => monthsDuration(monthsBetween(day(from.day), day(to.day))),
  ),
};

function makeClock(hour: Num, minute: Num, second: Num, offset: DaysDuration | null): Val | Fault {
  const fraction = modulo(second, 1) ?? 0;
  const nano = Math.round(toDouble(multiply(fraction, NANOS_PER_SECOND) ?? 0));
  const zone = offset && Number(offset.nanos / BigInt(NANOS_PER_SECOND));
  return makeTime(whole(hour), whole(minute), Number(toBigInt(second)), nano, zone) ?? fault('feel.no_such_time');
}

function readNumber(text: string, grouping: string | null, decimal: string | null): Val | Fault {
  if (grouping !== null && ![' ', ',', '.'].includes(grouping))
    return fault('feel.wrong_separator', { separator: grouping });
  if (decimal !== null && (decimal === grouping || !['.', ','].includes(decimal)))
    return fault('feel.wrong_separator', { separator: decimal });
  let plain = text.trim();
  if (grouping !== null) plain = plain.replaceAll(grouping, '');
  if (decimal === ',') plain = plain.includes('.') ? '' : plain.replace(',', '.');
  return parseNumber(plain) ?? unreadable(text, 'number');
}
