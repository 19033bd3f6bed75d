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
import { isTruthy } from '@formwork/contract/formats.ts';
import { dateText, momentIn } from '@formwork/contract/forms/values/dates.ts';
import { givenDecimal } from '@formwork/contract/forms/values/decimal.ts';
import { invalid } from '../../../platform/errors.ts';
import type { SetColumn, SetWords } from './words/words.ts';

export interface SetConditionOptions {
  columnOf: (field: string) => SetColumn | undefined;
  now: Date;
  zone: string;
  words: SetWords;
}

/**
 * A condition in an engine's words, with the answers that the same has over records. It stands behind `where` alone, which takes
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

function compare({ field, operator, value }: Comparison, column: SetColumn, options: SetConditionOptions): string {
  const { kind, sql } = column;
  const { words } = options;
  const one = (given: unknown): string => valueText(given, column, field, options.zone);
  const list = Array.isArray(value) ? value : [];
  if (isCalendarOperator(operator)) {
    const days = dayRange(operator, Number(value ?? 0), todayIn(options.now, options.zone));
    if (!days) return refuse(field);
    const { from, before } = kind === 'dateTime' ? instantRange(days, options.zone) : days;
    const of = kind === 'dateTime' ? column : { ...column, kind: 'date' as const };
    return `(${words.against(of, '>=', from)} and ${words.against(of, '<', before)})`;
  }
  const moment = { ...column, kind: 'dateTime' as const };
  const empty = kind === 'text' ? `(${sql} is null or ${sql} = '')` : `${sql} is null`;
  switch (operator) {
    case 'eq':
      return words.against(column, kind === 'boolean' ? 'is not distinct from' : '=', one(value));
    case 'ne':
      return words.against(column, 'is distinct from', one(value));
    case 'gt':
      return words.against(column, '>', one(value));
    case 'gte':
      return words.against(column, '>=', one(value));
    case 'lt':
      return words.against(column, '<', one(value));
    case 'lte':
      return words.against(column, '<=', one(value));
    case 'between':
      return `(${words.against(column, '>=', one(list[0]))} and ${words.against(column, '<=', one(list[1]))})`;
    case 'in':
      return words.oneOf(column, list.map(one));
    case 'notIn':
      return list.length === 0 ? 'true' : words.notOneOf(column, list.map(one));
    case 'contains':
      return words.like(sql, '%', String(value), '%');
    case 'notContains':
      return `(${sql} is null or not ${words.like(sql, '%', String(value), '%')})`;
    case 'startsWith':
      return words.like(sql, '', String(value), '%');
    case 'endsWith':
      return words.like(sql, '%', String(value), '');
    case 'isEmpty':
      return empty;
    case 'notEmpty':
      return `not ${empty}`;
    case 'isTrue':
      return words.isTrue(sql);
    case 'isFalse':
      return words.isNotTrue(sql);
    case 'beforeNow':
      return words.against(moment, '<', options.now.toISOString());
    case 'afterNow':
      return words.against(moment, '>', options.now.toISOString());
    default:
      return refuse(field);
  }
}

/** What a column is held against, as values of its kind read. */
function valueText(given: unknown, { kind }: SetColumn, field: string, zone: string): string {
  switch (kind) {
    case 'number':
      return givenDecimal(given) ?? refuse(field);
    case 'date':
      return dateText(given) ?? refuse(field);
    case 'dateTime':
      return momentIn(given, zone) ?? refuse(field);
    case 'boolean':
      return isTruthy(given) || given === 'true' ? 'true' : 'false';
    case 'text':
      return typeof given === 'string' || typeof given === 'number' ? String(given) : refuse(field);
  }
}

function refuse(field: string): never {
  throw invalid('records.list.bad_filter', [{ path: field, code: 'records.list.bad_filter' }]);
}
