import type { ProcessEdge, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { boundsOf, middleOf, pictureOf, sizeOf, type Picture } from './diagram.ts';
import { importBpmn, type Imported } from './import.ts';
import { elementFor, settingsOf, writeSettings } from './kinds.ts';
import { emptyModel, listOf, ownNamespace, ownPrefix, processesOf, refOf, type Bpmn, type BpmnElement } from './model.ts';
import { same } from '../same.ts';
import { removeElements } from './remove.ts';

/**
 * A graph as a BPMN 2.0 model. A graph that was read from a model changes in it only what differs: the model is read
 * again, and whatever reads the same stays as it was written, with all that means nothing here.
 */
export async function exportBpmn(graph: ProcessGraph, source?: string): Promise<string> {
  const before: Imported = source === undefined ? { model: emptyModel(), graph: { nodes: [], edges: [], settings: { starters: [], administrators: [], urgeEveryMinutes: 0 } }, foreign: [], elements: new Map() } : await importBpmn(source);
  const { model, elements } = before;
  const picture = pictureOf(model.root);
  const home = homeOf(model.root);

  dropMissing(before, graph);
  const old = new Map(before.graph.nodes.map((node) => [node.id, node]));
  const moved = new Set<string>();
  for (const node of graph.nodes) {
    const was = old.get(node.id);
    if (!was) addNode(model, picture, home, node, graph, elements);
    else if (changeNode(model, picture, elements.get(node.id)!, was, node)) moved.add(node.id);
  }
  const oldEdges = new Map(before.graph.edges.map((edge) => [edge.id, edge]));
  for (const edge of graph.edges) {
    const was = oldEdges.get(edge.id);
    if (!was) addEdge(model, picture, elements, edge);
    else changeEdge(model, elements, was, edge);
    const changedEnds = was && (was.source !== edge.source || was.target !== edge.target);
    if (!was || changedEnds || moved.has(edge.source) || moved.has(edge.target)) drawLine(model, picture, elements, edge);
  }
  if (!same(before.graph.settings, graph.settings)) write(model, home, graph.settings);
  return model.write();
}

/** What the designer has taken away. */
function dropMissing({ graph: was, foreign, elements, model }: Imported, graph: ProcessGraph): void {
  const kept = new Set([...graph.nodes.map(({ id }) => id), ...graph.edges.map(({ id }) => id)]);
  const gone = [...was.nodes, ...was.edges].filter(({ id }) => !kept.has(id)).map(({ id }) => elements.get(id)!);
  const parts = new Set((graph.imported?.foreign ?? []).map(({ id }) => id));
  const loops = foreign.filter(({ id }) => !parts.has(id));
  for (const { id, node } of loops) if (id.endsWith('/loop') && node !== undefined) elements.get(node)?.set('loopCharacteristics', undefined);
  removeElements(model.root, gone, new Set(loops.map(({ id }) => id)));
}

function addNode(model: Bpmn, picture: Picture, home: BpmnElement, node: ProcessNode, graph: ProcessGraph, elements: Map<string, BpmnElement>): void {
  const element = elementFor(model, node, graph);
  append(home, 'flowElements', element);
  write(model, element, settingsOf(node));
  elements.set(node.id, element);
  drawShape(model, picture, element, node);
}

function drawShape(model: Bpmn, picture: Picture, element: BpmnElement, node: ProcessNode): void {
  const { width, height } = sizeOf(element.$type);
  const middle = middleOf(node);
  const bounds = model.create('dc:Bounds', { x: middle.x - width / 2, y: middle.y - height / 2, width, height });
  const shape = model.create('bpmndi:BPMNShape', { id: `${node.id}-shape`, bpmnElement: element, bounds });
  picture.shapes.set(element, shape);
  append(planeOf(model, picture, element.$parent!), 'planeElement', shape);
}

/** Whether it stands elsewhere now. */
function changeNode(model: Bpmn, picture: Picture, element: BpmnElement, was: ProcessNode, node: ProcessNode): boolean {
  if (node.name.zh !== was.name.zh) element.set('name', node.name.zh);
  const settings = settingsOf(node);
  // The usual English name of a nameless element is no setting of anybody's.
  if (!same(settingsOf(was), settings)) write(model, element, settings);
  if (was.x === node.x && was.y === node.y) return false;
  const bounds = picture.shapes.get(element) && refOf(picture.shapes.get(element)!, 'bounds');
  if (!bounds) {
    drawShape(model, picture, element, node);
    return true;
  }
  const { width, height } = boundsOf(bounds);
  const middle = middleOf(node);
  bounds.set('x', middle.x - width / 2);
  bounds.set('y', middle.y - height / 2);
  return true;
}

function addEdge(model: Bpmn, picture: Picture, elements: Map<string, BpmnElement>, edge: ProcessEdge): void {
  const flow = model.create('bpmn:SequenceFlow', { id: edge.id });
  elements.set(edge.id, flow);
  const source = elements.get(edge.source)!;
  connect(flow, source, elements.get(edge.target)!);
  append(source.$parent!, 'flowElements', flow);
  changeEdge(model, elements, { id: edge.id, source: edge.source, target: edge.target }, edge);
  append(planeOf(model, picture, source.$parent!), 'planeElement', lineFor(model, picture, flow));
}

function changeEdge(model: Bpmn, elements: Map<string, BpmnElement>, was: ProcessEdge, edge: ProcessEdge): void {
  const flow = elements.get(edge.id)!;
  const [source, target] = [elements.get(edge.source)!, elements.get(edge.target)!];
  if (was.source !== edge.source || was.target !== edge.target) connect(flow, source, target);
  if ((edge.name?.zh ?? '') !== (was.name?.zh ?? '')) flow.set('name', edge.name?.zh || undefined);
  if (edge.name?.en !== was.name?.en) write(model, flow, edge.name?.en === undefined ? {} : { name: { en: edge.name.en } });
  if ((edge.condition ?? '') !== (was.condition ?? '')) {
    flow.set('conditionExpression', edge.condition === undefined ? undefined : model.create('bpmn:FormalExpression', { body: `= ${edge.condition}` }));
  }
  if ((edge.otherwise ?? false) !== (was.otherwise ?? false)) source.set('default', edge.otherwise === true ? flow : undefined);
}

function connect(flow: BpmnElement, source: BpmnElement, target: BpmnElement): void {
  for (const [end, side, element] of [['sourceRef', 'outgoing', source], ['targetRef', 'incoming', target]] as const) {
    const before = refOf(flow, end);
    if (before) before.set(side, listOf(before, side).filter((one) => one !== flow));
    flow.set(end, element);
    element.set(side, [...listOf(element, side), flow]);
  }
}

/** Straight from the middle of one shape to that of the other; other tools route it as they like. */
function drawLine(model: Bpmn, picture: Picture, elements: Map<string, BpmnElement>, edge: ProcessEdge): void {
  const line = picture.lines.get(elements.get(edge.id)!);
  if (!line) return;
  const points = [edge.source, edge.target].flatMap((id) => {
    const shape = picture.shapes.get(elements.get(id)!);
    const bounds = shape && refOf(shape, 'bounds');
    if (!bounds) return [];
    const { x, y, width, height } = boundsOf(bounds);
    return [model.create('dc:Point', { x: x + width / 2, y: y + height / 2 })];
  });
  if (points.length === 2) line.set('waypoint', points);
}

function lineFor(model: Bpmn, picture: Picture, flow: BpmnElement): BpmnElement {
  const line = model.create('bpmndi:BPMNEdge', { id: `${flow.id!}-line`, bpmnElement: flow, waypoint: [] });
  picture.lines.set(flow, line);
  return line;
}

function planeOf(model: Bpmn, picture: Picture, home: BpmnElement): BpmnElement {
  const [plane] = picture.planes;
  if (plane) return plane;
  const made = model.create('bpmndi:BPMNPlane', { id: 'formwork-plane', bpmnElement: home, planeElement: [] });
  append(model.root, 'diagrams', model.create('bpmndi:BPMNDiagram', { id: 'formwork-diagram', plane: made }));
  picture.planes.push(made);
  return made;
}

/** The process that new elements belong to: the one in which something flows already. */
function homeOf(root: BpmnElement): BpmnElement {
  const processes = processesOf(root);
  const home = processes.find((process) => listOf(process, 'flowElements').length > 0) ?? processes[0];
  if (!home) throw new Error('the model has no process');
  return home;
}

function write(model: Bpmn, element: BpmnElement, settings: Record<string, unknown>): void {
  model.root.$attrs[`xmlns:${ownPrefix}`] = ownNamespace;
  writeSettings(model, element, settings);
}

function append(element: BpmnElement, property: string, child: BpmnElement): void {
  element.set(property, [...listOf(element, property), child]);
  child.$parent = element;
}
