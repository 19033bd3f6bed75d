import { comparisonsIn, rowsIn, type Condition } from '../condition/condition.ts';
import { instantFromWall } from '../forms/values/dates.ts';
import type { ValueKind } from '../forms/values/value.ts';
import { isList } from '../views/group-condition.ts';
import type { DashboardFilter } from './definition.ts';

/** Values to choose from, or two bounds of days or numbers. */
export const filterControls = ['values', 'days', 'numbers'] as const;
type FilterControl = (typeof filterControls)[number];

/** How a filter of a field of this kind is set. */
export function controlOf(kind: ValueKind): FilterControl {
  if (kind === 'number') return 'numbers';
  return kind === 'date' || kind === 'dateTime' ? 'days' : 'values';
}

/** What the values of a filter, or its two bounds, ask of its field; undefined where they ask nothing. */
export function filterCondition(
  field: string,
  kind: ValueKind,
  values: readonly (string | null)[],
  timeZone: string,
): Condition | undefined {
  if (controlOf(kind) !== 'values') return between(field, kind, values, timeZone);
  const chosen = values.filter((value) => value !== null);
  return chosen.length === 0 ? undefined : among(field, kind, chosen);
}

/** On whose records a filter asks it: those of its own field, and of fields of other forms that mean the same. */
export function picksOfFilter(filter: DashboardFilter, where: Condition): { form: string; where: Condition }[] {
  const same = (filter.same ?? []).map((one) => ({ form: one.form, where: onField(where, one.field) }));
  return [{ form: filter.form, where }, ...same];
}

/**
 * The same of records of other forms: where filters say of every field that it asks of which field there means the same. A chart
 * that is clicked narrows these as well.
 */
export function picksElsewhere(
  filters: readonly DashboardFilter[],
  form: string,
  where: Condition,
): { form: string; where: Condition }[] {
  const alike = filters.map(({ form: own, field, same = [] }) => [{ form: own, field }, ...same]);
  const others = new Set(alike.flatMap((fields) => fields.map((one) => one.form)).filter((one) => one !== form));
  const asked = [...new Set(comparisonsIn(where).map(({ field }) => field))];
  return [...others].flatMap((other) => {
    const names = new Map(
      asked.flatMap((field) => {
        const meant = alike
          .find((fields) => fields.some((one) => one.form === form && one.field === field))
          ?.find((one) => one.form === other);
        return meant ? [[field, meant.field] as const] : [];
      }),
    );
    // what speaks of more than both have says nothing of the others
    return asked.length > 0 && asked.every((field) => names.has(field)) && rowsIn(where).length === 0
      ? [{ form: other, where: renamed(where, names) }]
      : [];
  });
}

function renamed(where: Condition, names: ReadonlyMap<string, string>): Condition {
  if ('all' in where) return { all: where.all.map((one) => renamed(one, names)) };
  if ('any' in where) return { any: where.any.map((one) => renamed(one, names)) };
  return 'rows' in where ? where : { ...where, field: names.get(where.field) ?? where.field };
}

/** A condition takes no more values. */
const mostAtOnce = 1_000;

/** One of these values, however many there are. */
export function isAmong(field: string, values: readonly string[]): Condition {
  if (values.length <= mostAtOnce) return { field, operator: 'in', value: [...values] };
  const lists = Array.from({ length: Math.ceil(values.length / mostAtOnce) }, (_, at) =>
    values.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  );
  return { any: lists.map((value): Condition => ({ field, operator: 'in', value })) };
}

function among(field: string, kind: ValueKind, values: string[]): Condition {
  if (kind === 'boolean') {
    const parts = values.map((value): Condition => ({ field, operator: value === 'true' ? 'isTrue' : 'isFalse' }));
    return parts.length === 1 ? parts[0]! : { any: parts };
  }
  return isList(kind) ? { field, operator: 'hasAny', value: values } : isAmong(field, values);
}

function between(
  field: string,
  kind: ValueKind,
  [low, high]: readonly (string | null)[],
  timeZone: string,
): Condition | undefined {
  const bound = (day: string, end: boolean): string =>
    kind === 'dateTime' ? (instantFromWall(`${day} ${end ? '23:59:59' : '00:00:00'}`, timeZone) ?? day) : day;
  const parts: Condition[] = [
    ...(low ? [{ field, operator: 'gte' as const, value: bound(low, false) }] : []),
    ...(high ? [{ field, operator: 'lte' as const, value: bound(high, true) }] : []),
  ];
  return parts.length === 0 ? undefined : parts.length === 1 ? parts[0] : { all: parts };
}

/** The same of a field of another form that means the same. */
function onField(where: Condition, field: string): Condition {
  if ('all' in where) return { all: where.all.map((one) => onField(one, field)) };
  if ('any' in where) return { any: where.any.map((one) => onField(one, field)) };
  return 'rows' in where ? where : { ...where, field };
}
