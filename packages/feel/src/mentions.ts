import { childrenOf, type Node } from './ast.ts';
import { parse } from './parse.ts';

/** A text in quotes, with the names that stand in the comparison, test or call around it: what it is held against. */
export interface QuotedWord {
  readonly value: string;
  /** Its place, quotes included. */
  readonly from: number;
  readonly to: number;
  readonly beside: ReadonlySet<string>;
}

export interface Mentions {
  /** Every name and every member, wherever it stands; without types a member is not told from a field of the same name. */
  readonly names: ReadonlySet<string>;
  readonly words: readonly QuotedWord[];
}

/** What a text speaks of. It need not be right: of one that names what is gone the rest is still read. */
export function mentionsIn(text: string): Mentions {
  const names = new Set<string>();
  const words: QuotedWord[] = [];
  if (text.trim() !== '') visit(parse(text).ast, new Set(), names, words);
  return { names, words };
}

/** The text with `to` in place of `from` wherever that is held against the field. */
export function withWord(text: string, field: string, from: string, to: string): string {
  return replaced(text, to, ({ value, beside }) => value === from && beside.has(field));
}

/** The same of words that are held against nothing: what an expression answers. */
export function withPlainWord(text: string, from: string, to: string): string {
  return replaced(text, to, ({ value, beside }) => value === from && beside.size === 0);
}

function replaced(text: string, to: string, of: (word: QuotedWord) => boolean): string {
  const places = mentionsIn(text)
    .words.filter(of)
    .sort((a, b) => b.from - a.from);
  return places.reduce((now, place) => now.slice(0, place.from) + JSON.stringify(to) + now.slice(place.to), text);
}

/** Nodes that hold values against each other: a text belongs to the names of the innermost of them that has any. */
const holding: ReadonlySet<Node['kind']> = new Set(['compare', 'in', 'between', 'call', 'for', 'quantified', 'filter']);

function visit(node: Node, beside: ReadonlySet<string>, names: Set<string>, words: QuotedWord[]): void {
  if (node.kind === 'name') names.add(node.name);
  if (node.kind === 'path') names.add(node.name);
  if (node.kind === 'string') words.push({ value: node.value, from: node.from, to: node.to, beside });
  const own = holding.has(node.kind) ? namesWithin(node) : undefined;
  const around = own?.size ? own : node.kind === 'if' || node.kind === 'and' || node.kind === 'or' ? none : beside;
  for (const child of partsOf(node)) visit(child, around, names, words);
}

const none: ReadonlySet<string> = new Set();

/** Names of functions that are called are no names of values. */
function partsOf(node: Node): readonly Node[] {
  return node.kind === 'call' && node.callee.kind === 'name' ? node.args.map(({ value }) => value) : childrenOf(node);
}

function namesWithin(node: Node): Set<string> {
  const found = new Set<string>();
  const collect = (one: Node): void => {
    if (one.kind === 'name' || one.kind === 'path') found.add(one.name);
    partsOf(one).forEach(collect);
  };
  collect(node);
  return found;
}
