import { mostStatements, statementsIn, type Match, type Rule, type Statement } from '@formwork/contract/rules/rule.ts';
import { compile, type Compiled } from '@formwork/feel/compile.ts';
import { finished } from '@formwork/feel/steps.ts';
import { readType, type NamedTypes } from '@formwork/feel/type-text.ts';
import { any, boolean, type FeelType, number } from '@formwork/feel/types.ts';
import type { Facts } from './facts.ts';
import { momentProblems } from './moments.ts';
import { fromFeel, type Problem } from './problem.ts';
import { compileRuleTable, tableProblems } from './table.ts';

/** A rule ready to be judged. What cannot be compiled is a problem, and such a rule does nothing at all. */
export type CompiledRule =
  | {
      readonly ok: true;
      readonly rule: Rule;
      readonly steps: readonly Step[];
      readonly types: Readonly<Record<string, FeelType>>;
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A statement with its texts compiled, and the types of what it brings. */
export interface Step {
  readonly statement: Statement;
  /** By part: `value`, `branches.0.condition`, `input.2`. */
  readonly texts: ReadonlyMap<string, Compiled>;
  readonly bodies: readonly (readonly Step[])[];
}

export const compileRule = (rule: Rule, facts: Facts): CompiledRule => finished(compileRuleSteps(rule, facts));

/** Large tables are compiled in steps of a few milliseconds. */
export function* compileRuleSteps(rule: Rule, facts: Facts): Generator<void, CompiledRule> {
  const problems: Problem[] = [...momentProblems(rule, facts)];
  const named = namedTypes(rule, problems);
  const types: Record<string, FeelType> = { ...facts.types };
  for (const { name, type } of rule.inputs) types[name] = readType(type, named) ?? any;
  const compiler: Compiler = { facts, problems, named };
  const steps = yield* compileBody(rule.body, types, compiler);
  const count = statementsIn(rule.body).length;
  if (count > mostStatements)
    problems.push({ code: 'rules.problem.too_many_statements', data: { max: mostStatements, count } });
  return problems.some(({ severity }) => severity !== 'warning')
    ? { ok: false, problems }
    : { ok: true, rule, steps, types };
}

interface Compiler {
  readonly facts: Facts;
  readonly problems: Problem[];
  readonly named: NamedTypes;
}

/** Types that the rule itself defines; each may name those before it. */
export function namedTypes(rule: Pick<Rule, 'types' | 'inputs' | 'outputs'>, problems: Problem[] = []): NamedTypes {
  const known = new Map<string, FeelType>();
  const named: NamedTypes = (name) => known.get(name);
  const typeIn = (part: string, type: string): FeelType => {
    const found = readType(type, named);
    if (!found) problems.push({ code: 'rules.problem.wrong_type', data: { type }, part });
    return found ?? any;
  };
  for (const [i, { name, type }] of rule.types.entries()) {
    if (known.has(name)) problems.push({ code: 'rules.problem.name_twice', data: { name }, part: `types.${i}` });
    known.set(name, typeIn(`types.${i}`, type));
  }
  for (const [i, { type }] of rule.inputs.entries()) typeIn(`inputs.${i}`, type);
  for (const [i, { type }] of rule.outputs.entries()) typeIn(`outputs.${i}`, type);
  return named;
}

function* compileBody(
  body: readonly Statement[],
  around: Readonly<Record<string, FeelType>>,
  compiler: Compiler,
): Generator<void, Step[]> {
  let types = around;
  const steps: Step[] = [];
  for (const statement of body) {
    const texts = new Map<string, Compiled>();
    const one: One = { statement, types, texts, compiler };
    const bodies: Step[][] = [];
    const brought = yield* compileStatement(one, bodies);
    steps.push({ statement, texts, bodies });
    // a statement before it goes on seeing what it saw
    if (brought.length > 0) types = Object.assign({}, types, Object.fromEntries(brought));
  }
  return steps;
}

interface One {
  readonly statement: Statement;
  readonly types: Readonly<Record<string, FeelType>>;
  readonly texts: Map<string, Compiled>;
  readonly compiler: Compiler;
}

type Brought = readonly (readonly [name: string, type: FeelType])[];

function* compileStatement(one: One, bodies: Step[][]): Generator<void, Brought> {
  const { statement, types, compiler } = one;
  const { facts } = compiler;
  switch (statement.kind) {
    case 'let':
      return [[statement.name, read(one, 'value', statement.value)]];
    case 'set':
      checkTarget(one, statement.target);
      read(one, 'value', statement.value);
      return [];
    case 'when':
      for (const [i, { condition, body }] of statement.branches.entries()) {
        mustBe(one, `branches.${i}.condition`, read(one, `branches.${i}.condition`, condition), boolean);
        bodies.push(yield* compileBody(body, types, compiler));
      }
      if (statement.otherwise) bodies.push(yield* compileBody(statement.otherwise, types, compiler));
      return [];
    case 'each': {
      const list = read(one, 'list', statement.list);
      if (list.kind !== 'list' && list.kind !== 'any' && list.kind !== 'null')
        note(one, 'rules.problem.not_a_list', 'list');
      const inner = { ...types, [statement.item]: list.kind === 'list' ? list.item : any, index: number };
      bodies.push(yield* compileBody(statement.body, inner, compiler));
      return [];
    }
    case 'match':
      return yield* compileMatch(one, statement);
    case 'act': {
      const action = facts.actions?.get(statement.action);
      if (facts.actions && !action) note(one, 'rules.problem.unknown_action', 'action', { action: statement.action });
      if (statement.where !== undefined) {
        const target = statement.target === undefined ? undefined : facts.forms?.get(statement.target);
        const within = target ? { ...one, types: { ...types, ...target } } : one;
        mustBe(one, 'where', read(within, 'where', statement.where), boolean);
      }
      return given(one, action?.output ?? any);
    }
    case 'run': {
      const rule = facts.rules?.get(statement.rule);
      if (facts.rules && !rule) note(one, 'rules.problem.unknown_rule', 'rule', { rule: statement.rule });
      return given(one, rule?.output ?? any);
    }
    case 'script':
      if (facts.scripts && !facts.scripts.has(statement.script))
        note(one, 'rules.problem.unknown_script', 'script', { script: statement.script });
      return given(one, any);
    case 'stop':
      if (statement.field !== undefined) checkTarget(one, [statement.field]);
      if (statement.text !== undefined) read(one, 'text', statement.text);
      return [];
  }
}

function given(one: One, output: FeelType): Brought {
  const { statement } = one;
  if (!('input' in statement)) return [];
  for (const [i, { value }] of statement.input.entries()) read(one, `input.${i}`, value);
  return statement.as === undefined ? [] : [[statement.as, output]];
}

function* compileMatch(one: One, match: Match): Generator<void, Brought> {
  const { compiler, statement, texts, types } = one;
  const refused = tableProblems(match.table, compiler.named);
  compiler.problems.push(...refused.map((problem) => ({ ...problem, at: statement.id })));
  const { policy, aggregation, outputs } = match.table;
  const severalHits = policy === 'rule order' || policy === 'output order' || (policy === 'collect' && !aggregation);
  if (match.into === 'set') {
    if (severalHits) note(one, 'rules.problem.sets_several', 'table');
    for (const { name } of outputs) checkTarget(one, name.split('.'));
  } else if (match.name === undefined && outputs.length > 1) note(one, 'rules.problem.needs_name', 'name');
  if (refused.length > 0) return [];
  const env = { types, empties: compiler.facts.empties };
  const compiled = yield* compileRuleTable(match.table, env, compiler.named);
  if (!compiled.ok) {
    const part = (place: string) => (place === '' ? 'table' : `table.${place}`);
    compiler.problems.push(...compiled.problems.map((problem) => fromFeel(statement.id, part(problem.place), problem)));
    return [];
  }
  texts.set('table', compiled);
  const name = match.name ?? outputs[0]?.name;
  return match.into === 'let' && name !== undefined ? [[name, compiled.type]] : [];
}

function read({ statement, types, texts, compiler }: One, part: string, text: string): FeelType {
  const compiled = compile(text, { types, empties: compiler.facts.empties });
  if (compiled.ok) {
    texts.set(part, compiled);
    return compiled.type;
  }
  compiler.problems.push(...compiled.problems.map((problem) => fromFeel(statement.id, part, problem)));
  return any;
}

function mustBe(one: One, part: string, type: FeelType, wanted: FeelType): void {
  if (type.kind !== wanted.kind && type.kind !== 'any' && type.kind !== 'null')
    note(one, 'rules.problem.not_a_condition', part);
}

function checkTarget(one: One, [field = '']: readonly string[]): void {
  const { facts } = one.compiler;
  const known = facts.writable ? facts.writable.has(field) : Object.hasOwn(facts.types, field);
  if (!known) note(one, 'rules.problem.unknown_field', 'target', { name: field });
}

const note = ({ statement, compiler }: One, code: Problem['code'], part: string, data?: Problem['data']): void =>
  void compiler.problems.push({ code, at: statement.id, part, ...(data && { data }) });
