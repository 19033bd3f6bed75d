import { listOf, refOf, type BpmnElement } from './model.ts';

/** The picture of a model: its shapes are small and far apart, our nodes wide and stand below each other. */

const nodeSize = { width: 200, height: 56 };
/** How much wider our picture is than theirs, so that nodes do not lie on each other. */
const stretch = { x: 1.8, y: 1.2 };

export interface Picture {
  /** The left upper corner of a node on our canvas; undefined for what is not drawn. */
  placeOf(element: BpmnElement): { x: number; y: number } | undefined;
  shapes: Map<BpmnElement, BpmnElement>;
  lines: Map<BpmnElement, BpmnElement>;
  planes: BpmnElement[];
}

export function pictureOf(root: BpmnElement): Picture {
  const planes = listOf(root, 'diagrams').flatMap((diagram) => refOf(diagram, 'plane') ?? []);
  const drawn = planes.flatMap((plane) => listOf(plane, 'planeElement'));
  const shapes = new Map<BpmnElement, BpmnElement>();
  const lines = new Map<BpmnElement, BpmnElement>();
  for (const one of drawn) {
    const of = refOf(one, 'bpmnElement');
    // The first picture of an element is the one that shows; other diagrams may repeat it.
    if (of && one.$type === 'bpmndi:BPMNShape' && !shapes.has(of)) shapes.set(of, one);
    if (of && one.$type === 'bpmndi:BPMNEdge' && !lines.has(of)) lines.set(of, one);
  }
  return {
    shapes,
    lines,
    planes,
    placeOf(element) {
      const bounds = shapes.get(element) && refOf(shapes.get(element)!, 'bounds');
      if (!bounds) return undefined;
      const { x, y, width, height } = boundsOf(bounds);
      return {
        x: Math.round((x + width / 2) * stretch.x - nodeSize.width / 2),
        y: Math.round((y + height / 2) * stretch.y - nodeSize.height / 2),
      };
    },
  };
}

/** The middle of one of our nodes, in the measure of the model. */
export function middleOf(place: { x: number; y: number }): { x: number; y: number } {
  return {
    x: Math.round((place.x + nodeSize.width / 2) / stretch.x),
    y: Math.round((place.y + nodeSize.height / 2) / stretch.y),
  };
}

export function boundsOf(bounds: BpmnElement): { x: number; y: number; width: number; height: number } {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(bounds.get(name) ?? 0));
  return { x: x!, y: y!, width: width!, height: height! };
}

/** How far a node went on our canvas, in the measure of the model. */
export function shiftOf(from: { x: number; y: number }, to: { x: number; y: number }): { x: number; y: number } {
  return { x: Math.round((to.x - from.x) / stretch.x), y: Math.round((to.y - from.y) / stretch.y) };
}

/** Usual sizes of shapes. */
export function sizeOf(type: string): { width: number; height: number } {
  if (type.endsWith('Event')) return { width: 36, height: 36 };
  if (type.endsWith('Gateway')) return { width: 50, height: 50 };
  return { width: 100, height: 80 };
}
