import type { Node } from '../ast.ts';
import { check } from '../check.ts';
import { spacedFunctions } from '../compile.ts';
import { typed } from '../table/decision-table.ts';
import type { Problem } from '../problems.ts';
import { emitProgram, type Program } from '../program.ts';
import { knownNames } from '../tracker.ts';
import type { NamedTypes } from '../type-text.ts';
import { contextOf, type FeelType, functionOf, plainName } from '../types.ts';
import { readBoxed, readFunction, type Surroundings } from './boxed.ts';
import { itemTypes, typeOfRef } from './item-types.ts';
import type { Element, Model } from './model.ts';
import type { XmlElement } from './xml.ts';

/** An element of a model with everything it refers to. */
export interface Linked {
  readonly element: Element;
  readonly model: Model;
  /** Of its value; knowledge models and services are functions. */
  readonly type: FeelType;
  /** What its logic may name; elements of an imported model stand behind the import's name. */
  readonly sources: ReadonlyMap<string, Linked | ReadonlyMap<string, Linked>>;
  /** Of decisions and knowledge models. */
  readonly program: Program | null;
  /** Of services: what is asked for, and what is given in its place. */
  readonly outputs: readonly Linked[];
  readonly params: readonly Linked[];
}

export interface TextProblem extends Problem {
  /** The decision, function or service it stands in. */
  readonly element: string;
  /** The text that could not be read; without one it could be, and says something wrong. */
  readonly text?: string;
}

/** Joins models by their references. Elements are linked when they are first asked for. */
export function linker(models: readonly Model[]): {
  link(element: Element, model: Model): Linked;
  readonly problems: readonly TextProblem[];
} {
  const problems: TextProblem[] = [];
  const byNamespace = new Map(models.map((model) => [model.namespace, model]));
  const places = new Map(
    models.flatMap((model) =>
      model.elements.map((element) => [`${model.namespace}#${element.id}`, { element, model }]),
    ),
  );
  const linked = new Map<Element, Linked>();
  const typesOf = memo((model: Model): NamedTypes =>
    itemTypes(model.items, (name) => {
      for (const { name: prefix, namespace } of model.imports) {
        const other = byNamespace.get(namespace);
        const rest = prefix === '' ? name : name.startsWith(`${prefix}.`) ? name.slice(prefix.length + 1) : '';
        const type = other && other !== model && rest !== '' ? typesOf(other)(rest) : undefined;
        if (type) return type;
      }
      return undefined;
    }),
  );
  const shared = sharedNames(models);

  function link(element: Element, model: Model): Linked {
    const known = linked.get(element);
    if (known) return known;
    const sources = new Map<string, Linked | Map<string, Linked>>();
    const outputs: Linked[] = [];
    const params: Linked[] = [];
    const types = typesOf(model);
    const node: Writable<Linked> = {
      element,
      model,
      type: declaredType(element, types),
      sources,
      program: null,
      outputs,
      params,
    };
    linked.set(element, node);
    const resolve = (href: string): Linked[] => {
      const place = places.get(href.startsWith('#') ? model.namespace + href : href);
      return place ? [link(place.element, place.model)] : [];
    };
    if (element.kind === 'service') {
      outputs.push(...element.outputs.flatMap(resolve));
      params.push(...[...element.inputs, ...element.inputDecisions].flatMap(resolve));
      node.type = functionOf(
        params.map(({ type }) => type),
        node.type.kind === 'function' ? node.type.result : node.type,
      );
    } else if (element.kind !== 'input') {
      for (const source of element.requires.flatMap(resolve)) addSource(sources, source, model);
      // a function may call itself
      if (element.kind === 'knowledge') addSource(sources, node, model);
      node.program = compileLogic(node, {
        names: knownNames([...shared, ...ownNames(element)]),
        types,
        report: (text, found) => note(element, found, text),
      });
    }
    return node;
  }

  function note({ name }: Element, found: readonly Problem[], text?: string): void {
    problems.push(...found.map((problem) => ({ ...problem, element: name, ...(text !== undefined && { text }) })));
  }

  function compileLogic({ element, type, sources }: Linked, around: Surroundings): Program {
    const ast = logicOf(element, type, around);
    const types = Object.fromEntries(
      [...sources].map(([name, source]) => [
        name,
        'element' in source
          ? source.type
          : contextOf(Object.fromEntries([...source].map(([key, of]) => [key, of.type]))),
      ]),
    );
    const checked = check(ast, types);
    note(element, checked.problems);
    return emitProgram(ast, checked);
  }

  return { link, problems };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function logicOf(element: Element, type: FeelType, around: Surroundings): Node {
  if (element.kind === 'decision') return typed(readBoxed(element.logic, around), type);
  if (element.kind !== 'knowledge' || !element.logic) return { kind: 'null', from: 0, to: 0 };
  return readFunction(element.logic, around, type.kind === 'function' ? type.result : type);
}

/** The variable of a knowledge model has the type of the function or, in models of DMN 1.1, of its result. */
function declaredType({ kind, variable, ...element }: Element, types: NamedTypes): FeelType {
  const type = typeOfRef(variable.typeRef, types);
  if (kind !== 'knowledge' || type.kind === 'function') return type;
  const logic = 'logic' in element ? element.logic : undefined;
  const params = logic?.children.filter(({ name }) => name === 'formalParameter') ?? [];
  return functionOf(
    params.map(({ attributes }) => typeOfRef(attributes.typeRef, types)),
    type,
  );
}

function addSource(sources: Map<string, Linked | Map<string, Linked>>, source: Linked, model: Model): void {
  const name = plainName(source.element.variable.name);
  const prefix = plainName(model.imports.find(({ namespace }) => namespace === source.model.namespace)?.name ?? '');
  if (source.model === model || prefix === '') {
    sources.set(name, source);
    return;
  }
  let imported = sources.get(prefix);
  if (!imported || 'element' in imported) sources.set(prefix, (imported = new Map()));
  imported.set(name, source);
}

/** Names that texts of any element may contain, wherever they are in scope: the tokenizer only asks which words belong together. */
function sharedNames(models: readonly Model[]): Set<string> {
  const names = new Set(spacedFunctions);
  for (const { imports, items, elements } of models) {
    for (const { name } of imports) names.add(name);
    for (const item of items) collectNames(item, names);
    for (const element of elements) {
      names.add(element.name).add(element.variable.name);
      // what an invocation of a function names; a parameter called `Person.Name` looks like a path everywhere else
      for (const name of ownNames(element)) if (!name.includes('.')) names.add(name);
    }
  }
  names.delete('');
  return names;
}

function ownNames(element: Element): Set<string> {
  const names = new Set<string>();
  if ('logic' in element && element.logic) collectNames(element.logic, names);
  return names;
}

function collectNames({ name, attributes, children }: XmlElement, names: Set<string>): void {
  // the name of a binding belongs to the function that is called
  if (attributes.name && name !== 'parameter') names.add(attributes.name);
  if (attributes.iteratorVariable) names.add(attributes.iteratorVariable);
  for (const child of children) collectNames(child, names);
}

function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (key) => {
    let entry = made.get(key);
    if (!entry) made.set(key, (entry = { value: make(key) }));
    return entry.value;
  };
}
