import { plainName } from '../types.ts';
import { childNamed, childrenNamed, parseXml, type XmlElement } from './xml.ts';

/** A DMN model as its file has it: elements with names and references, their logic still as XML. */
export interface Model {
  readonly namespace: string;
  readonly name: string;
  readonly imports: readonly Import[];
  readonly items: readonly XmlElement[];
  readonly elements: readonly Element[];
}

export interface Import {
  readonly name: string;
  readonly namespace: string;
}

export interface Variable {
  readonly name: string;
  readonly typeRef: string | undefined;
}

export type Element = Input | Decision | Knowledge | Service;

interface Common {
  readonly id: string;
  readonly name: string;
  readonly variable: Variable;
}

export interface Input extends Common {
  readonly kind: 'input';
}

export interface Decision extends Common {
  readonly kind: 'decision';
  /** References to inputs, decisions, knowledge models and services: `#id` or `namespace#id`. */
  readonly requires: readonly string[];
  readonly logic: XmlElement | undefined;
}

/** A business knowledge model: a function with a name. */
export interface Knowledge extends Common {
  readonly kind: 'knowledge';
  readonly requires: readonly string[];
  /** The element `encapsulatedLogic`, written as a function definition. */
  readonly logic: XmlElement | undefined;
}

export interface Service extends Common {
  readonly kind: 'service';
  readonly outputs: readonly string[];
  readonly inputDecisions: readonly string[];
  readonly inputs: readonly string[];
}

/** Reads a model of DMN 1.1 to 1.5; throws an XmlError when the text is no well-formed XML. */
export function readModel(text: string): Model {
  const root = parseXml(text);
  return {
    namespace: root.attributes.namespace ?? '',
    name: root.attributes.name ?? '',
    imports: childrenNamed(root, 'import').map(({ attributes }) => ({
      name: attributes.name ?? '',
      namespace: attributes.namespace ?? '',
    })),
    items: childrenNamed(root, 'itemDefinition'),
    elements: root.children.flatMap((child) => {
      const read = readers[child.name];
      return read ? [read(child)] : [];
    }),
  };
}

/** The kinds of boxed expressions. */
const expressions = new Set([
  'literalExpression',
  'context',
  'relation',
  'list',
  'decisionTable',
  'invocation',
  'functionDefinition',
  'conditional',
  'filter',
  'for',
  'some',
  'every',
]);

export const expressionIn = (element: XmlElement): XmlElement | undefined =>
  element.children.find(({ name }) => expressions.has(name));

/** Of a function that a knowledge model describes. */
export const paramNames = (element: Element): string[] =>
  element.kind === 'knowledge' && element.logic
    ? childrenNamed(element.logic, 'formalParameter').map(({ attributes }) => plainName(attributes.name ?? ''))
    : [];

const readers: Readonly<Record<string, (element: XmlElement) => Element>> = {
  inputData: (element) => ({ kind: 'input', ...common(element) }),
  decision: (element) => ({
    kind: 'decision',
    ...common(element),
    requires: requirements(element),
    logic: expressionIn(element),
  }),
  businessKnowledgeModel: (element) => ({
    kind: 'knowledge',
    ...common(element),
    requires: requirements(element),
    logic: childNamed(element, 'encapsulatedLogic'),
  }),
  decisionService: (element) => ({
    kind: 'service',
    ...common(element),
    outputs: hrefs(element, 'outputDecision'),
    inputDecisions: hrefs(element, 'inputDecision'),
    inputs: hrefs(element, 'inputData'),
  }),
};

function common(element: XmlElement): Common {
  const { id = '', name = '' } = element.attributes;
  const variable = childNamed(element, 'variable')?.attributes;
  return { id, name, variable: { name: variable?.name ?? name, typeRef: variable?.typeRef } };
}

const hrefs = (element: XmlElement, name: string): string[] =>
  childrenNamed(element, name).flatMap(({ attributes }) => attributes.href ?? []);

const requirements = (element: XmlElement): string[] =>
  element.children
    .filter(({ name }) => name === 'informationRequirement' || name === 'knowledgeRequirement')
    .flatMap((requirement) => requirement.children.flatMap(({ attributes }) => attributes.href ?? []));
