import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import '../parts.css';
import { useUiText } from '../format/texts.ts';
import { kept } from '../kept.ts';

export interface SplitViewProps {
  side: ReactNode;
  children: ReactNode;
  /** Where the side stands. */
  at?: 'start' | 'end';
  width?: number;
  min?: number;
  max?: number;
  /** The width is remembered under this name. */
  remember?: string;
}

/** Two panes and a grip between them: drag it, or arrow keys. One below the other on a phone. */
export function SplitView({
  side,
  children,
  at = 'start',
  width: initial = 280,
  min = 200,
  max = 560,
  remember,
}: SplitViewProps) {
  const text = useUiText();
  const key = remember && `fw.split.${remember}`;
  const [width, setWidth] = useState(() => Number(key && kept.read(key)) || initial);
  const sign = at === 'start' ? 1 : -1;
  const change = (next: number) => {
    const bounded = Math.round(Math.min(max, Math.max(min, next)));
    setWidth(bounded);
    if (key) kept.write(key, String(bounded));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const grip = event.currentTarget;
    const from = event.clientX;
    grip.setPointerCapture(event.pointerId);
    grip.onpointermove = (moved) => change(width + sign * (moved.clientX - from));
    grip.onpointerup = grip.onpointercancel = () => {
      grip.onpointermove = grip.onpointerup = grip.onpointercancel = null;
    };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') change(width - sign * 16);
    else if (event.key === 'ArrowRight') change(width + sign * 16);
  };
  const style: CSSProperties = { width };
  const pane = (
    <div className="fw-split-side" style={style}>
      {side}
    </div>
  );
  const grip = (
    <div
      className="fw-split-grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={text('ui.split.resize')}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <div className="fw-split">
      {at === 'start' && (
        <>
          {pane}
          {grip}
        </>
      )}
      <div className="fw-split-main">{children}</div>
      {at === 'end' && (
        <>
          {grip}
          {pane}
        </>
      )}
    </div>
  );
}
