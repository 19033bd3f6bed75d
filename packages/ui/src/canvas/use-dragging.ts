import { useCallback, useEffect, useRef, useState } from 'react';

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'touchcancel', 'blur'] as const;

/**
 * Whether a node is held. The library does not tell of every end: not of a second finger, nor of a node that goes while it is held. It is
 * listened for as soon as it begins: both may come before anything is drawn.
 */
export function useDragging(): { dragging: boolean; beginDrag: () => void; endDrag: () => void } {
  const [dragging, setDragging] = useState(false);
  const listening = useRef<AbortController>(undefined);
  const endDrag = useCallback(() => {
    listening.current?.abort();
    setDragging(false);
  }, []);
  const beginDrag = useCallback(() => {
    listening.current?.abort();
    listening.current = new AbortController();
    const hear = ({ type, target }: Event) => {
      // parts of the page lose the focus all the time
      if (type !== 'blur' || target === window) endDrag();
    };
    for (const name of ends) window.addEventListener(name, hear, { capture: true, signal: listening.current.signal });
    setDragging(true);
  }, [endDrag]);
  useEffect(() => () => listening.current?.abort(), []);
  return { dragging, beginDrag, endDrag };
}
