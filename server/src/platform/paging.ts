import { instantText } from '@formwork/contract/forms/values/dates.ts';
import { invalid } from './errors.ts';
import { isUuid } from './ids.ts';

/** A time column as text to the microsecond: a Date would lose three digits, and rows of one millisecond their place. */
export function exactTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** The place where a page of newest-first rows ended. */
export function readCursor(text: string | undefined): { at: string; id: string } | undefined {
  if (text === undefined) return undefined;
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (!instantText(at) || !isUuid(id)) throw invalid('platform.invalid_input', [{ path: 'query.after', code: 'input.custom' }]);
  // as it was given: read as a moment it would lose its microseconds
  return { at, id };
}

/** A page out of one row more than that, which only tells that there is a next page. `at` is the row's time to the microsecond. */
export function pageOf<Row extends { at: string; id: string }>(rows: Row[], limit: number): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last ? Buffer.from(`${last.at} ${last.id}`).toString('base64url') : null };
}
