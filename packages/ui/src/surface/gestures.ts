import { areaAround, areaOf, changed, fitted, round, type Area, type Box } from './boxes.ts';
import { linesOf, snapped, snappedSide, type Guide, type Lines } from './snap.ts';

export type Side = -1 | 0 | 1;

/** What a gesture began with. */
export interface Begun {
  boxes: readonly Box[];
  ids: readonly string[];
  area: Area;
  lines: Lines;
}

export function begin(boxes: readonly Box[], ids: readonly string[], stage: Area): Begun | undefined {
  const chosen = new Set(ids);
  const own = boxes.filter(({ id, locked }) => chosen.has(id) && !locked);
  const area = areaAround(own);
  if (!area) return undefined;
  const others = boxes.filter(({ id, hidden }) => !chosen.has(id) && !hidden);
  return { boxes, ids: own.map(({ id }) => id), area, lines: linesOf([stage, ...others.map(areaOf)]) };
}

export interface Outcome {
  boxes: Box[];
  guides: readonly Guide[];
}

/** `reach` 0 snaps to nothing. Shift keeps to one direction. */
export function moved(
  { boxes, ids, area, lines }: Begun,
  dx: number,
  dy: number,
  reach: number,
  straight: boolean,
): Outcome {
  const [x, y] = straight ? (Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy]) : [dx, dy];
  const to =
    reach > 0 ? snapped({ ...area, x: area.x + x, y: area.y + y }, lines, reach) : { dx: 0, dy: 0, guides: [] };
  const shift = { x: x + (straight && x === 0 ? 0 : to.dx), y: y + (straight && y === 0 ? 0 : to.dy) };
  return {
    boxes: changed(boxes, ids, (box) => ({ ...box, x: round(box.x + shift.x), y: round(box.y + shift.y) })),
    guides: to.guides,
  };
}

/** Sides of -1 and 1 follow the pointer; `even` keeps the proportions, as the corners of pictures do. */
export function sized(begun: Begun, side: [Side, Side], dx: number, dy: number, reach: number, even: boolean): Outcome {
  const { boxes, ids, area, lines } = begun;
  const only = ids.length === 1 ? boxes.find(({ id }) => id === ids[0]) : undefined;
  // a turned box is sized along its own sides, around its middle's opposite side
  if (only?.turn) return { boxes: changed(boxes, ids, (box) => turnedSize(box, side, dx, dy)), guides: [] };
  const guides: Guide[] = [];
  const along = (start: number, size: number, which: Side, delta: number, axis: 'x' | 'y') => {
    if (which === 0) return { start, size };
    const edge = (which === 1 ? start + size : start) + delta;
    const snap = reach > 0 ? snappedSide(edge, lines[axis], reach) : undefined;
    if (snap) guides.push({ along: axis, at: snap.line });
    const at = edge + (snap?.shift ?? 0);
    return which === 1
      ? { start, size: Math.max(1, at - start) }
      : { start: Math.min(at, start + size - 1), size: Math.max(1, start + size - at) };
  };
  const x = along(area.x, area.w, side[0], dx, 'x');
  const y = along(area.y, area.h, side[1], dy, 'y');
  const to = { x: x.start, y: y.start, w: x.size, h: y.size };
  return { boxes: fitted(boxes, ids, area, even ? proportional(area, to, side) : to), guides };
}

function proportional(from: Area, to: Area, [sx, sy]: [Side, Side]): Area {
  const factor = sx === 0 ? to.h / from.h : sy === 0 ? to.w / from.w : Math.max(to.w / from.w, to.h / from.h);
  const [w, h] = [from.w * factor, from.h * factor];
  return { x: sx === -1 ? from.x + from.w - w : from.x, y: sy === -1 ? from.y + from.h - h : from.y, w, h };
}

function turnedSize(box: Box, [sx, sy]: [Side, Side], dx: number, dy: number): Box {
  const angle = ((box.turn ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // the way of the pointer in the box's own directions
  const [ox, oy] = [dx * cos + dy * sin, -dx * sin + dy * cos];
  const w = Math.max(1, box.w + ox * sx);
  const h = Math.max(1, box.h + oy * sy);
  const [gx, gy] = [((w - box.w) * sx) / 2, ((h - box.h) * sy) / 2];
  const [cx, cy] = [box.x + box.w / 2 + gx * cos - gy * sin, box.y + box.h / 2 + gx * sin + gy * cos];
  return { ...box, x: round(cx - w / 2), y: round(cy - h / 2), w: round(w), h: round(h) };
}

/** Around the middle of what is selected; with Shift in steps of fifteen degrees. */
export function turned({ boxes, ids, area }: Begun, degrees: number, inSteps: boolean): Outcome {
  const by = inSteps ? Math.round(degrees / 15) * 15 : Math.round(degrees);
  const angle = (by * Math.PI) / 180;
  const [cx, cy] = [area.x + area.w / 2, area.y + area.h / 2];
  return {
    guides: [],
    boxes: changed(boxes, ids, (box) => {
      const [dx, dy] = [box.x + box.w / 2 - cx, box.y + box.h / 2 - cy];
      const x = cx + dx * Math.cos(angle) - dy * Math.sin(angle) - box.w / 2;
      const y = cy + dx * Math.sin(angle) + dy * Math.cos(angle) - box.h / 2;
      const turn = ((((box.turn ?? 0) + by) % 360) + 360) % 360;
      return { ...box, x: round(x), y: round(y), turn };
    }),
  };
}
