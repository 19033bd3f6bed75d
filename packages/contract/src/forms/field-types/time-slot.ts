import { z } from 'zod';
import { addDays, instantFromWall, momentIn, looseWall, wallText } from '../values/dates.ts';
import { decimalText } from '../values/decimal.ts';
import type { FieldValue, ValueKind, Values } from '../values/value.ts';
import { fail, type FieldTypeSpec, type TextOptions, type ValueError } from './spec.ts';

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

export const TimeSlotConfig = z.object({
  /** Fields of the main table, or of the row it stands in, which together name what is booked; none: the form itself is the one resource. */
  resources: z.array(z.string()).max(5).default([]),
  /** `slots` of one length, one behind the other, or any time within the opening hours. */
  choice: z.enum(['slots', 'free']).default('slots'),
  /** Length of a slot. */
  minutes: z.int().min(5).max(1440).default(60),
  /** Most slots of one booking. */
  most: z.int().min(1).max(48).default(1),
  opensAt: Clock.default('08:00'),
  closesAt: Clock.default('18:00'),
  /** 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5, 6, 7]),
  /** How far ahead one may book; 0 is today only. */
  daysAhead: z.int().min(0).max(730).default(30),
});
export type TimeSlotConfig = z.infer<typeof TimeSlotConfig>;

/** `[from, to]` as instants: the end is the first moment that is free again. */
export const timeSlot: FieldTypeSpec<TimeSlotConfig, string[]> = {
  version: 1,
  config: TimeSlotConfig,
  initial: {
    resources: [],
    choice: 'slots',
    minutes: 60,
    most: 1,
    opensAt: '08:00',
    closesAt: '18:00',
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    daysAhead: 30,
  },
  kind: () => 'slot',
  parse: (value, config, timeZone) => {
    if (!Array.isArray(value) || value.length !== 2) return fail('records.value.not_slot');
    const [from, to] = value.map((end) => momentIn(end, timeZone));
    if (!from || !to || from >= to) return fail('records.value.not_slot');
    return hoursError(config, from, to, timeZone) ?? { value: [from, to] };
  },
  fromText: (text, _config, options) => {
    const [first = '', last = ''] = text.split(/\s*(?:~|～|—|–|至|到|\bto\b|(?<=:\d\d)\s*-\s*(?=\d))\s*/u);
    const begin = looseWall(first);
    const end =
      looseWall(last) ??
      (begin &&
        (last === '24:00' ? { date: addDays(begin.date, 1), time: '00:00:00' } : looseWall(`${begin.date} ${last}`)));
    return begin?.time && end?.time
      ? [begin, end].map(({ date, time }) => instantFromWall(`${date} ${time}`, options.timeZone))
      : text;
  },
  toText: (value, _config, options) => slotText(value, options),
};

/** `2026-01-31 08:00–09:30`; the day of the end only where it is another. */
export function slotText([from = '', to = '']: readonly string[], { timeZone }: Pick<TextOptions, 'timeZone'>): string {
  const begin = wallText(from, timeZone);
  const end = wallText(to, timeZone);
  const [day, endDay] = [begin.slice(0, 10), end.slice(0, 10)];
  // the midnight that ends a day is written as its last hour
  if (endDay === addDays(day, 1) && end.slice(11) === '00:00:00') return `${begin.slice(0, 16)}–24:00`;
  return day === endDay ? `${begin.slice(0, 16)}–${end.slice(11, 16)}` : `${begin.slice(0, 16)} – ${end.slice(0, 16)}`;
}

/** Whether a booking made now may lie there. A booking that is there already stays, whatever the day. */
export function slotTiming(
  config: TimeSlotConfig,
  value: FieldValue,
  now: Date,
  timeZone: string,
): ValueError | undefined {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || typeof value[1] !== 'string') return undefined;
  if (value[1] <= now.toISOString()) return { code: 'records.value.slot_past' };
  const last = lastDay(config, now, timeZone);
  return wallText(value[0], timeZone).slice(0, 10) > last
    ? { code: 'records.value.slot_too_far', data: { days: config.daysAhead } }
    : undefined;
}

/** The last day one may book on. */
export function lastDay(config: TimeSlotConfig, now: Date, timeZone: string): string {
  return addDays(wallText(now.toISOString(), timeZone).slice(0, 10), config.daysAhead);
}

export interface SlotOfDay {
  from: string;
  to: string;
}

/** The slots of a day as the form offers them; none where it is closed. */
export function slotsOfDay(config: TimeSlotConfig, day: string, timeZone: string): SlotOfDay[] {
  if (!config.weekdays.includes(weekdayOf(day))) return [];
  const slots: SlotOfDay[] = [];
  for (
    let minute = minuteOf(config.opensAt);
    minute + config.minutes <= minuteOf(config.closesAt);
    minute += config.minutes
  ) {
    slots.push({ from: atMinute(day, minute, timeZone), to: atMinute(day, minute + config.minutes, timeZone) });
  }
  return slots;
}

/** The instant when the clock of that day shows so many minutes: 1440 is the beginning of the next day. */
export function atMinute(day: string, minute: number, timeZone: string): string {
  const clock = minute % 1440;
  return (
    instantFromWall(
      `${addDays(day, Math.floor(minute / 1440))} ${twoDigits(clock / 60)}:${twoDigits(clock % 60)}:00`,
      timeZone,
    ) ?? ''
  );
}

function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, '0');
}

export function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** Stands in no value: control characters are dropped from texts. */
export const keySeparator = '\u001f';
export const resourceKinds: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'text',
  'number',
  'option',
  'options',
  'people',
  'departments',
]);
const mostKeys = 100;

/**
 * What a record books, one key each: several chosen options are several resources. undefined while a field that names
 * the resource is empty.
 */
export function resourceKeys(config: TimeSlotConfig, values: Values): string[] | undefined {
  let keys: string[][] = [[]];
  for (const id of config.resources) {
    const value = values[id] ?? null;
    const named = Array.isArray(value)
      ? value.map((item) => (typeof item === 'string' ? item : item.id))
      : value === null
        ? []
        : [decimalText(value) ?? String(value)];
    if (named.length === 0) return undefined;
    keys = keys.flatMap((key) => named.map((name) => [...key, name])).slice(0, mostKeys);
  }
  return [...new Set(keys.map((key) => key.join(keySeparator)))];
}

function hoursError(
  config: TimeSlotConfig,
  from: string,
  to: string,
  timeZone: string,
): { error: ValueError } | undefined {
  const day = wallText(from, timeZone).slice(0, 10);
  const begin = clockMinutes(day, from, timeZone);
  const end = clockMinutes(day, to, timeZone);
  if (
    !config.weekdays.includes(weekdayOf(day)) ||
    begin < minuteOf(config.opensAt) ||
    end > minuteOf(config.closesAt)
  ) {
    return fail('records.value.slot_closed', { from: config.opensAt, to: config.closesAt });
  }
  if (config.choice === 'free')
    return Number.isInteger(begin) && Number.isInteger(end) ? undefined : fail('records.value.not_slot');
  const length = end - begin;
  const fits =
    (begin - minuteOf(config.opensAt)) % config.minutes === 0 &&
    length % config.minutes === 0 &&
    length / config.minutes <= config.most;
  return fits ? undefined : fail('records.value.slot_length', { minutes: config.minutes, max: config.most });
}

/** What the clock shows, in minutes from the beginning of a day: days of 23 and of 25 hours open at the hours they say. */
function clockMinutes(day: string, instant: string, timeZone: string): number {
  const wall = Date.parse(`${wallText(instant, timeZone).replace(' ', 'T')}Z`) - Date.parse(`${day}T00:00:00Z`);
  return (wall + (Date.parse(instant) % 1000)) / 60_000;
}

/** 1 is Monday. */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
