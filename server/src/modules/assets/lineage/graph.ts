import { edgeKinds } from '@formwork/contract/assets/asset.ts';

/** All edges of a space as arrays of numbers: walks touch nothing else. Nodes are assets; an edge knows its columns and kind. */
export interface Graph {
  /** Ids of assets, by the number of their node. */
  ids: Int32Array;
  nodeOf: ReadonlyMap<number, number>;
  /** Of each edge. */
  from: Int32Array;
  to: Int32Array;
  fromColumn: Int16Array;
  toColumn: Int16Array;
  kind: Uint8Array;
  /** 1 where an edge starts at a whole asset, and others say which of its columns the same two share. */
  detailed: Uint8Array;
  /** Edges that leave a node: `out[outAt[n]] .. out[outAt[n + 1] - 1]`; `into` those that enter it. */
  outAt: Int32Array;
  out: Int32Array;
  intoAt: Int32Array;
  into: Int32Array;
}

export interface GraphEdge {
  from: number;
  fromColumn: number;
  to: number;
  toColumn: number;
  kind: number;
}

export function buildGraph(edges: readonly GraphEdge[]): Graph {
  const nodeOf = new Map<number, number>();
  const numbered = (asset: number): number => {
    const known = nodeOf.get(asset);
    if (known !== undefined) return known;
    nodeOf.set(asset, nodeOf.size);
    return nodeOf.size - 1;
  };
  const count = edges.length;
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const fromColumn = new Int16Array(count);
  const toColumn = new Int16Array(count);
  const kind = new Uint8Array(count);
  for (const [at, edge] of edges.entries()) {
    from[at] = numbered(edge.from);
    to[at] = numbered(edge.to);
    fromColumn[at] = edge.fromColumn;
    toColumn[at] = edge.toColumn;
    kind[at] = edge.kind;
  }
  const ids = Int32Array.from(nodeOf.keys());
  const [outAt, out] = sortedBy(from, ids.length);
  const [intoAt, into] = sortedBy(to, ids.length);
  const detailed = detailedOf({ from, to, fromColumn, kind });
  return { ids, nodeOf, from, to, fromColumn, toColumn, kind, detailed, outAt, out, intoAt, into };
}

const manual = edgeKinds.indexOf('manual');

/** What somebody drew by hand is meant as it stands. */
function detailedOf({ from, to, fromColumn, kind }: Pick<Graph, 'from' | 'to' | 'fromColumn' | 'kind'>): Uint8Array {
  const detailed = new Uint8Array(from.length);
  const pairOf = (edge: number): number => from[edge]! * 4_294_967_296 + to[edge]!;
  const wholes = new Map<number, number[]>();
  for (let edge = 0; edge < from.length; edge += 1) {
    if (fromColumn[edge] !== 0 || kind[edge] === manual) continue;
    const others = wholes.get(pairOf(edge));
    if (others) others.push(edge);
    else wholes.set(pairOf(edge), [edge]);
  }
  for (let edge = 0; edge < from.length; edge += 1) {
    if (fromColumn[edge] === 0) continue;
    for (const whole of wholes.get(pairOf(edge)) ?? []) detailed[whole] = 1;
    wholes.delete(pairOf(edge));
  }
  return detailed;
}

/** Whether a walk that stands at a column goes over an edge: not where columns are told and this is none of them. */
function leads(graph: Graph, edge: number, near: number, column: number): boolean {
  return column === 0 || near === column || (near === 0 && graph.detailed[edge] === 0);
}

function sortedBy(ends: Int32Array, nodes: number): [Int32Array, Int32Array] {
  const at = new Int32Array(nodes + 1);
  for (const end of ends) at[end + 1]! += 1;
  for (let n = 0; n < nodes; n += 1) at[n + 1]! += at[n]!;
  const next = at.slice(0, nodes);
  const list = new Int32Array(ends.length);
  for (let edge = 0; edge < ends.length; edge += 1) {
    const end = ends[edge]!;
    list[next[end]!] = edge;
    next[end]! += 1;
  }
  return [at, list];
}

export interface WalkOptions {
  direction: 'up' | 'down';
  depth: number;
  /** 0 walks whole assets; else what comes from, or goes into, this column. */
  column: number;
  /** A bit for each kind of edge. */
  kinds: number;
  most: number;
}

export interface Walked {
  /** Nodes by how many steps they are away, the start with 0. */
  depths: Map<number, number>;
  /** Columns that were met of each node; 0 stands for all. */
  columns: Map<number, Set<number>>;
  edges: Set<number>;
  /** Neighbours beyond the last step. */
  more: Map<number, number>;
  cut: boolean;
}

/**
 * Breadth first. A column goes on from itself, and from the whole of its asset where nobody says which columns are taken; a step
 * onto the whole weighs on all columns there.
 */
export function walk(graph: Graph, start: number, { direction, depth, column, kinds, most }: WalkOptions): Walked {
  const down = direction === 'down';
  const [at, list] = down ? [graph.outAt, graph.out] : [graph.intoAt, graph.into];
  const [near, far] = down ? [graph.fromColumn, graph.toColumn] : [graph.toColumn, graph.fromColumn];
  const ends = down ? graph.to : graph.from;
  const walked: Walked = {
    depths: new Map([[start, 0]]),
    columns: new Map([[start, new Set([column])]]),
    edges: new Set(),
    more: new Map(),
    cut: false,
  };
  let edge: [number, number][] = [[start, column]];
  for (let step = 1; edge.length > 0; step += 1) {
    const next: [number, number][] = [];
    for (const [node, of] of edge) {
      const beyond = new Set<number>();
      for (let place = at[node]!; place < at[node + 1]!; place += 1) {
        const id = list[place]!;
        if ((kinds & (1 << graph.kind[id]!)) === 0) continue;
        if (!leads(graph, id, near[id]!, of)) continue;
        const other = ends[id]!;
        const into = far[id]!;
        const met = walked.columns.get(other);
        const isNew = !met;
        if (isNew && (step > depth || walked.depths.size >= most)) {
          if (step <= depth) walked.cut = true;
          beyond.add(other);
          continue;
        }
        if (step <= depth || !isNew) walked.edges.add(id);
        if (isNew) {
          walked.depths.set(other, step);
          walked.columns.set(other, new Set([into]));
          next.push([other, into]);
        } else if (!met.has(into) && !met.has(0) && step <= depth) {
          met.add(into);
          next.push([other, into]);
        }
      }
      if (beyond.size > 0) walked.more.set(node, Math.max(beyond.size, walked.more.get(node) ?? 0));
    }
    if (step > depth) break;
    edge = next;
  }
  return walked;
}

/** The edges of a shortest way from one to the other, or undefined: searched from both ends, whole assets or columns. */
export function pathBetween(
  graph: Graph,
  start: { node: number; column: number },
  end: { node: number; column: number },
): number[] | undefined {
  if (start.node === end.node) return [];
  const stateOf = (node: number, column: number): number => node * 32_768 + column;
  const came = [new Map<number, number>(), new Map<number, number>()] as const;
  let fronts: [[number, number][], [number, number][]] = [[[start.node, start.column]], [[end.node, end.column]]];
  came[0].set(stateOf(start.node, start.column), -1);
  came[1].set(stateOf(end.node, end.column), -1);
  // where the two sides meet a column fits the same column, and the whole fits any
  const seen = [
    new Map<number, Set<number>>([[start.node, new Set([start.column])]]),
    new Map<number, Set<number>>([[end.node, new Set([end.column])]]),
  ] as const;
  const fits = (side: 0 | 1, node: number, column: number): number | undefined => {
    const other = seen[1 - side]!.get(node);
    if (!other) return undefined;
    if (other.has(column)) return column;
    if (other.has(0)) return 0;
    return column === 0 ? other.values().next().value : undefined;
  };
  while (fronts[0].length > 0 && fronts[1].length > 0) {
    const side = fronts[0].length <= fronts[1].length ? 0 : 1;
    const next: [number, number][] = [];
    const [at, list] = side === 0 ? [graph.outAt, graph.out] : [graph.intoAt, graph.into];
    const [near, far] = side === 0 ? [graph.fromColumn, graph.toColumn] : [graph.toColumn, graph.fromColumn];
    const ends = side === 0 ? graph.to : graph.from;
    for (const [node, of] of fronts[side])
      for (let place = at[node]!; place < at[node + 1]!; place += 1) {
        const id = list[place]!;
        if (!leads(graph, id, near[id]!, of)) continue;
        const [other, into] = [ends[id]!, far[id]!];
        const state = stateOf(other, into);
        if (came[side].has(state)) continue;
        came[side].set(state, id * 32_768 + of);
        const met = fits(side, other, into);
        if (met !== undefined) {
          const [first, last] = side === 0 ? [into, met] : [met, into];
          return [...back(graph, came[0], 0, other, first).reverse(), ...back(graph, came[1], 1, other, last)];
        }
        const columns = seen[side].get(other);
        if (columns) columns.add(into);
        else seen[side].set(other, new Set([into]));
        next.push([other, into]);
      }
    fronts = side === 0 ? [next, fronts[1]] : [fronts[0], next];
  }
  return undefined;
}

function back(graph: Graph, came: ReadonlyMap<number, number>, side: 0 | 1, node: number, column: number): number[] {
  const edges: number[] = [];
  for (let [at, of] = [node, column]; ;) {
    const step = came.get(at * 32_768 + of);
    if (step === undefined || step < 0) return edges;
    const id = Math.floor(step / 32_768);
    edges.push(id);
    [at, of] = [side === 0 ? graph.from[id]! : graph.to[id]!, step % 32_768];
  }
}
