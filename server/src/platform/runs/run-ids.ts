import { hash } from 'node:crypto';

/** The moment that an id of version 7 carries, in milliseconds; undefined for other ids. */
export function timeOf(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/** The lowest id of that moment: a border between months, and between what was asked for before and after. */
export function lowestIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** An id of version 7 that follows from a moment and a key: asked for twice, it is the same, and it sorts by its moment. */
export function idAt(time: number, key: string): string {
  const moment = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  const rest = hash('sha256', key, 'hex');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

/** Of what an action begins: its key starts with the run or the trace that asks, whose moment it gets. */
export const idOfAsked = (key: string): string => idAt(timeOf(key.slice(0, 36)) ?? Date.now(), key);
