import type { ArithmeticOp, CompareOp } from './ast.ts';
import {
  add as addNumbers,
  compare as compareNumbers,
  divide,
  fromCoefficient,
  isNum,
  multiply,
  negate as negateNumber,
  power,
  subtract as subtractNumbers,
  toBigInt,
  type Num,
} from './number.ts';
import {
  compareDateTime,
  compareTime,
  dateTime,
  daysDuration,
  instant,
  monthsDuration,
  NANOS_PER_SECOND,
  offsetOf,
  plusClock,
  plusDays,
  plusMonths,
  plusNanos,
  type DateTime,
  type Day,
  type DaysDuration,
  type MonthsDuration,
  type Time,
} from './temporal.ts';
import { fault, isContext, isList, kindName, kindOf, type Fault, type Range, type Val } from './values.ts';

export type Operate = (a: Val, b: Val) => Val | Fault;

export const operators: Readonly<Record<ArithmeticOp, Operate>> = {
  '+': (a, b) => (isNum(a) && isNum(b) ? bounded(addNumbers(a, b)) : plus(a, b)),
  '-': (a, b) => (isNum(a) && isNum(b) ? bounded(subtractNumbers(a, b)) : minus(a, b)),
  '*': (a, b) => (isNum(a) && isNum(b) ? bounded(multiply(a, b)) : times(a, b)),
  '/': (a, b) =>
    isNum(a) && isNum(b) ? (b === 0 ? fault('feel.division_by_zero') : bounded(divide(a, b))) : over(a, b),
  '**': (a, b) => (isNum(a) && isNum(b) ? bounded(power(a, b)) : wrong('**', a, b)),
};

export function negate(a: Val): Val | Fault {
  if (isNum(a)) return negateNumber(a);
  switch (kindOf(a)) {
    case 'null':
      return fault('feel.empty_operand', { op: '-' });
    case 'daysDuration':
      return daysDuration(-(a as DaysDuration).nanos);
    case 'monthsDuration':
      return monthsDuration(-(a as MonthsDuration).months);
    default:
      return fault('feel.wrong_operand', { op: '-', type: kindName(a) });
  }
}

const bounded = (n: Num | null): Val | Fault => n ?? fault('feel.number_out_of_range');

const wrong = (op: string, a: Val, b: Val): Fault =>
  a === null || b === null
    ? fault('feel.empty_operand', { op })
    : fault('feel.wrong_operands', { op, left: kindName(a), right: kindName(b) });

function plus(a: Val, b: Val): Val | Fault {
  const left = kindOf(a);
  const right = kindOf(b);
  if (left === 'string' && right === 'string') return (a as string) + (b as string);
  if (left === 'daysDuration' && right === 'daysDuration')
    return daysDuration((a as DaysDuration).nanos + (b as DaysDuration).nanos);
  if (left === 'monthsDuration' && right === 'monthsDuration')
    return monthsDuration((a as MonthsDuration).months + (b as MonthsDuration).months);
  if (isDuration(right)) return moved(a, b as DaysDuration | MonthsDuration, 1) ?? wrong('+', a, b);
  if (isDuration(left)) return moved(b, a as DaysDuration | MonthsDuration, 1) ?? wrong('+', a, b);
  return wrong('+', a, b);
}

function minus(a: Val, b: Val): Val | Fault {
  const left = kindOf(a);
  const right = kindOf(b);
  if (left === 'daysDuration' && right === 'daysDuration')
    return daysDuration((a as DaysDuration).nanos - (b as DaysDuration).nanos);
  if (left === 'monthsDuration' && right === 'monthsDuration')
    return monthsDuration((a as MonthsDuration).months - (b as MonthsDuration).months);
  if (isDuration(right)) return moved(a, b as DaysDuration | MonthsDuration, -1) ?? wrong('-', a, b);
  if (left === 'time' && right === 'time')
    return (
      between(clockInstant(a as Time), clockInstant(b as Time), (a as Time).zone, (b as Time).zone) ?? wrong('-', a, b)
    );
  const from = pointInTime(b);
  const to = pointInTime(a);
  if (from && to) return between(instant(to), instant(from), to.zone, from.zone) ?? wrong('-', a, b);
  return wrong('-', a, b);
}

function times(a: Val, b: Val): Val | Fault {
  if (isNum(a)) return isNum(b) || !isDuration(kindOf(b)) ? wrong('*', a, b) : times(b, a);
  if (!isNum(b)) return wrong('*', a, b);
  return scaled(a, (amount) => multiply(amount, b)) ?? wrong('*', a, b);
}

function over(a: Val, b: Val): Val | Fault {
  if (isNum(b))
    return b === 0 ? fault('feel.division_by_zero') : (scaled(a, (amount) => divide(amount, b)) ?? wrong('/', a, b));
  const kind = kindOf(a);
  if (kind !== kindOf(b) || !isDuration(kind)) return wrong('/', a, b);
  const divisor = amountOf(b as DaysDuration | MonthsDuration);
  return divisor === 0
    ? fault('feel.division_by_zero')
    : bounded(divide(amountOf(a as DaysDuration | MonthsDuration), divisor));
}

const isDuration = (kind: string): boolean => kind === 'daysDuration' || kind === 'monthsDuration';

const amountOf = (value: DaysDuration | MonthsDuration): Num =>
  value.t === 'months' ? value.months : fromCoefficient(value.nanos, 9)!;

/** A duration times or over a number, cut to whole months or nanoseconds; null when `a` is no duration. */
function scaled(a: Val, by: (amount: Num) => Num | null): Val | Fault | null {
  const kind = kindOf(a);
  if (!isDuration(kind)) return null;
  const amount = by(amountOf(a as DaysDuration | MonthsDuration));
  const unit = amount === null ? null : kind === 'daysDuration' ? multiply(amount, NANOS_PER_SECOND) : amount;
  if (unit === null) return fault('feel.number_out_of_range');
  const whole = toBigInt(unit);
  return kind === 'daysDuration' ? daysDuration(whole) : monthsDuration(Number(whole));
}

function moved(a: Val, by: DaysDuration | MonthsDuration, direction: 1 | -1): Val | Fault | null {
  const kind = kindOf(a);
  if (kind === 'time') return by.t === 'days' ? plusClock(a as Time, by.nanos * BigInt(direction)) : null;
  if (kind !== 'date' && kind !== 'dateTime') return null;
  const result =
    by.t === 'months'
      ? plusMonths(a as Day | DateTime, by.months * direction)
      : kind === 'date'
        ? plusDays(a as Day, by.nanos * BigInt(direction))
        : plusNanos(a as DateTime, by.nanos * BigInt(direction));
  return result ?? fault('feel.date_out_of_range');
}

const clockInstant = (value: Time): bigint => BigInt(value.nano - (offsetOf(value) ?? 0) * NANOS_PER_SECOND);

/** A date counts as its midnight in Greenwich. */
function pointInTime(value: Val): DateTime | null {
  const kind = kindOf(value);
  return kind === 'dateTime' ? (value as DateTime) : kind === 'date' ? dateTime((value as Day).day, 0, 0) : null;
}

const between = (to: bigint, from: bigint, toZone: unknown, fromZone: unknown): Val | null =>
  (toZone === null) === (fromZone === null) ? daysDuration(to - from) : null;

/** Negative, zero or positive; null when the two cannot be compared. */
export function compare(a: Val, b: Val): number | null {
  if (isNum(a)) return isNum(b) ? compareNumbers(a, b) : null;
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return null;
  switch (kind) {
    case 'string':
      return compareText(a as string, b as string);
    case 'date':
      return (a as Day).day - (b as Day).day;
    case 'dateTime':
      return compareDateTime(a as DateTime, b as DateTime);
    case 'time':
      return compareTime(a as Time, b as Time);
    case 'monthsDuration':
      return (a as MonthsDuration).months - (b as MonthsDuration).months;
    case 'daysDuration':
      return Number((a as DaysDuration).nanos - (b as DaysDuration).nanos);
    default:
      return null;
  }
}

export const orders: Readonly<Record<Exclude<CompareOp, '=' | '!='>, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** By code point, as Postgres compares in the C collation; JavaScript's own order puts characters beyond U+FFFF too early. */
function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Null when the kinds differ, so that three-valued logic can carry on. */
export function equal(a: Val, b: Val): boolean | null {
  if (a === null || b === null) return a === b;
  if (typeof a !== 'object' && typeof a === typeof b) return a === b;
  if (isNum(a)) return isNum(b) ? compareNumbers(a, b) === 0 : null;
  if (isList(a)) return isList(b) ? a.length === b.length && a.every((item, i) => equal(item, b[i]!) === true) : null;
  if (isContext(a))
    return isContext(b)
      ? a.size === b.size && [...a].every(([key, item]) => b.has(key) && equal(item, b.get(key)!) === true)
      : null;
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return null;
  if (kind === 'function') return a === b ? true : null;
  if (kind === 'range') {
    const [x, y] = [a as Range, b as Range];
    return (
      x.test === y.test &&
      x.lowIn === y.lowIn &&
      x.highIn === y.highIn &&
      equal(x.low, y.low) === true &&
      equal(x.high, y.high) === true
    );
  }
  const order = compare(a, b);
  return order === null ? false : order === 0;
}

/** Is the value inside? Null when it cannot be compared with the ends. */
export function within(value: Val, range: Range): boolean | null {
  const above = range.low === null ? (range.test ? 1 : null) : compare(value, range.low);
  const below = range.high === null ? (range.test ? -1 : null) : compare(value, range.high);
  if (above === null || below === null) return null;
  return (above > 0 || (above === 0 && range.lowIn)) && (below < 0 || (below === 0 && range.highIn));
}
