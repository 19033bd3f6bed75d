import type { PointerEvent } from 'react';
import './resize-grip.css';

export interface ResizeGripProps {
  min: number;
  /** While dragging (`done` false) and once at the end. */
  onResize: (width: number, done: boolean) => void;
  /** The width that fits what is on screen, for a double click. */
  fit?: (grip: HTMLElement) => number;
}

/** The right edge of a header cell; the column menu is the keyboard's way. */
export function ResizeGrip({ min, onResize, fit }: ResizeGripProps) {
  const start = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const grip = event.currentTarget;
    const from = event.clientX;
    const width = grip.parentElement!.getBoundingClientRect().width;
    const widthAt = (at: number) => Math.max(min, Math.round(width + at - from));
    grip.setPointerCapture(event.pointerId);
    grip.dataset.on = '';
    grip.onpointermove = (moved) => onResize(widthAt(moved.clientX), false);
    grip.onpointerup = grip.onpointercancel = (moved) => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
      delete grip.dataset.on;
      if (moved.clientX !== from) onResize(widthAt(moved.clientX), true);
    };
  };
  return (
    <span
      className="fw-grip"
      aria-hidden
      onPointerDown={start}
      onDoubleClick={(event) => fit && onResize(fit(event.currentTarget), true)}
    />
  );
}
