import type { ErrorCode } from '@formwork/contract/errors.ts';
import { instantText } from '@formwork/contract/forms/values/dates.ts';
import type { z } from 'zod';
import { invalid, type AppError } from '../errors.ts';
import { isUuid } from '../ids.ts';

/** A time column as text to the microsecond: a Date would lose three digits, and rows of one millisecond their place. */
export function exactTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

export interface Place {
  /** To the microsecond. */
  at: string;
  id: string;
}

/** Refuses a place that nobody gave out. */
export interface CursorRules {
  isId?: (id: string) => boolean;
  path?: string;
  code?: ErrorCode;
}

/** The place where a page of newest-first rows ended. */
export function readCursor(text: string | undefined, rules: CursorRules = {}): Place | undefined {
  if (text === undefined) return undefined;
  const place = Buffer.from(text, 'base64url').toString();
  const at = place.slice(0, Math.max(place.indexOf(' '), 0));
  const id = place.slice(at.length + 1);
  if (!instantText(at) || !(rules.isId ?? isUuid)(id)) throw badCursor(rules);
  // as it was given: read as a moment it would lose its microseconds
  return { at, id };
}

export function cursorOf({ at, id }: Place): string {
  return Buffer.from(`${at} ${id}`).toString('base64url');
}

/** A page out of one row more than that, which only tells that there is a next page. `at` is the row's time to the microsecond. */
export function pageOf<Row extends { at: string; id: string }>(
  rows: Row[],
  limit: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? cursorOf(last) : null };
}

/** The same where ids rise with the time: the last one says all. */
export function pageByIds<Row extends { id: string }>(
  rows: Row[],
  limit: number,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? Buffer.from(last.id).toString('base64url') : null };
}

export function readIdCursor(text: string, rules: CursorRules = {}): string {
  const id = Buffer.from(text, 'base64url').toString();
  if (!(rules.isId ?? isUuid)(id)) throw badCursor(rules);
  return id;
}

/** A place in an order of other values than a time: what the last row of the page has of them. */
export function placeOf(values: readonly (string | number | boolean | null | readonly (string | null)[])[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

export function readPlace<Shape extends z.ZodType>(
  text: string | undefined,
  shape: Shape,
  rules: CursorRules = {},
): z.output<Shape> | undefined {
  if (text === undefined) return undefined;
  const { data } = shape.safeParse(jsonOf(Buffer.from(text, 'base64url').toString()));
  if (data === undefined) throw badCursor(rules);
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function badCursor({ path = 'query.after', code }: CursorRules): AppError {
  return invalid(code ?? 'platform.invalid_input', [{ path, code: code ?? 'input.custom' }]);
}
