/** The product's one date pattern; imports, query parameters and fields keep to it. */
export const dateTimePattern = 'yyyy-MM-dd HH:mm:ss';

/** A date and time that exists, written as `yyyy-MM-dd HH:mm:ss`; anything else is null. */
export function dateTimeOrNull(value: unknown): string | null {
  return roundTrips(value, /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/) ? value : null;
}

/** A date that exists, written as `yyyy-MM-dd`; anything else is null. */
export function dateOrNull(value: unknown): string | null {
  return roundTrips(value, /^(\d{4})-(\d{2})-(\d{2})$/) ? value : null;
}

/** An optional sign, digits and an optional decimal part. */
export function isNumberText(value: string): boolean {
  return /^[+-]?\d+(\.\d+)?$/.test(value);
}

export function numberOrNull(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && isNumberText(value) ? Number(value) : null;
}

/** Flags are set by true, 1 and the string 1; nothing else. */
export function isTruthy(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/** A moment as people in the given zone read it. */
export function formatDateTime(moment: Date, timeZone: string): string {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
      .formatToParts(moment)
      .map((part) => [part.type, part.value]),
  );
  return `${parts['year']!.padStart(4, '0')}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}:${parts['second']}`;
}

function roundTrips(value: unknown, pattern: RegExp): value is string {
  const found = typeof value === 'string' ? pattern.exec(value) : null;
  if (!found) return false;
  // no calendar of ours has a year 0, and the database neither
  if (found[1] === '0000') return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  const moment = new Date(0);
  // set by parts: Date.UTC reads the years 0 to 99 as 1900 to 1999
  moment.setUTCFullYear(year, month - 1, day);
  moment.setUTCHours(hour, minute, second);
  return (
    moment.getUTCFullYear() === year &&
    moment.getUTCMonth() === month - 1 &&
    moment.getUTCDate() === day &&
    moment.getUTCHours() === hour &&
    moment.getUTCMinutes() === minute &&
    moment.getUTCSeconds() === second
  );
}
