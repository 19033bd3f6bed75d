import { expressionIn } from '@formwork/feel/dmn/model.ts';
import { childNamed, childrenNamed, type XmlElement } from '@formwork/feel/dmn/xml.ts';
import type { Problem } from '../problem.ts';

/** Thrown where an element says what the expression language cannot. */
export class Untold extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}

export const textIn = (element: XmlElement | undefined): string =>
  (element ? (childNamed(element, 'text')?.text ?? '') : '').trim();

/** A boxed expression as the text that says the same; `of` is who it belongs to. */
export function feelText(element: XmlElement | undefined, of: string): string {
  if (!element) return 'null';
  const part = (name: string) => feelText(expressionOf(childNamed(element, name)), of);
  const iterator = () => `${element.attributes.iteratorVariable ?? ''} in ${bracketed(part('in'))}`;
  switch (element.name) {
    case 'literalExpression':
      if (element.attributes.expressionLanguage && !/FEEL/i.test(element.attributes.expressionLanguage))
        throw new Untold({
          code: 'rules.problem.foreign_function',
          data: { name: of, language: element.attributes.expressionLanguage },
        });
      return textIn(element) || 'null';
    case 'context':
      return contextText(element, of);
    case 'list':
      return `[${element.children
        .filter(isExpression)
        .map((item) => feelText(item, of))
        .join(', ')}]`;
    case 'relation': {
      const columns = childrenNamed(element, 'column').map(({ attributes }) => attributes.name ?? '');
      const rows = childrenNamed(element, 'row').map((row) => {
        const cells = row.children.filter(isExpression);
        return `{${columns.map((name, i) => `${key(name)}: ${feelText(cells[i], of)}`).join(', ')}}`;
      });
      return `[${rows.join(', ')}]`;
    }
    case 'invocation': {
      const args = childrenNamed(element, 'binding').map(
        (binding) =>
          `${childNamed(binding, 'parameter')?.attributes.name ?? ''}: ${feelText(expressionIn(binding), of)}`,
      );
      return `${feelText(expressionIn(element), of)}(${args.join(', ')})`;
    }
    case 'functionDefinition':
    case 'encapsulatedLogic':
      return functionText(element, of);
    case 'conditional':
      return `if ${part('if')} then ${part('then')} else ${part('else')}`;
    case 'filter':
      return `${bracketed(part('in'))}[${part('match')}]`;
    case 'for':
      return `for ${iterator()} return ${part('return')}`;
    case 'some':
    case 'every':
      return `${element.name} ${iterator()} satisfies ${part('satisfies')}`;
    default:
      throw new Untold({ code: 'rules.problem.unknown_node', data: { type: element.name, name: of } });
  }
}

const expressionOf = (element: XmlElement | undefined): XmlElement | undefined => element && expressionIn(element);
const expressionNames = new Set([
  'literalExpression',
  'context',
  'list',
  'relation',
  'invocation',
  'functionDefinition',
  'conditional',
  'filter',
  'for',
  'some',
  'every',
  'decisionTable',
]);
const isExpression = ({ name }: XmlElement): boolean => expressionNames.has(name);
const bracketed = (text: string): string => (/^[\p{L}\p{N}_.]+$/u.test(text) ? text : `(${text})`);
const key = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(name) ? name : JSON.stringify(name));

/** The last entry without a name is what the context comes to. */
function contextText(element: XmlElement, of: string): string {
  const entries = childrenNamed(element, 'contextEntry').map((entry) => ({
    name: childNamed(entry, 'variable')?.attributes.name,
    value: feelText(expressionIn(entry), of),
  }));
  const named = entries.filter((entry) => entry.name !== undefined);
  const result = entries.find(({ name }) => name === undefined);
  const body = named.map(({ name = '', value }) => `${key(name)}: ${value}`);
  return result ? `{${[...body, `result value: ${result.value}`].join(', ')}}.result value` : `{${body.join(', ')}}`;
}

function functionText(element: XmlElement, of: string): string {
  const kind = element.attributes.kind ?? 'FEEL';
  if (kind === 'Java') throw new Untold({ code: 'rules.problem.java', data: { name: of } });
  if (kind !== 'FEEL') throw new Untold({ code: 'rules.problem.foreign_function', data: { name: of, language: kind } });
  const params = childrenNamed(element, 'formalParameter').map(({ attributes }) => attributes.name ?? '');
  return `function(${params.join(', ')}) ${feelText(expressionIn(element), of)}`;
}
