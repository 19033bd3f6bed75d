import { grouped, layered, ungrouped, withLock } from './arrange.ts';
import { changed, withGroups, type Box } from './boxes.ts';

interface Keys {
  boxes: readonly Box[];
  selected: readonly string[];
  onBoxes(boxes: Box[], merge?: string): void;
  onSelect(ids: string[]): void;
  onCopy?: ((ids: readonly string[]) => void) | undefined;
  onPaste?: (() => void) | undefined;
  onDelete?: ((ids: readonly string[]) => void) | undefined;
  newId(): string;
}

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key does on a surface; false leaves it to others. Arrows move by 1, with Shift by 10; Tab goes through the boxes. */
export function pressed(event: KeyPress, keys: Keys): boolean {
  const { boxes, selected, onBoxes, onSelect } = keys;
  const arrow = arrows[event.key];
  if (arrow && selected.length > 0 && !event.ctrlKey && !event.metaKey) {
    const step = event.shiftKey ? 10 : 1;
    onBoxes(
      changed(boxes, selected, (box) => ({ ...box, x: box.x + arrow[0] * step, y: box.y + arrow[1] * step })),
      `nudge ${selected.join()}`,
    );
    return true;
  }
  if (event.key === 'Tab' && selected.length > 0) return nextBox(boxes, selected, event.shiftKey ? -1 : 1, onSelect);
  if (event.key === 'Escape' && selected.length > 0) {
    onSelect([]);
    return true;
  }
  if (event.key === 'Enter' && selected.length === 0) {
    const first = boxes.find(({ hidden }) => !hidden);
    if (first) onSelect(withGroups(boxes, [first.id]));
    return first !== undefined;
  }
  if ((event.key === 'Delete' || event.key === 'Backspace') && selected.length > 0 && keys.onDelete) {
    keys.onDelete(selected);
    return true;
  }
  return (event.ctrlKey || event.metaKey) && command(event, keys);
}

/** Past the last box Tab leaves the surface. */
function nextBox(
  boxes: readonly Box[],
  selected: readonly string[],
  step: number,
  onSelect: Keys['onSelect'],
): boolean {
  const shown = boxes.filter(({ hidden }) => !hidden);
  const next = shown[shown.findIndex(({ id }) => id === selected.at(step > 0 ? -1 : 0)) + step];
  onSelect(next ? withGroups(boxes, [next.id]) : []);
  return next !== undefined;
}

function command(event: KeyPress, { boxes, selected, onBoxes, onSelect, onCopy, onPaste, newId }: Keys): boolean {
  const run: Record<string, (() => void) | undefined> = {
    a: () => onSelect(boxes.filter((box) => !box.hidden && !box.locked).map(({ id }) => id)),
    c: onCopy && (() => onCopy(selected)),
    v: onPaste,
    g: () => onBoxes(event.shiftKey ? ungrouped(boxes, selected) : grouped(boxes, selected, newId())),
    l: () => onBoxes(withLock(boxes, selected, !boxes.some((box) => selected.includes(box.id) && box.locked))),
    ']': () => onBoxes(layered(boxes, selected, event.shiftKey ? 'front' : 'forward')),
    '}': () => onBoxes(layered(boxes, selected, 'front')),
    '[': () => onBoxes(layered(boxes, selected, event.shiftKey ? 'back' : 'backward')),
    '{': () => onBoxes(layered(boxes, selected, 'back')),
  };
  const action = run[event.key.toLowerCase()];
  action?.();
  return action !== undefined;
}
