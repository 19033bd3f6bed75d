import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useEffect, useRef } from 'react';

const atMostEvery = 3_000;

/** Calls when records of a form change or a data set was read anew, not more often than every few seconds. */
export function useFormChanges(formId: string | null | undefined, changed: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = formId ? setOfSource(formId) : undefined;
  const topic = set === undefined ? `form:${formId}` : `dataset:${set}`;
  useLive(formId ? topic : 'analytics.no_form', () => {
    if (!formId || timer.current !== undefined) return;
    const wait = Math.max(200, last.current + atMostEvery - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = Date.now();
      changed();
    }, wait);
  });
}
