import { useCallback, useRef } from 'react';

/**
 * The same function from render to render, which calls the last one given. For what is called by events alone: the drawing library
 * tells every node and edge whenever one of its handlers is another.
 */
export function useSteady<Arguments extends unknown[], Answer>(
  last: (...given: Arguments) => Answer,
): (...given: Arguments) => Answer {
  const held = useRef(last);
  held.current = last;
  return useCallback((...given: Arguments) => held.current(...given), []);
}
