import type { ProcessEdge, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import type { ProcessCanvas } from '@formwork/process-ui/canvas-graph.ts';
import { newNodeOf } from './new-node.ts';

/** What the canvas changed: places, new and removed nodes and edges. What a node means stays with the process graph. */
export function fromCanvas(canvas: ProcessCanvas, before: ProcessGraph): ProcessGraph {
  const nodesBefore = new Map(before.nodes.map((node) => [node.id, node]));
  const edgesBefore = new Map(before.edges.map((edge) => [edge.id, edge]));
  return {
    ...before,
    nodes: canvas.nodes.map((node): ProcessNode => ({
      ...(nodesBefore.get(node.id) ?? node.data ?? newNodeOf(node.type as ProcessNode['kind'])),
      id: node.id,
      x: Math.round(node.x),
      y: Math.round(node.y),
    })),
    edges: canvas.edges.map((edge): ProcessEdge => ({
      ...(edgesBefore.get(edge.id) ?? edge.data),
      id: edge.id,
      source: edge.source,
      target: edge.target,
    })),
  };
}
