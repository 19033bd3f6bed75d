import { isOver, type RunStep, type RunView } from '@formwork/contract/runs/run.ts';
import type { CanvasGraph, CanvasNode } from '@formwork/ui/canvas/graph.ts';

/** The picture of what was run, with what became of each node: how often it was passed, where it failed, where it stands. */
export function runGraph<D, E>(
  graph: CanvasGraph<D, E>,
  steps: readonly RunStep[],
  state: RunView['state'],
  standing?: readonly string[],
): CanvasGraph<D, E> {
  const passed = new Map<string, RunStep[]>();
  for (const step of steps)
    if (step.node !== undefined) passed.set(step.node, [...(passed.get(step.node) ?? []), step]);
  const last = steps.findLast(({ node }) => node !== undefined)?.node;
  const stands = new Set(isOver(state) ? [] : (standing ?? [last]));
  const nodes = graph.nodes.map((node): CanvasNode<D> => {
    const own = passed.get(node.id);
    if (!own) return { ...node, state: stands.has(node.id) ? 'current' : 'pending' };
    const failed = own.at(-1)!.error !== undefined;
    return {
      ...node,
      ...(stands.has(node.id) ? { state: 'current' as const } : failed ? {} : { state: 'completed' as const }),
      ...(failed && { tone: 'error' as const }),
      ...(own.length > 1 && { badge: `×${own.length}` }),
    };
  });
  const edges = graph.edges.map((edge) => ({
    ...edge,
    state:
      passed.has(edge.source) && (passed.has(edge.target) || stands.has(edge.target))
        ? ('completed' as const)
        : ('pending' as const),
  }));
  return { nodes, edges };
}
