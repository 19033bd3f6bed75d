import { childrenOf, type CompareOp, type Node } from '../ast.ts';
import type { Emitter } from './emit.ts';
import type { Num } from '../number.ts';
import { compare, equal, orders, within } from '../operate.ts';
import type { Code } from '../run.ts';
import { isList, kindOf, type Range, type Val } from '../values.ts';

/** Does the value in the slot pass the test? */
export function emitTest({ emit }: Emitter, test: Node, slot: number): Code {
  const constant = constantTest(test);
  if (constant) return (frame) => constant(frame.slots[slot]!);
  if (test.kind === 'test') {
    const value = emit(test.value);
    const { op } = test;
    return (frame) => decide(op, frame.slots[slot]!, value(frame));
  }
  const value = emit(test);
  const own = mentionsInput(test);
  return (frame) => {
    const given = value(frame);
    return own && typeof given === 'boolean' ? given : matches(frame.slots[slot]!, given);
  };
}

type Test = (value: Val) => boolean | null;

/** Tests against literals, the cells of most decision tables, know their answer for numbers and texts at once. */
function constantTest(test: Node): Test | null {
  switch (test.kind) {
    case 'string':
    case 'boolean': {
      const wanted = test.value;
      return (value) => (typeof value === typeof wanted ? value === wanted : matches(value, wanted));
    }
    case 'number': {
      const wanted = test.value;
      return (value) =>
        typeof value === 'number' && typeof wanted === 'number' ? value === wanted : matches(value, wanted);
    }
    case 'test':
      return test.value.kind === 'number' && typeof test.value.value === 'number'
        ? boundTest(test.op, test.value.value)
        : null;
    case 'range':
      return test.low.kind === 'number' && test.high.kind === 'number'
        ? rangeTest(test.low.value, test.high.value, test.lowIn, test.highIn)
        : null;
    default:
      return null;
  }
}

function boundTest(op: CompareOp, bound: number): Test {
  switch (op) {
    case '<':
      return (value) => (typeof value === 'number' ? value < bound : decide(op, value, bound));
    case '<=':
      return (value) => (typeof value === 'number' ? value <= bound : decide(op, value, bound));
    case '>':
      return (value) => (typeof value === 'number' ? value > bound : decide(op, value, bound));
    case '>=':
      return (value) => (typeof value === 'number' ? value >= bound : decide(op, value, bound));
    default:
      return (value) => decide(op, value, bound);
  }
}

function rangeTest(low: Num, high: Num, lowIn: boolean, highIn: boolean): Test | null {
  const order = compare(low, high);
  if (order === null || order > 0) return null;
  const range: Range = { t: 'range', low, high, lowIn, highIn };
  if (typeof low !== 'number' || typeof high !== 'number') return (value) => matches(value, range);
  return (value) =>
    typeof value === 'number'
      ? (lowIn ? value >= low : value > low) && (highIn ? value <= high : value < high)
      : matches(value, range);
}

function decide(op: CompareOp, a: Val, b: Val): boolean | null {
  if (op === '=' || op === '!=') {
    const same = equal(a, b);
    return same === null ? null : same === (op === '=');
  }
  const order = compare(a, b);
  return order === null ? null : orders[op](order);
}

/** Equal to it, inside of it, or one of its elements. */
function matches(value: Val, test: Val): boolean | null {
  if (isList(test)) {
    if (isList(value) && equal(value, test) === true) return true;
    return test.some((item) => matches(value, item) === true);
  }
  return kindOf(test) === 'range' ? within(value, test as Range) : equal(value, test);
}

/** A test that looks at `?` itself decides by its own truth. */
const mentionsInput = (node: Node): boolean => node.kind === 'input' || childrenOf(node).some(mentionsInput);
