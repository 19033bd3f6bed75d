import type { Flow } from '@formwork/contract/rules/flow.ts';
import type { Problem } from '../problem.ts';

/** What the drawing of a flow may not be, whatever its texts say. */
export function shapeProblems({ nodes, edges, catch: catching }: Flow): Problem[] {
  const found: Problem[] = [];
  const ids = new Set(nodes.map(({ id }) => id));
  if (ids.size < nodes.length) found.push({ code: 'flows.problem.id_twice' });
  const starts = nodes.filter(({ kind }) => kind === 'start');
  if (starts.length !== 1) found.push({ code: 'flows.problem.one_start' });
  for (const { id, from, to } of edges)
    if (!ids.has(from) || !ids.has(to)) found.push({ code: 'flows.problem.edge_nowhere', at: id });
  if (catching !== undefined && !ids.has(catching)) found.push({ code: 'flows.problem.edge_nowhere', at: catching });
  for (const node of nodes) {
    const ways = edges.filter(({ from }) => from === node.id);
    const next = ways.filter(({ way }) => way === undefined);
    const open = node.kind === 'switch' || node.kind === 'parallel' ? Infinity : 1;
    if (next.length > open) found.push({ code: 'flows.problem.too_many_ways', at: node.id });
    for (const way of ['body', 'error'] as const)
      if (ways.filter((edge) => edge.way === way).length > 1)
        found.push({ code: 'flows.problem.too_many_ways', at: node.id });
    const loops = node.kind === 'loop' || node.kind === 'iterate';
    if (loops !== ways.some(({ way }) => way === 'body')) found.push({ code: 'flows.problem.body', at: node.id });
    if (node.kind === 'switch' && next.filter(({ condition }) => condition === undefined).length > 1)
      found.push({ code: 'flows.problem.too_many_ways', at: node.id });
  }
  return found;
}
