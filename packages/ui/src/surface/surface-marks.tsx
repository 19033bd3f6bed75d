import type { PointerEvent } from 'react';
import { areaAround, type Area, type Box } from './boxes.ts';
import type { Side } from './gestures.ts';
import type { Guide } from './snap.ts';
import type { Handle } from './use-gesture.ts';
import type { Viewport } from './use-viewport.ts';

const sides: [Side, Side][] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
];

interface HandlesProps {
  chosen: readonly Box[];
  viewport: Viewport;
  onHandle(event: PointerEvent, handle: Handle): void;
}

/** The frame around what is selected, as large on the screen whatever the zoom. A single turned box has a turned frame. */
export function Handles({ chosen, viewport, onHandle }: HandlesProps) {
  const only = chosen.length === 1 ? chosen[0] : undefined;
  const area = only ?? areaAround(chosen);
  if (!area) return null;
  const locked = chosen.every((box) => box.locked);
  const take = (handle: Handle) => (event: PointerEvent) => {
    event.stopPropagation();
    if (event.button === 0) onHandle(event, handle);
  };
  return (
    <div
      className="fw-surface-frame"
      data-locked={locked || undefined}
      style={{ ...onScreen(area, viewport), rotate: only?.turn ? `${only.turn}deg` : undefined }}
    >
      {!locked &&
        sides.map(([x, y]) => (
          <span
            key={`${x} ${y}`}
            className="fw-surface-handle"
            data-side={`${x} ${y}`}
            style={{ left: `${(x + 1) * 50}%`, top: `${(y + 1) * 50}%`, cursor: cursorOf(x, y) }}
            onPointerDown={take({ is: 'size', side: [x, y] })}
          />
        ))}
      {!locked && <span className="fw-surface-turn" onPointerDown={take({ is: 'turn' })} />}
    </div>
  );
}

interface GuidesProps {
  guides: readonly Guide[];
  marquee: Area | undefined;
  viewport: Viewport;
}

export function Guides({ guides, marquee, viewport }: GuidesProps) {
  return (
    <>
      {guides.map(({ along, at }) => (
        <div
          key={`${along} ${at}`}
          className="fw-surface-guide"
          data-along={along}
          style={along === 'x' ? { left: viewport.x + at * viewport.zoom } : { top: viewport.y + at * viewport.zoom }}
        />
      ))}
      {marquee && <div className="fw-surface-marquee" style={onScreen(marquee, viewport)} />}
    </>
  );
}

function onScreen({ x, y, w, h }: Area, viewport: Viewport) {
  return {
    left: viewport.x + x * viewport.zoom,
    top: viewport.y + y * viewport.zoom,
    width: w * viewport.zoom,
    height: h * viewport.zoom,
  };
}

function cursorOf(x: Side, y: Side): string {
  if (x === 0) return 'ns-resize';
  if (y === 0) return 'ew-resize';
  return x === y ? 'nwse-resize' : 'nesw-resize';
}
