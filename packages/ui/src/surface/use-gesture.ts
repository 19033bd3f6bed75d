import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { boxesIn, withGroups, type Area, type Box } from './boxes.ts';
import { begin, moved, sized, turned, type Begun, type Outcome, type Side } from './gestures.ts';
import type { Guide } from './snap.ts';
import type { Viewport } from './use-viewport.ts';

export type Handle = { is: 'move' } | { is: 'size'; side: [Side, Side] } | { is: 'turn' };

interface Point {
  x: number;
  y: number;
}

interface Options {
  boxes: readonly Box[];
  selected: readonly string[];
  stage: Area;
  viewport: { readonly current: Viewport };
  toStage(event: { clientX: number; clientY: number }): Point;
  onBoxes(boxes: Box[]): void;
  onSelect(ids: string[]): void;
  onPan(dx: number, dy: number): void;
}

const [slack, snapReach] = [3, 6];

/** A gesture shows boxes of its own until it ends; then they are the caller's, in one step. Escape takes it back. */
export function useGesture(options: Options) {
  const latest = useRef(options);
  latest.current = options;
  const [preview, setPreview] = useState<Outcome>();
  const [marquee, setMarquee] = useState<Area>();
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);

  const follow = (event: ReactPointerEvent, move: (event: PointerEvent) => void, end: (keep: boolean) => void) => {
    const from = { x: event.clientX, y: event.clientY };
    let begun = false;
    let frame = 0;
    let last: PointerEvent | undefined;
    const onMove = (next: PointerEvent) => {
      begun ||= Math.hypot(next.clientX - from.x, next.clientY - from.y) >= slack;
      last = next;
      // several moves of one frame are drawn once
      if (begun && frame === 0)
        frame = requestAnimationFrame(() => {
          frame = 0;
          move(last!);
        });
    };
    const finish = (keep: boolean) => {
      cancelAnimationFrame(frame);
      if (keep && begun && last) move(last);
      for (const [name, listener] of listeners) removeEventListener(name, listener as EventListener, true);
      stop.current = () => undefined;
      end(keep && begun);
    };
    const listeners = [
      ['pointermove', onMove],
      ['pointerup', () => finish(true)],
      ['pointercancel', () => finish(false)],
      [
        'keydown',
        (key: KeyboardEvent) => {
          if (key.key !== 'Escape') return;
          key.stopPropagation();
          finish(false);
        },
      ],
    ] as const;
    for (const [name, listener] of listeners) addEventListener(name, listener as EventListener, true);
    stop.current = () => finish(false);
  };

  const drag = (event: ReactPointerEvent, handle: Handle, ids: readonly string[] = latest.current.selected) => {
    const { boxes, stage, toStage } = latest.current;
    const begun = begin(boxes, ids, stage);
    if (!begun) return;
    const from = toStage(event);
    let outcome: Outcome | undefined;
    follow(
      event,
      (next) => {
        outcome = outcomeOf(begun, handle, from, toStage(next), next, latest.current.viewport.current.zoom);
        setPreview(outcome);
      },
      (keep) => {
        setPreview(undefined);
        if (keep && outcome) latest.current.onBoxes(outcome.boxes);
      },
    );
  };

  /** Draws a rectangle on the empty surface and selects what it touches. */
  const select = (event: ReactPointerEvent) => {
    const { toStage, selected } = latest.current;
    const from = toStage(event);
    const before = event.shiftKey ? selected : [];
    let area: Area | undefined;
    follow(
      event,
      (next) => {
        const to = toStage(next);
        area = {
          x: Math.min(from.x, to.x),
          y: Math.min(from.y, to.y),
          w: Math.abs(to.x - from.x),
          h: Math.abs(to.y - from.y),
        };
        setMarquee(area);
      },
      (keep) => {
        setMarquee(undefined);
        const { boxes, onSelect } = latest.current;
        onSelect(keep && area ? withGroups(boxes, [...before, ...boxesIn(boxes, area)]) : [...before]);
      },
    );
  };

  const pan = (event: ReactPointerEvent) => {
    let last = { x: event.clientX, y: event.clientY };
    follow(
      event,
      ({ clientX, clientY }) => {
        latest.current.onPan(clientX - last.x, clientY - last.y);
        last = { x: clientX, y: clientY };
      },
      () => undefined,
    );
  };
  const guides: readonly Guide[] = preview?.guides ?? [];
  return { shown: preview?.boxes ?? options.boxes, guides, marquee, drag, select, pan };
}

function outcomeOf(begun: Begun, handle: Handle, from: Point, to: Point, event: PointerEvent, zoom: number): Outcome {
  // Alt snaps to nothing
  const reach = event.altKey ? 0 : snapReach / zoom;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (handle.is === 'move') return moved(begun, dx, dy, reach, event.shiftKey);
  if (handle.is === 'size') return sized(begun, handle.side, dx, dy, reach, event.shiftKey);
  const { area } = begun;
  const angleTo = ({ x, y }: Point) => Math.atan2(y - area.y - area.h / 2, x - area.x - area.w / 2);
  return turned(begun, ((angleTo(to) - angleTo(from)) * 180) / Math.PI, event.shiftKey);
}
