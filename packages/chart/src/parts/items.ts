import type { Cell } from '../result.ts';

/** What a mark stands for: values by the id of a use. Clicks and brushes hand them on. */
export type Picked = Readonly<Record<string, Cell>>;

/** Beyond this many marks none carries its keys: a million objects are dearer than the picture. */
export const mostKeyed = 20_000;

/** Whether a mark is one of those chosen; a chart dims the others. */
export function isPicked(keys: Picked, picks: Readonly<Record<string, readonly Cell[]>>): boolean {
  return Object.entries(picks).every(([id, values]) => !(id in keys) || values.includes(keys[id] ?? null));
}
