import { ProcessNode, type ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { newApprove, startingGraph } from '../starting-graph.ts';
import { listOf, ownNamespace, refOf, textOf, type Bpmn, type BpmnElement } from './model.ts';

/** What an element of the standard is here, and an element for each of our kinds of node. */

type Place = { id: string; name: { zh: string; en?: string }; x: number; y: number };

/** A node for an element: by our own settings in its extensions, else by what it is; `foreign` when nothing here does that. */
export function nodeOf(element: BpmnElement, place: Place): ProcessNode {
  const own = ownSettings(element);
  if (own) {
    const read = ProcessNode.safeParse({
      ...own,
      ...place,
      name: { ...(own.name as object | undefined), ...place.name },
    });
    if (read.success) return read.data;
  }
  return plainNode(element, place) ?? { ...place, kind: 'foreign', type: typeOf(element) };
}

function plainNode(element: BpmnElement, place: Place): ProcessNode | undefined {
  const incoming = listOf(element, 'incoming').length;
  const outgoing = listOf(element, 'outgoing').length;
  switch (element.$type) {
    case 'bpmn:StartEvent':
      return hasEvent(element) ? undefined : { ...startingGraph().nodes[0]!, ...place };
    case 'bpmn:EndEvent':
      return hasEvent(element) ? undefined : { ...place, kind: 'end' };
    case 'bpmn:Task':
    case 'bpmn:UserTask':
    case 'bpmn:ManualTask':
      return { ...newApprove(place.id, place.x, place.y), ...place };
    case 'bpmn:ExclusiveGateway':
      return { ...place, kind: 'condition' };
    case 'bpmn:ParallelGateway':
      // One that joins and splits at once goes on by every way, which a join does.
      return { ...place, kind: incoming > 1 ? 'join' : 'parallel' };
    case 'bpmn:InclusiveGateway':
      if (incoming > 1 && outgoing > 1) return undefined;
      return { ...place, kind: incoming > 1 ? 'join' : 'inclusive' };
    case 'bpmn:IntermediateCatchEvent': {
      const minutes = waitMinutes(element);
      return minutes === undefined
        ? undefined
        : { ...place, kind: 'timer', wait: { by: 'span', span: { minutes, working: false } } };
    }
    default:
      return undefined;
  }
}

/** The element that another tool shows for one of our nodes. */
export function elementFor(model: Bpmn, node: ProcessNode, graph: ProcessGraph): BpmnElement {
  const element = model.create(elementTypes(graph)[node.kind](node), { id: node.id, name: node.name.zh });
  if (node.kind !== 'timer' || node.wait.by !== 'span') return element;
  const timeDuration = model.create('bpmn:FormalExpression', { body: `PT${node.wait.span.minutes}M` });
  element.set('eventDefinitions', [
    model.create('bpmn:TimerEventDefinition', { id: `${node.id}-timer`, timeDuration }),
  ]);
  return element;
}

function elementTypes(graph: ProcessGraph): Record<ProcessNode['kind'], (node: ProcessNode) => string> {
  // Behind choices of several ways a join waits for those that were taken, which elsewhere an inclusive gateway does.
  const join = graph.nodes.some((node) => node.kind === 'inclusive') ? 'bpmn:InclusiveGateway' : 'bpmn:ParallelGateway';
  const automatic = {
    record: 'bpmn:ScriptTask',
    rule: 'bpmn:BusinessRuleTask',
    message: 'bpmn:SendTask',
    call: 'bpmn:ServiceTask',
  } as const;
  return {
    start: () => 'bpmn:StartEvent',
    end: () => 'bpmn:EndEvent',
    approve: () => 'bpmn:UserTask',
    'fill-in': () => 'bpmn:UserTask',
    cc: () => 'bpmn:SendTask',
    condition: () => 'bpmn:ExclusiveGateway',
    parallel: () => 'bpmn:ParallelGateway',
    inclusive: () => 'bpmn:InclusiveGateway',
    join: () => join,
    timer: () => 'bpmn:IntermediateCatchEvent',
    automatic: (node) => (node.kind === 'automatic' ? automatic[node.does.what] : 'bpmn:Task'),
    'sub-process': () => 'bpmn:CallActivity',
    foreign: () => 'bpmn:Task',
  };
}

/** What a tool without our namespace cannot know of a node. */
export function settingsOf(node: ProcessNode): Record<string, unknown> {
  const { id: _id, x: _x, y: _y, name, ...settings } = node;
  return name.en === undefined ? settings : { ...settings, name: { en: name.en } };
}

export function writeSettings(model: Bpmn, element: BpmnElement, settings: Record<string, unknown>): void {
  const extensions = refOf(element, 'extensionElements') ?? model.create('bpmn:ExtensionElements', { values: [] });
  const others = listOf(extensions, 'values').filter((value) => value.$type !== 'formwork:settings');
  const own = model.createAny('formwork:settings', ownNamespace, { $body: JSON.stringify(settings) });
  extensions.set('values', [...others, own]);
  extensions.$parent = element;
  own.$parent = extensions;
  element.set('extensionElements', extensions);
}

export function ownSettings(element: BpmnElement): Record<string, unknown> | undefined {
  const extensions = refOf(element, 'extensionElements');
  const own =
    extensions &&
    listOf(extensions, 'values').find(
      (value) => value.$type.endsWith(':settings') && namespaceOf(value) === ownNamespace,
    );
  if (!own) return undefined;
  try {
    const read: unknown = JSON.parse((own as unknown as { $body?: string }).$body ?? '');
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** An element's name in its notation, with what kind of event it is. */
export function typeOf(element: BpmnElement): string {
  const [event] = listOf(element, 'eventDefinitions');
  return event ? `${element.$type}/${event.$type.slice('bpmn:'.length)}` : element.$type;
}

/** Of parts that change how a task runs: several at once, again and again. */
export function loopOf(element: BpmnElement): BpmnElement | undefined {
  return element.$instanceOf('bpmn:Activity') ? refOf(element, 'loopCharacteristics') : undefined;
}

function namespaceOf(element: BpmnElement): string | undefined {
  return (element.$descriptor as unknown as { ns?: { uri?: string } }).ns?.uri;
}

function hasEvent(element: BpmnElement): boolean {
  return listOf(element, 'eventDefinitions').length > 0;
}

/** Of an event that waits for a plain length of time. */
function waitMinutes(element: BpmnElement): number | undefined {
  const events = listOf(element, 'eventDefinitions');
  const duration =
    events.length === 1 && events[0]!.$type === 'bpmn:TimerEventDefinition'
      ? refOf(events[0]!, 'timeDuration')
      : undefined;
  const parts = duration && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(textOf(duration, 'body').trim());
  if (!parts) return undefined;
  const minutes = Number(parts[1] ?? 0) * 1440 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0);
  return minutes > 0 && minutes <= 1_000_000 ? minutes : undefined;
}
