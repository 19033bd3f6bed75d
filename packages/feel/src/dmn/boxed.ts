import type { Argument, Entry, HitPolicy, Node, NodeOf, TableNode } from '../ast.ts';
import { tableNode, typed, type DecisionTable } from '../table/decision-table.ts';
import { parse, type Parsed } from '../parse.ts';
import type { Problem } from '../problems.ts';
import type { KnownNames } from '../tracker.ts';
import type { NamedTypes } from '../type-text.ts';
import { any, type FeelType, plainName } from '../types.ts';
import { typeOfRef } from './item-types.ts';
import { expressionIn } from './model.ts';
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

/** What texts inside of a model may name. */
export interface Surroundings {
  readonly names: KnownNames;
  readonly types: NamedTypes;
  /** Told of what cannot be read in a text. */
  readonly report: (text: string, problems: readonly Problem[]) => void;
}

const nowhere = { from: 0, to: 0 };
const nothing: Node = { kind: 'null', ...nowhere };

/** A boxed expression as the tree of the text that would say the same; an element that is missing is null. */
export function readBoxed(element: XmlElement | undefined, around: Surroundings): Node {
  const reader = element && readers[element.name];
  return reader ? typed(reader(element, around), typeOfRef(element.attributes.typeRef, around.types)) : nothing;
}

/** A function definition, also as a business knowledge model has it. */
export function readFunction(element: XmlElement, around: Surroundings, result: FeelType = any): NodeOf<'function'> {
  const params = childrenNamed(element, 'formalParameter').map(({ attributes }) => {
    const type = typeOfRef(attributes.typeRef, around.types);
    return { name: plainName(attributes.name ?? ''), span: nowhere, ...(type !== any && { type }) };
  });
  const external = (element.attributes.kind ?? 'FEEL') !== 'FEEL';
  return {
    kind: 'function',
    params,
    body: external ? nothing : typed(readBoxed(expressionIn(element), around), result),
    external,
    ...nowhere,
  };
}

const readers: Readonly<Record<string, (element: XmlElement, around: Surroundings) => Node>> = {
  literalExpression: (element, around) => textIn(element, around),
  context: readContext,
  list: (element, around) => ({
    kind: 'list',
    items: element.children.filter(({ name }) => name in readers).map((item) => readBoxed(item, around)),
    ...nowhere,
  }),
  relation: readRelation,
  invocation: readInvocation,
  functionDefinition: (element, around) => readFunction(element, around),
  conditional: (element, around) => ({
    kind: 'if',
    condition: part(element, 'if', around),
    then: part(element, 'then', around),
    otherwise: part(element, 'else', around),
    boxed: true,
    ...nowhere,
  }),
  filter: (element, around) => ({
    kind: 'filter',
    of: part(element, 'in', around),
    by: part(element, 'match', around),
    boxed: true,
    ...nowhere,
  }),
  for: (element, around) => ({
    kind: 'for',
    iterators: iterators(element, around),
    body: part(element, 'return', around),
    ...nowhere,
  }),
  some: (element, around) => ({
    kind: 'quantified',
    every: false,
    iterators: iterators(element, around),
    body: part(element, 'satisfies', around),
    boxed: true,
    ...nowhere,
  }),
  every: (element, around) => ({
    kind: 'quantified',
    every: true,
    iterators: iterators(element, around),
    body: part(element, 'satisfies', around),
    boxed: true,
    ...nowhere,
  }),
  decisionTable: readTable,
};

function part(element: XmlElement, name: string, around: Surroundings): Node {
  const child = childNamed(element, name);
  return readBoxed(child && expressionIn(child), around);
}

const iterators = (element: XmlElement, around: Surroundings) => [
  { name: plainName(element.attributes.iteratorVariable ?? ''), span: nowhere, over: part(element, 'in', around) },
];

function readContext(element: XmlElement, around: Surroundings): Node {
  const entries: Entry[] = [];
  let result: Node | undefined;
  for (const entry of childrenNamed(element, 'contextEntry')) {
    const value = readBoxed(expressionIn(entry), around);
    const variable = childNamed(entry, 'variable')?.attributes;
    if (variable)
      entries.push({
        key: plainName(variable.name ?? ''),
        span: nowhere,
        value: typed(value, typeOfRef(variable.typeRef, around.types)),
      });
    else result = value;
  }
  return { kind: 'context', entries, ...(result && { result }), ...nowhere };
}

function readRelation(element: XmlElement, around: Surroundings): Node {
  const columns = childrenNamed(element, 'column').map(({ attributes }) => ({
    key: plainName(attributes.name ?? ''),
    type: typeOfRef(attributes.typeRef, around.types),
  }));
  const items = childrenNamed(element, 'row').map((row): Node => {
    const cells = row.children.filter(({ name }) => name in readers);
    return {
      kind: 'context',
      entries: columns.map(({ key, type }, i) => ({
        key,
        span: nowhere,
        value: typed(readBoxed(cells[i], around), type),
      })),
      ...nowhere,
    };
  });
  return { kind: 'list', items, ...nowhere };
}

function readInvocation(element: XmlElement, around: Surroundings): Node {
  const args = childrenNamed(element, 'binding').map((binding): Argument => {
    const parameter = childNamed(binding, 'parameter')?.attributes;
    return {
      name: plainName(parameter?.name ?? ''),
      value: typed(readBoxed(expressionIn(binding), around), typeOfRef(parameter?.typeRef, around.types)),
    };
  });
  return { kind: 'call', callee: readBoxed(expressionIn(element), around), args, named: args.length > 0, ...nowhere };
}

const policies: Readonly<Record<string, HitPolicy>> = {
  UNIQUE: 'unique',
  ANY: 'any',
  PRIORITY: 'priority',
  FIRST: 'first',
  'OUTPUT ORDER': 'output order',
  'RULE ORDER': 'rule order',
  COLLECT: 'collect',
};
const aggregations = { SUM: 'sum', MIN: 'min', MAX: 'max', COUNT: 'count' } as const;

function readTable(element: XmlElement, around: Surroundings): TableNode {
  const aggregation = aggregations[element.attributes.aggregation as keyof typeof aggregations];
  const texts = (parent: XmlElement, name: string) => childrenNamed(parent, name).map(textOf);
  const optional = (parent: XmlElement, name: string) => texts(parent, name)[0] ?? '';
  const table: DecisionTable = {
    hitPolicy: policies[element.attributes.hitPolicy ?? 'UNIQUE'] ?? 'unique',
    ...(aggregation && { aggregation }),
    inputs: childrenNamed(element, 'input').map((input) => {
      const expression = childNamed(input, 'inputExpression');
      return {
        text: expression ? textOf(expression) : '',
        type: typeOfRef(expression?.attributes.typeRef, around.types),
        allowed: optional(input, 'inputValues'),
      };
    }),
    outputs: childrenNamed(element, 'output').map((output) => ({
      name: output.attributes.name ?? '',
      type: typeOfRef(output.attributes.typeRef, around.types),
      values: optional(output, 'outputValues'),
      otherwise: optional(output, 'defaultOutputEntry'),
    })),
    rules: childrenNamed(element, 'rule').map((rule) => ({
      tests: texts(rule, 'inputEntry'),
      outputs: texts(rule, 'outputEntry'),
    })),
  };
  return tableNode(table, (text, top) =>
    read(text, parse(text, { names: around.names, types: around.types, top }), around),
  );
}

const textOf = (element: XmlElement): string => childNamed(element, 'text')?.text ?? '';

function textIn(element: XmlElement, around: Surroundings): Node {
  const text = textOf(element);
  return text.trim() === '' ? nothing : read(text, parse(text, { names: around.names, types: around.types }), around);
}

/** A text that cannot be read is null as a whole: no part of it is guessed. */
function read(text: string, { ast, problems }: Parsed, { report }: Surroundings): Node {
  if (problems.length === 0) return ast;
  report(text, problems);
  return nothing;
}
