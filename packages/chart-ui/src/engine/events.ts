import type { Picked } from '@formwork/chart/parts/items.ts';
import type { CanvasProps } from '../Canvas.tsx';
import type { ChartInstance } from './engine.ts';

interface Clicked {
  data?: unknown;
  event?: { event?: { ctrlKey?: boolean; metaKey?: boolean } };
}

/** What is done with the pointer, in words of the result: which keys were picked, drilled into, brushed over. */
export function connectEvents(chart: ChartInstance, latest: () => CanvasProps): ChartInstance {
  chart.on('click', (given: unknown) => {
    const { data, event } = given as Clicked;
    const keys = keysOf(data);
    if (keys) latest().onPick?.(keys, Boolean(event?.event?.ctrlKey || event?.event?.metaKey));
  });
  chart.on('dblclick', (given: unknown) => {
    const keys = keysOf((given as Clicked).data);
    if (keys) latest().onDrill?.(keys);
  });
  chart.on('brushEnd', (given: unknown) => {
    const { areas } = given as { areas: { coordRange?: [number, number] }[] };
    const range = areas[0]?.coordRange;
    if (range) latest().onBrush?.(keysWithin(chart, range));
  });
  // until then its marks grow and move: a picture taken of the page would show them half way
  chart.on('finished', () => {
    chart.getDom().dataset.atRest = '';
  });
  return chart;
}

export function keysOf(item: unknown): Picked | undefined {
  const keys = (item as { keys?: Picked } | null | undefined)?.keys;
  return keys && Object.keys(keys).length > 0 ? keys : undefined;
}

/** The marks of a stretch of the x axis, by their places on it. */
function keysWithin(chart: ChartInstance, [from, to]: readonly [number, number]): Picked[] {
  const { series } = chart.getOption() as { series: { data?: unknown[] }[] };
  return series.flatMap(({ data = [] }) =>
    data.flatMap((item, place) => {
      const keys = keysOf(item);
      const { value } = (item ?? {}) as { value?: unknown };
      const at = Array.isArray(value) ? (value[0] as number) : place;
      return keys && at >= from && at <= to ? [keys] : [];
    }),
  );
}
