import { useEffect, useState, type RefObject } from 'react';

/** True from the moment on that the element is nearly in sight: what is far below is not asked for. */
export function useSeen(of: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !of.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: '300px' },
    );
    observer.observe(of.current);
    return () => observer.disconnect();
  }, [of, seen]);
  return seen;
}
