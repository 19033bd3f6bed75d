import {
  ApartmentOutlined,
  ClockCircleOutlined,
  DeploymentUnitOutlined,
  ForkOutlined,
  MessageOutlined,
  QuestionCircleOutlined,
} from '@ant-design/icons';
import type { EtlFlow, FlowEdge, FlowNode } from '@formwork/contract/etl/flow.ts';
import type { CanvasNodeType } from '@formwork/ui/canvas/canvas-types.ts';
import { newGraphId, type CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import type { Translate } from '@formwork/web/i18n/i18n.ts';

export type FlowGraph = CanvasGraph<FlowNode, FlowEdge>;

export function flowTypes(t: Translate): Record<FlowNode['kind'], CanvasNodeType> {
  const title = (kind: FlowNode['kind']) => t(`etltask.flow.node.${kind}`);
  return {
    task: { title: title('task'), icon: <DeploymentUnitOutlined />, hue: 0 },
    flow: { title: title('flow'), icon: <ApartmentOutlined />, hue: 6 },
    decide: { title: title('decide'), icon: <QuestionCircleOutlined />, hue: 4 },
    switch: { title: title('switch'), icon: <ForkOutlined />, hue: 5 },
    wait: { title: title('wait'), icon: <ClockCircleOutlined />, hue: 3 },
    message: { title: title('message'), icon: <MessageOutlined />, hue: 2 },
  };
}

const blanks: { [K in FlowNode['kind']]: () => Omit<Extract<FlowNode, { kind: K }>, 'id' | 'x' | 'y' | 'title'> } = {
  task: () => ({ kind: 'task', task: null, retries: 0, timeout: null }),
  flow: () => ({ kind: 'flow', flow: null, retries: 0, timeout: null }),
  switch: () => ({ kind: 'switch', ways: [{ id: newGraphId(), name: '', expression: '' }] }),
  decide: () => ({ kind: 'decide', expression: 'written > 0' }),
  wait: () => ({ kind: 'wait', flow: null, minutes: 60 }),
  message: () => ({ kind: 'message', people: [], text: '', ways: ['message'] }),
};

export function newFlowNode(kind: FlowNode['kind']): FlowNode {
  return { id: newGraphId(), title: '', x: 0, y: 0, ...blanks[kind]() };
}

export function flowGraph(flow: EtlFlow, t: Translate): FlowGraph {
  return {
    nodes: flow.nodes.map((node) => ({
      id: node.id,
      type: node.kind,
      x: node.x,
      y: node.y,
      title: node.title || t(`etltask.flow.node.${node.kind}`),
      line: lineOf(node, t),
      data: node,
    })),
    edges: flow.edges.map((edge) => ({
      id: edge.id,
      source: edge.source,
      target: edge.target,
      ...(edge.when !== 'success' && { label: wayName(edge, flow, t) }),
      data: edge,
    })),
  };
}

function lineOf(node: FlowNode, t: Translate): string {
  if (node.kind === 'decide') return node.expression;
  if (node.kind === 'switch') return node.ways.map(({ name, expression }) => name || expression).join(' · ');
  return t(`etltask.flow.node.${node.kind}`);
}

/** When an edge is gone, in a word. */
function wayName({ source, when, way }: FlowEdge, { nodes }: EtlFlow, t: Translate): string {
  const from = nodes.find(({ id }) => id === source);
  const found = from?.kind === 'switch' ? from.ways.find(({ id }) => id === way) : undefined;
  return found ? found.name || found.expression : t(`etltask.flow.when.${when}`);
}

/** What was drawn, back in the flow: settings of nodes that stay are theirs. */
export function withFlowGraph(flow: EtlFlow, graph: FlowGraph): EtlFlow {
  const nodes = new Map(flow.nodes.map((node) => [node.id, node]));
  const edges = new Map(flow.edges.map((edge) => [edge.id, edge]));
  return {
    ...flow,
    nodes: graph.nodes.map((drawn) => {
      const known = nodes.get(drawn.id);
      if (!known)
        return { ...(drawn.data ?? newFlowNode(drawn.type as FlowNode['kind'])), id: drawn.id, x: drawn.x, y: drawn.y };
      return known.x === drawn.x && known.y === drawn.y ? known : { ...known, x: drawn.x, y: drawn.y };
    }),
    edges: graph.edges.map((drawn) => {
      const known = edges.get(drawn.id);
      if (known && known.source === drawn.source && known.target === drawn.target) return known;
      return { when: 'success', ...drawn.data, id: drawn.id, source: drawn.source, target: drawn.target };
    }),
  };
}
