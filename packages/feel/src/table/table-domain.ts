import type { Node } from '../ast.ts';
import { isNum, toDouble } from '../number.ts';
import { parseTemporal } from '../temporal.ts';

/**
 * The values of a column cut into the fewest pieces that no cell cuts further, numbered from 0: null, then false and true, or each text
 * and any other text, or the stretches and bounds of numbers and dates in their order.
 */
export type Domain =
  | { readonly is: 'boolean'; readonly size: 3 }
  | { readonly is: 'texts'; readonly texts: readonly string[]; readonly size: number }
  | { readonly is: 'order'; readonly bounds: readonly Bound[]; readonly size: number }
  /** No cell of the column says anything of values. */
  | { readonly is: 'open'; readonly size: 2 }
  /** Its cells are of different types. */
  | { readonly is: 'mixed'; readonly size: 2 };

export interface Bound {
  readonly at: number;
  /** As it stands in the table. */
  readonly text: string;
}

/** Pieces from one to another, both included. */
export type Pieces = readonly (readonly [first: number, last: number])[];

export interface ReadCell {
  readonly text: string;
  readonly node: Node;
}

export function domainOf(cells: readonly ReadCell[]): Domain {
  const texts = new Set<string>();
  const bounds = new Map<number, Bound>();
  const kinds = new Set<string>();
  const literal = (node: Node, text: string): void => {
    if (node.kind === 'string') texts.add(node.value);
    const at = orderOf(node);
    if (at && !bounds.has(at.value)) bounds.set(at.value, { at: at.value, text: text.slice(node.from, node.to) });
    const kind = at?.kind ?? (node.kind === 'string' || node.kind === 'boolean' ? node.kind : null);
    if (kind !== null) kinds.add(kind);
  };
  for (const { node, text } of cells)
    for (const test of node.kind === 'tests' ? node.tests : []) {
      if (test.kind === 'test') literal(test.value, text);
      else if (test.kind === 'range') {
        literal(test.low, text);
        literal(test.high, text);
      } else literal(test, text);
    }
  if (kinds.size > 1) return { is: 'mixed', size: 2 };
  if (kinds.has('boolean')) return { is: 'boolean', size: 3 };
  if (kinds.has('string')) return { is: 'texts', texts: [...texts], size: texts.size + 2 };
  if (kinds.size === 0) return { is: 'open', size: 2 };
  return { is: 'order', bounds: [...bounds.values()].toSorted((a, b) => a.at - b.at), size: 2 * bounds.size + 2 };
}

/** Numbers and dates have a place in an order; two in different kinds cannot be compared. */
function orderOf(node: Node): { kind: 'number' | 'date'; value: number } | null {
  if (node.kind === 'number') return { kind: 'number', value: isNum(node.value) ? toDouble(node.value) : 0 };
  if (node.kind === 'negate') {
    const inner = orderOf(node.value);
    return inner?.kind === 'number' ? { kind: 'number', value: -inner.value } : null;
  }
  const [argument] = node.kind === 'call' ? node.args : [];
  const text =
    node.kind === 'at'
      ? node.text
      : node.kind === 'call' && node.callee.kind === 'name' && node.callee.name === 'date' && node.args.length === 1
        ? argument?.value.kind === 'string'
          ? argument.value.value
          : null
        : null;
  const value = text === null ? null : parseTemporal(text);
  return value !== null && typeof value === 'object' && 't' in value && value.t === 'date'
    ? { kind: 'date', value: value.day }
    : null;
}

/** Finds the pieces that a cell accepts; null where that cannot be told without running it. */
export function piecesReader(domain: Domain): (cell: Node) => Pieces | null {
  const last = domain.size - 1;
  const all: Pieces = [[0, last]];
  const textAt = new Map(domain.is === 'texts' ? domain.texts.map((text, i) => [text, i + 1]) : []);
  const boundAt = new Map(domain.is === 'order' ? domain.bounds.map(({ at }, i) => [at, 2 * i + 2]) : []);
  const place = (node: Node) => boundAt.get(orderOf(node)?.value ?? Number.NaN);

  function ofTest(test: Node): Pieces | null {
    if (test.kind === 'null') return [[0, 0]];
    if (test.kind === 'string') return single(textAt.get(test.value));
    if (test.kind === 'boolean') return domain.is === 'boolean' ? single(test.value ? 2 : 1) : null;
    if (test.kind === 'range') {
      const [low, high] = [place(test.low), place(test.high)];
      if (low === undefined || high === undefined) return null;
      const [first, end] = [test.lowIn ? low : low + 1, test.highIn ? high : high - 1];
      return first > end ? [] : [[first, end]];
    }
    if (test.kind !== 'test') return single(place(test));
    const at = place(test.value);
    if (at === undefined || domain.is !== 'order') return null;
    if (test.op === '=') return [[at, at]];
    if (test.op === '!=') return null;
    if (test.op === '<' || test.op === '<=') return [[1, test.op === '<' ? at - 1 : at]];
    return [[test.op === '>' ? at + 1 : at, last]];
  }

  return (cell) => {
    if (cell.kind !== 'tests') return null;
    if (cell.tests.length === 0) return all;
    if (domain.is === 'mixed') return null;
    const found = cell.tests.map(ofTest);
    if (found.includes(null)) return null;
    const accepted = joined(found.flatMap((pieces) => pieces ?? []));
    // nobody knows whether what is empty lies within a range; it is no given number or text
    const unknown = cell.tests.some(({ kind }) => kind === 'range' || kind === 'test');
    return cell.not ? without(accepted, unknown ? 1 : 0, last) : accepted;
  };
}

const single = (at: number | undefined): Pieces | null => (at === undefined ? null : [[at, at]]);

function joined(pieces: Pieces): Pieces {
  const result: [number, number][] = [];
  for (const [first, last] of pieces.toSorted((a, b) => a[0] - b[0])) {
    const before = result.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

function without(pieces: Pieces, from: number, last: number): Pieces {
  const result: [number, number][] = [];
  let at = from;
  for (const [first, end] of pieces) {
    if (first > at) result.push([at, first - 1]);
    at = Math.max(at, end + 1);
  }
  if (at <= last) result.push([at, last]);
  return result;
}

export function common(a: Pieces, b: Pieces): Pieces {
  const result: [number, number][] = [];
  for (const [first, last] of a)
    for (const [from, to] of b) {
      const [low, high] = [Math.max(first, from), Math.min(last, to)];
      if (low <= high) result.push([low, high]);
    }
  return result;
}

/** Pieces as they are told to people: whether they hold what is empty, any other text, and the rest as FEEL. */
export interface Told {
  readonly any: boolean;
  readonly empty: boolean;
  readonly other: boolean;
  readonly text: string;
}

const MOST_TEXTS = 20;

export function tell(domain: Domain, pieces: Pieces): Told {
  const end = domain.size - 1;
  const has = (piece: number) => pieces.some(([first, last]) => first <= piece && piece <= last);
  const any = pieces.length === 1 && pieces[0]![0] === 0 && pieces[0]![1] === end;
  if (any) return { any, empty: false, other: false, text: '' };
  const told = { any, empty: has(0), other: (domain.is === 'texts' || domain.is === 'open') && has(end) };
  switch (domain.is) {
    case 'boolean':
      return { ...told, text: [has(1) ? 'false' : '', has(2) ? 'true' : ''].filter(Boolean).join(', ') };
    case 'texts': {
      const found = domain.texts.filter((_, i) => has(i + 1)).map((text) => JSON.stringify(text));
      return { ...told, text: (found.length > MOST_TEXTS ? [...found.slice(0, MOST_TEXTS), '…'] : found).join(', ') };
    }
    case 'order':
      return { ...told, text: pieces.flatMap(([first, last]) => stretchText(domain.bounds, first, last)).join(', ') };
    default:
      return { ...told, text: '' };
  }
}

/** Even pieces are bounds, odd ones lie between them. */
function stretchText(bounds: readonly Bound[], first: number, last: number): string[] {
  const from = Math.max(first, 1);
  if (from > last) return [];
  const textOf = (piece: number) => bounds[piece / 2 - 1]!.text;
  const [lowIn, highIn] = [from % 2 === 0, last % 2 === 0];
  const low = from === 1 ? null : textOf(lowIn ? from : from - 1);
  const high = last === 2 * bounds.length + 1 ? null : textOf(highIn ? last : last + 1);
  if (low === null && high === null) return ['!= null'];
  if (low === null) return [`${highIn ? '<=' : '<'} ${high}`];
  if (high === null) return [`${lowIn ? '>=' : '>'} ${low}`];
  return from === last && lowIn ? [low] : [`${lowIn ? '[' : '('}${low}..${high}${highIn ? ']' : ')'}`];
}
