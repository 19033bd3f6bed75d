import type { Node } from '@formwork/feel/ast.ts';
import { formatNumber } from '@formwork/feel/number.ts';
import type { Reading } from './formula.ts';

/**
 * A formula as it is clicked together. It is a view of the text: `partsOf` reads it from the text, `written` writes it back, so that
 * both ways of editing show the same formula. What has no form of its own stays a piece of text.
 */
export type Part =
  | { readonly kind: 'gap' }
  | { readonly kind: 'field'; readonly text: string }
  | { readonly kind: 'value'; readonly of: ValueSort; readonly text: string }
  | {
      readonly kind: 'chain';
      readonly level: ChainLevel;
      readonly ops: readonly string[];
      readonly parts: readonly Part[];
    }
  | {
      readonly kind: 'compare';
      readonly op: Comparison;
      readonly left: Part;
      readonly right: Part;
      readonly upper?: Part;
    }
  | { readonly kind: 'group'; readonly all: boolean; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly branches: readonly Branch[]; readonly otherwise: Part }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Part[] }
  | { readonly kind: 'text'; readonly text: string; readonly closed: boolean };

export type ValueSort = 'number' | 'string' | 'boolean' | 'date';
export type ChainLevel = 'sum' | 'product' | 'power';
export type Comparison = (typeof comparisons)[number];
export interface Branch {
  readonly when: Part;
  readonly then: Part;
}

export const comparisons = ['=', '!=', '>', '>=', '<', '<=', 'between', 'empty', 'filled'] as const;
export const chainOps: Readonly<Record<ChainLevel, readonly string[]>> = {
  sum: ['+', '-'],
  product: ['*', '/'],
  power: ['**'],
};
export const gap: Part = { kind: 'gap' };

/** What the text says, in parts; a text that cannot be read has none. */
export function partsOf({ text, ast, readable }: Reading): Part | undefined {
  if (text.trim() === '') return gap;
  return readable ? partOf(ast, text) : undefined;
}

function partOf(node: Node, source: string): Part {
  const part = (inner: Node) => partOf(inner, source);
  const slice = source.slice(node.from, node.to);
  switch (node.kind) {
    case 'missing':
    case 'input':
      return gap;
    case 'name':
      return { kind: 'field', text: slice };
    case 'path':
      return isPlainPath(node) ? { kind: 'field', text: slice } : textPart(slice, true);
    case 'number':
      return { kind: 'value', of: 'number', text: formatNumber(node.value) };
    case 'string':
      return { kind: 'value', of: 'string', text: node.value };
    case 'boolean':
      return { kind: 'value', of: 'boolean', text: String(node.value) };
    case 'at':
      return /^\d{4}-\d\d-\d\d$/.test(node.text)
        ? { kind: 'value', of: 'date', text: node.text }
        : textPart(slice, true);
    case 'negate':
      return node.value.kind === 'number'
        ? { kind: 'value', of: 'number', text: `-${formatNumber(node.value.value)}` }
        : textPart(slice, false);
    case 'arithmetic':
      return chainOf(node, part);
    case 'compare':
      return node.right.kind === 'null' && (node.op === '=' || node.op === '!=')
        ? { kind: 'compare', op: node.op === '=' ? 'empty' : 'filled', left: part(node.left), right: gap }
        : { kind: 'compare', op: node.op, left: part(node.left), right: part(node.right) };
    case 'between':
      return { kind: 'compare', op: 'between', left: part(node.value), right: part(node.low), upper: part(node.high) };
    case 'and':
    case 'or':
      return { kind: 'group', all: node.kind === 'and', parts: operandsOf(node, node.kind).map(part) };
    case 'if':
      return choiceOf(part(node.condition), part(node.then), part(node.otherwise));
    case 'call':
      return callOf(node, slice, part);
    default:
      return textPart(slice, node.kind === 'filter' || node.kind === 'list' || node.kind === 'context');
  }
}

const textPart = (text: string, closed: boolean): Part => ({ kind: 'text', text, closed });

const isPlainPath = (node: Node): boolean => node.kind === 'name' || (node.kind === 'path' && isPlainPath(node.of));

const levelOfOp: Readonly<Record<string, ChainLevel>> = {
  '+': 'sum',
  '-': 'sum',
  '*': 'product',
  '/': 'product',
  '**': 'power',
};

function chainOf(node: Extract<Node, { kind: 'arithmetic' }>, part: (node: Node) => Part): Part {
  const level = levelOfOp[node.op]!;
  const left = part(node.left);
  const right = part(node.right);
  // operators of one strength are read from the left
  return left.kind === 'chain' && left.level === level && level !== 'power'
    ? { ...left, ops: [...left.ops, node.op], parts: [...left.parts, right] }
    : { kind: 'chain', level, ops: [node.op], parts: [left, right] };
}

const operandsOf = (node: Node, kind: 'and' | 'or'): Node[] =>
  node.kind === kind ? [...operandsOf(node.left, kind), ...operandsOf(node.right, kind)] : [node];

const choiceOf = (when: Part, then: Part, otherwise: Part): Part =>
  otherwise.kind === 'choice'
    ? { ...otherwise, branches: [{ when, then }, ...otherwise.branches] }
    : { kind: 'choice', branches: [{ when, then }], otherwise };

function callOf(
  { callee, args, named }: Extract<Node, { kind: 'call' }>,
  slice: string,
  part: (node: Node) => Part,
): Part {
  if (callee.kind !== 'name' || named) return textPart(slice, true);
  const [first] = args;
  if (
    callee.name === 'date' &&
    args.length === 1 &&
    first?.value.kind === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(first.value.value)
  )
    return { kind: 'value', of: 'date', text: first.value.value };
  return { kind: 'call', name: callee.name, args: args.map(({ value }) => part(value)) };
}

/** How tightly a part holds together; a looser one inside needs brackets. */
function strengthOf(part: Part): number {
  switch (part.kind) {
    case 'choice':
      return 0;
    case 'group':
      return part.parts.length < 2 ? 0 : part.all ? 2 : 1;
    case 'compare':
      return 3;
    case 'chain':
      return { sum: 4, product: 5, power: 6 }[part.level];
    case 'text':
      return part.closed ? 7 : 0;
    case 'value':
      return part.text.startsWith('-') ? 6 : 7;
    default:
      return 7;
  }
}

/** The text of a formula; what is still to be chosen is a question mark. */
export function written(part: Part): string {
  const within = (inner: Part, least: number) => (strengthOf(inner) < least ? `(${written(inner)})` : written(inner));
  switch (part.kind) {
    case 'gap':
      return '?';
    case 'field':
      return part.text;
    case 'value':
      return valueText(part.of, part.text);
    case 'text':
      return part.text.trim() === '' ? '?' : part.text;
    case 'chain': {
      const own = strengthOf(part);
      return part.parts
        .map(
          (inner, at) =>
            `${at === 0 ? '' : ` ${part.ops[at - 1]} `}${within(inner, at === 0 && part.level !== 'power' ? own : own + 1)}`,
        )
        .join('');
    }
    case 'compare': {
      const [left, right] = [within(part.left, 4), within(part.right, 4)];
      if (part.op === 'empty' || part.op === 'filled') return `${left} ${part.op === 'empty' ? '=' : '!='} null`;
      return part.op === 'between'
        ? `${left} between ${right} and ${within(part.upper ?? gap, 4)}`
        : `${left} ${part.op} ${right}`;
    }
    case 'group':
      return part.parts.length === 0
        ? '?'
        : part.parts
            .map((inner) => within(inner, part.parts.length === 1 ? 0 : part.all ? 3 : 2))
            .join(part.all ? ' and ' : ' or ');
    case 'choice':
      return `${part.branches.map(({ when, then }) => `if ${within(when, 1)} then ${within(then, 1)} else `).join('')}${written(part.otherwise)}`;
    case 'call':
      return `${part.name}(${part.args.map(written).join(', ')})`;
  }
}

function valueText(of: ValueSort, text: string): string {
  switch (of) {
    case 'string':
      return JSON.stringify(text);
    case 'number':
      return /^-?(\d+\.?\d*|\.\d+)$/.test(text.trim()) ? text.trim() : '?';
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? `date("${text}")` : '?';
    case 'boolean':
      return text === 'true' ? 'true' : 'false';
  }
}
