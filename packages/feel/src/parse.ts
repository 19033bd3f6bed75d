import type { PartialParse, Tree } from '@lezer/common';
import type { LRParser } from '@lezer/lr';
import { parser as grammar } from 'lezer-feel';
import type { Node } from './ast.ts';
import { isFullWidth } from './full-width.ts';
import { MAX_DEPTH, MAX_LENGTH, outline, type Outline } from './limits.ts';
import type { Problem, ProblemCode, ProblemData } from './problems.ts';
import { readQuickly } from './quick.ts';
import { readTestsQuickly } from './quick-tests.ts';
import { flatTracker, knownNames, type KnownNames } from './tracker.ts';
import { readTree } from './tree.ts';
import type { NamedTypes } from './type-text.ts';

export interface ParseOptions {
  /** Names with spaces or signs are only read as one name when they are given here. */
  readonly names?: Iterable<string> | KnownNames;
  /** `tests` reads unary tests, the cells of a decision table. */
  readonly top?: 'expression' | 'tests';
  /** Types besides those of the standard that `instance of` and parameters may name. */
  readonly types?: NamedTypes;
}

export interface Parsed {
  /** Always there; what could not be read is a `missing` node. */
  readonly ast: Node;
  readonly problems: readonly Problem[];
}

export function parse(text: string, { names = [], top = 'expression', types }: ParseOptions = {}): Parsed {
  const known = 'prefixes' in names ? names : knownNames(names);
  const quick = top === 'expression' ? readQuickly(text, known) : readTestsQuickly(text);
  return quick ? { ast: quick, problems: [] } : parseByGrammar(text, known, top, types);
}

/** Whatever the language has, and whatever is wrong with a text. */
export function parseByGrammar(
  text: string,
  known: KnownNames,
  top: NonNullable<ParseOptions['top']> = 'expression',
  types?: NamedTypes,
): Parsed {
  if (text.length > MAX_LENGTH) return refused(text, 'feel.too_long', { max: MAX_LENGTH });
  if (text.trim() === '') return refused(text, 'feel.empty');
  const shape = outline(text);
  if (shape.depth > MAX_DEPTH) return refused(text, 'feel.too_complex', { max: MAX_DEPTH });

  const tree = syntaxTree(text, known, top);
  const problems = syntaxProblems(tree, text, shape);
  const ast = readTree(tree.topNode, text, problems, types);
  return { ast, problems };
}

/** The tree of the grammar, for those who colour a text; `parse` says what is wrong with it. */
export function syntaxTree(text: string, known: KnownNames, top: NonNullable<ParseOptions['top']>): Tree {
  const { parser, forget } = parserFor(known, top);
  forget();
  return parseTree(
    parser,
    text.replace(rangeTypes, (type) => type.replace(/^range/, 'list ')),
  );
}

interface Prepared {
  readonly parser: LRParser;
  forget(): void;
}

const prepared: Record<NonNullable<ParseOptions['top']>, WeakMap<KnownNames, Prepared>> = {
  expression: new WeakMap(),
  tests: new WeakMap(),
};

/** Preparing a parser takes as long as reading a short text, so it is done once for each set of names. */
function parserFor(known: KnownNames, top: NonNullable<ParseOptions['top']>): Prepared {
  let ready = prepared[top].get(known);
  if (!ready) {
    const { tracker, forget } = flatTracker(known);
    prepared[top].set(known, (ready = { parser: parsers[top].configure({ contextTracker: tracker }), forget }));
  }
  return ready;
}

/**
 * The library guards itself against deep left-associative trees by calling every chain of about 100 operators behind the 2,000th character
 * an error. Our own limit of depth is checked before, so that counter (of @lezer/lr 1.4.12) is kept at zero.
 */
function parseTree(parser: LRParser, source: string): Tree {
  const run = parser.startParse(source) as PartialParse & { bigReductionCount: number };
  for (;;) {
    run.bigReductionCount = 0;
    const tree = run.advance();
    if (tree) return tree;
  }
}

// one more character is free in `list `, so every position stays true
const rangeTypes = /\brange(?=\s*<\s*[\p{L} ]+>)/gu;

const dialect = { dialect: 'camunda' };
const parsers: Record<NonNullable<ParseOptions['top']>, LRParser> = {
  expression: grammar.configure({ ...dialect, top: 'Expression' }),
  tests: grammar.configure({ ...dialect, top: 'UnaryTests' }),
};

function refused(text: string, code: ProblemCode, data?: ProblemData): Parsed {
  const span = { from: 0, to: text.length };
  return { ast: { kind: 'missing', ...span }, problems: [{ ...span, code, ...(data && { data }) }] };
}

/** Only the first: what the grammar stumbles over behind it mostly comes from its recovery. */
function syntaxProblems(tree: Tree, text: string, shape: Outline): Problem[] {
  const problems: Problem[] = [];
  tree.iterate({
    enter(node) {
      if (problems.length > 0) return false;
      if (node.type.isError) problems.push(syntaxProblem(node.from, text, shape));
      return !node.type.isError;
    },
  });
  return problems;
}

const foreign: Readonly<Record<string, ProblemCode>> = {
  '&': 'feel.ampersand',
  '%': 'feel.percent',
  '"': 'feel.unclosed_string',
  '`': 'feel.unclosed_name',
};

function syntaxProblem(at: number, text: string, shape: Outline): Problem {
  const from = at + /^\s*/.exec(text.slice(at))![0].length;
  const found = /^(?:[\p{L}\p{N}_]+|[\s\S])/u.exec(text.slice(from))?.[0];
  const span = { from, to: from + (found?.length ?? 0) };
  if (found !== undefined) {
    const code =
      foreign[found] ??
      (isFullWidth(found)
        ? 'feel.full_width'
        : found === '=' && text[from - 1] === '='
          ? 'feel.double_equals'
          : 'feel.unexpected');
    return { ...span, code, data: { found } };
  }
  const bracket = shape.unclosed.at(-1);
  return bracket
    ? { from: bracket.at, to: bracket.at + 1, code: 'feel.unclosed_bracket', data: { bracket: bracket.bracket } }
    : { from: text.length, to: text.length, code: 'feel.unexpected_end' };
}
