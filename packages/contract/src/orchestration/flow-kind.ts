import type { DocumentKind } from '../definitions/kind.ts';
import { Flow, usualLimits } from '../rules/flow.ts';

/** A durable flow as it is drawn, released and run. */
export const flowKind: DocumentKind<Flow> = {
  kind: 'orchestration',
  area: 'orchestration',
  saves: 'changes',
  schema: Flow,
  empty: () => ({
    inputs: [],
    outputs: [],
    starts: [],
    runsAs: 'system',
    limits: usualLimits,
    nodes: [
      { kind: 'start', id: 'start', name: '', x: 0, y: 0 },
      { kind: 'end', id: 'end', name: '', x: 0, y: 240 },
    ],
    edges: [{ id: 'begin', from: 'start', to: 'end' }],
  }),
  settle: settleFlow,
};

/** No way without its nodes, none twice; a failure goes nowhere that is gone. */
export function settleFlow(flow: Flow): Flow {
  const ids = new Set(flow.nodes.map(({ id }) => id));
  const seen = new Set<string>();
  const edges = flow.edges.filter(({ from, to, way = '' }) => {
    const key = `${from} ${to} ${way}`;
    if (!ids.has(from) || !ids.has(to) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const { catch: catching, ...rest } = flow;
  const gone = catching !== undefined && !ids.has(catching);
  if (edges.length === flow.edges.length && !gone) return flow;
  return { ...rest, edges, ...(catching !== undefined && !gone && { catch: catching }) };
}
