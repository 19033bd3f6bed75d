import { useSyncExternalStore } from 'react';

let zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const listeners = new Set<() => void>();

/** The zone by which the page tells every time: that of the device until the application says whose clock counts. */
export function timeZone(): string {
  return zone;
}

export function setTimeZone(next: string): void {
  if (next === zone) return;
  zone = next;
  for (const listener of listeners) listener();
}

export function useTimeZone(): string {
  return useSyncExternalStore(subscribe, timeZone, timeZone);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
