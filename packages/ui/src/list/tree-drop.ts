/** Where a dragged line lands: beside the one under the pointer, or inside it. */
export type DropWhere = 'before' | 'inside' | 'after';

/** The upper quarter of a line is before it, the lower one after it; below an open line come its own children. */
export function dropWhere(y: number, height: number, expanded: boolean): DropWhere {
  if (y < height / 4) return 'before';
  return y > (height * 3) / 4 && !expanded ? 'after' : 'inside';
}
