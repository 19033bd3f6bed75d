import { civil, weekday } from './calendar.ts';
import { fromCoefficient } from './number.ts';
import { plainName } from './types.ts';
import {
  daysDuration,
  NANOS_PER_SECOND,
  offsetOf,
  type DateTime,
  type Day,
  type DaysDuration,
  type MonthsDuration,
  type Time,
} from './temporal.ts';
import { isContext, isList, kindOf, type Context, type Range, type Val } from './values.ts';

/** One step of a path. A list answers with the step of each element; what has no such property answers with undefined. */
export function property(value: Val, name: string): Val | undefined {
  if (value === null) return null;
  if (isContext(value)) return field(value, name);
  if (isList(value)) return value.map((item) => property(item, name) ?? null);
  switch (kindOf(value)) {
    case 'date':
      return dateProperty((value as Day).day, name);
    case 'dateTime':
      return dateProperty((value as DateTime).day, name) ?? clockProperty(value as DateTime, name);
    case 'time':
      return clockProperty(value as Time, name);
    case 'daysDuration':
      return daysProperty((value as DaysDuration).nanos, name);
    case 'monthsDuration':
      return monthsProperty((value as MonthsDuration).months, name);
    case 'range':
      return rangeProperty(value as Range, name);
    default:
      return undefined;
  }
}

/** A path names a key by its normalized form; most keys are their own. */
export function field(context: Context, name: string): Val | undefined {
  const value = context.get(name);
  if (value !== undefined || /^[\p{L}\p{N}_]+$/u.test(name)) return value;
  for (const [key, other] of context) if (plainName(key) === name) return other;
  return undefined;
}

function dateProperty(dayNo: number, name: string): Val | undefined {
  switch (name) {
    case 'year':
      return civil(dayNo).year;
    case 'month':
      return civil(dayNo).month;
    case 'day':
      return civil(dayNo).day;
    case 'weekday':
      return weekday(dayNo);
    default:
      return undefined;
  }
}

function clockProperty(value: Time | DateTime, name: string): Val | undefined {
  const seconds = Math.floor(value.nano / NANOS_PER_SECOND);
  switch (name) {
    case 'hour':
      return Math.floor(seconds / 3600);
    case 'minute':
      return Math.floor(seconds / 60) % 60;
    case 'second':
      return seconds % 60;
    case 'time offset': {
      const offset = offsetOf(value);
      return offset === null ? null : daysDuration(BigInt(offset) * BigInt(NANOS_PER_SECOND));
    }
    case 'timezone':
      return typeof value.zone === 'string' ? value.zone : null;
    default:
      return undefined;
  }
}

function daysProperty(nanos: bigint, name: string): Val | undefined {
  const second = BigInt(NANOS_PER_SECOND);
  switch (name) {
    case 'days':
      return fromCoefficient(nanos / (86_400n * second), 0);
    case 'hours':
      return Number((nanos / (3600n * second)) % 24n);
    case 'minutes':
      return Number((nanos / (60n * second)) % 60n);
    case 'seconds':
      return fromCoefficient(nanos % (60n * second), 9);
    default:
      return undefined;
  }
}

function monthsProperty(months: number, name: string): Val | undefined {
  if (name === 'years') return Math.trunc(months / 12) || 0;
  return name === 'months' ? months % 12 || 0 : undefined;
}

function rangeProperty(range: Range, name: string): Val | undefined {
  switch (name) {
    case 'start':
      return range.low;
    case 'end':
      return range.high;
    case 'start included':
      return range.lowIn;
    case 'end included':
      return range.highIn;
    default:
      return undefined;
  }
}
