/** Selected row keys; every change gives a new set so that memoised rows can compare. */
export type Selection = ReadonlySet<string>;

export function toggled(selection: Selection, key: string): Selection {
  const next = new Set(selection);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Everything between the anchor and the key, added to what is selected. */
export function withRange(selection: Selection, keys: readonly string[], anchor: number, to: number): Selection {
  const [from, end] = anchor <= to ? [anchor, to] : [to, anchor];
  return new Set([...selection, ...keys.slice(Math.max(0, from), end + 1)]);
}

export function allOrNone(selection: Selection, keys: readonly string[]): Selection {
  return keys.every((key) => selection.has(key)) ? new Set() : new Set(keys);
}
