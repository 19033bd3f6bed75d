import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    const next = Math.floor(Date.now() / 1000);
    if (next === now) return;
    now = next;
    for (const one of listeners) one();
  }, 250);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The second it is, for all that moves by the clock: one timer, however many elements there are. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, () => now);
}
