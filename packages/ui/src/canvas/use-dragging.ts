import { useCallback, useEffect, useRef, useState } from 'react';

const ends = ['pointerup', 'pointercancel', 'mouseup', 'touchend', 'touchcancel', 'blur'] as const;

export interface Dragging {
  dragging: boolean;
  beginDrag: () => void;
  endDrag: () => void;
  /** Given up by Escape: whatever the library still tells of the node it holds is void. */
  isGivenUp: () => boolean;
}

/**
 * Whether a node is held. The library does not tell of every end: not of a second finger, nor of a node that goes while it is held. It is
 * listened for as soon as it begins: both may come before anything is drawn. With Escape the node goes back to where it was.
 */
export function useDragging(onGiveUp: () => void): Dragging {
  const [dragging, setDragging] = useState(false);
  const listening = useRef<AbortController>(undefined);
  const givenUp = useRef(false);
  const tell = useRef(onGiveUp);
  tell.current = onGiveUp;
  const endDrag = useCallback(() => {
    listening.current?.abort();
    setDragging(false);
  }, []);
  const giveUp = useCallback(() => {
    givenUp.current = true;
    endDrag();
    const released = (listening.current = new AbortController());
    // the library hears of the same end only after the window does
    const forget = () => {
      released.abort();
      setTimeout(() => (givenUp.current = false));
    };
    for (const name of ['pointerup', 'pointercancel', 'pointerdown', 'blur'])
      window.addEventListener(name, forget, { signal: released.signal });
    tell.current();
  }, [endDrag]);
  const beginDrag = useCallback(() => {
    listening.current?.abort();
    listening.current = new AbortController();
    const { signal } = listening.current;
    const hear = ({ type, target }: Event) => {
      // parts of the page lose the focus all the time
      if (type !== 'blur' || target === window) endDrag();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      giveUp();
    };
    for (const name of ends) window.addEventListener(name, hear, { capture: true, signal });
    window.addEventListener('keydown', onKey, { capture: true, signal });
    givenUp.current = false;
    setDragging(true);
  }, [endDrag, giveUp]);
  useEffect(() => () => listening.current?.abort(), []);
  return { dragging, beginDrag, endDrag, isGivenUp: useCallback(() => givenUp.current, []) };
}
