import dagre from '@dagrejs/dagre';
import { nodeHeight, nodeWidth, type CanvasGraph } from './graph.ts';

/** A clean picture, top to bottom; the first node stays where it is so that the view does not jump. */
export function laidOut<D, E>(graph: CanvasGraph<D, E>): CanvasGraph<D, E> {
  if (graph.nodes.length === 0) return graph;
  const plan = new dagre.graphlib.Graph({ multigraph: true });
  plan.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 64, edgesep: 24 });
  plan.setDefaultEdgeLabel(() => ({}));
  for (const node of graph.nodes) plan.setNode(node.id, { width: nodeWidth, height: nodeHeight });
  for (const edge of graph.edges) plan.setEdge(edge.source, edge.target, {}, edge.id);
  dagre.layout(plan);
  const [first] = graph.nodes;
  const origin = plan.node(first!.id);
  const shift = { x: first!.x - (origin.x - nodeWidth / 2), y: first!.y - (origin.y - nodeHeight / 2) };
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const at = plan.node(node.id);
      return { ...node, x: Math.round(at.x - nodeWidth / 2 + shift.x), y: Math.round(at.y - nodeHeight / 2 + shift.y) };
    }),
  };
}
