import type { Simulation } from '@formwork/contract/workflow/design.ts';
import type { ProcessCanvas } from '@formwork/process-ui/canvas-graph.ts';

/** The canvas with the way of a simulation on it: gone through, and where it stands now. */
export function simulated(canvas: ProcessCanvas, steps: Simulation['steps']): ProcessCanvas {
  if (steps.length === 0) return canvas;
  const entered = steps.flatMap((step) => step.trace.flatMap((one) => (one.kind === 'entered' ? [one] : [])));
  const done = new Set([...steps.map((step) => step.node), ...entered.map((one) => one.node)]);
  const edges = new Set(entered.flatMap((one) => one.edge ?? []));
  const standing = (id: string, type: string) =>
    done.has(id) &&
    ['approve', 'fill-in', 'timer', 'automatic', 'sub-process', 'condition', 'inclusive'].includes(type) &&
    !entered.some((one) => canvas.edges.some((edge) => edge.source === id && edge.id === one.edge));
  return {
    nodes: canvas.nodes.map((node) => ({
      ...node,
      state: standing(node.id, node.type)
        ? ('current' as const)
        : done.has(node.id)
          ? ('completed' as const)
          : ('pending' as const),
    })),
    edges: canvas.edges.map((edge) => ({
      ...edge,
      state: edges.has(edge.id) ? ('completed' as const) : ('pending' as const),
    })),
  };
}
