import { MAX_DEPTH, MAX_LENGTH, outline } from './limits.ts';
import { syntaxTree, type ParseOptions } from './parse.ts';
import { knownNames } from './tracker.ts';

export type TokenKind =
  | 'keyword'
  | 'number'
  | 'string'
  | 'constant'
  | 'moment'
  | 'operator'
  | 'bracket'
  | 'name'
  | 'function'
  | 'property'
  | 'type'
  | 'comment';

export interface Token {
  readonly from: number;
  readonly to: number;
  readonly kind: TokenKind;
}

/** The parts of a text by the names the grammar gives them, to colour it; what cannot be read is left out. */
export function tokensOf(text: string, { names = [], top = 'expression' }: ParseOptions = {}): readonly Token[] {
  if (text.length > MAX_LENGTH || outline(text).depth > MAX_DEPTH) return [];
  const found: Token[] = [];
  syntaxTree(text, 'prefixes' in names ? names : knownNames(names), top).iterate({
    enter({ name, from, to, node }) {
      const kind = kindOf(name, node.parent?.name ?? '');
      if (kind === undefined || to === from) return true;
      found.push({ from, to, kind });
      return false;
    },
  });
  return found;
}

const kinds: Readonly<Record<string, TokenKind>> = {
  NumericLiteral: 'number',
  StringLiteral: 'string',
  BooleanLiteral: 'constant',
  null: 'constant',
  '?': 'constant',
  AtLiteral: 'moment',
  ArithOp: 'operator',
  CompareOp: 'operator',
  '..': 'operator',
  LineComment: 'comment',
  BlockComment: 'comment',
  Name: 'name',
  ParameterName: 'property',
  PathName: 'property',
  Type: 'type',
  SpecialFunctionName: 'function',
  DateTimeConstructor: 'function',
  '(': 'bracket',
  ')': 'bracket',
  '[': 'bracket',
  ']': 'bracket',
  '{': 'bracket',
  '}': 'bracket',
};

const keywords = new Set([
  'for',
  'in',
  'return',
  'if',
  'then',
  'else',
  'some',
  'every',
  'satisfies',
  'or',
  'and',
  'between',
  'instance',
  'of',
  'function',
  'external',
  'not',
]);

function kindOf(name: string, parent: string): TokenKind | undefined {
  if (name === 'VariableName') return parent === 'FunctionInvocation' ? 'function' : 'name';
  return keywords.has(name) ? 'keyword' : Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}
