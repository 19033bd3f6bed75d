import { textOf, type Query } from '../query-string.ts';

const key = '__NAKED__';

/** Keeps the frame's absence for the session: links followed inside an embedding system stay without frame. */
export function keepNaked(query: Query, storage: Pick<Storage, 'setItem'> = ownStorage()): void {
  const value = textOf(query[key]);
  if (value !== undefined) storage.setItem(key, value);
}

/** A frame of this name is naked whatever is kept: a preview shares its storage with the page around it. */
export const nakedFrameName = 'formwork-naked';

export function isNaked(storage: Pick<Storage, 'getItem'> = ownStorage()): boolean {
  if (typeof window !== 'undefined' && window.name === nakedFrameName) return true;
  const kept = storage.getItem(key);
  return kept !== null && kept !== '' && kept !== '0' && kept !== 'false';
}

const held = new Map<string, string>();

/** Browsers keep their storage from a page in the frame of another site: there it holds for as long as the page is open. */
function ownStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  try {
    return sessionStorage;
  } catch {
    return { getItem: (name) => held.get(name) ?? null, setItem: (name, value) => void held.set(name, value) };
  }
}
