/** What a surface knows of an element: its place. The order of a list of boxes is their layers, the last on top. */
export interface Box {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  /** Degrees around the middle. */ turn?: number;
  /** Boxes of one group are selected and moved together. */ group?: string;
  locked?: boolean;
  hidden?: boolean;
}

export interface Area {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The upright rectangle around a turned box. */
export function areaOf({ x, y, w, h, turn = 0 }: Box): Area {
  if (turn % 180 === 0) return { x, y, w, h };
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [width, height] = [w * cos + h * sin, w * sin + h * cos];
  return { x: x + w / 2 - width / 2, y: y + h / 2 - height / 2, w: width, h: height };
}

export function areaAround(boxes: readonly Box[]): Area | undefined {
  if (boxes.length === 0) return undefined;
  const areas = boxes.map(areaOf);
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  return {
    x,
    y,
    w: Math.max(...areas.map((area) => area.x + area.w)) - x,
    h: Math.max(...areas.map((area) => area.y + area.h)) - y,
  };
}

export function touches(a: Area, b: Area): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** With one of a group, all of it. */
export function withGroups(boxes: readonly Box[], ids: readonly string[]): string[] {
  const chosen = new Set(ids);
  const groups = new Set(boxes.flatMap(({ id, group }) => (group !== undefined && chosen.has(id) ? [group] : [])));
  return boxes
    .filter(({ id, group }) => chosen.has(id) || (group !== undefined && groups.has(group)))
    .map(({ id }) => id);
}

/** Boxes within a rectangle that was drawn around them. */
export function boxesIn(boxes: readonly Box[], area: Area): string[] {
  return boxes.filter((box) => !box.locked && !box.hidden && touches(areaOf(box), area)).map(({ id }) => id);
}

export function changed(boxes: readonly Box[], ids: readonly string[], change: (box: Box) => Box): Box[] {
  const chosen = new Set(ids);
  return boxes.map((box) => (chosen.has(box.id) && !box.locked ? change(box) : box));
}

/** Boxes keep their places within an area that takes another size. */
export function fitted(boxes: readonly Box[], ids: readonly string[], from: Area, to: Area): Box[] {
  const [sx, sy] = [to.w / (from.w || 1), to.h / (from.h || 1)];
  return changed(boxes, ids, (box) => ({
    ...box,
    x: round(to.x + (box.x - from.x) * sx),
    y: round(to.y + (box.y - from.y) * sy),
    w: Math.max(1, round(box.w * sx)),
    h: Math.max(1, round(box.h * sy)),
  }));
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
