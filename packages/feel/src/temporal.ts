import { addMonths, civil, dayNumber, daysInMonth } from './calendar.ts';
import { isZone, localOffset, zoneOffset } from './zones.ts';

/** A date is a day number, so it compares and counts as an integer. */
export interface Day {
  readonly t: 'date';
  readonly day: number;
}

/** An offset in seconds, the name of a zone, or neither for a clock that hangs nowhere. */
export type Zone = number | string | null;

export interface Time {
  readonly t: 'time';
  /** Nanoseconds since midnight. */
  readonly nano: number;
  readonly zone: Zone;
}

export interface DateTime {
  readonly t: 'dateTime';
  readonly day: number;
  readonly nano: number;
  readonly zone: Zone;
}

export interface DaysDuration {
  readonly t: 'days';
  readonly nanos: bigint;
}

export interface MonthsDuration {
  readonly t: 'months';
  readonly months: number;
}

export const NANOS_PER_SECOND = 1_000_000_000;
export const NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;
const MAX_YEAR = 999_999_999;

export const day = (dayNo: number): Day => ({ t: 'date', day: dayNo });
export const dateTime = (dayNo: number, nano: number, zone: Zone): DateTime => ({
  t: 'dateTime',
  day: dayNo,
  nano,
  zone,
});
export const time = (nano: number, zone: Zone): Time => ({ t: 'time', nano, zone });
export const daysDuration = (nanos: bigint): DaysDuration => ({ t: 'days', nanos });
export const monthsDuration = (months: number): MonthsDuration => ({ t: 'months', months });

export function makeDate(year: number, month: number, dayOfMonth: number): Day | null {
  const valid =
    Math.abs(year) <= MAX_YEAR &&
    month >= 1 &&
    month <= 12 &&
    dayOfMonth >= 1 &&
    dayOfMonth <= daysInMonth(year, month);
  return valid ? day(dayNumber(year, month, dayOfMonth)) : null;
}

export function makeTime(hour: number, minute: number, second: number, nano: number, zone: Zone): Time | null {
  const valid = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  return valid ? time(((hour * 60 + minute) * 60 + second) * NANOS_PER_SECOND + nano, zone) : null;
}

export function parseDate(text: string): Day | null {
  const match = /^(-?)(\d{4}|[1-9]\d{4,8})-(\d\d)-(\d\d)$/.exec(text);
  return match ? makeDate(match[1] ? -Number(match[2]) : Number(match[2]), Number(match[3]), Number(match[4])) : null;
}

export function parseTime(text: string): Time | null {
  const match = /^T?(\d\d):(\d\d):(\d\d)(?:\.(\d{1,30}))?(Z|z|[+-]\d\d:\d\d(?::\d\d)?|[+-]\d{4}|@[\w/+-]+)?$/.exec(
    text,
  );
  if (!match) return null;
  const zone = readZone(match[5]);
  return zone === undefined
    ? null
    : makeTime(Number(match[1]), Number(match[2]), Number(match[3]), readNanos(match[4]), zone);
}

/** A date alone is its midnight. */
export function parseDateTime(text: string): DateTime | null {
  const split = text.indexOf('T');
  if (split < 0) {
    const date = parseDate(text);
    return date && dateTime(date.day, 0, null);
  }
  const date = parseDate(text.slice(0, split));
  const midnight = /^24:00(:00(\.0+)?)?/.exec(text.slice(split + 1))?.[0];
  const clock = parseTime(midnight ? `00:00:00${text.slice(split + 1 + midnight.length)}` : text.slice(split + 1));
  return date && clock && dateTime(date.day + (midnight ? 1 : 0), clock.nano, clock.zone);
}

export function parseDaysDuration(text: string): DaysDuration | null {
  const match = /^(-?)P(?:(\d{1,18})D)?(?:T(?:(\d{1,18})H)?(?:(\d{1,18})M)?(?:(\d{1,18})(?:\.(\d{0,30}))?S)?)?$/.exec(
    text,
  );
  if (!match || text.endsWith('P') || text.endsWith('T')) return null;
  const [days, hours, minutes, seconds] = [match[2], match[3], match[4], match[5]].map((part) => BigInt(part ?? 0));
  const nanos = days! * DAY + (hours! * 3600n + minutes! * 60n + seconds!) * SECOND + BigInt(readNanos(match[6]));
  return daysDuration(match[1] ? -nanos : nanos);
}

export function parseMonthsDuration(text: string): MonthsDuration | null {
  const match = /^(-?)P(?:(\d{1,12})Y)?(?:(\d{1,12})M)?$/.exec(text);
  if (!match || text.endsWith('P')) return null;
  const months = Number(match[2] ?? 0) * 12 + Number(match[3] ?? 0);
  return monthsDuration(match[1] && months ? -months : months);
}

/** Any of the five, as behind `@`. */
export const parseTemporal = (text: string): Day | Time | DateTime | DaysDuration | MonthsDuration | null =>
  parseDate(text) ??
  parseTime(text) ??
  (text.includes('T') ? parseDateTime(text) : null) ??
  parseMonthsDuration(text) ??
  parseDaysDuration(text);

function readZone(text: string | undefined): Zone | undefined {
  if (text === undefined) return null;
  if (text === 'Z' || text === 'z') return 0;
  if (text.startsWith('@')) return isZone(text.slice(1)) ? text.slice(1) : undefined;
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(1).match(/\d\d/g)!.map(Number);
  if (hours > 18 || minutes > 59 || seconds > 59) return undefined;
  const offset = hours * 3600 + minutes * 60 + seconds;
  return text[0] === '-' && offset ? -offset : offset;
}

const readNanos = (fraction: string | undefined): number => Number((fraction ?? '').slice(0, 9).padEnd(9, '0'));

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

export function formatDate({ day: dayNo }: Day): string {
  const { year, month, day: dayOfMonth } = civil(dayNo);
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
}

const formatZone = (zone: Zone): string =>
  zone === null ? '' : typeof zone === 'string' ? `@${zone}` : formatOffset(zone);

export function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const seconds = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${seconds % 60 ? `:${two(seconds % 60)}` : ''}`;
}

function formatClock(nano: number): string {
  const seconds = Math.floor(nano / NANOS_PER_SECOND);
  const fraction = nano % NANOS_PER_SECOND;
  const tail = fraction ? `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}` : '';
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${tail}`;
}

export const formatTime = ({ nano, zone }: Time): string => formatClock(nano) + formatZone(zone);

export const formatDateTime = (value: DateTime): string =>
  `${formatDate(day(value.day))}T${formatClock(value.nano)}${formatZone(value.zone)}`;

/** With the offset in place of the name of the zone, for readers that know ISO 8601 only. */
export function isoDateTime(value: DateTime): string {
  return `${formatDate(day(value.day))}T${formatClock(value.nano)}${value.zone === null ? '' : formatOffset(offsetOf(value) ?? 0)}`;
}

export function formatDaysDuration({ nanos }: DaysDuration): string {
  if (nanos === 0n) return 'PT0S';
  const all = nanos < 0n ? -nanos : nanos;
  const days = all / DAY;
  const rest = all % DAY;
  const hours = rest / (3600n * SECOND);
  const minutes = (rest / (60n * SECOND)) % 60n;
  const seconds = (rest / SECOND) % 60n;
  const fraction = rest % SECOND;
  const tail = fraction ? `.${fraction.toString().padStart(9, '0').replace(/0+$/, '')}` : '';
  const clock = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds || fraction ? `${seconds}${tail}S` : ''}`;
  return `${nanos < 0n ? '-' : ''}P${days ? `${days}D` : ''}${clock && `T${clock}`}`;
}

export function formatMonthsDuration({ months }: MonthsDuration): string {
  if (months === 0) return 'P0M';
  const all = Math.abs(months);
  const years = Math.floor(all / 12);
  return `${months < 0 ? '-' : ''}P${years ? `${years}Y` : ''}${all % 12 ? `${all % 12}M` : ''}`;
}

const localSeconds = (value: DateTime): number => value.day * 86_400 + Math.floor(value.nano / NANOS_PER_SECOND);

/** Seconds east of Greenwich, null for a clock that hangs nowhere. */
export const offsetOf = (value: DateTime | Time): number | null =>
  typeof value.zone === 'string'
    ? value.t === 'dateTime'
      ? localOffset(value.zone, localSeconds(value))
      : zoneOffset(value.zone, 0)
    : value.zone;

/** Nanoseconds on a common clock: since 1970 in Greenwich, or since 1970 on the wall when no zone is known. */
export const instant = (value: DateTime): bigint =>
  BigInt(value.day) * DAY + BigInt(value.nano) - BigInt(offsetOf(value) ?? 0) * SECOND;

export function fromLocal(nanos: bigint, zone: Zone): DateTime {
  let days = nanos / DAY;
  let rest = nanos % DAY;
  if (rest < 0n) {
    rest += DAY;
    days -= 1n;
  }
  return dateTime(Number(days), Number(rest), zone);
}

/** What the clocks of a zone show at an instant. */
export function fromInstant(nanos: bigint, zone: Zone): DateTime {
  const offset = typeof zone === 'string' ? (zoneOffset(zone, Number(nanos / SECOND)) ?? 0) : (zone ?? 0);
  return fromLocal(nanos + BigInt(offset) * SECOND, zone);
}

export function compareDateTime(a: DateTime, b: DateTime): number | null {
  if ((a.zone === null) !== (b.zone === null)) return null;
  if (a.zone === b.zone && typeof a.zone !== 'string') return a.day - b.day || a.nano - b.nano;
  const difference = instant(a) - instant(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function compareTime(a: Time, b: Time): number | null {
  if ((a.zone === null) !== (b.zone === null)) return null;
  return a.nano - (offsetOf(a) ?? 0) * NANOS_PER_SECOND - (b.nano - (offsetOf(b) ?? 0) * NANOS_PER_SECOND);
}

export const plusMonths = <T extends Day | DateTime>(value: T, months: number): T | null =>
  inRange(addMonths(value.day, months)) ? { ...value, day: addMonths(value.day, months) } : null;

export function plusNanos(value: DateTime, nanos: bigint): DateTime | null {
  const moved =
    value.zone === null ? fromLocal(instant(value) + nanos, null) : fromInstant(instant(value) + nanos, value.zone);
  return inRange(moved.day) ? moved : null;
}

/** A date moves by whole days only: the start of the day plus the duration, cut to its day. */
export function plusDays(value: Day, nanos: bigint): Day | null {
  const moved = value.day + Number(nanos / DAY) - (nanos % DAY < 0n ? 1 : 0);
  return inRange(moved) ? day(moved) : null;
}

export function plusClock(value: Time, nanos: bigint): Time {
  const moved = (((BigInt(value.nano) + nanos) % DAY) + DAY) % DAY;
  return time(Number(moved), value.zone);
}

const FIRST = dayNumber(-MAX_YEAR, 1, 1);
const LAST = dayNumber(MAX_YEAR, 12, 31);
const inRange = (dayNo: number): boolean => dayNo >= FIRST && dayNo <= LAST;

/** Whole months from a to b, negative when b is earlier. */
export function monthsBetween(a: Day | DateTime, b: Day | DateTime): number {
  const from = civil(a.day);
  const to = civil(b.day);
  let months = (to.year - from.year) * 12 + to.month - from.month;
  const late = to.day - from.day || (b.t === 'dateTime' ? b.nano : 0) - (a.t === 'dateTime' ? a.nano : 0);
  if (months > 0 && late < 0) months--;
  if (months < 0 && late > 0) months++;
  return months;
}
