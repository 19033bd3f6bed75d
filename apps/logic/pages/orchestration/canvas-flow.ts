import type { Flow, FlowEdge, FlowNode } from '@formwork/contract/rules/flow.ts';
import type { CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';
import { newNode, typeOf } from './node-types.tsx';

export type FlowCanvas = CanvasGraph<FlowNode, FlowEdge>;

/** The flow as the canvas draws it. */
export function toCanvas(
  flow: Pick<Flow, 'nodes' | 'edges'>,
  titles: (type: string) => string,
  t: Translate,
): FlowCanvas {
  return {
    nodes: flow.nodes.map((node) => ({
      id: node.id,
      type: typeOf(node),
      x: node.x,
      y: node.y,
      title: node.name || titles(typeOf(node)),
      ...lineOf(node),
      data: node,
    })),
    edges: flow.edges.map((edge) => ({
      id: edge.id,
      source: edge.from,
      target: edge.to,
      ...(edge.way && { label: t(`flows.way.${edge.way}`) }),
      ...(edge.condition !== undefined && { label: edge.condition }),
      data: edge,
    })),
  };
}

/** What a node does, in a line. */
function lineOf(node: FlowNode): { line?: string } {
  switch (node.kind) {
    case 'expression':
      return { line: node.values.map(({ name }) => name).join(', ') };
    case 'loop':
      return { line: node.condition };
    case 'iterate':
      return { line: node.list };
    case 'wait':
      return { line: node.until };
    case 'message':
      return { line: node.message };
    case 'call':
      return node.as === undefined ? {} : { line: `→ ${node.as}` };
    default:
      return {};
  }
}

/** What the canvas changed: places, new and removed nodes and ways. What a node does stays with the flow. */
export function fromCanvas(canvas: FlowCanvas, before: Flow): Flow {
  const nodes = new Map(before.nodes.map((node) => [node.id, node]));
  const edges = new Map(before.edges.map((edge) => [edge.id, edge]));
  const drawn = canvas.nodes.map((node): FlowNode => ({
    ...(nodes.get(node.id) ?? node.data ?? newNode(node.type, node.id)),
    id: node.id,
    x: Math.round(node.x),
    y: Math.round(node.y),
  }));
  const kinds = new Map(drawn.map(({ id, kind }) => [id, kind]));
  const ways: FlowEdge[] = [];
  for (const { id, source, target, data } of canvas.edges) {
    const { way, condition } = edges.get(id) ?? data ?? firstWay(kinds.get(source), source, [...before.edges, ...ways]);
    ways.push({ id, from: source, to: target, ...(way && { way }), ...(condition !== undefined && { condition }) });
  }
  return { ...before, nodes: drawn, edges: ways };
}

/** A new way out of a loop leads into its body first; out of what has its way already, to where failures go. */
function firstWay(
  kind: FlowNode['kind'] | undefined,
  from: string,
  ways: readonly FlowEdge[],
): Pick<FlowEdge, 'way' | 'condition'> {
  const out = ways.filter((edge) => edge.from === from);
  if ((kind === 'loop' || kind === 'iterate') && !out.some(({ way }) => way === 'body')) return { way: 'body' };
  const open = kind === 'switch' || kind === 'parallel';
  if (kind === 'switch' && out.some(({ condition, way }) => condition === undefined && way === undefined))
    return { condition: 'true' };
  if (!open && out.some(({ way }) => way === undefined)) return { way: 'error' };
  return {};
}

export function withNode(flow: Flow, node: FlowNode): Flow {
  return { ...flow, nodes: flow.nodes.map((one) => (one.id === node.id ? node : one)) };
}

export function withEdge(flow: Flow, edge: FlowEdge): Flow {
  return { ...flow, edges: flow.edges.map((one) => (one.id === edge.id ? edge : one)) };
}
