import type { KeyboardEvent } from 'react';
import type { CanvasProps } from '../Canvas.tsx';
import type { ChartInstance } from './engine.ts';
import { keysOf } from './events.ts';

interface Series {
  data?: unknown[];
}

const places = new WeakMap<ChartInstance, { series: number; point: number }>();

/** Arrows walk the points (up and down the series), Enter picks one, Shift+Enter drills. Answers what is to be said; undefined for keys of others. */
export function walkPoints(chart: ChartInstance, event: KeyboardEvent, props: CanvasProps): string | undefined {
  const { series } = chart.getOption() as { series: Series[] };
  const at = places.get(chart);
  if (event.key === 'Enter' && at) return chosen(series, at, event, props);
  const steps: Record<string, [number, number]> = {
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    Home: [0, -Infinity],
    End: [0, Infinity],
  };
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const next = at ? moved(series, at, step) : { series: 0, point: 0 };
  places.set(chart, next);
  chart.dispatchAction({ type: 'showTip', seriesIndex: next.series, dataIndex: next.point });
  return chart.getDom().querySelector('.fw-tip')?.textContent ?? '';
}

function moved(series: readonly Series[], at: { series: number; point: number }, [down, right]: [number, number]) {
  const line = within(at.series + down, series.length);
  return { series: line, point: within(at.point + right, series[line]?.data?.length ?? 1) };
}

function within(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, place));
}

function chosen(
  series: readonly Series[],
  at: { series: number; point: number },
  event: KeyboardEvent,
  { onPick, onDrill }: CanvasProps,
): string | undefined {
  const keys = keysOf(series[at.series]?.data?.[at.point]);
  if (!keys) return undefined;
  if (event.shiftKey) onDrill?.(keys);
  else onPick?.(keys, event.ctrlKey || event.metaKey);
  return '';
}
