/** The picture a canvas edits, as data: what a node means is in `data` and belongs to the caller. */

export type NodeState = 'current' | 'completed' | 'pending';
export type NodeTone = 'error' | 'warning' | 'success';

export interface CanvasNode<D = unknown> {
  id: string;
  type: string;
  x: number;
  y: number;
  title: string;
  /** One line that says what the node does. */
  line?: string | undefined;
  /** In a running process. */
  state?: NodeState | undefined;
  tone?: NodeTone | undefined;
  /** A few characters at the corner: a count, a time. */
  badge?: string | undefined;
  data?: D;
}

export interface CanvasEdge<E = unknown> {
  id: string;
  source: string;
  target: string;
  /** Condition, as people read it. */
  label?: string | undefined;
  state?: NodeState | undefined;
  data?: E;
}

export interface CanvasGraph<D = unknown, E = unknown> {
  nodes: CanvasNode<D>[];
  edges: CanvasEdge<E>[];
}

export const nodeWidth = 200;
export const nodeHeight = 56;
/** From the top of a node to the top of the one placed after it. */
export const nodeStep = 120;

/** Ids only need to be unique in one graph; the letter in front makes them names in every notation. */
export function newGraphId(): string {
  return `n${Math.random().toString(36).slice(2, 10).padEnd(8, '0')}`;
}

export function withoutItems<D, E>(graph: CanvasGraph<D, E>, ids: ReadonlySet<string>): CanvasGraph<D, E> {
  return {
    nodes: graph.nodes.filter((node) => !ids.has(node.id)),
    edges: graph.edges.filter((edge) => !ids.has(edge.id) && !ids.has(edge.source) && !ids.has(edge.target)),
  };
}

export function withMoves<D, E>(
  graph: CanvasGraph<D, E>,
  moves: ReadonlyMap<string, { x: number; y: number }>,
): CanvasGraph<D, E> {
  let moved = false;
  const nodes = graph.nodes.map((node) => {
    const to = moves.get(node.id);
    if (!to || (to.x === node.x && to.y === node.y)) return node;
    moved = true;
    return { ...node, ...to };
  });
  return moved ? { ...graph, nodes } : graph;
}

/** The node goes between two others; what stands below makes room. */
export function insertedOnEdge<D, E>(graph: CanvasGraph<D, E>, edgeId: string, node: CanvasNode<D>): CanvasGraph<D, E> {
  const edge = graph.edges.find((one) => one.id === edgeId);
  const source = graph.nodes.find((one) => one.id === edge?.source);
  const target = graph.nodes.find((one) => one.id === edge?.target);
  if (!edge || !source || !target) return { ...graph, nodes: [...graph.nodes, node] };
  const y = source.y + nodeStep;
  const missing = Math.max(0, y + nodeStep - target.y);
  const nodes = graph.nodes.map((one) =>
    one.id !== source.id && one.y >= target.y && missing > 0 ? { ...one, y: one.y + missing } : one,
  );
  return {
    nodes: [...nodes, besideOthers({ ...graph, nodes }, { ...node, x: target.x, y })],
    edges: [
      ...graph.edges.filter((one) => one !== edge),
      { ...edge, target: node.id },
      { id: newGraphId(), source: node.id, target: target.id },
    ],
  };
}

/** After a node: between it and its only successor, else, or where nothing may follow the new one, beside the others below it. */
export function insertedAfter<D, E>(
  graph: CanvasGraph<D, E>,
  sourceId: string,
  node: CanvasNode<D>,
  isLast = false,
): CanvasGraph<D, E> {
  const source = graph.nodes.find((one) => one.id === sourceId);
  if (!source) return { ...graph, nodes: [...graph.nodes, node] };
  const outgoing = graph.edges.filter((edge) => edge.source === sourceId);
  if (outgoing.length === 1 && !isLast) return insertedOnEdge(graph, outgoing[0]!.id, node);
  const below = graph.nodes.filter((one) => outgoing.some((edge) => edge.target === one.id));
  const x = below.length > 0 ? Math.max(...below.map((one) => one.x)) + nodeWidth + 40 : source.x;
  return {
    nodes: [...graph.nodes, besideOthers(graph, { ...node, x, y: source.y + nodeStep })],
    edges: [...graph.edges, { id: newGraphId(), source: sourceId, target: node.id }],
  };
}

/** Where it was to stand, or the next place to the right that no other node covers. */
export function besideOthers<D, E>(graph: CanvasGraph<D, E>, node: CanvasNode<D>): CanvasNode<D> {
  const covers = (x: number) => (one: CanvasNode) =>
    Math.abs(one.x - x) < nodeWidth + 20 && Math.abs(one.y - node.y) < nodeHeight + 20;
  let { x } = node;
  for (let over = graph.nodes.find(covers(x)); over; over = graph.nodes.find(covers(x))) x = over.x + nodeWidth + 40;
  return { ...node, x };
}

export function canJoin(graph: CanvasGraph, source: string, target: string): boolean {
  return source !== target && !graph.edges.some((edge) => edge.source === source && edge.target === target);
}

/** The way that may be drawn between the two nodes that are chosen: from the first of them, else the other way round. */
export function wayBetween(
  graph: CanvasGraph,
  chosen: Iterable<string>,
  may: (way: { source: string; target: string }) => boolean,
): { source: string; target: string } | undefined {
  const [one, two, ...more] = [...chosen].filter((id) => graph.nodes.some((node) => node.id === id));
  if (one === undefined || two === undefined || more.length > 0) return undefined;
  return [
    { source: one, target: two },
    { source: two, target: one },
  ].find(may);
}

interface Clip {
  formworkCanvas: 1;
  kind: string;
  nodes: CanvasNode[];
  edges: CanvasEdge[];
}

/** What goes to the clipboard: the nodes and the edges between them. */
export function clipOf(graph: CanvasGraph, ids: ReadonlySet<string>, kind: string): string | undefined {
  const nodes = graph.nodes.filter((node) => ids.has(node.id));
  if (nodes.length === 0) return undefined;
  const clip: Clip = {
    formworkCanvas: 1,
    kind,
    nodes,
    edges: graph.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
  };
  return JSON.stringify(clip);
}

/** The pasted part with ids of its own, or undefined when the text is not of this kind of canvas. `takes` refuses types the canvas lacks or may hold once only. */
export function readClip(
  text: string,
  kind: string,
  takes: (type: string) => boolean,
  offset = 32,
): CanvasGraph | undefined {
  let clip: Partial<Clip>;
  try {
    clip = JSON.parse(text) as Partial<Clip>;
  } catch {
    return undefined;
  }
  if (clip?.formworkCanvas !== 1 || clip.kind !== kind || !Array.isArray(clip.nodes) || !Array.isArray(clip.edges))
    return undefined;
  const ids = new Map<string, string>();
  const nodes = clip.nodes
    .filter((node) => takes(node.type) && Number.isFinite(node.x) && Number.isFinite(node.y))
    .map((node) => {
      const id = newGraphId();
      ids.set(node.id, id);
      return { ...node, id, x: node.x + offset, y: node.y + offset, state: undefined };
    });
  const edges = clip.edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    return source && target ? [{ ...edge, id: newGraphId(), source, target, state: undefined }] : [];
  });
  return nodes.length > 0 ? { nodes, edges } : undefined;
}
