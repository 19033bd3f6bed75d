import type { Node } from './ast.ts';
import type { Checked } from './check.ts';
import { emitAll } from './emit/emit.ts';
import { OutOfBudget, type Code, type Run } from './run.ts';
import type { InputSlot } from './scope.ts';
import type { Val } from './values.ts';

/** A checked tree, ready to run. */
export interface Program {
  readonly code: Code;
  readonly inputs: readonly InputSlot[];
  readonly slots: number;
  /** How much text it came from, to say where it ended when it worked too long. */
  readonly length: number;
}

export const emitProgram = (ast: Node, checked: Checked): Program => ({
  code: emitAll(ast, checked),
  inputs: checked.inputs,
  slots: checked.slots,
  length: ast.to,
});

/** Runs to the end, or to null when the steps of the run are used up. */
export const execute = (program: Program, run: Run, valueOf: (input: InputSlot) => Val): Val =>
  withinBudget(run, program.length, () => executePart(program, run, valueOf));

/** A part of a greater run, which alone may end it. */
export function executePart({ code, inputs, slots }: Program, run: Run, valueOf: (input: InputSlot) => Val): Val {
  const values = new Array<Val>(slots).fill(null);
  for (const input of inputs) values[input.slot] = valueOf(input);
  return code({ slots: values, run });
}

export function withinBudget(run: Run, length: number, work: () => Val): Val {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OutOfBudget) && !beyondEngine(error)) throw error;
    run.warnings.push({ from: 0, to: length, code: 'feel.too_much_work' });
    return null;
  }
}

/** A text, a number or a nesting that the engine of JavaScript itself refuses. */
const beyondEngine = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|string length|array length|BigInt size/i.test(error.message);
