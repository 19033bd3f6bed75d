import { dayRange, instantRange, todayIn } from '@formwork/contract/condition/calendar.ts';
import {
  comparisonFits,
  isAll,
  isAny,
  isRows,
  type Comparison,
  type Condition,
} from '@formwork/contract/condition/condition.ts';
import { isCalendarOperator } from '@formwork/contract/condition/operators.ts';
import type { SetKind } from '@formwork/contract/analytics/source.ts';
import { isTruthy } from '@formwork/contract/formats.ts';
import { dateText, momentIn } from '@formwork/contract/forms/values/dates.ts';
import { givenDecimal } from '@formwork/contract/forms/values/decimal.ts';
import { invalid } from '../../../platform/errors.ts';
import { textQuoted } from '../../etl/public.ts';

export interface SetColumn {
  kind: SetKind;
  sql: string;
  /** Of a moment: its local day, where that is kept beside it. */
  day?: string;
  /** Of a text: which of its few kinds it is, where that is kept beside it. */
  kindSql?: string;
}

export interface SetConditionOptions {
  columnOf: (field: string) => SetColumn | undefined;
  now: Date;
  zone: string;
}

/**
 * A condition in the engine's words, with the answers that the same has over records. It stands behind `where` alone, which takes
 * an unknown answer for no: to say so by `coalesce` would keep the engine from holding values against a column once each.
 */
export function setCondition(condition: Condition, options: SetConditionOptions): string {
  if (isAll(condition))
    return condition.all.length === 0
      ? 'true'
      : `(${condition.all.map((part) => setCondition(part, options)).join(' and ')})`;
  if (isAny(condition))
    return condition.any.length === 0
      ? 'true'
      : `(${condition.any.map((part) => setCondition(part, options)).join(' or ')})`;
  if (isRows(condition)) return refuse(condition.rows);
  const column = options.columnOf(condition.field);
  if (!column || !comparisonFits(condition, column.kind)) return refuse(condition.field);
  return compare(condition, column, options);
}

function compare(
  { field, operator, value }: Comparison,
  { kind, sql }: SetColumn,
  options: SetConditionOptions,
): string {
  const one = (given: unknown): string => literal(given, kind, field, options.zone);
  const list = Array.isArray(value) ? value : [];
  const many = (): string => `(${list.map(one).join(', ') || 'null'})`;
  const like = (before: string, after: string): string =>
    `ilike ${textQuoted(`${before}${String(value).replace(/[\\%_]/g, '\\$&')}${after}`)} escape '\\'`;
  if (isCalendarOperator(operator)) {
    const days = dayRange(operator, Number(value ?? 0), todayIn(options.now, options.zone));
    if (!days) return refuse(field);
    const { from, before } = kind === 'dateTime' ? instantRange(days, options.zone) : days;
    const type = kind === 'dateTime' ? 'TIMESTAMPTZ' : 'DATE';
    return `(${sql} >= ${textQuoted(from)}::${type} and ${sql} < ${textQuoted(before)}::${type})`;
  }
  const empty = kind === 'text' ? `(${sql} is null or ${sql} = '')` : `${sql} is null`;
  switch (operator) {
    case 'eq':
      return kind === 'boolean' ? `${sql} is not distinct from ${one(value)}` : `${sql} = ${one(value)}`;
    case 'ne':
      return `${sql} is distinct from ${one(value)}`;
    case 'gt':
      return `${sql} > ${one(value)}`;
    case 'gte':
      return `${sql} >= ${one(value)}`;
    case 'lt':
      return `${sql} < ${one(value)}`;
    case 'lte':
      return `${sql} <= ${one(value)}`;
    case 'between':
      return `(${sql} >= ${one(list[0])} and ${sql} <= ${one(list[1])})`;
    case 'in':
      return `${sql} in ${many()}`;
    case 'notIn':
      return list.length === 0 ? 'true' : `(${sql} is null or ${sql} not in ${many()})`;
    case 'contains':
      return `${sql} ${like('%', '%')}`;
    case 'notContains':
      return `(${sql} is null or not ${sql} ${like('%', '%')})`;
    case 'startsWith':
      return `${sql} ${like('', '%')}`;
    case 'endsWith':
      return `${sql} ${like('%', '')}`;
    case 'isEmpty':
      return empty;
    case 'notEmpty':
      return `not ${empty}`;
    case 'isTrue':
      return `${sql} is true`;
    case 'isFalse':
      return `${sql} is not true`;
    case 'beforeNow':
      return `${sql} < ${textQuoted(options.now.toISOString())}::TIMESTAMPTZ`;
    case 'afterNow':
      return `${sql} > ${textQuoted(options.now.toISOString())}::TIMESTAMPTZ`;
    default:
      return refuse(field);
  }
}

function literal(given: unknown, kind: SetKind, field: string, zone: string): string {
  switch (kind) {
    case 'number': {
      const number = givenDecimal(given);
      return number === undefined ? refuse(field) : numberSql(number);
    }
    case 'date': {
      const day = dateText(given);
      return day ? `${textQuoted(day)}::DATE` : refuse(field);
    }
    case 'dateTime': {
      const moment = momentIn(given, zone);
      return moment ? `${textQuoted(moment)}::TIMESTAMPTZ` : refuse(field);
    }
    case 'boolean':
      return isTruthy(given) || given === 'true' ? 'true' : 'false';
    case 'text':
      return typeof given === 'string' || typeof given === 'number' ? textQuoted(String(given)) : refuse(field);
  }
}

/** Longer ones than the engine's decimals hold are compared as its doubles. */
function numberSql(text: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return `${textQuoted(text)}::DOUBLE`;
  return text.replace(/[-.]/g, '').length <= 38 ? text : `${textQuoted(text)}::DOUBLE`;
}

function refuse(field: string): never {
  throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
}
