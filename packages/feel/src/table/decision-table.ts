import type { Aggregation, HitPolicy, Node, TableNode, TableRule } from '../ast.ts';
import { startCheck } from '../check.ts';
import { checkTableSteps } from './check-table.ts';
import { compiledProgram, namesOf, type Compiled, type Env } from '../compile.ts';
import { startEmit } from '../emit/emit.ts';
import { emitTableSteps } from '../emit/emit-table.ts';
import { parse } from '../parse.ts';
import type { Problem } from '../problems.ts';
import { finished, RULES_A_STEP } from '../steps.ts';
import { any, type FeelType, plainName } from '../types.ts';

/** A decision table of texts. Each rule has a cell of tests for every input (`-` or nothing: any value) and an expression for every output. */
export interface DecisionTable {
  readonly hitPolicy: HitPolicy;
  /** Only with `collect`. */
  readonly aggregation?: Aggregation;
  readonly inputs: readonly {
    readonly text: string;
    readonly type?: FeelType;
    /** Tests of which one must pass; the table has no result otherwise. */
    readonly allowed?: string;
  }[];
  readonly outputs: readonly {
    /** Several outputs are the entries of a context. */
    readonly name: string;
    readonly type?: FeelType;
    /** `"high", "low"`, worth most first: what `priority` and `output order` go by. */
    readonly values?: string;
    /** The result when no rule applies. */
    readonly otherwise?: string;
  }[];
  readonly rules: readonly { readonly tests: readonly string[]; readonly outputs: readonly string[] }[];
}

export interface TableProblem extends Problem {
  /** The text it stands in, as `rules.2.tests.0`. */
  readonly place: string;
}

/** Compiles a table once; what its texts may read stands in the environment, as for a single text. */
export const compileTable = (table: DecisionTable, env: Env): Compiled | TableRefused =>
  finished(compileTableSteps(table, env));

export interface TableRefused {
  readonly ok: false;
  readonly problems: readonly TableProblem[];
}

/** The same in steps of a few milliseconds, for tables of thousands of rules where others must not wait. */
export function* compileTableSteps(table: DecisionTable, env: Env): Generator<void, Compiled | TableRefused> {
  const problems: TableProblem[] = [];
  const places = new Map<Node, string>();
  const node = yield* tableNodeSteps(table, (text, top, place) => {
    const parsed = parse(text, { names: namesOf(env.types), top });
    problems.push(...parsed.problems.map((problem) => ({ ...problem, place })));
    places.set(parsed.ast, place);
    return parsed.ast;
  });
  if (problems.length > 0) return { ok: false, problems };
  const { checker, done } = startCheck(env.types, places);
  const type = yield* checkTableSteps(checker, node, null);
  const checked = done(type);
  if (checked.problems.length > 0 && !env.lenient)
    return { ok: false, problems: checked.problems.map((problem) => ({ place: '', ...problem })) };
  const code = yield* emitTableSteps(startEmit(checked), node);
  return compiledProgram({ code, inputs: checked.inputs, slots: checked.slots, length: 0 }, node, checked, env);
}

const nothing: Node = { kind: 'null', from: 0, to: 0 };
const anything: Node = { kind: 'tests', tests: [], not: false, from: 0, to: 0 };

export const typed = (value: Node, type: FeelType): Node =>
  type.kind === 'any' && !type.allows ? value : { kind: 'typed', value, type, from: value.from, to: value.to };

export type ReadText = (text: string, top: 'expression' | 'tests', place: string) => Node;

/** The tree of a table, its texts read by `read`; a text that a column has several times is read once. */
export const tableNode = (table: DecisionTable, read: ReadText): TableNode => finished(tableNodeSteps(table, read));

function* tableNodeSteps(
  { hitPolicy, aggregation, inputs, outputs, rules }: DecisionTable,
  read: ReadText,
): Generator<void, TableNode> {
  const expression = (text: string, place: string) => (text.trim() === '' ? nothing : read(text, 'expression', place));
  const tests = (text: string, place: string) =>
    text.trim() === '' || text.trim() === '-' ? anything : read(text.trim(), 'tests', place);
  const testsOf = inputs.map(() => onceEach(tests));
  const outputsOf = outputs.map(({ type = any }) => onceEach((text, place) => typed(expression(text, place), type)));
  const cells: TableRule[] = [];
  for (const [n, rule] of rules.entries()) {
    cells.push({
      tests: testsOf.map((cell, i) => cell(rule.tests[i] ?? '', `rules.${n}.tests.${i}`)),
      outputs: outputsOf.map((cell, i) => cell(rule.outputs[i] ?? '', `rules.${n}.outputs.${i}`)),
    });
    if (n % RULES_A_STEP === RULES_A_STEP - 1) yield;
  }
  return {
    kind: 'table',
    hitPolicy,
    ...(aggregation && { aggregation }),
    inputs: inputs.map(({ text, type = any, allowed }, i) => ({
      value: typed(expression(text, `inputs.${i}.text`), type),
      ...(allowed && { allowed: tests(allowed, `inputs.${i}.allowed`) }),
    })),
    outputs: outputs.map(({ name, values = '', otherwise }, i) => {
      const list = tests(values, `outputs.${i}.values`);
      return {
        name: plainName(name),
        values: list.kind === 'tests' ? list.tests : [],
        ...(otherwise && { otherwise: expression(otherwise, `outputs.${i}.otherwise`) }),
      };
    }),
    rules: cells,
    from: 0,
    to: 0,
  };
}

function onceEach(make: (text: string, place: string) => Node): (text: string, place: string) => Node {
  const made = new Map<string, Node>();
  return (text, place) => {
    let node = made.get(text);
    if (!node) made.set(text, (node = make(text, place)));
    return node;
  };
}
