import type { Aggregation, HitPolicy, Node, TableNode } from './ast.ts';
import { check } from './check.ts';
import { compiledFrom, namesOf, type Compiled, type Env } from './compile.ts';
import { parse } from './parse.ts';
import type { Problem } from './problems.ts';
import { any, type FeelType, plainName } from './types.ts';

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
export function compileTable(table: DecisionTable, env: Env): Compiled | { readonly ok: false; readonly problems: readonly TableProblem[] } {
  const problems: TableProblem[] = [];
  const places = new Map<Node, string>();
  const node = tableNode(table, (text, top, place) => {
    const parsed = parse(text, { names: namesOf(env.types), top });
    problems.push(...parsed.problems.map((problem) => ({ ...problem, place })));
    places.set(parsed.ast, place);
    return parsed.ast;
  });
  if (problems.length > 0) return { ok: false, problems };
  const checked = check(node, env.types, places);
  if (checked.problems.length > 0 && !env.lenient) return { ok: false, problems: checked.problems.map((problem) => ({ place: '', ...problem })) };
  return compiledFrom(node, checked, env);
}

const nothing: Node = { kind: 'null', from: 0, to: 0 };
const anything: Node = { kind: 'tests', tests: [], not: false, from: 0, to: 0 };

export const typed = (value: Node, type: FeelType): Node => (type.kind === 'any' && !type.allows ? value : { kind: 'typed', value, type, from: value.from, to: value.to });

export type ReadText = (text: string, top: 'expression' | 'tests', place: string) => Node;

/** The tree of a table, its texts read by `read`. */
export function tableNode({ hitPolicy, aggregation, inputs, outputs, rules }: DecisionTable, read: ReadText): TableNode {
  const expression = (text: string, place: string) => (text.trim() === '' ? nothing : read(text, 'expression', place));
  const tests = (text: string, place: string) => (text.trim() === '' || text.trim() === '-' ? anything : read(text.trim(), 'tests', place));
  return {
    kind: 'table',
    hitPolicy,
    ...(aggregation && { aggregation }),
    inputs: inputs.map(({ text, type = any, allowed }, i) => ({ value: typed(expression(text, `inputs.${i}.text`), type), ...(allowed && { allowed: tests(allowed, `inputs.${i}.allowed`) }) })),
    outputs: outputs.map(({ name, values = '', otherwise }, i) => {
      const list = tests(values, `outputs.${i}.values`);
      return { name: plainName(name), values: list.kind === 'tests' ? list.tests : [], ...(otherwise && { otherwise: expression(otherwise, `outputs.${i}.otherwise`) }) };
    }),
    rules: rules.map((rule, n) => ({
      tests: inputs.map((_, i) => tests(rule.tests[i] ?? '', `rules.${n}.tests.${i}`)),
      outputs: outputs.map(({ type = any }, i) => typed(expression(rule.outputs[i] ?? '', `rules.${n}.outputs.${i}`), type)),
    })),
    from: 0,
    to: 0,
  };
}
