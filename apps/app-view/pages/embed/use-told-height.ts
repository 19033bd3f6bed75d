import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Tells the page around it how high it is, once that page asks: `formwork.embed.ready` goes out, `formwork.embed.fit` comes in, and
 * from then on `formwork.embed.height` goes out whenever it changes. Only pages of named sites can hold it in a frame at all, and
 * nothing but a number is told.
 */
export function useToldHeight<Node extends HTMLElement>(): { ref: RefObject<Node | null>; fits: boolean } {
  const ref = useRef<Node>(null);
  const [fits, setFits] = useState(false);
  useEffect(() => {
    if (window.parent === window) return undefined;
    const hear = (event: MessageEvent): void => {
      if (event.source !== window.parent || typeOf(event.data) !== 'formwork.embed.fit') return;
      setFits(true);
    };
    addEventListener('message', hear);
    tell({ type: 'formwork.embed.ready' });
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    const node = ref.current;
    if (!fits || !node) return undefined;
    const observer = new ResizeObserver(() =>
      tell({ type: 'formwork.embed.height', height: Math.ceil(node.getBoundingClientRect().height) }),
    );
    observer.observe(node);
    return () => observer.disconnect();
  }, [fits]);
  return { ref, fits };
}

/** To whatever site it is: its address is not known here, and whoever may be it was said by the answer's head. */
const tell = (message: object): void => window.parent.postMessage(message, '*');

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : '';
