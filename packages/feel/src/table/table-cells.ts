import type { Node } from '../ast.ts';
import { isNum, type Num, toDouble } from '../number.ts';
import type { Val } from '../values.ts';

/** What a cell of tests asks for, as far as it can be told without running it. */
export type CellShape =
  /** Anything passes. */
  | { readonly is: 'any' }
  /** One of some texts, truth values or whole numbers. */
  | { readonly is: 'keys'; readonly keys: readonly Key[] }
  /** A number between these; the ends are so wide that no passing number is left out. */
  | { readonly is: 'between'; readonly low: number; readonly high: number }
  | { readonly is: 'other' };

export type Key = string | number | boolean;

const anything: CellShape = { is: 'any' };
const other: CellShape = { is: 'other' };

export function shapeOf(cell: Node): CellShape {
  if (cell.kind !== 'tests' || cell.not) return other;
  if (cell.tests.length === 0) return anything;
  const keys = cell.tests.map(keyOf);
  if (!keys.includes(null)) return { is: 'keys', keys: keys as Key[] };
  let [low, high] = [Infinity, -Infinity];
  for (const test of cell.tests) {
    const span = spanOf(test);
    if (!span) return other;
    low = Math.min(low, span[0]);
    high = Math.max(high, span[1]);
  }
  return { is: 'between', low, high };
}

function keyOf(test: Node): Key | null {
  switch (test.kind) {
    case 'string':
    case 'boolean':
      return test.value;
    case 'number':
      return typeof test.value === 'number' ? test.value : null;
    default:
      return null;
  }
}

/** From where to where a test on numbers reaches; null for other tests. */
function spanOf(test: Node): readonly [low: number, high: number] | null {
  if (test.kind === 'number') return [lowOf(test.value), highOf(test.value)];
  if (test.kind === 'range') {
    const [low, high] = [numberIn(test.low), numberIn(test.high)];
    return low === null || high === null ? null : [lowOf(low), highOf(high)];
  }
  if (test.kind !== 'test' || test.op === '!=') return null;
  const bound = numberIn(test.value);
  if (bound === null) return null;
  const below = test.op === '<' || test.op === '<=';
  return [below ? -Infinity : lowOf(bound), test.op === '>' || test.op === '>=' ? Infinity : highOf(bound)];
}

function numberIn(node: Node): Num | null {
  if (node.kind === 'number') return node.value;
  const inner = node.kind === 'negate' && node.value.kind === 'number' ? node.value.value : null;
  return typeof inner === 'number' ? -inner : null;
}

const lowOf = (value: Num): number => (typeof value === 'number' ? value : widened(toDouble(value), -1));
const highOf = (value: Num): number => (typeof value === 'number' ? value : widened(toDouble(value), 1));

/** A double beside a decimal that it may not hold exactly. */
const widened = (value: number, towards: 1 | -1): number =>
  value + towards * (Math.abs(value) * Number.EPSILON + Number.MIN_VALUE);

/** A value as a double, to look a number up by; undefined for what is no number. */
export function lookUp(value: Val): number | undefined {
  if (typeof value === 'number') return value;
  if (!isNum(value)) return undefined;
  // both parts are exact, so the quotient is the nearest double
  return value.t === 'small' ? value.n / 10 ** value.scale : toDouble(value);
}
