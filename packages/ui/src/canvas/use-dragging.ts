import { useCallback, useEffect, useState } from 'react';

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'touchcancel', 'blur'] as const;

/** Whether a node is held. The library does not tell of every end: not of a second finger, nor of a node that goes while it is held. */
export function useDragging(): { dragging: boolean; beginDrag: () => void } {
  const [dragging, setDragging] = useState(false);
  useEffect(() => {
    if (!dragging) return;
    const end = ({ type, target }: Event) => {
      // parts of the page lose the focus all the time
      if (type !== 'blur' || target === window) setDragging(false);
    };
    for (const name of ends) window.addEventListener(name, end, true);
    return () => {
      for (const name of ends) window.removeEventListener(name, end, true);
    };
  }, [dragging]);
  return { dragging, beginDrag: useCallback(() => setDragging(true), []) };
}
