import type { Rule, Statement } from '@formwork/contract/rules/rule.ts';
import type { Compiled } from '@formwork/feel/compile.ts';
import type { FeelType } from '@formwork/feel/types.ts';
import { fromPlain, isContext, isList, toPlain, type Val } from '@formwork/feel/values.ts';
import type { CompiledRule, Step } from './compile.ts';
import { plainOf } from './plain.ts';
import { readOf, type TraceStep } from './trace.ts';

export interface World {
  /** Milliseconds since 1970; the same for the whole rule. */
  readonly now: number;
  readonly zone: string;
  /** What came of effects that are done, by their key: plain values. */
  readonly answers?: ReadonlyMap<string, unknown>;
  /** Notes every statement that did something. */
  readonly trace?: boolean;
}

/** Something to be done by others. The key is the same whenever the rule is judged again on the same values. */
export interface Effect {
  readonly key: string;
  readonly statement: string;
  readonly kind: 'act' | 'run' | 'script';
  /** Name of the action, id of the rule or script. */
  readonly what: string;
  readonly target?: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The condition of records, with the values that it reads beside the record. */
  readonly where?: { readonly text: string; readonly values: Readonly<Record<string, unknown>> };
  readonly most?: number;
}

export interface Change {
  readonly statement: string;
  readonly target: readonly string[];
  readonly value: unknown;
}

export interface Outcome {
  /** `waiting`: the last effect must be answered before the rule goes on. */
  readonly state: 'done' | 'waiting' | 'stopped' | 'failed';
  readonly changes: readonly Change[];
  readonly effects: readonly Effect[];
  readonly stop?: { readonly statement: string; readonly field?: string; readonly text: string };
  readonly failure?: { readonly statement: string; readonly code: 'rules.too_long' | 'rules.too_much_work' };
  /** Statements that nobody could decide, with what was missing. */
  readonly undecided: readonly { readonly statement: string; readonly missing: readonly string[] }[];
  /** What variables hold at the end, by name; outputs of a rule that is called are among them. */
  readonly result: Readonly<Record<string, unknown>>;
  readonly trace: readonly TraceStep[];
}

export const mostSteps = 10_000;

type Ready = Extract<CompiledRule, { ok: true }>;

/** Judges a rule on values: pure, so that the same values and answers always come to the same. */
export function evaluate(compiled: Ready, input: Readonly<Record<string, unknown>>, world: World): Outcome {
  const judging: Judging = {
    world,
    types: compiled.types,
    values: incoming(compiled, input, world),
    changes: [],
    effects: [],
    undecided: [],
    trace: [],
    rounds: new Map(),
    steps: 0,
  };
  let end: End | undefined;
  try {
    carryOut(compiled.steps, judging);
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    end = error.end;
  }
  const { changes, effects, undecided, trace } = judging;
  return { state: 'done', changes, effects, undecided, trace, ...end, result: resultOf(compiled.rule, judging) };
}

type End = Pick<Outcome, 'state' | 'stop' | 'failure'>;

class Ended extends Error {
  readonly end: End;
  constructor(end: End) {
    super(end.state);
    this.end = end;
  }
}

interface Judging {
  readonly world: World;
  readonly types: Readonly<Record<string, FeelType>>;
  readonly values: Map<string, Val>;
  readonly changes: Change[];
  readonly effects: Effect[];
  readonly undecided: { statement: string; missing: readonly string[] }[];
  readonly trace: TraceStep[];
  /** How often a statement has been reached: part of the key of its effects. */
  readonly rounds: Map<string, number>;
  steps: number;
}

function incoming({ types }: Ready, input: Readonly<Record<string, unknown>>, { zone }: World): Map<string, Val> {
  const values = new Map<string, Val>();
  for (const name of Object.keys(input)) {
    const type = types[name];
    if (type) values.set(name, fromPlain(input[name], type, zone));
  }
  return values;
}

function resultOf(rule: Rule, { values }: Judging): Record<string, unknown> {
  return Object.fromEntries(rule.outputs.map(({ name }) => [name, toPlain(values.get(name) ?? null)]));
}

function carryOut(steps: readonly Step[], judging: Judging): void {
  for (const step of steps) {
    if (++judging.steps > mostSteps)
      throw new Ended({ state: 'failed', failure: { statement: step.statement.id, code: 'rules.too_long' } });
    carryOutOne(step, judging);
  }
}

function carryOutOne(step: Step, judging: Judging): void {
  const { statement } = step;
  const { values } = judging;
  switch (statement.kind) {
    case 'let': {
      const value = valueOf(step, 'value', judging);
      values.set(statement.name, value);
      return note(step, judging, {
        name: statement.name,
        value: toPlain(value),
        read: readsOf(step.texts.get('value'), judging),
      });
    }
    case 'set':
      return assign(step, statement.target, valueOf(step, 'value', judging), judging);
    case 'when':
      return choose(step, statement, judging);
    case 'match':
      return match(step, statement, judging);
    case 'each':
      return loop(step, statement, judging);
    case 'act':
    case 'run':
    case 'script':
      return ask(step, statement, judging);
    case 'stop': {
      const text = statement.text === undefined ? '' : toPlain(valueOf(step, 'text', judging));
      note(step, judging, { text });
      throw new Ended({
        state: 'stopped',
        stop: {
          statement: statement.id,
          ...(statement.field !== undefined && { field: statement.field }),
          text: typeof text === 'string' ? text : JSON.stringify(text),
        },
      });
    }
  }
}

function valueOf(step: Step, part: string, judging: Judging, hits?: number[]): Val {
  const compiled = step.texts.get(part);
  if (!compiled) return null;
  const { value, warnings } = compiled.runOn(judging.values, optionsOf(judging, hits));
  if (warnings.some(({ code }) => code === 'feel.too_much_work'))
    throw new Ended({ state: 'failed', failure: { statement: step.statement.id, code: 'rules.too_much_work' } });
  return value;
}

const optionsOf = ({ world }: Judging, hits: number[] | undefined) =>
  hits ? { now: world.now, zone: world.zone, hits } : world;

function assign({ statement, texts }: Step, target: readonly string[], value: Val, judging: Judging): void {
  const plain = toPlain(value);
  const read = readsOf(texts.get('value') ?? texts.get('table'), judging);
  // a field of the record itself is read with its new value from here on
  if (target.length === 1) judging.values.set(target[0]!, value);
  judging.changes.push({ statement: statement.id, target, value: plain });
  if (judging.world.trace)
    judging.trace.push({ at: statement.id, kind: 'set', name: target.join('.'), value: plain, read });
}

type StatementOf<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** A condition that nobody can decide ends the statement: neither a branch nor `otherwise` is taken. */
function choose(step: Step, statement: StatementOf<'when'>, judging: Judging): void {
  const { branches } = statement;
  for (let i = 0; i < branches.length; i++) {
    const part = `branches.${i}.condition`;
    const holds = valueOf(step, part, judging);
    if (holds === true) {
      note(step, judging, { branch: i, read: readsOf(step.texts.get(part), judging) });
      return carryOut(step.bodies[i]!, judging);
    }
    if (holds !== false && !statement.emptyIsNo) {
      const read = readOf(step.texts.get(part), judging.values);
      const missing = Object.keys(read).filter((name) => read[name] === null);
      judging.undecided.push({ statement: statement.id, missing });
      return note(step, judging, { undecided: true, read });
    }
  }
  const otherwise = step.bodies[branches.length];
  if (!otherwise) return;
  note(step, judging, { branch: branches.length });
  carryOut(otherwise, judging);
}

function match(step: Step, { into, name, table }: StatementOf<'match'>, judging: Judging): void {
  const hits = judging.world.trace ? [] : undefined;
  const value = valueOf(step, 'table', judging, hits);
  note(step, judging, {
    hits: hits?.slice(0, 20) ?? [],
    value: toPlain(value),
    read: readsOf(step.texts.get('table'), judging),
  });
  if (into === 'let') {
    judging.values.set(name ?? table.outputs[0]!.name, value);
    return;
  }
  // no rule applied: nothing is set
  if (value === null) return;
  for (const output of table.outputs)
    assign(
      step,
      output.name.split('.'),
      table.outputs.length > 1 ? (isContext(value) ? (value.get(output.name) ?? null) : null) : value,
      judging,
    );
}

function loop(step: Step, statement: StatementOf<'each'>, judging: Judging): void {
  const list = valueOf(step, 'list', judging);
  const items = list === null ? [] : isList(list) ? list : [list];
  note(step, judging, { count: items.length });
  const { values } = judging;
  const [item, index] = [values.get(statement.item), values.get('index')];
  for (const [i, one] of items.entries()) {
    values.set(statement.item, one);
    values.set('index', i + 1);
    carryOut(step.bodies[0]!, judging);
  }
  restore(values, statement.item, item);
  restore(values, 'index', index);
}

function restore(values: Map<string, Val>, name: string, value: Val | undefined): void {
  if (value === undefined) values.delete(name);
  else values.set(name, value);
}

function ask(step: Step, statement: StatementOf<'act' | 'run' | 'script'>, judging: Judging): void {
  const { id, kind, as } = statement;
  const round = (judging.rounds.get(id) ?? 0) + 1;
  judging.rounds.set(id, round);
  const input: Record<string, unknown> = {};
  for (const [i, { name }] of statement.input.entries()) input[name] = plainOf(valueOf(step, `input.${i}`, judging));
  const effect: Effect = {
    key: `${id}:${round}`,
    statement: id,
    kind,
    what: kind === 'act' ? statement.action : kind === 'run' ? statement.rule : statement.script,
    input,
    ...(kind === 'act' && actPart(step, statement, judging)),
  };
  judging.effects.push(effect);
  note(step, judging, { effect: effect.key });
  if (as === undefined) return;
  if (!judging.world.answers?.has(effect.key)) throw new Ended({ state: 'waiting' });
  judging.values.set(as, fromPlain(judging.world.answers.get(effect.key), { kind: 'any' }, judging.world.zone));
}

function actPart(step: Step, { target, where, most }: StatementOf<'act'>, judging: Judging): Partial<Effect> {
  return {
    ...(target !== undefined && { target }),
    ...(where !== undefined && { where: { text: where, values: readOf(step.texts.get('where'), judging.values) } }),
    ...(most !== undefined && { most }),
  };
}

const readsOf = (compiled: Compiled | undefined, { world, values }: Judging) =>
  world.trace ? readOf(compiled, values) : {};

function note({ statement }: Step, { world, trace }: Judging, what: Omit<TraceStep, 'at' | 'kind'>): void {
  if (world.trace) trace.push({ at: statement.id, kind: statement.kind, ...what });
}
