import { useCallback, type RefObject } from 'react';

/** While the picture is moved or zoomed it is drawn once and moved as a whole; sharp again when it comes to rest. */
export function useMoved(root: RefObject<HTMLElement | null>): { beginMove: () => void; endMove: () => void } {
  const mark = useCallback(
    (isMoved: boolean) => root.current?.querySelector('.fw-canvas')?.toggleAttribute('data-moved', isMoved),
    [root],
  );
  return {
    beginMove: useCallback(() => void mark(true), [mark]),
    endMove: useCallback(() => void mark(false), [mark]),
  };
}
