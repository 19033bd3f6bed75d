import { isAll, isAny, isRows, type Comparison, type Condition } from '@formwork/contract/condition/condition.ts';
import type { ValueKind } from '@formwork/contract/forms/values/value.ts';

/**
 * A condition that was clicked together, as FEEL over the fields of a form; undefined where one of its comparisons has no
 * meaning there, such as a distance between places. An empty group holds always.
 */
export function feelOfCondition(condition: Condition, kindOf: (field: string) => ValueKind | undefined): string | undefined {
  // Conditions over the rows of a slave table are for lists.
  if (isRows(condition)) return undefined;
  if (!isAll(condition) && !isAny(condition)) return feelOfComparison(condition, kindOf(condition.field));
  const parts = (isAll(condition) ? condition.all : condition.any).map((part) => feelOfCondition(part, kindOf));
  if (parts.includes(undefined)) return undefined;
  if (parts.length === 0) return 'true';
  return parts.length === 1 ? parts[0] : `(${parts.join(isAll(condition) ? ' and ' : ' or ')})`;
}

const signs = { eq: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const listKinds: ReadonlySet<ValueKind> = new Set<ValueKind>(['options', 'people', 'departments', 'posts', 'roles', 'records']);

function feelOfComparison({ field, operator, value }: Comparison, kind: ValueKind | undefined): string | undefined {
  if (kind === undefined) return undefined;
  const one = (part: unknown) => literal(part, kind);
  const list = (Array.isArray(value) ? value : [value]).map((part) => literal(part, listKinds.has(kind) ? 'text' : kind));
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
      return Array.isArray(value) && kind !== 'slot' && one(value[0]) && one(value[1]) ? `(${field} >= ${one(value[0])!} and ${field} <= ${one(value[1])!})` : undefined;
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
    case 'today':
      return kind === 'date' ? `${field} = today()` : undefined;
    case 'yesterday':
      return kind === 'date' ? `${field} = today() - duration("P1D")` : undefined;
    case 'tomorrow':
      return kind === 'date' ? `${field} = today() + duration("P1D")` : undefined;
    case 'lastDays':
      return kind === 'date' ? `(${field} > today() - duration("P${Number(value)}D") and ${field} <= today())` : undefined;
    case 'nextDays':
      return kind === 'date' ? `(${field} >= today() and ${field} < today() + duration("P${Number(value)}D"))` : undefined;
    default:
      return undefined;
  }
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
