import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** Where the elements of a surface read what they are bound to. The caller resolves keys: a record, a point of a device, a variable. */
export interface ValueSource {
  read(key: string): unknown;
  subscribe(key: string, listener: () => void): () => void;
}

export interface ValueBus extends ValueSource {
  set(values: Readonly<Record<string, unknown>>): void;
}

/** A source that is written to. However often values come, listeners are told once a frame, and only of their own keys. */
export function createValueBus(
  nextFrame: (run: () => void) => void = (run) => void requestAnimationFrame(run),
): ValueBus {
  const values = new Map<string, unknown>();
  const listeners = new Map<string, Set<() => void>>();
  const news = new Set<string>();
  const tell = () => {
    const keys = [...news];
    news.clear();
    for (const key of keys) for (const listener of listeners.get(key) ?? []) listener();
  };
  return {
    read: (key) => values.get(key),
    subscribe(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own);
      own.add(listener);
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(key);
      };
    },
    set(next) {
      if (news.size === 0) nextFrame(tell);
      for (const [key, value] of Object.entries(next)) {
        values.set(key, value);
        news.add(key);
      }
    },
  };
}

const nothing: ValueSource = { read: () => undefined, subscribe: () => () => undefined };

export const SurfaceValues = createContext<ValueSource>(nothing);

/** The value of a key; the element is drawn anew when it changes, and no other. */
export function useValue(key: string | undefined): unknown {
  const source = useContext(SurfaceValues);
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? () => undefined : source.subscribe(key, listener)),
    [source, key],
  );
  return useSyncExternalStore(subscribe, () => (key === undefined ? undefined : source.read(key)));
}
