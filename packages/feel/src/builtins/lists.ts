import { add, divide, isNum, multiply, squareRoot, subtract, truncated, type Num } from '../number.ts';
import { compare, equal } from '../operate.ts';
import { counted } from '../empties.ts';
import { spend, type Run } from '../run.ts';
import { fault, isList, kindName, type Fault, type Func, type List, type Val } from '../values.ts';
import { type Definition, fn } from './builtin.ts';

/** Signatures of functions that take a list or its elements one by one. */
const spread = (item: string, result: string): readonly string[] => [
  `(list: list<${item}>) -> ${result}`,
  `(n: ${item}...) -> ${result}`,
];

export const isNull = (value: Val): boolean => value === null;

function fold(list: List, start: Num, by: (a: Num, b: Num) => Num | null): Num | Fault {
  let total = start;
  for (const item of list) {
    if (item === null) return fault('feel.empty_in_list');
    const next = by(total, item as Num);
    if (next === null) return fault('feel.number_out_of_range');
    total = next;
  }
  return total;
}

/** Empty lists have no sum in the standard. */
export const sumOf = (list: List): Val | Fault => (list.length === 0 ? null : fold(list, 0, add));

export function meanOf(list: List): Val | Fault {
  const total = sumOf(list);
  return total === null || (typeof total === 'object' && 't' in total && total.t === 'fault')
    ? total
    : divide(total as Num, list.length);
}

export function medianOf(list: List): Val | Fault {
  if (list.length === 0) return null;
  if (list.some(isNull)) return fault('feel.empty_in_list');
  const sorted = [...list].sort((a, b) => compare(a, b)!) as Num[];
  const middle = sorted.length >> 1;
  if (sorted.length % 2) return sorted[middle]!;
  const two = add(sorted[middle - 1]!, sorted[middle]!);
  return two === null ? fault('feel.number_out_of_range') : divide(two, 2);
}

/** The least or the greatest; null when one of them cannot be compared with the others. */
export function extreme(list: List, direction: 1 | -1): Val | Fault {
  let best: Val = null;
  for (const [i, item] of list.entries()) {
    if (item === null) return fault('feel.empty_in_list');
    const order = i === 0 ? direction : compare(item, best);
    if (order === null || (i === 0 && compare(item, item) === null))
      return fault('feel.not_comparable', { left: kindName(item), right: kindName(best) });
    if (order * direction > 0) best = item;
  }
  return best;
}

function stddev(list: List): Val | Fault {
  if (list.length < 2 || list.some(isNull)) return list.length < 2 ? null : fault('feel.empty_in_list');
  const mean = meanOf(list);
  if (!isNum(mean)) return mean;
  let squares: Num = 0;
  for (const item of list as readonly Num[]) {
    const apart = subtract(item, mean);
    const square = apart === null ? null : multiply(apart, apart);
    const next: Num | null = square === null ? null : add(squares, square);
    if (next === null) return fault('feel.number_out_of_range');
    squares = next;
  }
  return squareRoot(divide(squares, list.length - 1)!);
}

function every(list: List, deciding: boolean): Val {
  let unknown = false;
  for (const item of list) {
    if (item === deciding) return deciding;
    if (typeof item !== 'boolean') unknown = true;
  }
  return unknown ? null : !deciding;
}

export function distinct(list: List, run: Run): List {
  const found: Val[] = [];
  const primitives = new Set<Val>();
  for (const item of list) {
    if (item === null || typeof item !== 'object') {
      if (primitives.has(item)) continue;
      primitives.add(item);
    } else {
      spend(run, found.length);
      if (found.some((other) => equal(other, item) === true)) continue;
    }
    found.push(item);
  }
  return found;
}

function flatten(list: List): Val[] {
  const flat: Val[] = [];
  for (const item of list) {
    if (isList(item)) for (const inner of flatten(item)) flat.push(inner);
    else flat.push(item);
  }
  return flat;
}

function sortedBy(list: List, precedes: Func | undefined, run: Run): Val | Fault {
  spend(run, list.length * (Math.ceil(Math.log2(list.length + 1)) + 1));
  if (precedes)
    return [...list].sort((a, b) => (precedes.call([a, b]) === true ? -1 : precedes.call([b, a]) === true ? 1 : 0));
  let mixed: Fault | null = null;
  const result = [...list].sort((a, b) => {
    const order = a === null || b === null ? (a === b ? 0 : a === null ? 1 : -1) : compare(a, b);
    if (order === null) mixed = fault('feel.not_comparable', { left: kindName(a), right: kindName(b) });
    return order ?? 0;
  });
  return mixed ?? result;
}

/** A position counts from 1, or from the end with -1; null when it is outside of 1 to `count`. */
function position(at: Num, count: number): number | null {
  const n = truncated(at);
  const index = n === null ? null : n > 0 ? n - 1 : n < 0 ? count + n : null;
  return index !== null && index >= 0 && index < count ? index : null;
}

const noPosition = (at: Num): Fault => fault('feel.no_such_position', { position: truncated(at) ?? 0 });

function sublist(list: List, start: Num, length?: Num): Val | Fault {
  const from = position(start, list.length);
  const count = length === undefined ? list.length : truncated(length);
  return from === null || count === null || count < 0 ? noPosition(start) : list.slice(from, from + count);
}

function replaced(list: List, match: Num | Func, item: Val): Val | Fault {
  if (isNum(match)) {
    const index = position(match, list.length);
    return index === null ? noPosition(match) : list.with(index, item);
  }
  if (match.params.length !== 2)
    return fault('feel.wrong_argument_count', { function: 'match', given: 2, expected: match.params.length });
  const decisions = list.map((old) => match.call([old, item]));
  const undecided = decisions.find((decision) => typeof decision !== 'boolean');
  return undecided === undefined
    ? list.map((old, i) => (decisions[i] ? item : old))
    : fault('feel.not_a_condition', { type: kindName(undecided) });
}

function modes(list: List): Val {
  const counts: { value: Num; count: number }[] = [];
  for (const value of [...list].sort((a, b) => compare(a, b) ?? 0) as Num[]) {
    const last = counts.at(-1);
    if (last && compare(last.value, value) === 0) last.count++;
    else counts.push({ value, count: 1 });
  }
  const most = counts.reduce((max, { count }) => Math.max(max, count), 0);
  return counts.filter(({ count }) => count === most).map(({ value }) => value);
}

export const lists: Readonly<Record<string, Definition>> = {
  'list contains': fn<[List, Val]>('(list: list<T>, element: T) -> boolean', (_, list, element) =>
    list.some((item) => equal(item, element) === true),
  ),
  count: fn<[List]>(['(list: list<Any>) -> number', '(c: Any...) -> number'], (_, list) => list.length),
  min: fn<[List]>(spread('T', 'T'), (run, list) => extreme(counted(list, run.empties), -1)),
  max: fn<[List]>(spread('T', 'T'), (run, list) => extreme(counted(list, run.empties), 1)),
  sum: fn<[List]>(spread('number', 'number'), (run, list) =>
    run.empties ? fold(counted(list, run.empties), 0, add) : sumOf(list),
  ),
  product: fn<[List]>(spread('number', 'number'), (_, list) => (list.length === 0 ? null : fold(list, 1, multiply))),
  mean: fn<[List]>(spread('number', 'number'), (run, list) => meanOf(counted(list, run.empties))),
  median: fn<[List]>(spread('number', 'number'), (run, list) => medianOf(counted(list, run.empties))),
  stddev: fn<[List]>(spread('number', 'number'), (run, list) => stddev(counted(list, run.empties))),
  mode: fn<[List]>(spread('number', 'list<number>'), (_, list) =>
    list.some(isNull) ? fault('feel.empty_in_list') : modes(list),
  ),
  all: fn<[List]>(['(list: list<Any>) -> boolean', '(b: Any...) -> boolean'], (_, list) => every(list, false)),
  any: fn<[List]>(['(list: list<Any>) -> boolean', '(b: Any...) -> boolean'], (_, list) => every(list, true)),
  sublist: fn<[List, Num, Num?]>(
    '(list: list<T>, start position: number, length?: number) -> list<T>',
    (_, list, start, length) => sublist(list, start, length),
  ),
  append: fn<[List, List]>('(list: list<T>, item: T...) -> list<T>', (_, list, items) => [...list, ...items]),
  concatenate: fn<[readonly List[]]>('(list: list<T>...) -> list<T>', (_, all) => all.flat(1)),
  'insert before': fn<[List, Num, Val]>(
    '(list: list<T>, position: number, newItem: T) -> list<T>',
    (_, list, at, item) => {
      const index = position(at, list.length);
      return index === null ? noPosition(at) : [...list.slice(0, index), item, ...list.slice(index)];
    },
  ),
  remove: fn<[List, Num]>('(list: list<T>, position: number) -> list<T>', (_, list, at) => {
    const index = position(at, list.length);
    return index === null ? noPosition(at) : [...list.slice(0, index), ...list.slice(index + 1)];
  }),
  'list replace': fn<[List, Num | Func, Val]>(
    [
      '(list: list<T>, position: number, newItem: T) -> list<T>',
      '(list: list<T>, match: function, newItem: T) -> list<T>',
    ],
    (_, list, match, item) => replaced(list, match, item),
  ),
  reverse: fn<[List]>('(list: list<T>) -> list<T>', (_, list) => [...list].reverse()),
  'index of': fn<[List, Val]>('(list: list<T>, match: T) -> list<number>', (_, list, match) =>
    list.flatMap((item, i) => (equal(item, match) === true ? [i + 1] : [])),
  ),
  union: fn<[readonly List[]]>('(list: list<T>...) -> list<T>', (run, all) => distinct(all.flat(1), run)),
  'distinct values': fn<[List]>('(list: list<T>) -> list<T>', (run, list) => distinct(list, run)),
  flatten: fn<[List]>('(list: list<Any>) -> list<Any>', (_, list) => flatten(list)),
  sort: fn<[List, Func?]>(
    ['(list: list<T>) -> list<T>', '(list: list<T>, precedes: function) -> list<T>'],
    (run, list, precedes) => sortedBy(list, precedes, run),
  ),
};
