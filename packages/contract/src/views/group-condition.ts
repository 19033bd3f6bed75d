import type { Condition } from '../condition/condition.ts';
import { instantFromWall } from '../forms/values/dates.ts';
import type { ValueKind } from '../forms/values/value.ts';
import type { DateStep, Dimension } from './pivot.ts';

/** The records of one group: what a pivot gave as its key, as a filter. */
export function groupCondition(
  { field, step = 'day' }: Dimension,
  kind: ValueKind,
  key: string | null,
  timeZone: string,
): Condition {
  if (key === null) return { field, operator: 'isEmpty' };
  if (isList(kind)) return { field, operator: 'hasOnly', value: JSON.parse(key) as string[] };
  if (kind === 'boolean') return { field, operator: key === 'true' ? 'isTrue' : 'isFalse' };
  if (kind === 'date') return { field, operator: 'between', value: [key, dayBefore(nextStep(key, step))] };
  const instant = (day: string): string => instantFromWall(`${day} 00:00:00`, timeZone) ?? day;
  if (kind === 'dateTime')
    return {
      all: [
        { field, operator: 'gte', value: instant(key) },
        { field, operator: 'lt', value: instant(nextStep(key, step)) },
      ],
    };
  return { field, operator: 'eq', value: key };
}

/** More comparisons no condition has room for beside others. */
const mostApart = 40;

/** The records of no group among these; undefined where that cannot be asked. */
export function outsideCondition(
  dimension: Dimension,
  kind: ValueKind,
  keys: readonly (string | null)[],
  timeZone: string,
): Condition | undefined {
  const { field } = dimension;
  const known = keys.filter((key) => key !== null);
  // without a value is no group: where it is one of these it is not among the others
  const filled: Condition[] = keys.includes(null) ? [{ field, operator: 'notEmpty' }] : [];
  const parts = outside(dimension, kind, known, timeZone);
  if (!parts || parts.length > mostApart) return undefined;
  const all = [...filled, ...parts.map((part) => (filled.length > 0 || !isSpan(kind) ? part : orEmpty(field, part)))];
  return all.length === 1 ? all[0] : { all };
}

function outside(
  { field, step = 'day' }: Dimension,
  kind: ValueKind,
  keys: readonly string[],
  timeZone: string,
): Condition[] | undefined {
  if (keys.length === 0) return [];
  if (kind === 'text' || kind === 'option' || kind === 'number')
    return [{ field, operator: 'notIn', value: [...keys] }];
  if (kind === 'time') return keys.map((value) => ({ field, operator: 'ne', value }));
  if (kind === 'boolean') return keys.map((key) => ({ field, operator: key === 'true' ? 'isFalse' : 'isTrue' }));
  if (!isSpan(kind)) return undefined;
  const begin = (day: string) => (kind === 'date' ? day : (instantFromWall(`${day} 00:00:00`, timeZone) ?? day));
  return keys.map((key) => ({
    any: [
      { field, operator: 'lt', value: begin(key) },
      { field, operator: 'gte', value: begin(nextStep(key, step)) },
    ],
  }));
}

const isSpan = (kind: ValueKind): boolean => kind === 'date' || kind === 'dateTime';

function orEmpty(field: string, part: Condition): Condition {
  return 'any' in part ? { any: [...part.any, { field, operator: 'isEmpty' }] } : part;
}

/** Kinds that records can be grouped by, and the rows of a group be found again. */
export const groupableKinds: ReadonlySet<ValueKind> = new Set<ValueKind>([
  'text',
  'option',
  'number',
  'boolean',
  'time',
  'date',
  'dateTime',
  'options',
  'people',
  'departments',
  'posts',
  'roles',
  'records',
]);

export function isList(kind: ValueKind): boolean {
  return (
    kind === 'options' ||
    kind === 'people' ||
    kind === 'departments' ||
    kind === 'posts' ||
    kind === 'roles' ||
    kind === 'records'
  );
}

/** The value a record gets that is dragged into a group; undefined where that cannot be said. */
export function groupValue(kind: ValueKind, key: string | null): string | string[] | boolean | null | undefined {
  if (key === null) return null;
  if (isList(kind)) return JSON.parse(key) as string[];
  if (kind === 'boolean') return key === 'true';
  return kind === 'date' || kind === 'dateTime' ? undefined : key;
}

export function nextStep(day: string, step: DateStep): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const next: Record<DateStep, [number, number, number]> = {
    day: [year, month, date + 1],
    week: [year, month, date + 7],
    month: [year, month + 1, date],
    quarter: [year, month + 3, date],
    year: [year + 1, month, date],
  };
  const [y, m, d] = next[step];
  return new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
