import type { ReactFlowInstance } from '@xyflow/react';
import { useCallback, useEffect, useRef } from 'react';
import { fitOptions } from './canvas-bar.tsx';
import type { FlowEdge } from './canvas-edge.tsx';
import type { FlowNode } from './canvas-node.tsx';

/** Fits the view when another graph took the place of the one before: told by `fitFor`, or because nothing of it is left. Answers how to fit it in a moment. */
export function useFit(
  flow: ReactFlowInstance<FlowNode, FlowEdge>,
  nodes: readonly { id: string }[],
  fitFor: string | number | undefined,
): () => void {
  // new places are known to the flow a moment later
  const fitSoon = useCallback(() => void setTimeout(() => void flow.fitView(fitOptions), 50), [flow]);
  const last = useRef({ nodes, fitFor });
  useEffect(() => {
    const before = last.current;
    last.current = { nodes, fitFor };
    const another = before.nodes.length > 0 && !before.nodes.some(({ id }) => nodes.some((node) => node.id === id));
    if (another || before.fitFor !== fitFor) fitSoon();
  }, [nodes, fitFor, fitSoon]);
  return fitSoon;
}

/** Smaller than this nobody reads a node. */
const readable = 0.4;

/** Where the whole is too large to be read at once, it begins with the nodes that matter; the button for the whole still shows all. */
export function useStart(flow: ReactFlowInstance<FlowNode, FlowEdge>, startAt: readonly string[]): void {
  const first = useRef(startAt);
  useEffect(() => {
    if (first.current.length === 0) return undefined;
    const nodes = first.current.map((id) => ({ id }));
    // after the flow has fitted itself
    const timer = setTimeout(() => {
      if (flow.getZoom() < readable) void flow.fitView({ nodes, padding: 0.5, minZoom: readable, maxZoom: 0.8 });
    }, 100);
    return () => clearTimeout(timer);
  }, [flow]);
}
