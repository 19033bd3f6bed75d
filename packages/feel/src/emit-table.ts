import type { Node, TableNode } from './ast.ts';
import type { Emitter } from './emit.ts';
import { add, isNum, type Num } from './number.ts';
import { compare, equal } from './operate.ts';
import { warn, type Code, type Frame } from './run.ts';
import type { Val } from './values.ts';

/** Cells that accept anything are left out, so a rule is only as long as what it says. */
interface Rule {
  readonly tests: readonly Code[];
  readonly value: Code;
}

export function emitTable(emitter: Emitter, node: TableNode): Code {
  const inputs = node.inputs.map((input) => ({ slot: emitter.slotOf(input), value: emitter.emit(input.value), allowed: input.allowed ? emitter.emit(input.allowed) : null }));
  const rules = emitRules(emitter, node);
  const decide = emitPolicy(emitter, node, rules);
  return (frame) => {
    for (let i = 0; i < inputs.length; i++) {
      const { slot, value, allowed } = inputs[i]!;
      frame.slots[slot] = value(frame);
      if (allowed && allowed(frame) !== true) return warn(frame.run, node.inputs[i]!.value, 'feel.input_not_allowed', { input: i + 1 });
    }
    return decide(frame);
  };
}

/** The rules that may apply. */
type Rules = (frame: Frame) => readonly Rule[];

/** Rules are looked up by the input that tells them apart best when all its cells are literals; only what is found there is tried. */
function emitRules(emitter: Emitter, node: TableNode): Rules {
  const cells = node.rules.map(({ tests, outputs }) => ({ tests: tests.map((test) => (acceptsAll(test) ? null : emitter.emit(test))), value: emitOutputs(emitter, node, outputs) }));
  const ruleWithout = ({ tests, value }: (typeof cells)[number], column: number): Rule => ({ tests: tests.filter((test, i): test is Code => test !== null && i !== column), value });
  const all = cells.map((cell) => ruleWithout(cell, -1));
  const column = distinctColumn(node);
  if (column === null) return () => all;

  const keys = node.rules.map(({ tests }) => new Set(literalsOf(tests[column]!)));
  const found = (key: Key | null) => cells.filter((_, i) => keys[i]!.size === 0 || (key !== null && keys[i]!.has(key))).map((cell) => ruleWithout(cell, column));
  const byKey = new Map([...new Set(keys.flatMap((set) => [...set]))].map((key) => [key, found(key)]));
  const others = found(null);
  const slot = emitter.slotOf(node.inputs[column]!);
  return (frame) => {
    const key = frame.slots[slot]!;
    return typeof key === 'string' || typeof key === 'number' ? (byKey.get(key) ?? others) : all;
  };
}

type Key = string | number;

/** The texts and whole numbers that a cell asks for, none for a cell that takes anything; null for cells that ask otherwise. */
function literalsOf(test: Node): readonly Key[] | null {
  if (test.kind !== 'tests' || test.not) return null;
  const keys = test.tests.map((one) => ((one.kind === 'string' || one.kind === 'number') && typeof one.value !== 'object' ? one.value : null));
  return keys.includes(null) ? null : (keys as Key[]);
}

const FEW_RULES = 4;
const MOST_ENTRIES = 100_000;

function distinctColumn({ inputs, rules }: TableNode): number | null {
  if (rules.length < FEW_RULES) return null;
  let best: number | null = null;
  let most = 1;
  inputs.forEach((_, i) => {
    const cells = rules.map(({ tests }) => literalsOf(tests[i]!));
    const distinct = new Set(cells.flatMap((keys) => keys ?? [])).size;
    const open = cells.filter((keys) => keys?.length === 0).length;
    if (!cells.includes(null) && distinct > most && distinct * open <= MOST_ENTRIES) [best, most] = [i, distinct];
  });
  return best;
}

const acceptsAll = (test: Node): boolean => test.kind === 'tests' && test.tests.length === 0 && !test.not;

/** One output is a value of its own, several are a context. */
function emitOutputs(emitter: Emitter, { outputs }: TableNode, nodes: readonly Node[]): Code {
  const codes = nodes.map(emitter.emit);
  const [only] = codes;
  if (outputs.length <= 1) return only ?? (() => null);
  const names = outputs.map(({ name }) => name);
  return (frame) => new Map(names.map((name, i) => [name, codes[i]?.(frame) ?? null]));
}

function emitPolicy(emitter: Emitter, node: TableNode, rules: Rules): Code {
  const none = emitDefault(emitter, node);
  switch (node.hitPolicy) {
    case 'first': return (frame) => {
      for (const rule of rules(frame)) if (passes(rule, frame)) return rule.value(frame);
      return none(frame);
    };
    case 'unique': return (frame) => {
      let found: Rule | null = null;
      for (const rule of rules(frame)) {
        if (!passes(rule, frame)) continue;
        if (found) return warn(frame.run, node, 'feel.several_rules');
        found = rule;
      }
      return found ? found.value(frame) : none(frame);
    };
    case 'any': return (frame) => {
      const [first, ...others] = valuesOf(rules(frame), frame);
      if (first === undefined) return none(frame);
      return others.every((other) => equal(first, other) === true) ? first : warn(frame.run, node, 'feel.several_rules');
    };
    case 'priority': {
      const sorted = emitOrder(emitter, node);
      return (frame) => sorted(valuesOf(rules(frame), frame), frame)[0] ?? none(frame);
    }
    case 'output order': {
      const sorted = emitOrder(emitter, node);
      return listed(none, (frame) => sorted(valuesOf(rules(frame), frame), frame));
    }
    case 'rule order': return listed(none, (frame) => valuesOf(rules(frame), frame));
    case 'collect': {
      const { aggregation } = node;
      if (!aggregation) return listed(none, (frame) => valuesOf(rules(frame), frame));
      return (frame) => {
        const values = valuesOf(rules(frame), frame);
        return values.length === 0 && aggregation !== 'count' ? none(frame) : aggregate[aggregation](values);
      };
    }
  }
}

const listed = (none: Code, values: (frame: Frame) => Val[]): Code => (frame) => {
  const found = values(frame);
  return found.length === 0 ? none(frame) : found;
};

function passes({ tests }: Rule, frame: Frame): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]!(frame) !== true) return false;
  return true;
}

function valuesOf(rules: readonly Rule[], frame: Frame): Val[] {
  const found: Val[] = [];
  for (const rule of rules) if (passes(rule, frame)) found.push(rule.value(frame));
  return found;
}

function emitDefault(emitter: Emitter, node: TableNode): Code {
  if (node.outputs.every(({ otherwise }) => !otherwise)) return () => null;
  return emitOutputs(emitter, node, node.outputs.map(({ otherwise }) => otherwise ?? { kind: 'null', from: 0, to: 0 }));
}

/** Sorts results by where they stand in the lists of output values, the first output first; rules of the same worth stay in order. */
function emitOrder(emitter: Emitter, { outputs }: TableNode): (found: Val[], frame: Frame) => Val[] {
  const lists = outputs.map(({ values }) => values.map(emitter.emit));
  return (found, frame) => {
    if (found.length < 2) return found;
    const worths = lists.map((values) => values.map((value) => value(frame)));
    const rank = (value: Val, output: number): number => {
      const part = outputs.length > 1 ? ((value as ReadonlyMap<string, Val>).get(outputs[output]!.name) ?? null) : value;
      const at = worths[output]!.findIndex((worth) => equal(worth, part) === true);
      return at < 0 ? Infinity : at;
    };
    const ranked = found.map((value) => ({ value, ranks: outputs.map((_, output) => rank(value, output)) }));
    ranked.sort((a, b) => {
      const differing = a.ranks.findIndex((n, i) => n !== b.ranks[i]);
      return differing < 0 ? 0 : a.ranks[differing]! - b.ranks[differing]!;
    });
    return ranked.map(({ value }) => value);
  };
}

const aggregate: Readonly<Record<'sum' | 'min' | 'max' | 'count', (values: readonly Val[]) => Val>> = {
  count: (values) => values.length,
  sum: (values) => values.reduce<Num | null>((total, value) => (total !== null && isNum(value) ? add(total, value) : null), 0),
  min: (values) => values.reduce((least, value) => chosen(least, value, -1)),
  max: (values) => values.reduce((greatest, value) => chosen(greatest, value, 1)),
};

function chosen(a: Val, b: Val, direction: 1 | -1): Val {
  const order = a === null || b === null ? null : compare(b, a);
  return order === null ? null : order * direction > 0 ? b : a;
}
