import { unsortableKinds } from '@formwork/contract/condition/operators.ts';
import { z } from 'zod';
import { placeOf, readPlace } from '../../../platform/db/paging.ts';
import { invalid, type AppError } from '../../../platform/errors.ts';
import { byOption, byPinyin, isOption, isPlaced, isSpoken } from '../../forms/public.ts';
import type { PlanColumn } from '../plan/columns.ts';
import type { FormPlan } from '../plan/plan.ts';

/** The order of a list. The record's id completes it, so every record has one place. */
export interface SortPlan {
  keys: { column: PlanColumn; index: number; descending: boolean }[];
  /** Of the id behind the keys. */
  descending: boolean;
  /** Read from the end: what stands before a cursor, the nearest first. */
  back?: boolean;
}

/** A column as lists are put in order by it; its index has the same order. */
export function orderSql({ sql, field }: Pick<PlanColumn, 'sql' | 'field'>): string {
  if (isPlaced(field)) return byOption(field, sql);
  return isSpoken(field) ? `${sql} ${byPinyin}` : sql;
}

/** What is empty, where it is asked for: a choice that is no option any more stands with those that have none. */
function keySql(column: Pick<PlanColumn, 'sql' | 'field'>): string {
  return isPlaced(column.field) ? orderSql(column) : column.sql;
}

/** Which stretch of the list is read: the records with a first key, or those without. */
export function inStretch({ keys: [first] }: SortPlan, filled: boolean): string | undefined {
  return first && `${keySql(first.column)} is ${filled ? 'not ' : ''}null`;
}

/** Newest first when nobody says otherwise. Ids rise with the time of creation and stand for it. */
export function sortPlan(plan: FormPlan, sort: string | undefined): SortPlan {
  const keys: SortPlan['keys'] = [];
  for (const part of (sort ?? '-_createdAt').split(',')) {
    const descending = part.startsWith('-');
    const id = descending ? part.slice(1) : part;
    if (id === '_createdAt') return { keys, descending: keys[0]?.descending ?? descending };
    const index = plan.columns.findIndex((column) => column.id === id);
    const column = plan.columns[index];
    if (!column || unsortableKinds.has(column.kind))
      throw invalid('records.list.bad_sort', [{ path: 'query.sort', code: 'records.list.bad_sort' }]);
    keys.push({ column, index, descending });
  }
  return { keys, descending: keys[0]?.descending ?? true };
}

/**
 * Pages go in two stretches: records with a first key, then those without one. So empty values come last in both
 * directions, and each stretch is one walk along the index (key, id).
 */
export interface Cursor {
  sort: string;
  filled: boolean;
  keys: (string | null)[];
  id: string;
}

/** What a cursor says of a row's own keys. */
export function cursorKeys({ keys }: SortPlan, valueAt: (index: number) => string | null): (string | null)[] {
  return keys.map(({ column, index }) => {
    const value = valueAt(index);
    return value !== null && isPlaced(column.field) && !isOption(column.field, value) ? null : value;
  });
}

const Place = z.tuple([z.string(), z.boolean(), z.array(z.string().nullable()), z.uuid()]);
const refused = { path: 'query.cursor', code: 'records.list.bad_cursor' } as const;

/** Of another order, or of an option that is gone since, it is refused like one that nobody gave out. */
export function readCursor(text: string, sort: string, { keys: order }: SortPlan): Cursor {
  const [given, filled, keys, id] = readPlace(text, Place, refused)!;
  const gone = order.some(
    ({ column: { field } }, at) => typeof keys[at] === 'string' && isPlaced(field) && !isOption(field, keys[at]),
  );
  if (given !== sort || keys.length !== order.length || gone) throw badCursor();
  return { sort: given, filled, keys, id };
}

export function badCursor(): AppError {
  return invalid(refused.code, [refused]);
}

export function writeCursor({ sort, filled, keys, id }: Cursor): string {
  return placeOf([sort, filled, keys, id]);
}

export function orderBy({ keys, descending, back = false }: SortPlan, filled: boolean): string {
  const parts = keys.map(({ column, descending: down }, index) => {
    const direction = down === back ? '' : ' desc';
    if (index === 0) return filled ? `${orderSql(column)}${direction}` : '';
    return `${orderSql(column)}${direction} nulls ${back ? 'first' : 'last'}`;
  });
  return [...parts.filter((part) => part !== ''), `r.id${descending === back ? '' : ' desc'}`].join(', ');
}

/** What comes after a cursor in the order it is read, within its stretch. */
export function afterCursor({ keys, descending, back = false }: SortPlan, cursor: Cursor, params: unknown[]): string {
  const sign = descending === back ? '>' : '<';
  const id = `$${params.push(cursor.id)}::uuid`;
  const [first] = keys;
  const value = (index: number): string => {
    const { column } = keys[index] as SortPlan['keys'][number];
    const place = `$${params.push(cursor.keys[index] ?? null)}::${column.type}`;
    return isPlaced(column.field) ? byOption(column.field, place) : place;
  };
  if (keys.length === 1 && first && cursor.filled)
    return `(${orderSql(first.column)}, r.id) ${sign} (${value(0)}, ${id})`;
  let after = `r.id ${sign} ${id}`;
  for (let index = keys.length - 1; index >= (cursor.filled ? 0 : 1); index -= 1) {
    const { column, descending: down } = keys[index] as SortPlan['keys'][number];
    const key = keySql(column);
    if (cursor.keys[index] === null)
      after = back ? `(${key} is not null or ${after})` : `(${key} is null and ${after})`;
    else {
      const place = value(index);
      const later = `${orderSql(column)} ${down === back ? '>' : '<'} ${place}`;
      after = `(${later}${back || index === 0 ? '' : ` or ${key} is null`} or (${key} = ${place} and ${after}))`;
    }
  }
  return after;
}
