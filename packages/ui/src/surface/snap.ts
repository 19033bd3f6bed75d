import type { Area } from './boxes.ts';

/** A line that something came to lie on. */
export interface Guide {
  along: 'x' | 'y';
  at: number;
}

export interface Snapped {
  dx: number;
  dy: number;
  guides: Guide[];
}

export interface Lines {
  x: readonly number[];
  y: readonly number[];
}

/** Edges and middles of what stays, worked out once for each gesture. */
export function linesOf(areas: readonly Area[]): Lines {
  const three = (start: number, size: number) => [start, start + size / 2, start + size];
  return { x: sorted(areas.flatMap(({ x, w }) => three(x, w))), y: sorted(areas.flatMap(({ y, h }) => three(y, h))) };
}

/** How far a moved area has to go to lie on the nearest lines within reach. */
export function snapped(area: Area, lines: Lines, reach: number): Snapped {
  const x = nearest([area.x, area.x + area.w / 2, area.x + area.w], lines.x, reach);
  const y = nearest([area.y, area.y + area.h / 2, area.y + area.h], lines.y, reach);
  return {
    dx: x?.shift ?? 0,
    dy: y?.shift ?? 0,
    guides: [...(x ? [{ along: 'x' as const, at: x.line }] : []), ...(y ? [{ along: 'y' as const, at: y.line }] : [])],
  };
}

/** For one side that is dragged. */
export function snappedSide(
  at: number,
  lines: readonly number[],
  reach: number,
): { shift: number; line: number } | undefined {
  return nearest([at], lines, reach);
}

function nearest(places: readonly number[], lines: readonly number[], reach: number) {
  let best: { shift: number; line: number } | undefined;
  for (const place of places)
    for (let at = firstFrom(lines, place - reach); at < lines.length && lines[at]! <= place + reach; at += 1) {
      const shift = lines[at]! - place;
      if (!best || Math.abs(shift) < Math.abs(best.shift)) best = { shift, line: lines[at]! };
    }
  return best;
}

function firstFrom(lines: readonly number[], value: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sorted(lines: readonly number[]): number[] {
  return [...new Set(lines)].sort((a, b) => a - b);
}
