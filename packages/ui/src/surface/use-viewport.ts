import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Area } from './boxes.ts';
import type { Size } from './surface-view.tsx';

/** How the stage lies in its frame: `zoom` dots of the screen for one of the stage, shifted by x and y. */
export interface Viewport {
  zoom: number;
  x: number;
  y: number;
}

const [least, most] = [0.05, 8];

/** Wheel with Ctrl (and pinching) zooms at the pointer, the wheel alone and the space bar with the pointer move. */
export function useViewport(frame: RefObject<HTMLElement | null>, size: Size) {
  const [viewport, setViewport] = useState<Viewport>({ zoom: 1, x: 0, y: 0 });
  const latest = useRef(viewport);
  latest.current = viewport;

  const fit = useCallback(
    (area: Area = { x: 0, y: 0, w: size.width, h: size.height }) => {
      const box = frame.current;
      if (!box || box.clientWidth === 0) return;
      const room = 32;
      const [width, height] = [box.clientWidth - room * 2, box.clientHeight - room * 2];
      const zoom = clamp(Math.min(width / area.w, height / area.h));
      setViewport({
        zoom,
        x: (box.clientWidth - area.w * zoom) / 2 - area.x * zoom,
        y: (box.clientHeight - area.h * zoom) / 2 - area.y * zoom,
      });
    },
    [frame, size.width, size.height],
  );

  const zoomBy = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      const box = frame.current!;
      const middle = at ?? { x: box.clientWidth / 2, y: box.clientHeight / 2 };
      setViewport((now) => {
        const zoom = clamp(now.zoom * factor);
        const share = zoom / now.zoom;
        return { zoom, x: middle.x - (middle.x - now.x) * share, y: middle.y - (middle.y - now.y) * share };
      });
    },
    [frame],
  );

  useEffect(() => fit(), [fit]);
  useEffect(() => {
    const box = frame.current!;
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const place = box.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey)
        zoomBy(Math.exp(-event.deltaY / 300), { x: event.clientX - place.left, y: event.clientY - place.top });
      else
        setViewport((now) => ({
          ...now,
          x: now.x - (event.shiftKey ? event.deltaY : event.deltaX),
          y: now.y - (event.shiftKey ? 0 : event.deltaY),
        }));
    };
    // React's own listeners for wheels are passive
    box.addEventListener('wheel', wheel, { passive: false });
    return () => box.removeEventListener('wheel', wheel);
  }, [frame, zoomBy]);

  /** A point of the screen on the stage. */
  const toStage = useCallback(
    (event: { clientX: number; clientY: number }) => {
      const place = frame.current!.getBoundingClientRect();
      const { zoom, x, y } = latest.current;
      return { x: (event.clientX - place.left - x) / zoom, y: (event.clientY - place.top - y) / zoom };
    },
    [frame],
  );
  return { viewport, setViewport, latest, fit, zoomBy, toStage };
}

function clamp(zoom: number): number {
  return Math.max(least, Math.min(most, zoom));
}
