import type { DateStep } from '@formwork/contract/views/pivot.ts';

const months = { month: 1, quarter: 3, year: 12 } as const;

/** The first day of the stretch that comes so many after the one that begins with this day. */
export function stretchAfter(day: string, step: DateStep, count = 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (step === 'day' || step === 'week') date.setUTCDate(date.getUTCDate() + count * (step === 'week' ? 7 : 1));
  else date.setUTCMonth(date.getUTCMonth() + count * months[step]);
  return date.toISOString().slice(0, 10);
}

/** The first day of the stretch that a day is in. */
export function stretchOf(day: string, step: DateStep): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (step === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  else if (step !== 'day') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % months[step]), 1);
  return date.toISOString().slice(0, 10);
}

/** Every stretch from the first of these to the last; undefined where they are none of one row, or it would be too long. */
export function withoutHoles(days: readonly string[], step: DateStep, most: number): string[] | undefined {
  const sorted = days.toSorted();
  const last = sorted.at(-1);
  const all: string[] = [];
  for (let day = sorted[0]; day !== undefined && last !== undefined && day <= last; day = stretchAfter(day, step)) {
    if (all.length === most || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
    all.push(day);
  }
  const known = new Set(all);
  return days.every((day) => known.has(day)) ? all : undefined;
}
