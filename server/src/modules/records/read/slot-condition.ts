import { dayRange, instantRange, todayIn } from '@formwork/contract/condition/calendar.ts';
import type { Comparison } from '@formwork/contract/condition/condition.ts';
import { momentIn } from '@formwork/contract/forms/values/dates.ts';
import { invalid } from '../../../platform/errors.ts';
import type { CompileOptions } from './condition-sql.ts';

/** Comparisons of a time slot, a range of instants whose end is free again; the same answers as `slotHolds` in memory. */
export function slotSql(
  { operator, value, field }: Comparison,
  sql: string,
  params: unknown[],
  { now, timeZone }: CompileOptions,
): string {
  const place = (given: unknown): string => {
    const instant = momentIn(given, timeZone);
    if (instant === undefined)
      throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
    return `$${params.push(instant)}::timestamptz`;
  };
  const ends = Array.isArray(value) ? value : [];
  switch (operator) {
    case 'isEmpty':
      return `${sql} is null`;
    case 'notEmpty':
      return `${sql} is not null`;
    case 'gte':
      return `lower(${sql}) >= ${place(value)}`;
    case 'lte':
      return `upper(${sql}) <= ${place(value)}`;
    case 'between':
      return `(upper(${sql}) > ${place(ends[0])} and lower(${sql}) <= ${place(ends[1])})`;
    default: {
      const days = dayRange(operator, Number(value ?? 0), todayIn(now, timeZone));
      // no days at all: an empty range meets nothing
      if (!days || days.from >= days.before) return 'false';
      const range = instantRange(days, timeZone);
      return `${sql} && tstzrange(${place(range.from)}, ${place(range.before)})`;
    }
  }
}
