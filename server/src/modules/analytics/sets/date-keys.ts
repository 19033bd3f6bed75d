import type { DateStep } from '@formwork/contract/views/pivot.ts';

/** How rows are told apart by a stretch of time: by a number that is quick to work out, and what it reads as once they are grouped. */
export interface DateKey {
  sql: string;
  shown(key: string): string;
}

/**
 * Of a day. The engine's `date_trunc` takes ten times as long a row as the parts of a date do, and most of what a group of many rows takes.
 * Days without an end are in no month.
 */
export function dateKey(day: string, step: DateStep | undefined): DateKey {
  switch (step) {
    case 'year':
      return { sql: `year(${day})`, shown: (key) => `make_date(${key}, 1, 1)` };
    case 'quarter':
      return parted(day, 'quarter', 4);
    case 'month':
      return parted(day, 'month', 12);
    case 'week':
      return { sql: `(${day} - (isodow(${day}) - 1)::INTEGER)`, shown: (key) => key };
    default:
      return { sql: day, shown: (key) => key };
  }
}

/** Whole numbers are divided towards nought: years before our era would fall together with others. */
const before = 1_000_000;

function parted(day: string, part: 'quarter' | 'month', many: 4 | 12): DateKey {
  return {
    sql: `(year(${day}) + ${before}) * ${many} + ${part}(${day}) - 1`,
    shown: (key) => `make_date(${key} // ${many} - ${before}, ${key} % ${many} * ${12 / many} + 1, 1)`,
  };
}
