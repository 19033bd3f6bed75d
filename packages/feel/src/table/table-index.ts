import type { Code, Frame } from '../run.ts';
import { finished } from '../steps.ts';
import { lookUp, type CellShape, type Key } from './table-cells.ts';
import type { Val } from '../values.ts';

/** A rule with a cell for every column; null accepts anything. */
export interface Row {
  readonly number: number;
  readonly cells: readonly (Code | null)[];
  readonly shapes: readonly CellShape[];
  readonly value: Code;
}

/** A rule that may apply, with the cells that still have to be asked. */
export interface Candidate {
  readonly number: number;
  readonly tests: readonly Code[];
  readonly value: Code;
}

export type Find = (frame: Frame) => readonly Candidate[];

/**
 * Finds the rules that may apply by the columns that tell them apart best, one after the other. An index only narrows: what it leaves is
 * still asked cell by cell, except where it stands for the cell exactly. Parts below the first column are made when they are first asked
 * for, so that a table of ten thousand rules costs little before it is used.
 */
export function* indexSteps(rows: readonly Row[], slots: readonly number[]): Generator<void, Find> {
  return yield* build(rows, slots, []);
}

const FEW_ROWS = 6;
/** Looking through so many takes a millisecond. */
const MANY_ROWS = 1_000;
/** How often a rule may stand in an index, on the average. */
const MOST_COPIES = 4;
const MOST_BUCKETS = 4_096;
/** An index that leaves more of its rules than this is not worth making. */
const WORTH_IT = 0.7;

/** `exact`: columns whose cells need not be asked any more; `spent`: those that tell these rules no further apart. */
function* build(
  rows: readonly Row[],
  slots: readonly number[],
  exact: readonly number[],
  spent: readonly number[] = exact,
): Generator<void, Find> {
  if (rows.length <= FEW_ROWS) return leaf(rows, exact);
  let best: Split | null = null;
  for (let column = 0; column < slots.length; column++) {
    const split = spent.includes(column) ? null : (splitByKeys(rows, column) ?? (yield* splitByNumbers(rows, column)));
    if (split && split.left < (best?.left ?? rows.length * WORTH_IT)) best = split;
    if (rows.length > MANY_ROWS) yield;
  }
  return best ? best.find(rows, slots, exact, spent) : leaf(rows, exact);
}

function leaf(rows: readonly Row[], exact: readonly number[]): Find {
  const candidates = rows.map(({ cells, value, number }): Candidate => ({
    number,
    tests: cells.filter((cell, i): cell is Code => cell !== null && !exact.includes(i)),
    value,
  }));
  return () => candidates;
}

interface Split {
  /** Rules that are left on the average. */
  readonly left: number;
  find(rows: readonly Row[], slots: readonly number[], exact: readonly number[], spent: readonly number[]): Find;
}

/** A part of the rules, indexed when it is first asked for. */
function part(
  rows: readonly Row[],
  slots: readonly number[],
  exact: readonly number[],
  spent: readonly number[],
): Find {
  let find: Find | undefined;
  return (frame) => (find ??= finished(build(rows, slots, exact, spent)))(frame);
}

/** By a column of literals: a look into a map stands for its cells. */
function splitByKeys(rows: readonly Row[], column: number): Split | null {
  let entries = 0;
  let open = 0;
  const distinct = new Set<Key>();
  for (const { shapes } of rows) {
    const shape = shapes[column]!;
    if (shape.is === 'any') open++;
    else if (shape.is === 'keys') {
      entries += shape.keys.length;
      for (const key of shape.keys) distinct.add(key);
    } else return null;
  }
  const all = entries + open * distinct.size;
  if (distinct.size < 2 || all > rows.length * MOST_COPIES) return null;
  return { left: all / distinct.size, find: (...args) => findByKeys(column, ...args) };
}

function findByKeys(
  column: number,
  rows: readonly Row[],
  slots: readonly number[],
  exact: readonly number[],
  spent: readonly number[],
): Find {
  const groups = new Map<Key, Row[]>();
  const rest: Row[] = [];
  for (const row of rows) {
    const shape = row.shapes[column]!;
    if (shape.is !== 'keys') {
      // a rule for any value stands behind those before it in every group
      for (const group of groups.values()) group.push(row);
      rest.push(row);
    } else
      for (const key of new Set(shape.keys)) {
        const group = groups.get(key);
        if (group) group.push(row);
        else groups.set(key, [...rest, row]);
      }
  }
  const [known, used] = [
    [...exact, column],
    [...spent, column],
  ];
  const byKey = new Map([...groups].map(([key, group]) => [key, part(group, slots, known, used)]));
  const others = part(rest, slots, known, used);
  const all = leaf(rows, exact);
  const slot = slots[column]!;
  return (frame) => {
    const value = frame.slots[slot] as Val;
    // a list may hold one of the keys
    return Array.isArray(value) ? all(frame) : (byKey.get(value as Key) ?? others)(frame);
  };
}

/** By a column of numbers and ranges, cut into stretches; its cells are asked all the same. */
function* splitByNumbers(rows: readonly Row[], column: number): Generator<void, Split | null> {
  const ends = new Set<number>();
  let told = 0;
  for (const { shapes } of rows) {
    const span = spanOf(shapes[column]!);
    if (!span) continue;
    told++;
    if (span[0] !== -Infinity) ends.add(span[0]);
    if (span[1] !== Infinity) ends.add(span[1]);
  }
  if (told < FEW_ROWS || ends.size < 2) return null;
  const sorted = Float64Array.from(ends).sort();
  for (let most = Math.min(sorted.length, MOST_BUCKETS); most >= 2; most = Math.floor(most / 4)) {
    if (rows.length > MANY_ROWS) yield;
    const bounds = thinned(sorted, most);
    let entries = 0;
    for (const { shapes } of rows) {
      const [first, last] = stretch(bounds, shapes[column]!);
      entries += last - first + 1;
    }
    if (entries <= rows.length * MOST_COPIES)
      return { left: entries / (bounds.length + 1), find: (...args) => findByNumbers(column, bounds, ...args) };
  }
  return null;
}

const spanOf = (shape: CellShape): readonly [number, number] | null => {
  if (shape.is === 'between') return [shape.low, shape.high];
  if (shape.is !== 'keys') return null;
  const numbers = shape.keys.filter((key) => typeof key === 'number');
  return numbers.length === shape.keys.length ? [Math.min(...numbers), Math.max(...numbers)] : null;
};

function thinned(sorted: Float64Array, most: number): Float64Array {
  if (sorted.length <= most) return sorted;
  return Float64Array.from({ length: most }, (_, i) => sorted[Math.floor((i * sorted.length) / most)]!);
}

/** The stretches that a cell reaches into; stretch n ends before bound n. */
function stretch(bounds: Float64Array, shape: CellShape): readonly [first: number, last: number] {
  const span = spanOf(shape);
  return span ? [place(bounds, span[0]), place(bounds, span[1])] : [0, bounds.length];
}

/** How many bounds are not above a number. */
function place(bounds: Float64Array, value: number): number {
  let [from, to] = [0, bounds.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bounds[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

function findByNumbers(
  column: number,
  bounds: Float64Array,
  rows: readonly Row[],
  slots: readonly number[],
  exact: readonly number[],
  spent: readonly number[],
): Find {
  const groups: Row[][] = Array.from({ length: bounds.length + 1 }, () => []);
  const rest: Row[] = [];
  for (const row of rows) {
    const shape = row.shapes[column]!;
    const [first, last] = stretch(bounds, shape);
    for (let n = first; n <= last; n++) groups[n]!.push(row);
    if (!spanOf(shape)) rest.push(row);
  }
  const used = [...spent, column];
  // a stretch with nearly all rules is cut no further by the same column
  const parts = groups.map((group) => part(group, slots, exact, group.length > rows.length / 2 ? used : spent));
  const empty = part(rest, slots, exact, used);
  const all = leaf(rows, exact);
  const slot = slots[column]!;
  return (frame) => {
    const value = frame.slots[slot] as Val;
    const number = lookUp(value);
    if (number !== undefined) return parts[place(bounds, number)]!(frame);
    return value === null ? empty(frame) : all(frame);
  };
}
