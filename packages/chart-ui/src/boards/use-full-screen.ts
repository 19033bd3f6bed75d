import { useEffect, useState, type RefObject } from 'react';

/** Whether an element fills the display, and how to change that. */
export function useFullScreen(of: RefObject<HTMLElement | null>): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === of.current);
    // it may have begun while this was out of sight
    changed();
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, [of]);
  return {
    full,
    toggle: () => {
      // a browser may refuse it: then the page stays as it is
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
      else void of.current?.requestFullscreen().catch(() => undefined);
    },
  };
}
