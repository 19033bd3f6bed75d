import { textOf, type Query } from '../query-string.ts';

const key = '__NAKED__';

/** Keeps the frame's absence for the session: links followed inside an embedding system stay without frame. */
export function keepNaked(query: Query, storage: Pick<Storage, 'setItem'> = sessionStorage): void {
  const value = textOf(query[key]);
  if (value !== undefined) storage.setItem(key, value);
}

export function isNaked(storage: Pick<Storage, 'getItem'> = sessionStorage): boolean {
  const kept = storage.getItem(key);
  return kept !== null && kept !== '' && kept !== '0' && kept !== 'false';
}
