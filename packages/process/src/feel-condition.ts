import { isAll, isAny, isRows, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import { isCalendarOperator, type CalendarOperator } from '@formwork/contract/condition/operators.ts';
import { unitOf } from '@formwork/contract/condition/run.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';
import { belongsTo } from '@formwork/contract/workflow/process-fields.ts';

/**
 * A condition that was clicked together, as FEEL over the fields of a form; undefined where one of its comparisons has no
 * meaning there, such as a distance between places. An empty group holds always.
 */
export function feelOfCondition(
  condition: Condition,
  kindOf: (field: string) => ValueKind | undefined,
): string | undefined {
  // Conditions over the rows of a slave table are for lists.
  if (isRows(condition)) return undefined;
  if (!isAll(condition) && !isAny(condition)) return feelOfComparison(condition, kindOf(condition.field));
  const parts = (isAll(condition) ? condition.all : condition.any).map((part) => feelOfCondition(part, kindOf));
  if (parts.includes(undefined)) return undefined;
  if (parts.length === 0) return 'true';
  return parts.length === 1 ? parts[0] : `(${parts.join(isAll(condition) ? ' and ' : ' or ')})`;
}

/** Where whoever submits belongs. */
const mine = { departments: '_submitterDepartments', posts: '_submitterPosts', roles: '_submitterRoles' };
const signs = { eq: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const listKinds: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'options',
  'people',
  'departments',
  'posts',
  'roles',
  'records',
]);

/** Its device is asked, or the number that was captured; words are not. */
function feelOfReading({ field, operator, value }: Comparison): string | undefined {
  if (operator === 'contains' || operator === 'notContains') return undefined;
  if (operator === 'hasAny' || operator === 'hasNone')
    return feelOfComparison(
      { field: `${field}.device`, operator: operator === 'hasAny' ? 'in' : 'notIn', value },
      'text',
    );
  return feelOfComparison({ field: `${field}.value`, operator, value }, 'number');
}

function feelOfComparison({ field, operator, value }: Comparison, kind: ValueKind | undefined): string | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'reading' && operator !== 'isEmpty' && operator !== 'notEmpty')
    return feelOfReading({ field, operator, value });
  const one = (part: unknown) => literal(part, kind);
  const list = (Array.isArray(value) ? value : [value]).map((part) =>
    literal(part, listKinds.has(kind) ? 'text' : kind),
  );
  const some = `some entry in [${list.join(', ')}] satisfies list contains(${field}, entry)`;
  switch (operator) {
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return one(value) && `${field} ${signs[operator]} ${one(value)!}`;
    case 'between':
      return Array.isArray(value) && kind !== 'slot' && one(value[0]) && one(value[1])
        ? `(${field} >= ${one(value[0])!} and ${field} <= ${one(value[1])!})`
        : undefined;
    case 'contains':
    case 'notContains': {
      if (kind !== 'text' && kind !== 'html') return undefined;
      return operator === 'contains' ? `contains(${field}, ${one(value)!})` : `not(contains(${field}, ${one(value)!}))`;
    }
    case 'startsWith':
      return `starts with(${field}, ${one(value)!})`;
    case 'endsWith':
      return `ends with(${field}, ${one(value)!})`;
    case 'in':
      return `list contains([${list.join(', ')}], ${field})`;
    case 'notIn':
      return `not(list contains([${list.join(', ')}], ${field}))`;
    case 'hasAny':
      return `(${some})`;
    case 'hasNone':
      return `not(${some})`;
    case 'hasAll':
      return `(every entry in [${list.join(', ')}] satisfies list contains(${field}, entry))`;
    case 'isEmpty':
      return listKinds.has(kind) ? `(${field} = null or count(${field}) = 0)` : `${field} = null`;
    case 'notEmpty':
      return listKinds.has(kind) ? `(${field} != null and count(${field}) > 0)` : `${field} != null`;
    case 'isTrue':
      return `${field} = true`;
    case 'isFalse':
      return `${field} = false`;
    case 'isMe':
      return `list contains(${field}, user.id)`;
    case 'notMe':
      return `not(list contains(${field}, user.id))`;
    case 'under':
      return `${belongsTo}(${field}, [${list.join(', ')}])`;
    case 'notUnder':
      return `not(${belongsTo}(${field}, [${list.join(', ')}]))`;
    case 'isMineBelow':
      return `${belongsTo}(${field}, ${mine.departments})`;
    case 'notMineBelow':
      return `not(${belongsTo}(${field}, ${mine.departments}))`;
    case 'isMine':
      return `(some entry in ${mine[unitOf(kind)]} satisfies list contains(${field}, entry))`;
    case 'notMine':
      return `not(some entry in ${mine[unitOf(kind)]} satisfies list contains(${field}, entry))`;
    case 'hasOnly':
      return `(every entry in [${list.join(', ')}] satisfies list contains(${field}, entry)) and (every entry in ${field} satisfies list contains([${list.join(', ')}], entry))`;
    case 'beforeNow':
      return `${field} < now()`;
    case 'afterNow':
      return `${field} > now()`;
    default:
      return isCalendarOperator(operator) && (kind === 'date' || kind === 'dateTime')
        ? calendar(operator, kind === 'date' ? field : `date(${field})`, Number(value ?? 0))
        : undefined;
  }
}

/** A day of the calendar, as `dayRange` has it: weeks begin on Monday, today is one of the last and of the next days. */
function calendar(operator: CalendarOperator, day: string, days: number): string {
  const now = 'today()';
  const near = (count: number) => `${day} = ${now} + duration("P${count}D")`;
  const monday = (of: string, weeks = 0) =>
    `DATE(YEAR(${of}), MONTH(${of}), DAY(${of}) - WEEKDAY(${of}, 2) + ${1 + 7 * weeks})`;
  const week = (away: number) => `${monday(day)} = ${monday(now, away)}`;
  const year = (away: number) => `YEAR(${day}) = YEAR(${now}) + ${away}`;
  const month = (away: number) => `YEAR(${day}) * 12 + MONTH(${day}) = YEAR(${now}) * 12 + MONTH(${now}) + ${away}`;
  const quarter = (away: number) =>
    `YEAR(${day}) * 4 + ceiling(MONTH(${day}) / 3) = YEAR(${now}) * 4 + ceiling(MONTH(${now}) / 3) + ${away}`;
  const texts: Record<CalendarOperator, string> = {
    today: `${day} = ${now}`,
    yesterday: `${day} = ${now} - duration("P1D")`,
    tomorrow: near(1),
    beforeToday: `${day} < ${now}`,
    afterToday: `${day} > ${now}`,
    thisWeek: week(0),
    lastWeek: week(-1),
    nextWeek: week(1),
    thisMonth: month(0),
    lastMonth: month(-1),
    nextMonth: month(1),
    thisQuarter: quarter(0),
    lastQuarter: quarter(-1),
    nextQuarter: quarter(1),
    thisYear: year(0),
    lastYear: year(-1),
    nextYear: year(1),
    lastDays: `(${day} > ${now} - duration("P${days}D") and ${day} <= ${now})`,
    nextDays: `(${day} >= ${now} and ${day} < ${now} + duration("P${days}D"))`,
  };
  return texts[operator];
}

function literal(value: unknown, kind: ValueKind): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  switch (kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(String(value)) ? String(value) : undefined;
    case 'boolean':
      return value === true || value === 'true' ? 'true' : 'false';
    case 'date':
      return `date(${JSON.stringify(value)})`;
    case 'dateTime':
      return `date and time(${JSON.stringify(value)})`;
    case 'time':
      return `time(${JSON.stringify(value)})`;
    default:
      return JSON.stringify(value);
  }
}
