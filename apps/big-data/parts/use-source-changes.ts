import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useEffect, useRef } from 'react';

const atMostEvery = 3_000;

/** Calls when records of one of the forms change or one of the data sets was read anew, not more often than every few seconds. */
export function useSourceChanges(sources: readonly string[] | undefined, changed: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(sources?.map(topicOf) ?? [], () => {
    if (timer.current !== undefined) return;
    const wait = Math.max(200, last.current + atMostEvery - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = Date.now();
      changed();
    }, wait);
  });
}

function topicOf(source: string): string {
  const set = setOfSource(source);
  return set === undefined ? `form:${source}` : `dataset:${set}`;
}
