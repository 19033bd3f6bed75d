import type { CompareOp, Node } from './ast.ts';
import { parseNumber } from './number.ts';

/**
 * Reads what most cells of decision tables are: a text, a number, a truth value, a bound or a range of numbers. Everything else, and
 * whatever is wrong with a cell, is left to the grammar. quick-tests.test.ts holds both against each other.
 */
export function readTestsQuickly(text: string): Node | undefined {
  const one = textCell(text) ?? boundCell(text) ?? rangeCell(text) ?? booleanCell(text);
  return one && { kind: 'tests', tests: [one], not: false, from: 0, to: text.length };
}

// no escapes, and nothing that the grammar reads in a way of its own
const plainText = /^"[^"\\\u0000-\u001f\u0085\u2028\u2029]*"$/;
const bound = /^(<=|>=|<|>)?( *)(-?\d+(?:\.\d+)?)$/;
const range = /^([[(])(-?\d+(?:\.\d+)?)(\.\.)(-?\d+(?:\.\d+)?)([\])])$/;

const textCell = (text: string): Node | undefined =>
  plainText.test(text) ? { kind: 'string', value: text.slice(1, -1), from: 0, to: text.length } : undefined;

function boundCell(text: string): Node | undefined {
  const [, op, spaces = '', digits = ''] = bound.exec(text) ?? [];
  const value = digits === '' ? undefined : numberAt(digits, text.length - digits.length);
  if (!value || (op === undefined && spaces !== '')) return undefined;
  return op === undefined ? value : { kind: 'test', op: op as CompareOp, value, from: 0, to: text.length };
}

function rangeCell(text: string): Node | undefined {
  const [, opening, low, dots, high, closing] = range.exec(text) ?? [];
  if (low === undefined || high === undefined || dots === undefined) return undefined;
  const [from, to] = [numberAt(low, 1), numberAt(high, 1 + low.length + dots.length)];
  if (!from || !to) return undefined;
  return {
    kind: 'range',
    low: from,
    high: to,
    lowIn: opening === '[',
    highIn: closing === ']',
    from: 0,
    to: text.length,
  };
}

const booleanCell = (text: string): Node | undefined =>
  text === 'true' || text === 'false'
    ? { kind: 'boolean', value: text === 'true', from: 0, to: text.length }
    : undefined;

function numberAt(digits: string, from: number): Node | undefined {
  const value = parseNumber(digits);
  return value === null ? undefined : { kind: 'number', value, from, to: from + digits.length };
}
