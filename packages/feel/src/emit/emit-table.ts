import type { Node, TableNode } from '../ast.ts';
import type { Emitter } from './emit.ts';
import { add, isNum, type Num } from '../number.ts';
import { compare, equal } from '../operate.ts';
import { warn, type Code, type Frame } from '../run.ts';
import { finished, RULES_A_STEP } from '../steps.ts';
import { shapeOf, type CellShape } from '../table/table-cells.ts';
import { indexSteps, type Candidate, type Find, type Row } from '../table/table-index.ts';
import type { Val } from '../values.ts';

export const emitTable = (emitter: Emitter, node: TableNode): Code => finished(emitTableSteps(emitter, node));

export function* emitTableSteps(emitter: Emitter, node: TableNode): Generator<void, Code> {
  const inputs = node.inputs.map((input) => ({
    slot: emitter.slotOf(input),
    value: emitter.emit(input.value),
    allowed: input.allowed ? emitter.emit(input.allowed) : null,
  }));
  const rows = yield* emitRows(emitter, node);
  const rules = yield* indexSteps(
    rows,
    inputs.map(({ slot }) => slot),
  );
  const decide = emitPolicy(emitter, node, rules);
  return (frame) => {
    for (let i = 0; i < inputs.length; i++) {
      const { slot, value, allowed } = inputs[i]!;
      frame.slots[slot] = value(frame);
      if (allowed && allowed(frame) !== true)
        return warn(frame.run, node.inputs[i]!.value, 'feel.input_not_allowed', { input: i + 1 });
    }
    return decide(frame);
  };
}

/** Cells that share a tree share what is made of it. */
function* emitRows(emitter: Emitter, node: TableNode): Generator<void, Row[]> {
  const cells = new Map<Node, { code: Code | null; shape: CellShape }>();
  const cellOf = (test: Node) => {
    let cell = cells.get(test);
    if (!cell) {
      const shape = shapeOf(test);
      cells.set(test, (cell = { code: shape.is === 'any' ? null : emitter.emit(test), shape }));
    }
    return cell;
  };
  const values = new Map<Node, Code>();
  const emitOnce = (output: Node) => {
    let code = values.get(output);
    if (!code) values.set(output, (code = emitter.emit(output)));
    return code;
  };
  const rows: Row[] = [];
  for (const [n, { tests, outputs }] of node.rules.entries()) {
    const own = tests.map(cellOf);
    rows.push({
      number: n,
      cells: own.map(({ code }) => code),
      shapes: own.map(({ shape }) => shape),
      value: emitOutputs(node, outputs.map(emitOnce)),
    });
    if (n % RULES_A_STEP === RULES_A_STEP - 1) yield;
  }
  return rows;
}

/** One output is a value of its own, several are a context. */
function emitOutputs({ outputs }: TableNode, codes: readonly Code[]): Code {
  const [only] = codes;
  if (outputs.length <= 1) return only ?? (() => null);
  const names = outputs.map(({ name }) => name);
  return (frame) => new Map(names.map((name, i) => [name, codes[i]?.(frame) ?? null]));
}

function emitPolicy(emitter: Emitter, node: TableNode, rules: Find): Code {
  const none = emitDefault(emitter, node);
  switch (node.hitPolicy) {
    case 'first':
      return (frame) => {
        for (const rule of rules(frame)) if (passes(rule, frame)) return rule.value(frame);
        return none(frame);
      };
    case 'unique':
      return (frame) => {
        let found: Candidate | null = null;
        for (const rule of rules(frame)) {
          if (!passes(rule, frame)) continue;
          if (found) return warn(frame.run, node, 'feel.several_rules');
          found = rule;
        }
        return found ? found.value(frame) : none(frame);
      };
    case 'any':
      return (frame) => {
        const [first, ...others] = valuesOf(rules(frame), frame);
        if (first === undefined) return none(frame);
        return others.every((other) => equal(first, other) === true)
          ? first
          : warn(frame.run, node, 'feel.several_rules');
      };
    case 'priority': {
      const sorted = emitOrder(emitter, node);
      return (frame) => sorted(valuesOf(rules(frame), frame), frame)[0] ?? none(frame);
    }
    case 'output order': {
      const sorted = emitOrder(emitter, node);
      return listed(none, (frame) => sorted(valuesOf(rules(frame), frame), frame));
    }
    case 'rule order':
      return listed(none, (frame) => valuesOf(rules(frame), frame));
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

const listed =
  (none: Code, values: (frame: Frame) => Val[]): Code =>
  (frame) => {
    const found = values(frame);
    return found.length === 0 ? none(frame) : found;
  };

function passes({ tests, number }: Candidate, frame: Frame): boolean {
  for (let i = 0; i < tests.length; i++) if (tests[i]!(frame) !== true) return false;
  frame.run.hits?.push(number);
  return true;
}

function valuesOf(rules: readonly Candidate[], frame: Frame): Val[] {
  const found: Val[] = [];
  for (const rule of rules) if (passes(rule, frame)) found.push(rule.value(frame));
  return found;
}

function emitDefault(emitter: Emitter, node: TableNode): Code {
  if (node.outputs.every(({ otherwise }) => !otherwise)) return () => null;
  return emitOutputs(
    node,
    node.outputs.map(({ otherwise }) => emitter.emit(otherwise ?? { kind: 'null', from: 0, to: 0 })),
  );
}

/** Sorts results by where they stand in the lists of output values, the first output first; rules of the same worth stay in order. */
function emitOrder(emitter: Emitter, { outputs }: TableNode): (found: Val[], frame: Frame) => Val[] {
  const lists = outputs.map(({ values }) => values.map(emitter.emit));
  return (found, frame) => {
    if (found.length < 2) return found;
    const worths = lists.map((values) => values.map((value) => value(frame)));
    const rank = (value: Val, output: number): number => {
      const part =
        outputs.length > 1 ? ((value as ReadonlyMap<string, Val>).get(outputs[output]!.name) ?? null) : value;
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
  sum: (values) =>
    values.reduce<Num | null>((total, value) => (total !== null && isNum(value) ? add(total, value) : null), 0),
  min: (values) => values.reduce((least, value) => chosen(least, value, -1)),
  max: (values) => values.reduce((greatest, value) => chosen(greatest, value, 1)),
};

function chosen(a: Val, b: Val, direction: 1 | -1): Val {
  const order = a === null || b === null ? null : compare(b, a);
  return order === null ? null : order * direction > 0 ? b : a;
}
