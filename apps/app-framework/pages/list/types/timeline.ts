import type { Span } from '@formwork/contract/views/span.ts';

const minute = 60_000;
const day = 1_440 * minute;

/** What a time line shows: whole days from one on. */
export interface TimeRange {
  from: string;
  days: number;
}

export interface Bar {
  id: string;
  span: Span;
}

/** Wall clock time as a number, for measuring. */
export function timeOf(wall: string): number {
  return Date.parse(`${wall.length > 10 ? wall.replace(' ', 'T') : `${wall}T00:00:00`}Z`);
}

export function wallOf(time: number, wholeDays: boolean): string {
  const text = new Date(time).toISOString();
  return wholeDays ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** Where a bar stands on the line, as parts of its width; undefined where it is out of sight. */
export function placeOf({ span }: Bar, { from, days }: TimeRange): { left: number; width: number } | undefined {
  const start = timeOf(from);
  const whole = days * day;
  const left = Math.max(0, (timeOf(span.start) - start) / whole);
  const right = Math.min(1, (timeOf(span.end) - start) / whole);
  return right <= 0 || left >= 1 || right <= left ? undefined : { left, width: right - left };
}

/** A bar moved or stretched by so many minutes: days go by whole days, moments by quarters of an hour. */
export function shifted(span: Span, minutes: number, end: 'both' | 'end'): Span {
  const step = span.wholeDays ? day : 15 * minute;
  const by = Math.round((minutes * minute) / step) * step;
  const start = timeOf(span.start) + (end === 'both' ? by : 0);
  const until = Math.max(start + step, timeOf(span.end) + by);
  return { ...span, start: wallOf(start, span.wholeDays), end: wallOf(until, span.wholeDays) };
}

export function overlap(left: Span, right: Span): boolean {
  return timeOf(left.start) < timeOf(right.end) && timeOf(right.start) < timeOf(left.end);
}

/** Bars that share a line side by side: the place of each and how many places there are. */
export function inLanes(bars: readonly Bar[]): { lanes: Map<string, number>; count: number } {
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const bar of bars.toSorted((a, b) => timeOf(a.span.start) - timeOf(b.span.start))) {
    const free = ends.findIndex((end) => end <= timeOf(bar.span.start));
    const lane = free < 0 ? ends.length : free;
    ends[lane] = timeOf(bar.span.end);
    lanes.set(bar.id, lane);
  }
  return { lanes, count: Math.max(1, ends.length) };
}

/** Bars of one line that overlap another. */
export function conflicts(bars: readonly Bar[]): Set<string> {
  const found = new Set<string>();
  const inOrder = bars.toSorted((a, b) => timeOf(a.span.start) - timeOf(b.span.start));
  let widest: Bar | undefined;
  for (const bar of inOrder) {
    if (widest && overlap(widest.span, bar.span)) found.add(widest.id).add(bar.id);
    if (!widest || timeOf(bar.span.end) > timeOf(widest.span.end)) widest = bar;
  }
  return found;
}

/**
 * The chain that decides when everything is done: from the task that ends last back over those it waits for, each time to
 * the one that ends latest. Circles are walked once.
 */
export function criticalPath(bars: readonly Bar[], after: ReadonlyMap<string, readonly string[]>): Set<string> {
  const byId = new Map(bars.map((bar) => [bar.id, bar]));
  const awaited = new Set([...after.values()].flat());
  const linked = bars.filter(({ id }) => (after.get(id)?.length ?? 0) > 0 || awaited.has(id));
  const latest = (of: readonly Bar[]): Bar | undefined =>
    of.reduce<Bar | undefined>(
      (best, bar) => (!best || timeOf(bar.span.end) > timeOf(best.span.end) ? bar : best),
      undefined,
    );
  const path = new Set<string>();
  for (let bar = latest(linked); bar && !path.has(bar.id);) {
    path.add(bar.id);
    bar = latest((after.get(bar.id) ?? []).flatMap((id) => byId.get(id) ?? []));
  }
  return path.size > 1 ? path : new Set();
}

/** Heads of the line: its days, or the hours of the one. */
export function ticksOf({ from, days }: TimeRange): { at: number; width: number; day: string; weekend: boolean }[] {
  if (days === 1)
    return Array.from({ length: 24 }, (_empty, hour) => ({
      at: hour / 24,
      width: 1 / 24,
      day: `${String(hour).padStart(2, '0')}:00`,
      weekend: false,
    }));
  return Array.from({ length: days }, (_empty, n) => {
    const time = timeOf(from) + n * day;
    const weekday = new Date(time).getUTCDay();
    return { at: n / days, width: 1 / days, day: wallOf(time, true), weekend: weekday === 0 || weekday === 6 };
  });
}
