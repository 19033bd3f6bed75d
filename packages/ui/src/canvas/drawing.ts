import type { useReactFlow } from '@xyflow/react';
import type { FlowEdge } from './canvas-edge.tsx';
import type { FlowNode } from './canvas-node.tsx';
import { nodeHeight, nodeWidth, type CanvasGraph, type CanvasNode } from './graph.ts';
import { boxOf, routeEdge, type Point, type Route } from './route.ts';

/** How the canvas draws what it is given: ways of the edges, colours of arrows and map, the view that follows a new node. */

/** Follows nodes while they are dragged. */
export function routesOf(graph: CanvasGraph, nodes: readonly FlowNode[]): Map<string, Route> {
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node.position)]));
  const routes = new Map<string, Route>();
  const all = [...boxes.values()];
  let lanes = 0;
  for (const edge of graph.edges) {
    const [source, target] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (!source || !target) continue;
    const route = routeEdge(source, target, all, lanes);
    if (route.points.length > 4) lanes++;
    routes.set(edge.id, route);
  }
  return withLabelsApart(graph, routes);
}

/** Nodes that were held, back where the graph has them. */
export function whereDrawn(nodes: FlowNode[], graph: CanvasGraph): FlowNode[] {
  const places = new Map(graph.nodes.map(({ id, x, y }) => [id, { x, y }]));
  return nodes.map((node) => {
    const position = places.get(node.id);
    return node.dragging && position ? { ...node, position, dragging: false } : node;
  });
}

/** `next`, with the very objects of before where nothing changed: what is drawn already is not drawn again. */
export function keptRoutes(next: Map<string, Route>, before: ReadonlyMap<string, Route>): Map<string, Route> {
  for (const [id, route] of next) {
    const known = before.get(id);
    if (known && isSame(known, route)) next.set(id, known);
  }
  return next;
}

/** The same of edges; where none changed it is the very list of before. */
export function keptEdges(next: FlowEdge[], before: FlowEdge[]): FlowEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const kept = next.map((edge) => {
    const last = known.get(edge.id);
    return last && isSameEdge(last, edge) ? last : edge;
  });
  return kept.length === before.length && kept.every((edge, at) => edge === before[at]) ? before : kept;
}

function isSameEdge(one: FlowEdge, other: FlowEdge): boolean {
  return (
    one.data?.edge === other.data?.edge &&
    one.data?.route === other.data?.route &&
    one.data?.over === other.data?.over &&
    one.data?.onPick === other.data?.onPick &&
    one.selected === other.selected &&
    one.ariaLabel === other.ariaLabel
  );
}

function isSame(one: Route, other: Route): boolean {
  const isThere = (a: Point, b: Point) => a.x === b.x && a.y === b.y;
  return (
    isThere(one.label, other.label) &&
    one.points.length === other.points.length &&
    one.points.every((point, at) => isThere(point, other.points[at]!))
  );
}

/** Words of edges that meet at a node stand where each edge begins: before the node nobody could tell whose they are. */
function withLabelsApart(graph: CanvasGraph, routes: Map<string, Route>): Map<string, Route> {
  const drawn = graph.edges.filter(({ id }) => routes.has(id));
  const placeOf = ({ x, y }: { x: number; y: number }) => `${Math.round(x)} ${Math.round(y)}`;
  const before = Map.groupBy(drawn, ({ id }) => placeOf(routes.get(id)!.label));
  const begins = Map.groupBy(graph.edges, ({ source }) => source);
  for (const { id, source, label } of [...before.values()].filter((edges) => edges.length > 1).flat()) {
    if (!label) continue;
    const route = routes.get(id)!;
    const [from] = route.points;
    if (begins.get(source)!.length === 1) routes.set(id, { ...route, label: { x: from!.x, y: from!.y + 14 } });
  }
  return routes;
}

export function markerColor(selected: boolean, state: string | undefined) {
  if (selected) return 'var(--fw-primary)';
  return state === 'completed' ? 'var(--fw-success)' : state === 'current' ? 'var(--fw-primary)' : 'var(--fw-text-3)';
}

export function mapColor({ data }: FlowNode) {
  if (data.node.state === 'completed') return 'var(--fw-success)';
  if (data.node.state === 'current') return 'var(--fw-primary)';
  return data.type?.hue === undefined ? 'var(--fw-line)' : `var(--fw-hue-${(data.type.hue % 10) + 1})`;
}

/** Moves the picture no further than needed. */
export function bringIntoView(
  root: HTMLElement | null,
  flow: ReturnType<typeof useReactFlow<FlowNode, FlowEdge>>,
  node: CanvasNode,
) {
  const box = root?.querySelector('.fw-canvas')?.getBoundingClientRect();
  if (!box) return;
  const { x, y, zoom } = flow.getViewport();
  const shift = (start: number, size: number, room: number) =>
    Math.max(0, 40 - start) - Math.max(0, start + size - (room - 72));
  const [left, top] = [node.x * zoom + x, node.y * zoom + y];
  const [dx, dy] = [shift(left, nodeWidth * zoom, box.width), shift(top, nodeHeight * zoom, box.height)];
  if (dx !== 0 || dy !== 0) void flow.setViewport({ x: x + dx, y: y + dy, zoom }, { duration: 120 });
}
