import {
  isTarget,
  type EtlTask,
  type TaskEdge,
  type TaskNode,
  type TaskNodeKind,
} from '@formwork/contract/etl/task.ts';
import type { Known } from '@formwork/etl/graph.ts';
import type { CanvasGraph, CanvasNode } from '@formwork/ui/canvas/graph.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { lineOf, newNode } from './node-kinds.tsx';

export type TaskGraph = CanvasGraph<TaskNode, TaskEdge>;

/** The task as the canvas draws it; edges say which way of a branch they are, and which side of a join. */
export function graphOf(task: EtlTask, known: ReadonlyMap<string, Known>, t: Translate): TaskGraph {
  return {
    nodes: task.nodes.map((node) => ({
      id: node.id,
      type: node.kind,
      x: node.x,
      y: node.y,
      title: node.title || t(`etltask.node.${node.kind}`),
      line: lineOf(node, known.get(node.id)?.columns.length ?? 0, t),
      data: node,
    })),
    edges: task.edges.map((edge) => ({
      id: edge.id,
      source: edge.source,
      target: edge.target,
      ...labelOf(edge, t),
      data: edge,
    })),
  };
}

function labelOf({ port, other }: TaskEdge, t: Translate): { label?: string } {
  if (port !== 'out') return { label: t(`etltask.port.${port}`) };
  return other ? { label: t('etltask.port.other') } : {};
}

/** What was drawn, back in the task: settings of nodes that stay are theirs. */
export function withGraph(task: EtlTask, graph: TaskGraph): EtlTask {
  const nodes = new Map(task.nodes.map((node) => [node.id, node]));
  const edges = new Map(task.edges.map((edge) => [edge.id, edge]));
  return {
    ...task,
    nodes: graph.nodes.map((drawn) => {
      const known = nodes.get(drawn.id);
      if (!known)
        return { ...(drawn.data ?? newNode(drawn.type as TaskNodeKind)), id: drawn.id, x: drawn.x, y: drawn.y };
      return known.x === drawn.x && known.y === drawn.y ? known : { ...known, x: drawn.x, y: drawn.y };
    }),
    edges: graph.edges.map((drawn) => {
      const known = edges.get(drawn.id);
      if (known && known.source === drawn.source && known.target === drawn.target) return known;
      return { port: 'out', other: false, ...drawn.data, id: drawn.id, source: drawn.source, target: drawn.target };
    }),
  };
}

/** One way into what takes one; a union takes many, a join two. */
export function canConnect(task: EtlTask, source: CanvasNode<TaskNode>, target: CanvasNode<TaskNode>): boolean {
  if (!target.data || !source.data || isTarget(source.data)) return false;
  const into = task.edges.filter((edge) => edge.target === target.id).length;
  const { kind } = target.data;
  return kind === 'union' || into < (kind === 'join' || kind === 'lookup' ? 2 : 1);
}

/** The task with one node changed. */
export function withNode(task: EtlTask, node: TaskNode): EtlTask {
  return { ...task, nodes: task.nodes.map((one) => (one.id === node.id ? node : one)) };
}
