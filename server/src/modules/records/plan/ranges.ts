import { addDays } from '@formwork/contract/forms/values/dates.ts';
import type { FieldValue, RangeValue } from '@formwork/contract/forms/values/value.ts';

/** A range as the database reads it; both ends are within. */
export function rangeText(value: FieldValue, isDay: boolean): string | null {
  if (value === null) return null;
  const { start, end } = value as RangeValue;
  // as it writes ranges of days itself, so that equal ranges have equal text
  return isDay ? `[${start},${dayAfter(end)})` : `["${start}","${end}"]`;
}

/** `[2026-01-31,2026-02-02)`: ranges of days always come with the day after the last. */
export function dayRangeOf(text: string): RangeValue {
  const [start = '', before = ''] = text.slice(1, -1).split(',');
  return { start, end: before === afterLast ? lastDay : addDays(before, -1) };
}

/** `["2026-01-31 08:15:00+00","2026-01-31 09:15:00+00"]` */
export function momentRangeOf(text: string): RangeValue {
  const [start = '', end = ''] = text
    .slice(1, -1)
    .split(',')
    .map((moment) => isoOf(moment.replaceAll('"', '')));
  return { start, end };
}

/** `["2026-01-31 08:00:00+00","2026-01-31 09:00:00+00")`: a slot ends where the next may begin. */
export function slotOf(text: string): string[] {
  return text
    .slice(1, -1)
    .split(',')
    .map((end) => isoOf(end.replaceAll('"', '')));
}

export function slotText(value: FieldValue): string | null {
  return Array.isArray(value) && value.length === 2 ? `[${String(value[0])},${String(value[1])})` : null;
}

const lastDay = '9999-12-31';
const afterLast = '10000-01-01';

function dayAfter(day: string): string {
  return day === lastDay ? afterLast : addDays(day, 1);
}

/** `2026-01-31 08:15:00.5+00` of a session in any zone. */
export function isoOf(text: string): string {
  const { length } = text;
  if (length === 22 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`;
  if (length > 22 && length <= 29 && text.endsWith('+00'))
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, Math.min(23, length - 3)).padEnd(3, '0')}Z`;
  return new Date(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')).toISOString();
}
