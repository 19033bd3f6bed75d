import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useUiText } from '../format/texts.ts';
import { areaAround, withGroups, type Box } from './boxes.ts';
import { Guides, Handles } from './surface-marks.tsx';
import { SurfaceBox } from './surface-box.tsx';
import { pressed } from './surface-keys.ts';
import type { Size } from './surface-view.tsx';
import { useGesture } from './use-gesture.ts';
import { useViewport } from './use-viewport.ts';
import './surface.css';

export interface SurfaceEditorProps {
  label: string;
  size: Size;
  boxes: readonly Box[];
  selected: readonly string[];
  onSelect(ids: string[]): void;
  /** One gesture, one change; changes with the same `merge` in a row are one step. Undo is the caller's. */
  onBoxes(boxes: Box[], merge?: string): void;
  onCopy?: (ids: readonly string[]) => void;
  onPaste?: () => void;
  onDelete?: (ids: readonly string[]) => void;
  newId(): string;
  titleOf(id: string): string;
  /** Keep it the same between renders: a thousand elements are drawn anew when it is another. */
  draw(id: string, scale: number): ReactNode;
}

/** A free surface: boxes are selected, moved, sized and turned by pointer and keys. It knows nothing of what is in them. */
export function SurfaceEditor(props: SurfaceEditorProps) {
  const { label, size, boxes, selected, onSelect, titleOf, draw } = props;
  const text = useUiText();
  const frame = useRef<HTMLDivElement>(null);
  const { viewport, setViewport, latest, fit, zoomBy, toStage } = useViewport(frame, size);
  const [panning, setPanning] = useState(false);
  const stage = { x: 0, y: 0, w: size.width, h: size.height };
  const gesture = useGesture({
    boxes,
    selected,
    stage,
    viewport: latest,
    toStage,
    onBoxes: props.onBoxes,
    onSelect,
    onPan: (dx, dy) => setViewport((now) => ({ ...now, x: now.x + dx, y: now.y + dy })),
  });
  const chosen = gesture.shown.filter(({ id }) => selected.includes(id));

  const press = (event: PointerEvent) => {
    if (event.button === 1 || panning) {
      event.preventDefault();
      gesture.pan(event);
      return;
    }
    if (event.button !== 0) return;
    const id = (event.target as Element).closest<HTMLElement>('[data-box]')?.dataset.box;
    const box = boxes.find((one) => one.id === id);
    if (!box || box.locked) {
      gesture.select(event);
      return;
    }
    const own = withGroups(boxes, [box.id]);
    const isIn = selected.includes(box.id);
    const next = event.shiftKey
      ? isIn
        ? selected.filter((one) => !own.includes(one))
        : [...selected, ...own]
      : isIn
        ? [...selected]
        : own;
    onSelect(next);
    if (next.includes(box.id)) gesture.drag(event, { is: 'move' }, next);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === ' ') {
      event.preventDefault();
      setPanning(true);
      return;
    }
    const zooms: Record<string, (() => void) | undefined> = {
      '=': () => zoomBy(1.25),
      '+': () => zoomBy(1.25),
      '-': () => zoomBy(0.8),
      '0': () => fit(),
      '1': () => fit(areaAround(chosen)),
    };
    const zoom = event.ctrlKey || event.metaKey ? zooms[event.key] : undefined;
    zoom?.();
    if (zoom || pressed(event, props)) event.preventDefault();
  };

  return (
    <div
      ref={frame}
      className="fw-surface"
      role="application"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the elements are walked and moved by keys
      tabIndex={0}
      data-panning={panning || undefined}
      onPointerDown={press}
      onKeyDown={keys}
      onKeyUp={({ key }) => key === ' ' && setPanning(false)}
      onBlur={() => setPanning(false)}
    >
      <div
        className="fw-surface-stage"
        data-paper
        style={{
          width: size.width,
          height: size.height,
          transform: `translate(${viewport.x}px, ${viewport.y}px) scale(${viewport.zoom})`,
        }}
      >
        {gesture.shown.map((box) => (box.hidden ? null : <SurfaceBox key={box.id} box={box} draw={draw} scale={1} />))}
      </div>
      <Guides guides={gesture.guides} marquee={gesture.marquee} viewport={viewport} />
      <Handles chosen={chosen} viewport={viewport} onHandle={(event, handle) => gesture.drag(event, handle)} />
      <p className="fw-surface-spoken" aria-live="polite">
        {chosen.length === 1
          ? text('ui.surface.at', {
              title: titleOf(chosen[0]!.id),
              x: Math.round(chosen[0]!.x),
              y: Math.round(chosen[0]!.y),
            })
          : chosen.length > 1
            ? text('ui.surface.selected', { count: chosen.length })
            : ''}
      </p>
    </div>
  );
}
