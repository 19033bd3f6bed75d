import type { ChartSkin } from '@formwork/chart/look/skin.ts';
import type { Picked } from '@formwork/chart/parts/items.ts';
import type { Cell, ChartResult } from '@formwork/chart/result.ts';
import type { ChartSettings } from '@formwork/contract/analytics/chart.ts';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { ChartBones } from './ChartState.tsx';
import { queueDrawing, watchPlace } from './engine/draw-queue.ts';
import type { ChartInstance } from './engine/engine.ts';
import { connectEvents } from './engine/events.ts';
import { paint } from './engine/paint.ts';
import { useEngine } from './engine/use-engine.ts';
import { walkPoints } from './engine/walk-points.ts';
import { whenAtRest } from './engine/when-at-rest.ts';

export interface CanvasHandle {
  /** Rows that came since; the oldest go when there are more than `most`. */
  append(rows: readonly (readonly Cell[])[], most: number): void;
  picture(): string | undefined;
}

export interface CanvasProps {
  result: ChartResult;
  settings: ChartSettings;
  skin: ChartSkin;
  label: string;
  /** How large the page is shown; the canvas has as many dots as are seen. */
  scale: number;
  picks: Readonly<Record<string, readonly Cell[]>> | undefined;
  onPick: ((keys: Picked, add: boolean) => void) | undefined;
  onDrill: ((keys: Picked) => void) | undefined;
  onBrush: ((keys: readonly Picked[]) => void) | undefined;
  onFailed(error: unknown): void;
  handle: Ref<CanvasHandle>;
}

/** The one instance of ECharts that lives as long as the chart and is given its options. */
export function Canvas(props: CanvasProps) {
  const { result, settings, skin, label, scale, picks, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ChartInstance>(undefined);
  const live = useRef(result);
  const latest = useRef(props);
  latest.current = props;
  const [spoken, setSpoken] = useState('');
  const engine = useEngine(settings.kind, props.onFailed);

  const queue = useRef((_streamed: boolean): void => undefined);
  // a language is for life: ECharts takes it at the beginning only
  useEffect(() => {
    const place = box.current;
    if (!engine || !place) return;
    const make = () => {
      const settingsOfCanvas = {
        locale: skin.locale === 'zh-CN' ? 'ZH' : 'EN',
        devicePixelRatio: window.devicePixelRatio * scale,
      };
      return connectEvents(engine.init(place, undefined, settingsOfCanvas), () => latest.current);
    };
    queue.current = (streamed) =>
      queueDrawing(place, () => {
        try {
          chart.current ??= make();
          paint(engine, chart.current, place, live.current, latest.current, streamed);
        } catch (error) {
          latest.current.onFailed(error);
        }
      });
    const unwatch = watchPlace(place);
    const atRest = whenAtRest(place, () => queue.current(false));
    return () => {
      atRest();
      unwatch();
      queue.current = () => undefined;
      chart.current?.dispose();
      chart.current = undefined;
    };
  }, [engine, skin.locale, scale]);

  const brushes = props.onBrush !== undefined;
  useEffect(() => {
    live.current = result;
    queue.current(false);
  }, [engine, result, settings, skin, picks, brushes]);

  useImperativeHandle(
    handle,
    () => ({
      append(rows, most) {
        live.current = { ...live.current, rows: [...live.current.rows, ...rows].slice(-most) };
        queue.current(true);
      },
      picture: () =>
        chart.current?.getDataURL({ type: 'png', pixelRatio: 2, backgroundColor: latest.current.skin.ink.ground }),
    }),
    [],
  );

  const walk = (event: KeyboardEvent) => {
    const said = chart.current && walkPoints(chart.current, event, latest.current);
    if (said === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setSpoken(said);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows walk the points of the picture */}
      <div ref={box} className="fw-chart-canvas" role="img" aria-label={label} tabIndex={0} onKeyDown={walk} />
      {/* on a slow line the figures are there before what draws them */}
      {!engine && <ChartBones />}
      <div className="fw-chart-spoken" aria-live="polite">
        {spoken}
      </div>
    </>
  );
}
