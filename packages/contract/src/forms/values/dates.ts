import { dateOrNull, dateTimeOrNull } from '../../formats.ts';

const timePattern = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;
const wallPattern = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/;
const dayMs = 86_400_000;
const instantPattern = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}(:?\d{2})?)$/;

/** The zone of an enterprise that has chosen none. */
export const defaultTimeZone = 'Asia/Shanghai';

/** `yyyy-MM-dd` of a day that exists, else undefined. */
export function dateText(value: unknown): string | undefined {
  return dateOrNull(value) ?? undefined;
}

/** `HH:mm:ss`; seconds may be left out in the input. */
export function timeText(value: unknown): string | undefined {
  const match = typeof value === 'string' ? timePattern.exec(value) : null;
  if (!match || Number(match[1]) > 23 || Number(match[2]) > 59 || Number(match[3] ?? 0) > 59) return undefined;
  return `${match[1]}:${match[2]}:${match[3] ?? '00'}`;
}

/** An instant as `yyyy-MM-ddTHH:mm:ss.SSSZ`; the input must carry an offset. */
export function instantText(value: unknown): string | undefined {
  if (typeof value !== 'string' || !instantPattern.test(value) || !dateText(value.slice(0, 10))) return undefined;
  const time = new Date(value.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00'));
  if (Number.isNaN(time.getTime())) return undefined;
  const text = time.toISOString();
  // an offset may lead out of the years that are written with four digits
  return dateText(text.slice(0, 10)) ? text : undefined;
}

/** A moment as people and programs give it: with its offset, or as the product writes it, `yyyy-MM-dd HH:mm:ss`, which is of the zone. */
export function momentIn(value: unknown, timeZone: string): string | undefined {
  const wall = dateTimeOrNull(value);
  return wall === null ? instantText(value) : instantFromWall(wall, timeZone);
}

/** The instant of a wall clock time in a zone; undefined when the text is none. */
export function instantFromWall(text: string, timeZone: string): string | undefined {
  const match = wallPattern.exec(text);
  if (!match || !dateText(text.slice(0, 10)) || !timeText(text.slice(11, 19))) return undefined;
  const [, year, month, day, hour, minute, second = '0', fraction = '0'] = match;
  const asUtc = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  return new Date(asUtc - wallOffset(asUtc, timeZone)).toISOString();
}

/** `yyyy-MM-dd HH:mm:ss` of an instant in a zone. */
export function wallText(instant: string, timeZone: string): string {
  const time = new Date(instant).getTime();
  return new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** A day that many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

const clockPart = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:\s*([AP])\.?M\.?)?`;
const loosePattern = new RegExp(String.raw`^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+${clockPart})?$`, 'i');
const looseClockPattern = new RegExp(`^${clockPart}$`, 'i');

/** A date or wall time as spreadsheets write it (2024/1/5, 2024-01-05 8:30, 2024年1月5日), in our own patterns. 5/1/2024 may be either month: it is none. */
export function looseWall(text: string): { date: string; time?: string } | undefined {
  const match = loosePattern.exec(text.trim());
  if (!match) return undefined;
  const [, year, month = '', day = '', ...clock] = match;
  const date = dateText(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  if (!date) return undefined;
  if (clock[0] === undefined) return { date };
  const time = clockText(clock);
  return time ? { date, time } : undefined;
}

/** A time of day as spreadsheets write it (8:30, 08:30:00, 8:30 PM), `HH:mm:ss`. */
export function looseClock(text: string): string | undefined {
  const match = looseClockPattern.exec(text.trim());
  return match ? clockText(match.slice(1)) : undefined;
}

function clockText([hour = '', minute, second, half]: (string | undefined)[]): string | undefined {
  if (half === undefined) return timeText(`${hour.padStart(2, '0')}:${minute}:${second ?? '00'}`);
  const twelve = Number(hour);
  if (twelve < 1 || twelve > 12) return undefined;
  return timeText(
    `${String((twelve % 12) + (half.toUpperCase() === 'P' ? 12 : 0)).padStart(2, '0')}:${minute}:${second ?? '00'}`,
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();
/** Asking for a zone is dear, and its offset is the same throughout a quarter of an hour: imports ask a million times for a few days. */
const offsets = new Map<string, Map<number, number>>();
const quarterMs = 900_000;
const mostQuarters = 20_000;

/** As ISO calendars have it: an hour that comes twice is the first of both, one that is left out is read with the offset before it. */
function wallOffset(wall: number, timeZone: string): number {
  const before = offsetAt(wall - dayMs, timeZone);
  const after = offsetAt(wall + dayMs, timeZone);
  return before !== after && offsetAt(wall - before, timeZone) !== before && offsetAt(wall - after, timeZone) === after
    ? after
    : before;
}

function offsetAt(time: number, timeZone: string): number {
  const quarter = Math.floor(time / quarterMs);
  let known = offsets.get(timeZone);
  if (!known) offsets.set(timeZone, (known = new Map()));
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = readOffset(Number.isNaN(time) ? time : quarter * quarterMs, timeZone);
    if (known.size >= mostQuarters) known.clear();
    known.set(quarter, offset);
  }
  return offset;
}

function readOffset(time: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
  const wall = Date.UTC(
    part.year ?? 0,
    (part.month ?? 1) - 1,
    part.day ?? 1,
    part.hour ?? 0,
    part.minute ?? 0,
    part.second ?? 0,
  );
  return wall - Math.floor(time / 1000) * 1000;
}
