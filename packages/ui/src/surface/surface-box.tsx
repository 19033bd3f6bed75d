import { memo, type ReactNode } from 'react';
import type { Box } from './boxes.ts';

interface Props {
  box: Box;
  scale: number;
  draw(id: string, scale: number): ReactNode;
}

/** An element at its place. A thousand of them are there: only those whose box changed are drawn anew. */
export const SurfaceBox = memo(function SurfaceBox({ box, scale, draw }: Props) {
  const { id, x, y, w, h, turn = 0, locked } = box;
  return (
    <div
      className="fw-surface-box"
      data-box={id}
      data-locked={locked || undefined}
      style={{ left: x, top: y, width: w, height: h, rotate: turn === 0 ? undefined : `${turn}deg` }}
    >
      {draw(id, scale)}
    </div>
  );
});
