import { useSyncExternalStore } from 'react';

/** A value outside of React that pages follow. */
export interface Observed<Value> {
  get(): Value;
  set(next: Value): void;
  use(): Value;
}

/** For what comes with the page and changes while it is open, as the signed-in person and the menus do. */
export function observed<Value>(initial: Value): Observed<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set(next) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, get, get),
  };
}
