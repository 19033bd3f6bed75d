import { engineOf } from '@formwork/chart/draw.ts';
import type { ChartKind } from '@formwork/contract/analytics/chart.ts';
import { useEffect, useRef, useState } from 'react';
import { loadEngine, type Engine } from './engine.ts';

/** ECharts once the parts that the kind needs are there. A kind of the same parts finds it at once. */
export function useEngine(kind: ChartKind, onFailed: (error: unknown) => void): Engine | undefined {
  const part = engineOf(kind);
  const [loaded, setLoaded] = useState<{ parts: ReadonlySet<string>; engine: Engine }>();
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    let gone = false;
    void (async () => {
      try {
        const engine = await loadEngine(part);
        if (!gone) setLoaded((before) => ({ engine, parts: new Set([...(before?.parts ?? []), 'common', part]) }));
      } catch (error) {
        if (!gone) failed.current(error);
      }
    })();
    return () => {
      gone = true;
    };
  }, [part]);
  return loaded?.parts.has(part) ? loaded.engine : undefined;
}
