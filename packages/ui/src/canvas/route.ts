import { nodeHeight, nodeWidth } from './graph.ts';

/** Orthogonal edges that go around nodes instead of through them. */

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Route {
  points: Point[];
  label: Point;
}

const stub = 24;
const gap = 20;

export function boxOf(node: { x: number; y: number }): Box {
  return { x: node.x, y: node.y, width: nodeWidth, height: nodeHeight };
}

/** From the bottom of `source` to the top of `target`, past all boxes. `lane` keeps edges that run beside each other apart. */
export function routeEdge(source: Box, target: Box, boxes: readonly Box[], lane = 0): Route {
  const from = { x: source.x + source.width / 2, y: source.y + source.height };
  const to = { x: target.x + target.width / 2, y: target.y };
  if (to.y - from.y >= stub) {
    const bends = [...new Set([Math.max(from.y + stub / 2, to.y - 36), from.y + stub, (from.y + to.y) / 2])];
    for (const y of Math.abs(from.x - to.x) < 1 ? [to.y - 36] : bends) {
      const points = tidy([from, { x: from.x, y }, { x: to.x, y }, to]);
      if (isFree(points, boxes, source, target))
        return { points, label: { x: to.x, y: Math.max(from.y + 14, to.y - 22) } };
    }
  }
  return aroundNodes(from, to, boxes, lane);
}

function aroundNodes(from: Point, to: Point, boxes: readonly Box[], lane: number): Route {
  const top = Math.min(from.y, to.y) - stub;
  const bottom = Math.max(from.y, to.y) + stub;
  let [left, right] = [Math.min(from.x, to.x) - nodeWidth / 2, Math.max(from.x, to.x) + nodeWidth / 2];
  for (const box of boxes) {
    if (box.y >= bottom || box.y + box.height <= top) continue;
    left = Math.min(left, box.x);
    right = Math.max(right, box.x + box.width);
  }
  left -= gap + lane * 12;
  right += gap + lane * 12;
  const far = (x: number) => Math.abs(x - from.x) + Math.abs(x - to.x);
  const x = far(left) < far(right) ? left : right;
  const points = tidy([
    from,
    { x: from.x, y: from.y + stub / 2 },
    { x, y: from.y + stub / 2 },
    { x, y: to.y - stub / 2 },
    { x: to.x, y: to.y - stub / 2 },
    to,
  ]);
  return { points, label: { x, y: (from.y + to.y) / 2 } };
}

/** Asked of every edge while a node is dragged: it makes nothing. */
function isFree(points: readonly Point[], boxes: readonly Box[], source: Box, target: Box): boolean {
  for (const box of boxes) {
    if (box === source || box === target) continue;
    for (let at = 1; at < points.length; at += 1) {
      const [one, next] = [points[at - 1]!, points[at]!];
      const isBeside =
        Math.max(one.x, next.x) <= box.x - 4 ||
        Math.min(one.x, next.x) >= box.x + box.width + 4 ||
        Math.max(one.y, next.y) <= box.y - 4 ||
        Math.min(one.y, next.y) >= box.y + box.height + 4;
      if (!isBeside) return false;
    }
  }
  return true;
}

/** Without points on a straight line. */
function tidy(points: readonly Point[]): Point[] {
  return points.filter((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (!before || !after) return true;
    return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
  });
}

/** SVG path with rounded corners. */
export function pathOf(points: readonly Point[], radius = 6): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first.x},${first.y}`;
  rest.forEach((point, at) => {
    const before = points[at]!;
    const after = rest[at + 1];
    if (!after) {
      path += `L${point.x},${point.y}`;
      return;
    }
    const size = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
    const enter = towards(point, before, size);
    const leave = towards(point, after, size);
    path += `L${enter.x},${enter.y}Q${point.x},${point.y} ${leave.x},${leave.y}`;
  });
  return path;
}

export function distanceToRoute(point: Point, points: readonly Point[]): number {
  return Math.min(
    ...points.slice(1).map((end, at) => {
      const start = points[at]!;
      const near = { x: clamp(point.x, start.x, end.x), y: clamp(point.y, start.y, end.y) };
      return distance(point, near);
    }),
  );
}

function clamp(value: number, a: number, b: number) {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), value));
}

function distance(a: Point, b: Point) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}
