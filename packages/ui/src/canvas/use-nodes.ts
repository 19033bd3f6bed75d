import { useEffect, useMemo, useState, type Dispatch, type SetStateAction } from 'react';
import type { FlowNode } from './canvas-node.tsx';
import type { CanvasNodeType, CanvasProblem } from './canvas-types.ts';
import { nodeHeight, nodeWidth, type CanvasGraph } from './graph.ts';

interface Look {
  types: Readonly<Record<string, CanvasNodeType>>;
  problems: readonly CanvasProblem[] | undefined;
  connectable: boolean;
  selected: ReadonlySet<string>;
}

/**
 * Nodes as they are drawn: where they are lives here while they are dragged, everything else comes from the graph. A node of
 * which nothing changed stays the very object it was: with 200 of them, drawing all anew for a choice was seen as a jerk.
 */
export function useNodes(
  graph: CanvasGraph,
  { types, problems, connectable, selected }: Look,
): [FlowNode[], Dispatch<SetStateAction<FlowNode[]>>] {
  const [nodes, setNodes] = useState<FlowNode[]>([]);
  const levels = useMemo(() => worstOf(problems ?? []), [problems]);
  useEffect(() => {
    setNodes((before) => {
      const known = new Map(before.map((node) => [node.id, node]));
      return graph.nodes.map((node) => {
        const type = types[node.type];
        const next: FlowNode = {
          ...known.get(node.id),
          id: node.id,
          type: 'card',
          position: { x: node.x, y: node.y },
          initialWidth: nodeWidth,
          initialHeight: nodeHeight,
          selected: selected.has(node.id),
          ariaLabel: [node.title || type?.title, node.line].filter(Boolean).join(', '),
          data: { node, type, problem: levels.get(node.id), editable: connectable },
        };
        return keptNode(next, known.get(node.id));
      });
    });
  }, [graph.nodes, types, levels, connectable, selected]);
  return [nodes, setNodes];
}

function worstOf(problems: readonly CanvasProblem[]): Map<string, 'error' | 'warning'> {
  const levels = new Map<string, 'error' | 'warning'>();
  for (const { node, level } of problems) if (node && levels.get(node) !== 'error') levels.set(node, level);
  return levels;
}

/** What was drawn before, wholly or its contents, where that is the same. */
function keptNode(next: FlowNode, before: FlowNode | undefined): FlowNode {
  if (!before || !isSameData(next.data, before.data)) return next;
  const stands = next.position.x === before.position.x && next.position.y === before.position.y;
  const looks = next.selected === before.selected && next.ariaLabel === before.ariaLabel;
  return stands && looks ? before : { ...next, data: before.data };
}

const isSameData = (one: FlowNode['data'], other: FlowNode['data']): boolean =>
  one.node === other.node &&
  one.type === other.type &&
  one.problem === other.problem &&
  one.editable === other.editable;
