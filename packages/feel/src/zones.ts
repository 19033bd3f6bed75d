import { dayNumber } from './calendar.ts';

/**
 * Seconds east of Greenwich that the zone's clocks show at this instant; null when the platform does not know the zone. Asking the
 * platform takes longer than most expressions, and clocks rarely change: what a quarter of an hour has at both its ends is remembered.
 */
export function zoneOffset(zone: string, epochSeconds: number): number | null {
  const quarter = Math.floor(epochSeconds / quarterSeconds);
  let known = offsets.get(zone);
  const there = known?.get(quarter);
  if (there !== undefined) return there;
  const offset = askedOffset(zone, epochSeconds);
  if (offset === null) return null;
  const start = quarter * quarterSeconds;
  if (askedOffset(zone, start) !== offset || askedOffset(zone, start + quarterSeconds - 1) !== offset) return offset;
  if (!known) {
    if (offsets.size >= MAX_FORMATS) offsets.clear();
    offsets.set(zone, (known = new Map()));
  }
  if (known.size >= MOST_QUARTERS) known.clear();
  known.set(quarter, offset);
  return offset;
}

const quarterSeconds = 900;
const MOST_QUARTERS = 2_000;
/** By zone and by quarter of an hour since 1970. */
const offsets = new Map<string, Map<number, number>>();

function askedOffset(zone: string, epochSeconds: number): number | null {
  const format = formatOf(zone);
  if (!format) return null;
  // instants beyond what Intl can show use the zone's rules at the edge of it
  const shown = Math.max(-8.64e12, Math.min(8.64e12, epochSeconds));
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(shown * 1000)) part[type] = value;
  const year = part.era === 'BC' ? 1 - Number(part.year) : Number(part.year);
  const local =
    dayNumber(year, Number(part.month), Number(part.day)) * 86_400 +
    Number(part.hour) * 3600 +
    Number(part.minute) * 60 +
    Number(part.second);
  return local - Math.floor(shown);
}

/** The offset of a wall clock reading in a zone; of two possible ones the earlier offset, as ISO calendars have it. */
export function localOffset(zone: string, localSeconds: number): number | null {
  const before = zoneOffset(zone, localSeconds - 86_400);
  const after = zoneOffset(zone, localSeconds + 86_400);
  if (before === null || after === null || before === after) return after;
  return zoneOffset(zone, localSeconds - before) === before
    ? before
    : zoneOffset(zone, localSeconds - after) === after
      ? after
      : before;
}

export const isZone = (zone: string): boolean => formatOf(zone) !== null;

/** Where nobody says otherwise: the zone of the machine. Asked once, because asking takes longer than most expressions. */
export const systemZone = (): string => (machineZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

let machineZone: string | undefined;

const formats = new Map<string, Intl.DateTimeFormat | null>();
const MAX_FORMATS = 500;

function formatOf(zone: string): Intl.DateTimeFormat | null {
  const kept = formats.get(zone);
  if (kept !== undefined) return kept;
  if (formats.size >= MAX_FORMATS) formats.clear();
  let format: Intl.DateTimeFormat | null = null;
  if (/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) {
    try {
      format = new Intl.DateTimeFormat('en-US', {
        timeZone: zone,
        hourCycle: 'h23',
        era: 'short',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      });
    } catch {
      // not a zone
    }
  }
  formats.set(zone, format);
  return format;
}
