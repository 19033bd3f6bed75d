import { instantText } from '@formwork/contract/forms/values/dates.ts';
import { invalid } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';

interface Cursor {
  at: string;
  id: string;
}

/** Reads the place where the last page ended. */
export function after(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  const [at = '', id = ''] = Buffer.from(text, 'base64url').toString().split(' ');
  if (!instantText(at) || !isUuid(id)) throw invalid('platform.invalid_input', [{ path: 'query.after', code: 'input.custom' }]);
  return { at, id };
}

/** A page of at most `limit` rows out of one more than that, which only tells that there is a next page. */
export async function pageOf<Row extends { key_at: Date; key_id: string }, Item>(rows: Row[], limit: number, item: (row: Row) => Promise<Item>): Promise<{ items: Item[]; next: string | null }> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last ? Buffer.from(`${last.key_at.toISOString()} ${last.key_id}`).toString('base64url') : null;
  return { items: await Promise.all(shown.map(item)), next };
}
