import type { ProcessEdge, ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { middleOf, pictureOf, shiftOf, sizeOf, type Picture } from './diagram.ts';
import { importBpmn, type Imported } from './import.ts';
import { elementFor, settingsOf, writeSettings } from './kinds.ts';
import {
  emptyModel,
  listOf,
  ownNamespace,
  ownPrefix,
  processesOf,
  refOf,
  type Bpmn,
  type BpmnElement,
} from './model.ts';
import { same } from '../same.ts';
import { moveLine, moveShape, straightLine, type Shift } from './reroute.ts';
import { removeElements } from './remove.ts';

/**
 * A graph as a BPMN 2.0 model. A graph that was read from a model changes in it only what differs: the model is read
 * again, and whatever reads the same stays as it was written, with all that means nothing here.
 */
export async function exportBpmn(graph: ProcessGraph, source?: string): Promise<string> {
  const before: Imported =
    source === undefined
      ? {
          model: emptyModel(),
          graph: { nodes: [], edges: [], settings: { starters: [], administrators: [], urgeEveryMinutes: 0 } },
          foreign: [],
          elements: new Map(),
        }
      : await importBpmn(source);
  const { model, elements } = before;
  const picture = pictureOf(model.root);
  const home = homeOf(model.root);

  dropMissing(before, graph);
  const old = new Map(before.graph.nodes.map((node) => [node.id, node]));
  const moved = new Map<BpmnElement, Shift>();
  const drawnBefore = new Set(picture.shapes.keys());
  for (const node of graph.nodes) {
    const was = old.get(node.id);
    if (!was) addNode(model, picture, home, node, graph, elements);
    else changeNode(model, picture, elements.get(node.id)!, was, node);
  }
  // hosts before what is docked at them
  for (const node of graph.nodes.toSorted((a, b) => docked(elements, a) - docked(elements, b)))
    if (drawnBefore.has(elements.get(node.id)!)) follow(picture, elements.get(node.id)!, old.get(node.id), node, moved);
  const redrawn = new Set<BpmnElement>();
  const oldEdges = new Map(before.graph.edges.map((edge) => [edge.id, edge]));
  for (const edge of graph.edges) {
    const was = oldEdges.get(edge.id);
    if (!was) addEdge(model, picture, elements, edge);
    else changeEdge(model, elements, was, edge);
    const changedEnds = was && (was.source !== edge.source || was.target !== edge.target);
    if (was && !changedEnds) continue;
    drawLine(model, picture, elements, edge);
    redrawn.add(elements.get(edge.id)!);
  }
  for (const [of, line] of picture.lines) {
    const ends = (['sourceRef', 'targetRef'] as const).map((end) => moved.get(refOf(of, end)!));
    if (!redrawn.has(of) && ends.some(Boolean)) moveLine(line, ends[0], ends[1]);
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
  for (const { id, node } of loops)
    if (id.endsWith('/loop') && node !== undefined) elements.get(node)?.set('loopCharacteristics', undefined);
  removeElements(model.root, gone, new Set(loops.map(({ id }) => id)));
}

function addNode(
  model: Bpmn,
  picture: Picture,
  home: BpmnElement,
  node: ProcessNode,
  graph: ProcessGraph,
  elements: Map<string, BpmnElement>,
): void {
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
  bounds.$parent = shape;
  picture.shapes.set(element, shape);
  append(planeOf(model, picture, element.$parent!), 'planeElement', shape);
}

function changeNode(model: Bpmn, picture: Picture, element: BpmnElement, was: ProcessNode, node: ProcessNode): void {
  if (node.name.zh !== was.name.zh) element.set('name', node.name.zh);
  const settings = settingsOf(node);
  // The usual English name of a nameless element is no setting of anybody's.
  if (!same(settingsOf(was), settings)) write(model, element, settings);
  const drawn = picture.shapes.get(element);
  if ((was.x !== node.x || was.y !== node.y) && !(drawn && refOf(drawn, 'bounds')))
    drawShape(model, picture, element, node);
}

/** A node that stands elsewhere now takes along what is docked at its border, unless that was moved by itself. */
function follow(
  picture: Picture,
  element: BpmnElement,
  was: ProcessNode | undefined,
  node: ProcessNode,
  moved: Map<BpmnElement, Shift>,
): void {
  if (!was || (was.x === node.x && was.y === node.y)) return;
  const by = shiftOf(was, node);
  const before = moved.get(element);
  // its host took it along already: it stands where the person has put it
  const rest = before ? { x: by.x - before.x, y: by.y - before.y } : by;
  for (const each of moveShape(picture, element, rest)) {
    const so = moved.get(each) ?? { x: 0, y: 0 };
    moved.set(each, { x: so.x + rest.x, y: so.y + rest.y });
  }
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
  if (edge.name?.en !== was.name?.en)
    write(model, flow, edge.name?.en === undefined ? {} : { name: { en: edge.name.en } });
  if ((edge.condition ?? '') !== (was.condition ?? '')) {
    flow.set(
      'conditionExpression',
      edge.condition === undefined ? undefined : model.create('bpmn:FormalExpression', { body: `= ${edge.condition}` }),
    );
  }
  if ((edge.otherwise ?? false) !== (was.otherwise ?? false))
    source.set('default', edge.otherwise === true ? flow : undefined);
}

function connect(flow: BpmnElement, source: BpmnElement, target: BpmnElement): void {
  for (const [end, side, element] of [
    ['sourceRef', 'outgoing', source],
    ['targetRef', 'incoming', target],
  ] as const) {
    const before = refOf(flow, end);
    if (before)
      before.set(
        side,
        listOf(before, side).filter((one) => one !== flow),
      );
    flow.set(end, element);
    element.set(side, [...listOf(element, side), flow]);
  }
}

function docked(elements: ReadonlyMap<string, BpmnElement>, { id }: ProcessNode): number {
  return refOf(elements.get(id)!, 'attachedToRef') ? 1 : 0;
}

/** Straight from one shape to the other; other tools route it as they like. */
function drawLine(model: Bpmn, picture: Picture, elements: Map<string, BpmnElement>, edge: ProcessEdge): void {
  const line = picture.lines.get(elements.get(edge.id)!);
  if (!line) return;
  const [source, target] = [edge.source, edge.target].map((id) => {
    const shape = picture.shapes.get(elements.get(id)!);
    return shape && refOf(shape, 'bounds');
  });
  if (source && target) line.set('waypoint', straightLine(model, source, target));
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
