import { ruleFormat, type Match, type Rule, type Statement, type Typed } from '@formwork/contract/rules/rule.ts';
import { hitPolicies, type Table } from '@formwork/contract/rules/table.ts';
import { readModel, type Element, type Model } from '@formwork/feel/dmn/model.ts';
import { childNamed, childrenNamed, parseXml, XmlError, type XmlElement } from '@formwork/feel/dmn/xml.ts';
import { readType } from '@formwork/feel/type-text.ts';
import type { Problem } from '../problem.ts';
import { tableProblems } from '../table.ts';
import { feelText, textIn, Untold } from './feel-text.ts';

export type ReadDmn =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * A model of DMN as a rule: input data are its inputs, a decision is a `let` or a `match`, a knowledge model a `let` with a function,
 * item definitions are its types. Decisions stand behind what they require; places are those of the diagram.
 */
export function readDmn(text: string): ReadDmn {
  try {
    const model = readModel(text);
    if (model.elements.length === 0)
      return { ok: false, problems: [{ code: 'rules.problem.not_readable', data: { reason: 'no decision' } }] };
    // what lies in other files would be missing without a word
    const problems = model.imports.map(({ name }): Problem => ({
      code: 'rules.problem.unknown_node',
      data: { type: 'import', name },
    }));
    const body = inOrder(model.elements).flatMap((element) => statementOf(element, problems));
    const types = model.items.flatMap(itemType);
    if (problems.length > 0) return { ok: false, problems };
    const named = new Set(types.map(({ name }) => name));
    const inputs = model.elements
      .filter(({ kind }) => kind === 'input')
      .map(({ variable }): Typed => ({ name: variable.name, type: typeText(variable.typeRef, named) }));
    const outputs = body.flatMap((one, i): Typed[] => {
      const element = ofDecision(model, one);
      return element ? [{ name: nameOf(one, i), type: typeText(element.variable.typeRef, named) }] : [];
    });
    const rule: Rule = {
      format: ruleFormat,
      name: model.name || 'DMN',
      at: 'later',
      runsAs: 'author',
      inputs,
      outputs,
      types,
      starts: [{ on: 'call' }],
      body,
      layout: layoutOf(text, model),
    };
    return { ok: true, rule };
  } catch (error) {
    if (error instanceof XmlError)
      return { ok: false, problems: [{ code: 'rules.problem.not_readable', data: { reason: error.message } }] };
    throw error;
  }
}

const ofDecision = (model: Model, { id }: Statement): Element | undefined =>
  model.elements.find((element) => element.kind === 'decision' && element.id === id);

const nameOf = (statement: Statement, i: number): string =>
  (statement.kind === 'let' || statement.kind === 'match' ? statement.name : undefined) ?? `result ${i + 1}`;

/** What is required first; an element that requires itself stands where it is. */
function inOrder(elements: readonly Element[]): Element[] {
  const byId = new Map(elements.map((element) => [element.id, element]));
  const found = new Set<Element>();
  const begun = new Set<Element>();
  const visit = (element: Element): void => {
    if (begun.has(element)) return;
    begun.add(element);
    for (const href of 'requires' in element ? element.requires : []) {
      const required = byId.get(href.slice(href.indexOf('#') + 1));
      if (required) visit(required);
    }
    found.add(element);
  };
  for (const element of elements) visit(element);
  return [...found];
}

function statementOf(element: Element, problems: Problem[]): Statement[] {
  const { id, name, variable } = element;
  try {
    if (element.kind === 'knowledge')
      return [{ id, kind: 'let', name: variable.name, value: feelText(element.logic, name) }];
    if (element.kind !== 'decision') return [];
    if (element.logic?.name !== 'decisionTable')
      return [{ id, kind: 'let', name: variable.name, value: feelText(element.logic, name) }];
    const table = tableOf(element.logic);
    problems.push(
      ...tableProblems(table, () => ({ kind: 'any' })).map((problem) => ({
        ...problem,
        at: id,
        data: { ...problem.data, name },
      })),
    );
    return [{ id, kind: 'match', into: 'let', name: variable.name, table } satisfies Match];
  } catch (error) {
    if (!(error instanceof Untold)) throw error;
    problems.push({ ...error.problem, at: id });
    return [];
  }
}

function tableOf(element: XmlElement): Table {
  const { attributes } = element;
  const policy = hitPolicies.find((one) => one === (attributes.hitPolicy ?? 'UNIQUE').toLowerCase());
  if (!policy) throw new Untold({ code: 'rules.problem.unknown_policy', data: { policy: attributes.hitPolicy ?? '' } });
  const aggregation = ({ SUM: 'sum', MIN: 'min', MAX: 'max', COUNT: 'count' } as const)[attributes.aggregation ?? ''];
  const optional = <K extends string>(key: K, text: string | undefined) =>
    (text ? { [key]: text } : {}) as Partial<Record<K, string>>;
  return {
    policy,
    ...(aggregation && { aggregation }),
    inputs: childrenNamed(element, 'input').map((input) => {
      const expression = childNamed(input, 'inputExpression');
      return {
        text: textIn(expression),
        ...optional('type', ownType(expression?.attributes.typeRef)),
        ...optional('allowed', textIn(childNamed(input, 'inputValues'))),
      };
    }),
    outputs: childrenNamed(element, 'output').map((output) => ({
      name: output.attributes.name ?? '',
      ...optional('type', ownType(output.attributes.typeRef)),
      ...optional('values', textIn(childNamed(output, 'outputValues'))),
      ...optional('otherwise', textIn(childNamed(output, 'defaultOutputEntry'))),
    })),
    rules: childrenNamed(element, 'rule').map((rule) => {
      const note = childrenNamed(rule, 'annotationEntry').map(textIn).filter(Boolean).join(' ');
      return {
        tests: childrenNamed(rule, 'inputEntry').map(textIn),
        outputs: childrenNamed(rule, 'outputEntry').map(textIn),
        ...optional('note', note),
      };
    }),
  };
}

const bare = (ref: string): string => ref.trim().replace(/^feel:/, '');
const ownType = (ref: string | undefined): string | undefined => (ref ? bare(ref) : undefined);

/** A type by its name, where it is known. */
const typeText = (ref: string | undefined, named: ReadonlySet<string>): string => {
  const name = bare(ref ?? '');
  return name !== '' && (named.has(name) || readType(name)) ? name : 'Any';
};

function itemType(item: XmlElement): Typed[] {
  const name = item.attributes.name ?? '';
  return name === '' ? [] : [{ name, type: itemText(item) }];
}

function itemText(item: XmlElement): string {
  const components = childrenNamed(item, 'itemComponent');
  const base =
    components.length > 0
      ? `context<${components.map((part) => `${part.attributes.name ?? ''}: ${itemText(part)}`).join(', ')}>`
      : bare(childNamed(item, 'typeRef')?.text ?? '') || 'Any';
  return item.attributes.isCollection === 'true' ? `list<${base}>` : base;
}

/** Where decisions stand in the first diagram. */
function layoutOf(text: string, { elements }: Model): Rule['layout'] {
  const known = new Set(elements.map(({ id }) => id));
  const layout: Rule['layout'] = {};
  const look = (element: XmlElement): void => {
    const ref = element.name === 'DMNShape' ? element.attributes.dmnElementRef : undefined;
    const bounds = ref !== undefined && known.has(ref) ? childNamed(element, 'Bounds') : undefined;
    if (ref !== undefined && bounds && !layout[ref])
      layout[ref] = { x: Number(bounds.attributes.x) || 0, y: Number(bounds.attributes.y) || 0 };
    for (const child of element.children) look(child);
  };
  look(parseXml(text));
  return layout;
}
