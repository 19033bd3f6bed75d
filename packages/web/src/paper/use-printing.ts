import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import './paper.css';

/** Whether the page is being laid out for paper. Pages that are kept in the background are not on it, and are never told. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // paper is laid out as soon as the event is over
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
