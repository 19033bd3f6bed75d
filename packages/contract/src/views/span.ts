import type { Condition } from '../condition/condition.ts';
import { instantFromWall, wallText } from '../forms/values/dates.ts';
import type { FieldValue, RangeValue, ValueKind, Values } from '../forms/values/value.ts';

/** Fields that say when: one that holds both ends, or one for each. */
export interface SpanFields {
  start: { id: string; kind: ValueKind };
  end?: { id: string; kind: ValueKind } | undefined;
}

/** A record on a time line, in wall clock time: days as `yyyy-MM-dd`, moments as `yyyy-MM-dd HH:mm:ss`. The end is not within; days end at the next. */
export interface Span {
  start: string;
  end: string;
  wholeDays: boolean;
}

export const spanKinds: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'date',
  'dateTime',
  'dateRange',
  'dateTimeRange',
  'slot',
]);

const isDay = (kind: ValueKind): boolean => kind === 'date' || kind === 'dateRange';
const isWhole = (kind: ValueKind): boolean => kind === 'dateRange' || kind === 'dateTimeRange' || kind === 'slot';
/** A moment without an end is drawn as long. */
const shortest = 30;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function addMinutes(wall: string, minutes: number): string {
  return new Date(Date.parse(`${wall.replace(' ', 'T')}Z`) + minutes * 60_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}

/** undefined where the record has no time. */
export function spanOf({ start, end }: SpanFields, values: Values, timeZone: string): Span | undefined {
  const ends = endsOf(values[start.id] ?? null, start.kind);
  if (!ends) return undefined;
  const wholeDays = isDay(start.kind);
  const last = (end && !isWhole(start.kind) ? endsOf(values[end.id] ?? null, end.kind)?.[0] : ends[1]) ?? null;
  const from = inKind(ends[0], wholeDays, timeZone);
  if (wholeDays) {
    const until = last === null ? from : inKind(last, true, timeZone);
    return { start: from, end: addDays(until < from ? from : until, 1), wholeDays };
  }
  const until =
    last === null
      ? ''
      : end && isDay(end.kind) && !isWhole(start.kind)
        ? `${addDays(last, 1)} 00:00:00`
        : inKind(last, false, timeZone);
  return { start: from, end: until > from ? until : addMinutes(from, shortest), wholeDays };
}

/** Records that touch the days from `from` up to, not including, `before`. */
export function spanCondition({ start, end }: SpanFields, from: string, before: string, timeZone: string): Condition {
  const last = addDays(before, -1);
  const edge = (kind: ValueKind, day: string): string =>
    isDay(kind) ? day : (instantFromWall(`${day} 00:00:00`, timeZone) ?? day);
  if (start.kind === 'dateRange') return { field: start.id, operator: 'overlaps', value: [from, last] };
  if (isWhole(start.kind))
    return {
      field: start.id,
      operator: start.kind === 'slot' ? 'between' : 'overlaps',
      value: [edge('dateTime', from), edge('dateTime', before)],
    };
  const begins: Condition = isDay(start.kind)
    ? { field: start.id, operator: 'lte', value: last }
    : { field: start.id, operator: 'lt', value: edge(start.kind, before) };
  const within: Condition = { all: [{ field: start.id, operator: 'gte', value: edge(start.kind, from) }, begins] };
  if (!end) return within;
  return { any: [within, { all: [begins, { field: end.id, operator: 'gte', value: edge(end.kind, from) }] }] };
}

/** What is saved when a record is moved or stretched to another time. */
export function spanValues({ start, end }: SpanFields, span: Pick<Span, 'start' | 'end'>, timeZone: string): Values {
  const value = (kind: ValueKind, text: string): string =>
    isDay(kind) ? text.slice(0, 10) : (instantFromWall(text.length > 10 ? text : `${text} 00:00:00`, timeZone) ?? text);
  // an end that is a day is within
  const until = (kind: ValueKind): string =>
    isDay(kind)
      ? span.end.length > 10 && !span.end.endsWith('00:00:00')
        ? span.end.slice(0, 10)
        : addDays(span.end.slice(0, 10), -1)
      : value(kind, span.end);
  if (start.kind === 'slot') return { [start.id]: [value('dateTime', span.start), value('dateTime', span.end)] };
  if (start.kind === 'dateRange' || start.kind === 'dateTimeRange')
    return { [start.id]: { start: value(start.kind, span.start), end: until(start.kind) } };
  return { [start.id]: value(start.kind, span.start), ...(end && { [end.id]: until(end.kind) }) };
}

function endsOf(value: FieldValue, kind: ValueKind): [string, string | null] | undefined {
  if (value === null) return undefined;
  if (kind === 'dateRange' || kind === 'dateTimeRange') return [(value as RangeValue).start, (value as RangeValue).end];
  if (kind === 'slot') return [(value as string[])[0] ?? '', (value as string[])[1] ?? ''];
  return [String(value), null];
}

/** Days stay days; moments are read on the clock, and a day among moments begins at midnight. */
function inKind(text: string, wholeDays: boolean, timeZone: string): string {
  const wall = text.length > 10 ? wallText(text, timeZone) : text;
  return wholeDays ? wall.slice(0, 10) : wall.length > 10 ? wall.slice(0, 19) : `${wall} 00:00:00`;
}
