import { memo, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useUiText } from '../format/texts.ts';
import { rowHeight } from './panel-grid.tsx';
import { placed, rowsOf, type Place } from './places.ts';
import { usePanelDrag, type DragKind } from './use-panel-drag.ts';
import './panels.css';

export interface PanelEditorProps {
  places: readonly Place[];
  /** Changes of one gesture come once, when it ends: undo is the caller's. */
  onPlaces(places: Place[]): void;
  selected?: string | undefined;
  onSelect?: (id: string | undefined) => void;
  onDelete?: (id: string) => void;
  /** What a panel is called, for those who hear it. */
  titleOf(id: string): string;
  children(id: string): ReactNode;
}

/** Panels that are moved by their frame, sized by their corner, and both by arrow keys. */
export function PanelEditor(props: PanelEditorProps) {
  const { places, onPlaces, selected, onSelect, onDelete, titleOf, children } = props;
  const text = useUiText();
  const grid = useRef<HTMLDivElement>(null);
  const [spoken, setSpoken] = useState('');
  const drag = usePanelDrag(grid, places, onPlaces);
  const shown = drag.places;
  const say = (place: Place) =>
    setSpoken(
      text('ui.panels.at', {
        title: titleOf(place.id),
        column: place.x + 1,
        row: place.y + 1,
        width: place.w,
        height: place.h,
      }),
    );

  const keys = (event: KeyboardEvent, place: Place) => {
    if (event.target !== event.currentTarget) return;
    if ((event.key === 'Delete' || event.key === 'Backspace') && onDelete) {
      event.preventDefault();
      onDelete(place.id);
      return;
    }
    if (event.key === 'Escape' && place.id === selected && onSelect) {
      event.preventDefault();
      onSelect(undefined);
      return;
    }
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const [x, y] = step;
    const wanted = event.shiftKey
      ? { ...place, w: place.w + x, h: place.h + y }
      : { ...place, x: place.x + x, y: y > 0 ? belowNext(places, place) : place.y + y };
    const next = placed(places, wanted);
    const now = next.find(({ id }) => id === place.id)!;
    if (now.x !== place.x || now.y !== place.y || now.w !== place.w || now.h !== place.h) onPlaces(next);
    say(now);
  };
  return (
    <div className="fw-panels-editor">
      <div
        ref={grid}
        className="fw-panels"
        data-editing
        style={{ height: rowsOf(shown) * rowHeight + rowHeight * 4 }}
        onPointerDown={(event) => event.target === event.currentTarget && onSelect?.(undefined)}
      >
        {shown.map((place) => (
          <div
            key={place.id}
            className="fw-panel"
            data-panel={place.id}
            data-selected={place.id === selected || undefined}
            data-dragged={place.id === drag.dragged || undefined}
            style={{
              left: `${(place.x / 24) * 100}%`,
              top: place.y * rowHeight,
              width: `${(place.w / 24) * 100}%`,
              height: place.h * rowHeight,
            }}
            role="group"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows move and size the panel
            tabIndex={0}
            aria-label={titleOf(place.id)}
            onFocus={() => onSelect?.(place.id)}
            onKeyDown={(event) => keys(event, place)}
            onPointerDown={(event) => drag.start(event, place.id, kindOf(event.target))}
          >
            <Content id={place.id} draw={children} />
            <span className="fw-panel-grip" data-grip="size" aria-hidden />
          </div>
        ))}
      </div>
      <p className="fw-panels-spoken" aria-live="polite">
        {spoken}
      </p>
    </div>
  );
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** One row down would fall back up at once: the next place below is where the panel under it makes room. */
function belowNext(places: readonly Place[], place: Place): number {
  const under = places
    .filter((one) => one.y >= place.y + place.h && one.x < place.x + place.w && place.x < one.x + one.w)
    .toSorted((a, b) => a.y - b.y)[0];
  return under ? under.y + under.h : place.y + 1;
}

function kindOf(target: EventTarget): DragKind {
  return target instanceof Element && target.closest('[data-grip="size"]') ? 'size' : 'move';
}

/** A drag changes frames sixty times a second; what is in them is drawn anew only when its drawer is another. */
const Content = memo(function Content({ id, draw }: { id: string; draw: (id: string) => ReactNode }) {
  const content = useMemo(() => draw(id), [id, draw]);
  return <div className="fw-panel-content">{content}</div>;
});
