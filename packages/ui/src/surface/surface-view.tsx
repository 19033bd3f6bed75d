import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Box } from './boxes.ts';
import { SurfaceBox } from './surface-box.tsx';
import './surface.css';

export interface Size {
  width: number;
  height: number;
}

/** How a stage fills a display: whole and in the middle, as wide as it, or drawn out to both sides. */
export type Fit = 'contain' | 'width' | 'stretch';

export interface SurfaceViewProps {
  size: Size;
  fit: Fit;
  boxes: readonly Box[];
  /** `scale` tells canvases how many dots they need. */
  draw(id: string, scale: number): ReactNode;
}

/** A stage as it is shown: scaled by a transform (CSS zoom would misplace the pointer on charts), without the editor. */
export function SurfaceView({ size, fit, boxes, draw }: SurfaceViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>();
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setRoom({ width, height });
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const scale = room && scaleFor(fit, size, room);
  return (
    <div ref={frame} className="fw-surface-view" data-fit={fit}>
      {scale && (
        <div style={{ height: fit === 'width' ? size.height * scale.y : undefined }}>
          <div
            className="fw-surface-stage"
            style={{
              width: size.width,
              height: size.height,
              transform: `translate(${scale.left}px, ${scale.top}px) scale(${scale.x}, ${scale.y})`,
            }}
          >
            {boxes
              .filter(({ hidden }) => !hidden)
              .map((box) => (
                <SurfaceBox key={box.id} box={box} draw={draw} scale={Math.max(scale.x, scale.y)} />
              ))}
          </div>
        </div>
      )}
    </div>
  );
}

export function scaleFor(fit: Fit, size: Size, room: Size): { x: number; y: number; left: number; top: number } {
  const [x, y] = [room.width / size.width, room.height / size.height];
  if (fit === 'stretch') return { x, y, left: 0, top: 0 };
  if (fit === 'width') return { x, y: x, left: 0, top: 0 };
  const whole = Math.min(x, y);
  return {
    x: whole,
    y: whole,
    left: (room.width - size.width * whole) / 2,
    top: (room.height - size.height * whole) / 2,
  };
}
