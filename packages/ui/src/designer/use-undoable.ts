import { useCallback, useRef, useState } from 'react';

export interface Undoable<T> {
  value: T;
  /** Changes with the same `merge` in a row are one step: what is typed into one input, unless a name is given, as for dragging one slider. */
  set: (next: T | ((now: T) => T), merge?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** A new starting point without a past, e.g. after loading. */
  reset: (value: T) => void;
}

interface Steps<T> {
  past: T[];
  value: T;
  future: T[];
}
const longest = 200;

/** The model of a designer with its past. Values are immutable, so a step costs what it changes. */
export function useUndoable<T>(initial: T | (() => T)): Undoable<T> {
  const [steps, setSteps] = useState<Steps<T>>(() => ({
    past: [],
    value: typeof initial === 'function' ? (initial as () => T)() : initial,
    future: [],
  }));
  const lastMerge = useRef<string | Element>(undefined);
  const set = useCallback((next: T | ((now: T) => T), name?: string) => {
    const merge = name ?? typedIn();
    const joins = merge !== undefined && merge === lastMerge.current;
    lastMerge.current = merge;
    setSteps((now) => {
      const value = typeof next === 'function' ? (next as (now: T) => T)(now.value) : next;
      if (Object.is(value, now.value)) return now;
      return {
        past: joins && now.past.length > 0 ? now.past : [...now.past.slice(1 - longest), now.value],
        value,
        future: [],
      };
    });
  }, []);
  const undo = useCallback(() => {
    lastMerge.current = undefined;
    setSteps((now) =>
      now.past.length === 0
        ? now
        : { past: now.past.slice(0, -1), value: now.past.at(-1)!, future: [now.value, ...now.future] },
    );
  }, []);
  const redo = useCallback(() => {
    lastMerge.current = undefined;
    setSteps((now) =>
      now.future.length === 0
        ? now
        : { past: [...now.past, now.value], value: now.future[0]!, future: now.future.slice(1) },
    );
  }, []);
  const reset = useCallback((value: T) => {
    lastMerge.current = undefined;
    setSteps({ past: [], value, future: [] });
  }, []);
  return {
    value: steps.value,
    set,
    undo,
    redo,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    reset,
  };
}

/** The input for text that has the focus: a title is undone as it was typed, not letter by letter. */
function typedIn(): Element | undefined {
  const focused = typeof document === 'undefined' ? null : document.activeElement;
  return focused?.matches('input:not([role=combobox], [type=checkbox], [type=radio]), textarea, [contenteditable=true]')
    ? focused
    : undefined;
}
