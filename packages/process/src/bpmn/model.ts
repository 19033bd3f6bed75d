import { BpmnModdle } from 'bpmn-moddle';
import { mark, unmark, type Marks } from './marks.ts';

/** An element of a BPMN model as the library gives it: properties by the names of the standard. */
export interface BpmnElement {
  $type: string;
  $parent?: BpmnElement;
  $attrs: Record<string, unknown>;
  $descriptor: {
    propertiesByName: Record<string, { isMany?: boolean; isReference?: boolean } | undefined>;
    properties: readonly { name: string; isMany?: boolean; isReference?: boolean }[];
  };
  id?: string;
  name?: string;
  get(property: string): unknown;
  set(property: string, value: unknown): void;
  $instanceOf(type: string): boolean;
}

export interface Bpmn {
  root: BpmnElement;
  /** What could not be read, and would be lost. */
  unread: string[];
  create(type: string, attributes?: Record<string, unknown>): BpmnElement;
  /** An element of a namespace that the standard does not know. */
  createAny(name: string, namespace: string, attributes: Record<string, unknown>): BpmnElement;
  write(): Promise<string>;
}

interface Moddle {
  fromXML(
    xml: string,
  ): Promise<{
    rootElement: BpmnElement;
    warnings: { message: string; element?: BpmnElement; property?: string; value?: string }[];
  }>;
  toXML(root: BpmnElement, options: { format: boolean }): Promise<{ xml: string }>;
  create(type: string, attributes?: Record<string, unknown>): BpmnElement;
  createAny(name: string, namespace: string, attributes: Record<string, unknown>): BpmnElement;
  registry: { typeMap: Record<string, { properties?: { default?: unknown }[] }> };
}

/** The text is no BPMN model; the message says why, in the words of the parser. */
export class BpmnError extends Error {}

export async function readModel(xml: string): Promise<Bpmn> {
  const moddle = openModdle();
  const { text, marks } = mark(xml.replace(/^\uFEFF/, ''));
  let read: Awaited<ReturnType<Moddle['fromXML']>>;
  try {
    read = await moddle.fromXML(text);
  } catch (error) {
    throw new BpmnError((error as Error).message.split('\n')[0] ?? '');
  }
  const unread: string[] = [];
  for (const { message, element, property, value } of read.warnings) {
    if (element && property !== undefined && value !== undefined) keepReference(element, property, value);
    else if (!message.startsWith('unsupported document encoding')) unread.push(message.split('\n')[0] ?? message);
  }
  return modelOf(moddle, read.rootElement, unread, marks);
}

/** An empty model with one process. */
export function emptyModel(): Bpmn {
  const moddle = openModdle();
  const process = moddle.create('bpmn:Process', { id: 'process', isExecutable: true });
  const plane = moddle.create('bpmndi:BPMNPlane', { id: 'plane', bpmnElement: process });
  const root = moddle.create('bpmn:Definitions', { id: 'definitions', targetNamespace: ownNamespace });
  root.set('rootElements', [process]);
  root.set('diagrams', [moddle.create('bpmndi:BPMNDiagram', { id: 'diagram', plane })]);
  process.$parent = root;
  return modelOf(moddle, root, [], { comments: [], attributes: [] });
}

export const ownNamespace = 'urn:formwork:bpmn:1';
export const ownPrefix = 'formwork';

export function listOf(element: BpmnElement, property: string): BpmnElement[] {
  return (element.get(property) as BpmnElement[] | undefined) ?? [];
}

export function refOf(element: BpmnElement, property: string): BpmnElement | undefined {
  return element.get(property) as BpmnElement | undefined;
}

export function textOf(element: BpmnElement, property: string): string {
  const value = element.get(property);
  return typeof value === 'string' ? value : '';
}

/** Every process of the model with what flows in it. */
export function processesOf(root: BpmnElement): BpmnElement[] {
  return listOf(root, 'rootElements').filter((element) => element.$type === 'bpmn:Process');
}

function modelOf(moddle: Moddle, root: BpmnElement, unread: string[], marks: Marks): Bpmn {
  return {
    root,
    unread,
    create: (type, attributes) => moddle.create(type, attributes),
    createAny: (name, namespace, attributes) => moddle.createAny(name, namespace, attributes),
    write: async () => unmark((await moddle.toXML(root, { format: true })).xml, marks),
  };
}

function openModdle(): Moddle {
  const moddle = new BpmnModdle() as unknown as Moddle;
  // The library leaves out what equals a default, also where the standard has none: what was written stays written.
  for (const { properties } of Object.values(moddle.registry.typeMap))
    for (const property of properties ?? []) delete property.default;
  return moddle;
}

/** A reference to something outside of the model is kept as it was written. */
function keepReference(element: BpmnElement, property: string, id: string): void {
  const name = property.slice(property.indexOf(':') + 1);
  if (element.$descriptor.propertiesByName[name]?.isMany === true) listOf(element, name).push({ id } as BpmnElement);
  else element.set(name, { id });
}
