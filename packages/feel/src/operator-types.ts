import type { ArithmeticOp } from './ast.ts';
import {
  accepts,
  date,
  dateTime,
  daysDuration,
  eitherOf,
  type FeelType,
  monthsDuration,
  number,
  string,
  time,
} from './types.ts';

type Rule = readonly [left: FeelType, right: FeelType, result: FeelType];

const moves: readonly Rule[] = [
  [date, monthsDuration, date],
  [date, daysDuration, date],
  [dateTime, monthsDuration, dateTime],
  [dateTime, daysDuration, dateTime],
  [time, daysDuration, time],
  [daysDuration, daysDuration, daysDuration],
  [monthsDuration, monthsDuration, monthsDuration],
];

const rules: Readonly<Record<ArithmeticOp, readonly Rule[]>> = {
  '+': [
    [number, number, number],
    [string, string, string],
    ...moves,
    ...moves.slice(0, 5).map(([left, right, result]): Rule => [right, left, result]),
  ],
  '-': [
    [number, number, number],
    ...moves,
    [date, date, daysDuration],
    [dateTime, dateTime, daysDuration],
    [date, dateTime, daysDuration],
    [dateTime, date, daysDuration],
    [time, time, daysDuration],
  ],
  '*': [
    [number, number, number],
    [daysDuration, number, daysDuration],
    [number, daysDuration, daysDuration],
    [monthsDuration, number, monthsDuration],
    [number, monthsDuration, monthsDuration],
  ],
  '/': [
    [number, number, number],
    [daysDuration, number, daysDuration],
    [monthsDuration, number, monthsDuration],
    [daysDuration, daysDuration, number],
    [monthsDuration, monthsDuration, number],
  ],
  '**': [[number, number, number]],
};

/** The type of the result, or null when no value of these types could be operated on so. */
export function arithmeticType(op: ArithmeticOp, left: FeelType, right: FeelType): FeelType | null {
  const possible = rules[op].filter(
    ([a, b]) => left.kind !== 'list' && right.kind !== 'list' && accepts(a, left) && accepts(b, right),
  );
  return possible.length === 0 ? null : eitherOf(possible.map(([, , result]) => result));
}

const ordered = new Set(['number', 'string', 'date', 'time', 'dateTime', 'daysDuration', 'monthsDuration']);

/** Could values of these types stand on both sides of `<`, or of `=` when `order` is false? */
export function comparable(left: FeelType, right: FeelType, order: boolean): boolean {
  const unknown = [left, right].some(({ kind }) => kind === 'any' || kind === 'null');
  if (order && [left, right].some(({ kind }) => kind !== 'any' && kind !== 'null' && !ordered.has(kind))) return false;
  return unknown || (left.kind === right.kind && (left.kind !== 'list' || accepts(left, right)));
}
