import {
  ProcessSettings,
  type ForeignPart,
  type ProcessEdge,
  type ProcessGraph,
  type ProcessNode,
} from '@formwork/contract/workflow/graph.ts';
import { startingGraph } from '../starting-graph.ts';
import { pictureOf } from './diagram.ts';
import { loopOf, nodeOf, ownSettings, typeOf } from './kinds.ts';
import { listOf, processesOf, readModel, refOf, textOf, type Bpmn, type BpmnElement } from './model.ts';

/** A model as a process graph, and the elements behind its nodes and edges. */
export interface Imported {
  model: Bpmn;
  graph: Omit<ProcessGraph, 'imported'>;
  /** What is no node or edge and cannot be carried out. */
  foreign: ForeignPart[];
  elements: Map<string, BpmnElement>;
}

/**
 * Reads a BPMN 2.0 model. Every element that flows becomes a node; what nothing here carries out becomes a node that says
 * so, or a part of the list beside the graph. Nothing is thrown away: the model itself stays with the draft.
 */
export async function importBpmn(xml: string): Promise<Imported> {
  const model = await readModel(xml);
  const picture = pictureOf(model.root);
  const elements = new Map<string, BpmnElement>();
  const ids = new Map<BpmnElement, string>();
  const nodes: ProcessNode[] = [];
  const flows: BpmnElement[] = [];
  const foreign: ForeignPart[] = [];
  // what the model does not draw stands below its picture
  const drawn = processesOf(model.root).flatMap((process) =>
    listOf(process, 'flowElements').flatMap((element) => picture.placeOf(element)?.y ?? []),
  );
  const below = drawn.length === 0 ? 0 : Math.max(...drawn) + 160;
  let undrawn = 0;

  for (const process of processesOf(model.root)) {
    for (const element of listOf(process, 'flowElements')) {
      if (element.$type === 'bpmn:SequenceFlow') flows.push(element);
      if (!element.$instanceOf('bpmn:FlowNode')) continue;
      const id = idFor(element, elements);
      elements.set(id, element);
      ids.set(element, id);
      const place = picture.placeOf(element) ?? { x: 0, y: below + 120 * undrawn++ };
      const node = nodeOf(element, { id, name: nameOf(element), ...place });
      nodes.push(node);
      foreign.push(...partsOf(element, node));
    }
  }
  for (const collaboration of listOf(model.root, 'rootElements').filter(
    (element) => element.$type === 'bpmn:Collaboration',
  )) {
    foreign.push(
      ...listOf(collaboration, 'messageFlows').map((flow) => ({
        ...part(flow, ids.get(refOf(flow, 'sourceRef')!) ?? ids.get(refOf(flow, 'targetRef')!)),
        name: flowName(flow),
      })),
    );
  }
  foreign.push(
    ...model.unread.map((message, at) => ({ id: `unread-${at}`, type: 'unreadable', name: message.slice(0, 300) })),
  );

  const edges = flows.flatMap((flow): ProcessEdge[] => {
    const [source, target] = [ids.get(refOf(flow, 'sourceRef')!), ids.get(refOf(flow, 'targetRef')!)];
    if (source === undefined || target === undefined) {
      foreign.push(part(flow));
      return [];
    }
    const id = idFor(flow, elements);
    elements.set(id, flow);
    return [edgeOf(flow, { id, source, target })];
  });
  return { model, graph: { nodes: passing(nodes, edges), edges, settings: settingsIn(model.root) }, foreign, elements };
}

/** An edge as its flow says; ours only in what a condition or its absence means. */
export function edgeOf(flow: BpmnElement, ends: { id: string; source: string; target: string }): ProcessEdge {
  const expression = refOf(flow, 'conditionExpression');
  // Camunda 8 marks FEEL by an equals sign in front.
  const condition = expression && textOf(expression, 'body').trim().replace(/^=\s*/, '').slice(0, 4000);
  const own = ownSettings(flow) as { name?: { en?: string } } | undefined;
  const name = flow.name?.trim();
  return {
    ...ends,
    ...(name ? { name: { zh: name.slice(0, 2000), ...own?.name } } : {}),
    ...(condition ? { condition } : {}),
    ...(refOf(refOf(flow, 'sourceRef')!, 'default') === flow ? { otherwise: true } : {}),
  };
}

/** The name of an element, or what people call its kind. */
export function nameOf(element: BpmnElement): { zh: string; en?: string } {
  const name = element.name?.trim();
  if (name) return { zh: name.slice(0, 2000) };
  const end = element.$type === 'bpmn:EndEvent';
  if (element.$type === 'bpmn:StartEvent') return { zh: '发起', en: 'Start' };
  if (end) return { zh: '结束', en: 'End' };
  if (element.$type.endsWith('Gateway')) return { zh: '网关', en: 'Gateway' };
  return element.$type.endsWith('Event') ? { zh: '事件', en: 'Event' } : { zh: '任务', en: 'Task' };
}

/** Hardly anybody names what goes between two partners: it is called by its ends. */
function flowName(flow: BpmnElement): string {
  const ends = [refOf(flow, 'sourceRef'), refOf(flow, 'targetRef')].map((end) => end?.name?.trim() || '…');
  return (flow.name?.trim() || ends.join(' → ')).slice(0, 2000);
}

/** What belongs to a node, cannot be carried out, and would otherwise be passed over in silence. */
function partsOf(element: BpmnElement, node: ProcessNode): ForeignPart[] {
  const loop = loopOf(element);
  const loops =
    loop && node.kind !== 'foreign' ? [{ ...part(element, node.id), id: `${node.id}/loop`, type: loop.$type }] : [];
  const inside = element.$instanceOf('bpmn:SubProcess') ? insideOf(element, node.id) : [];
  return [...loops, ...inside];
}

function insideOf(scope: BpmnElement, node: string): ForeignPart[] {
  return listOf(scope, 'flowElements').flatMap((element) => {
    if (!element.$instanceOf('bpmn:FlowNode')) return [];
    return [part(element, node), ...(element.$instanceOf('bpmn:SubProcess') ? insideOf(element, node) : [])];
  });
}

function part(element: BpmnElement, node?: string): ForeignPart {
  return {
    id: (element.id ?? '').slice(0, 200),
    type: typeOf(element),
    name: (element.name ?? '').slice(0, 2000),
    ...(node === undefined ? {} : { node }),
  };
}

/** Not every tool writes down what leads into a gateway; the flows know it. */
function passing(nodes: ProcessNode[], edges: ProcessEdge[]): ProcessNode[] {
  return nodes.map((node) => {
    const out = edges.filter((edge) => edge.source === node.id).length;
    const into = edges.filter((edge) => edge.target === node.id).length;
    const joins = into > 1 && (node.kind === 'parallel' || (node.kind === 'inclusive' && out <= 1));
    if (joins) return { ...node, kind: 'join' };
    // Waiting for some and going on by some at once is two things here.
    return node.kind === 'inclusive' && into > 1
      ? { id: node.id, name: node.name, x: node.x, y: node.y, kind: 'foreign', type: 'bpmn:InclusiveGateway' }
      : node;
  });
}

/** Ids stay where they can; what has none, or one that no id here can be, gets one by its place. */
function idFor(element: BpmnElement, taken: ReadonlyMap<string, unknown>): string {
  const own = element.id ?? '';
  const fits = /^[\p{L}_][\p{L}\p{M}\p{N}_.\-\u00b7]{0,127}$/u.test(own) && !taken.has(own);
  return fits ? own : `unnamed-${taken.size + 1}`;
}

function settingsIn(root: BpmnElement): ProcessSettings {
  for (const process of processesOf(root)) {
    const read = ProcessSettings.safeParse(ownSettings(process));
    if (read.success) return read.data;
  }
  return startingGraph().settings;
}
