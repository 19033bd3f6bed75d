import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useCallback, useRef, type KeyboardEvent } from 'react';

/** The library chooses a node at Escape that was not chosen before, as if it had been pressed: at that key nothing is chosen. */
export function useEscape(): {
  noteKey: (event: KeyboardEvent) => void;
  isByEscape: (change: NodeChange | EdgeChange) => boolean;
} {
  const escape = useRef(false);
  const noteKey = useCallback(({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    escape.current = true;
    setTimeout(() => (escape.current = false));
  }, []);
  const isByEscape = useCallback(
    (change: NodeChange | EdgeChange) => change.type === 'select' && change.selected && escape.current,
    [],
  );
  return { noteKey, isByEscape };
}
