import type {
  GatewayNode,
  ProcessEdge,
  ProcessGraph,
  ProcessNode,
  TaskNode,
} from '@formwork/contract/workflow/graph.ts';

/** A graph made quick to walk. Built once per release. */
export interface GraphIndex {
  graph: ProcessGraph;
  nodes: Map<string, ProcessNode>;
  edges: Map<string, ProcessEdge>;
  outgoing: Map<string, ProcessEdge[]>;
  incoming: Map<string, ProcessEdge[]>;
  start: ProcessNode;
  /** Whether a way of at least one edge leads from `from` to `to`; `avoiding` may not be passed through. */
  reaches(from: string, to: string, avoiding?: string): boolean;
}

export function indexGraph(graph: ProcessGraph): GraphIndex {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const edges = new Map(graph.edges.map((edge) => [edge.id, edge]));
  const outgoing = groupEdges(graph, 'source');
  const incoming = groupEdges(graph, 'target');
  const start = graph.nodes.find((node) => node.kind === 'start');
  if (!start) throw new Error('a process graph without a start cannot be walked');
  const reached = new Map<string, Set<string>>();

  return {
    graph,
    nodes,
    edges,
    outgoing,
    incoming,
    start,
    reaches(from, to, avoiding) {
      const key = `${from} ${avoiding ?? ''}`;
      let set = reached.get(key);
      if (!set) reached.set(key, (set = reachedFrom(outgoing, from, avoiding)));
      return set.has(to);
    },
  };
}

export function isTaskNode(node: ProcessNode | undefined): node is TaskNode {
  return node?.kind === 'start' || node?.kind === 'approve' || node?.kind === 'fill-in';
}

/** Where conditions decide the way. */
export function isGateway(node: ProcessNode | undefined): node is GatewayNode {
  return node?.kind === 'condition' || node?.kind === 'inclusive';
}

/**
 * What whoever has a task at a node may do there. At a gateway that is an administrator of the process, because it could not be
 * decided: they mend the record or say which way, and why.
 */
export function actingAt(node: ProcessNode | undefined): TaskNode | undefined {
  if (isTaskNode(node)) return node;
  if (!isGateway(node)) return undefined;
  const { id, name, x, y } = node;
  return {
    id,
    name,
    x,
    y,
    kind: 'fill-in',
    fields: {},
    slaves: {},
    buttons: ['return', 'transfer', 'cc'],
    commentRequired: true,
    signatureRequired: false,
    executors: { rules: [], nobody: 'administrator', sameAsPrevious: 'again', isInitiator: 'again' },
    signing: { way: 'any' },
  };
}

function reachedFrom(outgoing: Map<string, ProcessEdge[]>, from: string, avoiding: string | undefined): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const edge of outgoing.get(node) ?? []) {
      if (found.has(edge.target)) continue;
      found.add(edge.target);
      if (edge.target !== avoiding) open.push(edge.target);
    }
  }
  return found;
}

function groupEdges(graph: ProcessGraph, end: 'source' | 'target'): Map<string, ProcessEdge[]> {
  const groups = new Map<string, ProcessEdge[]>();
  for (const edge of graph.edges) {
    const group = groups.get(edge[end]);
    if (group) group.push(edge);
    else groups.set(edge[end], [edge]);
  }
  return groups;
}
