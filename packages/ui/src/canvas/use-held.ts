import { useRef } from 'react';

/** The value; while it is held, the one from before. */
export function useHeld<Value>(value: Value, held: boolean): Value {
  const last = useRef(value);
  if (!held) last.current = value;
  return last.current;
}
