import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { rowHeight } from './panel-grid.tsx';
import { gridColumns, placed, type Place } from './places.ts';

export type DragKind = 'move' | 'size';

interface Drag {
  id: string;
  places: readonly Place[];
}

/** Less than this is a press, not a drag. */
const slack = 4;

/**
 * Follows the pointer: the panel itself by a transform, without a render; the others by their places, once a cell.
 * Escape takes everything back.
 */
export function usePanelDrag(
  grid: RefObject<HTMLDivElement | null>,
  places: readonly Place[],
  onPlaces: (places: Place[]) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef({ places, onPlaces });
  latest.current = { places, onPlaces };
  const stop = useRef((): void => undefined);
  useEffect(() => () => stop.current(), []);

  const start = (event: ReactPointerEvent, id: string, kind: DragKind) => {
    const box = grid.current;
    const frame = event.currentTarget as HTMLElement;
    if (event.button !== 0 || !box || isControl(event.target)) return;
    const before = latest.current.places;
    const own = before.find((place) => place.id === id)!;
    const column = box.clientWidth / gridColumns;
    const from = { x: event.clientX, y: event.clientY + scrolled(box) };
    let shown: readonly Place[] = before;
    let begun = false;

    const move = ({ clientX, clientY }: PointerEvent) => {
      const [dx, dy] = [clientX - from.x, clientY + scrolled(box) - from.y];
      if (!begun && Math.hypot(dx, dy) < slack) return;
      begun = true;
      const cells = { x: Math.round(dx / column), y: Math.round(dy / rowHeight) };
      const wanted =
        kind === 'move'
          ? { ...own, x: own.x + cells.x, y: own.y + cells.y }
          : { ...own, w: own.w + cells.x, h: own.h + cells.y };
      const next = placed(before, wanted);
      const now = next.find((place) => place.id === id)!;
      if (!samePlaces(shown, next)) {
        shown = next;
        setDrag({ id, places: next });
      }
      // the frame goes with the pointer; where it will lie is told by the room that the others make
      if (kind === 'move')
        frame.style.translate = `${own.x * column + dx - now.x * column}px ${(own.y - now.y) * rowHeight + dy}px`;
    };
    const end = (keep: boolean) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', escape, true);
      frame.style.translate = '';
      setDrag(undefined);
      stop.current = () => undefined;
      if (keep && begun && !samePlaces(before, shown)) latest.current.onPlaces([...shown]);
    };
    const drop = () => end(true);
    const cancel = () => end(false);
    const escape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      end(false);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', escape, true);
    stop.current = cancel;
  };
  return { places: drag?.places ?? places, dragged: drag?.id, start };
}

/** How far the page has gone up since, which the pointer does not tell. */
function scrolled(box: HTMLElement): number {
  return -box.getBoundingClientRect().top;
}

function samePlaces(one: readonly Place[], other: readonly Place[]): boolean {
  return one.every(({ x, y, w, h }, at) => {
    const place = other[at];
    return place?.x === x && place.y === y && place.w === w && place.h === h;
  });
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, input, select, textarea, a, [contenteditable]') !== null;
}
