import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { Node } from '@formwork/feel/ast.ts';
import { namesOf } from '@formwork/feel/compile.ts';
import { formatNumber } from '@formwork/feel/number.ts';
import { parse } from '@formwork/feel/parse.ts';
import { feelType } from '../feel-sql.ts';
import { withValuesWritten, type Given } from '../parameters.ts';
import { not, type Term } from './term.ts';

/** FEEL as terms: what it says as the engine would work it out. */
export function readFeel(given: string, columns: readonly DataColumn[], parameters: readonly Given[]): Term {
  const types = Object.fromEntries(columns.map((column) => [column.name, feelType(column.type)]));
  const text = withValuesWritten(given, types, parameters);
  const { ast, problems } = parse(text, { names: namesOf(types) });
  return problems.length > 0 ? not() : termOf(ast, new Map(columns.map((column) => [column.name, column])));
}

function termOf(node: Node, columns: ReadonlyMap<string, DataColumn>): Term {
  const term = (of: Node): Term => termOf(of, columns);
  switch (node.kind) {
    case 'number':
      return { is: 'number', digits: formatNumber(node.value) };
    case 'string':
      return { is: 'text', text: node.value };
    case 'boolean':
      return { is: 'boolean', value: node.value };
    case 'null':
      return { is: 'null' };
    case 'at':
      return isDay(node.text) ? { is: 'moment', type: 'date', text: node.text } : not();
    case 'name':
      return columns.has(node.name) ? { is: 'column', name: node.name } : not();
    case 'negate':
      return { is: 'minus', of: term(node.value) };
    case 'arithmetic': {
      const [left, right] = [term(node.left), term(node.right)];
      if (node.op === '**') return not();
      return node.op === '+' && isText(node.left, columns)
        ? { is: 'joined', left, right }
        : { is: 'arithmetic', op: node.op, left, right, asDouble: true };
    }
    case 'compare':
      return compared(node.op, term(node.left), term(node.right));
    case 'and':
      return { is: 'both', left: term(node.left), right: term(node.right) };
    case 'or':
      return { is: 'either', left: term(node.left), right: term(node.right) };
    case 'between': {
      const value = term(node.value);
      return { is: 'both', left: compared('>=', value, term(node.low)), right: compared('<=', value, term(node.high)) };
    }
    case 'in': {
      const value = term(node.value);
      return node.tests
        .map((test) => compared('=', value, ['test', 'range', 'list'].includes(test.kind) ? not() : term(test)))
        .reduce((left, right) => ({ is: 'either', left, right }));
    }
    case 'if':
      return { is: 'choice', pairs: [[term(node.condition), term(node.then)]], otherwise: term(node.otherwise) };
    case 'call': {
      const { callee, args } = node;
      const [day] = args;
      if (callee.kind === 'name' && callee.name === 'date' && args.length === 1 && day!.value.kind === 'string')
        return isDay(day!.value.value) ? { is: 'moment', type: 'date', text: day!.value.value } : not();
      if (callee.kind !== 'name' || node.named) return not();
      const of = args.map(({ value }) => term(value));
      if (callee.name === 'IF' && of.length >= 2)
        return { is: 'choice', pairs: [[of[0]!, of[1]!]], otherwise: of[2] ?? { is: 'null' } };
      if ((callee.name === 'not' || callee.name === 'NOT') && of.length === 1) return { is: 'not', of: of[0]! };
      return not();
    }
    default:
      return not();
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Of two texts `+` makes one. */
const isText = (node: Node, columns: ReadonlyMap<string, DataColumn>): boolean =>
  node.kind === 'string' ||
  (node.kind === 'name' && columns.get(node.name)?.type === 'text') ||
  (node.kind === 'arithmetic' && node.op === '+' && isText(node.left, columns));

function compared(op: '=' | '!=' | '<' | '<=' | '>' | '>=', left: Term, right: Term): Term {
  return { is: 'compared', op: op === '!=' ? '<>' : op, left, right, sure: true };
}
