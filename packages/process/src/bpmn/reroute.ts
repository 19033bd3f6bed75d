import { boundsOf, type Picture } from './diagram.ts';
import { listOf, refOf, type Bpmn, type BpmnElement } from './model.ts';

/** How the picture of a model follows a node that was moved: what hangs on it comes along, the rest stays as it was drawn. */

export interface Shift {
  x: number;
  y: number;
}

/** The shape of an element, its label, and what is docked at its border. Answers all that moved. */
export function moveShape(picture: Picture, element: BpmnElement, by: Shift): BpmnElement[] {
  const moved = [element];
  const shape = picture.shapes.get(element);
  if (shape) shift(shape, by);
  for (const [other, its] of picture.shapes) {
    if (other === element || refOf(other, 'attachedToRef') !== element) continue;
    shift(its, by);
    moved.push(other);
  }
  return moved;
}

/** The line keeps its bends; its ends stay where they are docked, and what was upright or level beside them stays so. */
export function moveLine(line: BpmnElement, source: Shift | undefined, target: Shift | undefined): void {
  const points = listOf(line, 'waypoint');
  if (points.length < 2) return;
  const together = source && target && source.x === target.x && source.y === target.y;
  if (together) for (const point of points) moveBy(point, source);
  else {
    if (source) moveEnd(points, source);
    if (target) moveEnd(points.toReversed(), target);
  }
  const label = refOf(line, 'label');
  const bounds = label && refOf(label, 'bounds');
  // in the middle of the line: it follows each end half of the way
  if (bounds)
    moveBy(bounds, {
      x: Math.round(((source?.x ?? 0) + (target?.x ?? 0)) / 2),
      y: Math.round(((source?.y ?? 0) + (target?.y ?? 0)) / 2),
    });
}

/** Straight from border to border. */
export function straightLine(model: Bpmn, source: BpmnElement, target: BpmnElement): BpmnElement[] {
  const [from, to] = [boundsOf(source), boundsOf(target)];
  return [dockedAt(source, middle(from), middle(to)), dockedAt(target, middle(to), middle(from))].map((point) =>
    model.create('dc:Point', { ...point }),
  );
}

interface Point {
  x: number;
  y: number;
}

function moveEnd([end, next, ...others]: readonly BpmnElement[], by: Shift): void {
  const [before, beside] = [pointOf(end!), pointOf(next!)];
  moveBy(end!, by);
  // the point beside the end is another end, or a bend that keeps its part of the line upright or level
  if (others.length === 0) return;
  const level = before.y === beside.y;
  const upright = before.x === beside.x;
  if (level && !upright) next!.set('y', beside.y + by.y);
  if (upright && !level) next!.set('x', beside.x + by.x);
}

function shift(shape: BpmnElement, by: Shift): void {
  for (const part of [shape, refOf(shape, 'label')]) {
    const bounds = part && refOf(part, 'bounds');
    if (bounds) moveBy(bounds, by);
  }
}

function moveBy(element: BpmnElement, { x, y }: Shift): void {
  const at = pointOf(element);
  element.set('x', at.x + x);
  element.set('y', at.y + y);
}

function pointOf(element: BpmnElement): Point {
  return { x: Number(element.get('x') ?? 0), y: Number(element.get('y') ?? 0) };
}

function middle({ x, y, width, height }: ReturnType<typeof boundsOf>): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the way from its middle to another place leaves a shape: events are round, gateways stand on a corner. */
function dockedAt(bounds: BpmnElement, from: Point, to: Point): Point {
  const { width, height } = boundsOf(bounds);
  const [x, y] = [to.x - from.x, to.y - from.y];
  if ((x === 0 && y === 0) || width === 0 || height === 0) return from;
  const [across, down] = [Math.abs(x) / (width / 2), Math.abs(y) / (height / 2)];
  const type = refOf(bounds.$parent ?? bounds, 'bpmnElement')?.$type ?? '';
  const reach = type.endsWith('Event')
    ? Math.hypot(across, down)
    : type.endsWith('Gateway')
      ? across + down
      : Math.max(across, down);
  return { x: Math.round(from.x + x / reach), y: Math.round(from.y + y / reach) };
}
