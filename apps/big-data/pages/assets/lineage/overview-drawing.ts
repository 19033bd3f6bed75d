import type { LineageGraph } from '@formwork/contract/assets/lineage.ts';
import { placed } from './layers.ts';

/** A picture of thousands of nodes as lists of numbers: what is drawn again and again touches nothing else. */
export interface OverviewScene {
  ids: string[];
  titles: string[];
  /** Numbers of hues. */
  hues: Uint8Array;
  /** Middles of nodes. */
  x: Float32Array;
  y: Float32Array;
  /** Numbers of nodes, two an edge. */
  edges: Uint32Array;
  width: number;
  height: number;
  left: number;
  top: number;
}

export interface View {
  /** Of the scene, in the middle of the picture. */
  x: number;
  y: number;
  zoom: number;
}

export const nodeWidth = 180;
export const nodeHeight = 48;
const [stepX, stepY, layerY] = [240, 72, 200];
/** From here on names can be read. */
const namesFrom = 0.45;

export function sceneOf(
  graph: Pick<LineageGraph, 'nodes' | 'edges'>,
  titleOf: (node: LineageGraph['nodes'][number]) => string,
  hueOf: (kind: string) => number,
): OverviewScene {
  const places = folded(placed(graph));
  const numbers = new Map(graph.nodes.map(({ id }, at) => [id, at]));
  const pairs = new Set<number>();
  for (const { from, to } of graph.edges)
    if (from !== to && numbers.has(from) && numbers.has(to))
      pairs.add(numbers.get(from)! * graph.nodes.length + numbers.get(to)!);
  const x = Float32Array.from(graph.nodes, ({ id }) => places.get(id)!.x);
  const y = Float32Array.from(graph.nodes, ({ id }) => places.get(id)!.y);
  const [left, right] = endsOf(x);
  const [top, bottom] = endsOf(y);
  return {
    ids: graph.nodes.map(({ id }) => id),
    titles: graph.nodes.map(titleOf),
    hues: Uint8Array.from(graph.nodes, ({ kind }) => hueOf(kind)),
    x,
    y,
    edges: Uint32Array.from(
      [...pairs].flatMap((pair) => [Math.floor(pair / graph.nodes.length), pair % graph.nodes.length]),
    ),
    left: left - nodeWidth,
    top: top - nodeHeight,
    width: right - left + nodeWidth * 2,
    height: bottom - top + nodeHeight * 2,
  };
}

type Places = ReadonlyMap<string, { x: number; y: number }>;

/** Layers wider than the picture is high go on in further rows, so that all of it can be seen at once. */
export function folded(places: Places): Places {
  const perRow = Math.max(12, Math.ceil(Math.sqrt(places.size) * 0.8));
  const layers = [...Map.groupBy(places, ([, { y }]) => y)].toSorted(([a], [b]) => a - b);
  const found = new Map<string, { x: number; y: number }>();
  let top = 0;
  for (const [, layer] of layers) {
    const inOrder = layer.toSorted(([, a], [, b]) => a.x - b.x);
    const rows = Math.ceil(inOrder.length / perRow);
    const length = Math.ceil(inOrder.length / rows);
    for (const [at, [id]] of inOrder.entries()) {
      // one below the other, so that neighbours stay near
      const [column, row] = [Math.floor(at / rows), at % rows];
      found.set(id, { x: (column - (length - 1) / 2) * stepX, y: top + row * stepY });
    }
    top += (rows - 1) * stepY + layerY;
  }
  return found;
}

function endsOf(all: Float32Array): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const one of all) {
    least = Math.min(least, one);
    most = Math.max(most, one);
  }
  return all.length === 0 ? [0, 0] : [least, most];
}

/** Everything at once, as large as it goes. */
export function fitting(scene: OverviewScene, width: number, height: number): View {
  return {
    x: scene.left + scene.width / 2,
    y: scene.top + scene.height / 2,
    zoom: Math.min(1, width / scene.width, height / scene.height),
  };
}

export interface Colours {
  line: string;
  text: string;
  surface: string;
  hues: string[];
  font: string;
}

/** Draws what lies in a picture of this size, in points of the screen. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: OverviewScene,
  { x: middleX, y: middleY, zoom }: View,
  { width, height, colours }: { width: number; height: number; colours: Colours },
): void {
  context.clearRect(0, 0, width, height);
  const [reachX, reachY] = [width / 2 / zoom, height / 2 / zoom];
  const toX = (x: number): number => (x - middleX) * zoom + width / 2;
  const toY = (y: number): number => (y - middleY) * zoom + height / 2;
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.globalAlpha = zoom < 0.1 ? 0.25 : 0.6;
  context.beginPath();
  for (let at = 0; at < scene.edges.length; at += 2) {
    const [from, to] = [scene.edges[at]!, scene.edges[at + 1]!];
    const [x1, y1, x2, y2] = [scene.x[from]!, scene.y[from]!, scene.x[to]!, scene.y[to]!];
    if (
      (x1 < middleX - reachX && x2 < middleX - reachX) ||
      (x1 > middleX + reachX && x2 > middleX + reachX) ||
      (y1 < middleY - reachY && y2 < middleY - reachY) ||
      (y1 > middleY + reachY && y2 > middleY + reachY)
    )
      continue;
    context.moveTo(toX(x1), toY(y1));
    context.lineTo(toX(x2), toY(y2));
  }
  context.stroke();
  context.globalAlpha = 1;
  const [w, h] = [Math.max(2, nodeWidth * zoom), Math.max(2, nodeHeight * zoom)];
  const named = zoom >= namesFrom;
  context.font = `${Math.round(13 * zoom)}px ${colours.font}`;
  context.textBaseline = 'middle';
  for (let at = 0; at < scene.x.length; at += 1) {
    const [x, y] = [scene.x[at]!, scene.y[at]!];
    if (Math.abs(x - middleX) > reachX + nodeWidth || Math.abs(y - middleY) > reachY + nodeHeight) continue;
    const [left, top] = [toX(x) - w / 2, toY(y) - h / 2];
    const hue = colours.hues[scene.hues[at]! % colours.hues.length]!;
    if (!named) {
      context.fillStyle = hue;
      context.fillRect(left, top, w, h);
      continue;
    }
    context.fillStyle = colours.surface;
    context.fillRect(left, top, w, h);
    context.strokeStyle = colours.line;
    context.strokeRect(left, top, w, h);
    context.fillStyle = hue;
    context.fillRect(left, top, 4, h);
    context.fillStyle = colours.text;
    context.save();
    context.beginPath();
    context.rect(left, top, w - 4, h);
    context.clip();
    context.fillText(scene.titles[at]!, left + 12 * zoom, toY(y));
    context.restore();
  }
}

/** The number of the node at a place of the scene. */
export function nodeAt({ x: xs, y: ys }: OverviewScene, x: number, y: number, slack: number): number | undefined {
  for (let at = xs.length - 1; at >= 0; at -= 1)
    if (Math.abs(xs[at]! - x) <= nodeWidth / 2 + slack && Math.abs(ys[at]! - y) <= nodeHeight / 2 + slack) return at;
  return undefined;
}
