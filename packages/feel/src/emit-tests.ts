import { childrenOf, type CompareOp, type Node } from './ast.ts';
import type { Emitter } from './emit.ts';
import { compare, equal, orders, within } from './operate.ts';
import type { Code } from './run.ts';
import { isList, kindOf, type Range, type Val } from './values.ts';

/** Does the value in the slot pass the test? */
export function emitTest({ emit }: Emitter, test: Node, slot: number): Code {
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
