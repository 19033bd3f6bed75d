import { useEffect, useRef, type RefObject } from 'react';

/** Brings what is chosen in a row that scrolls sideways into sight, at first and when something else is chosen. */
export function useInSight<Row extends HTMLElement>(selector: string, chosen: unknown): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const [outer, inner] = [row.current, row.current?.querySelector<HTMLElement>(selector)];
    if (!outer || !inner) return;
    // not scrollIntoView: it moves what lies around the row, too
    const [whole, part] = [outer.getBoundingClientRect(), inner.getBoundingClientRect()];
    const margin = 32;
    if (part.right > whole.right - margin) outer.scrollLeft += part.right - whole.right + margin;
    else if (part.left < whole.left + margin) outer.scrollLeft -= whole.left + margin - part.left;
  }, [selector, chosen]);
  return row;
}
