/** Where a dragged thing lands, worked out from rectangles. */

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}
export type ListLayout = 'column' | 'grid';

/** Over the second half of an item means behind it: by height in a column, by width in a grid of columns. */
export function indexOver(
  dragged: { x: number; y: number },
  over: Rect,
  overIndex: number,
  layout: ListLayout,
): number {
  const behind =
    layout === 'grid' && over.width < 480
      ? dragged.x > over.left + over.width / 2
      : dragged.y > over.top + over.height / 2;
  return overIndex + (behind ? 1 : 0);
}

/** A list after something came in, went out or changed its place. */
export function movedTo<T>(list: readonly T[], item: T, index: number): T[] {
  const without = list.filter((one) => one !== item);
  return without.toSpliced(Math.max(0, Math.min(index, without.length)), 0, item);
}
