import { hash } from 'node:crypto';

/** An id of version 7 that follows from a moment and a key: asked for twice, it is the same, and it sorts by its moment. */
export function idAt(time: number, key: string): string {
  const moment = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0');
  const rest = hash('sha256', key, 'hex');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}
