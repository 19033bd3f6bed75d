import type { Node } from '../ast.ts';
import type { DecisionTable } from './decision-table.ts';
import { parse } from '../parse.ts';
import { common, domainOf, piecesReader, tell, type Domain, type Pieces, type Told } from './table-domain.ts';
import type { KnownNames } from '../tracker.ts';

/** What the rules of a table leave out and where they meet, as far as their cells are literals. */
export interface TableFindings {
  /** Values for which no rule applies, by column. */
  readonly gaps: readonly (readonly Told[])[];
  readonly overlaps: readonly { readonly rules: readonly [number, number]; readonly where: readonly Told[] }[];
  /** There is more than is told. */
  readonly gapsCut: boolean;
  readonly overlapsCut: boolean;
  /** Columns whose cells are of different types, by number. */
  readonly mixed: readonly number[];
  /** Rules whose cells could not be told without running them; gaps are looked for as if they applied nowhere else. */
  readonly unread: readonly number[];
}

const MOST_FINDINGS = 1_000;
/** Looks at single cells; a table that takes more is told in part. */
const MOST_WORK = 3_000_000;

interface Rule {
  readonly number: number;
  readonly columns: readonly Pieces[];
  /** The last column that it does not leave open; -1 where it applies to everything. */
  readonly last: number;
}

/** `types` only looks for columns of different types. */
export function checkDecisionTable(table: DecisionTable, names: KnownNames, what?: 'types'): TableFindings {
  const { domains, allowed, rules, unread } = read(table, names);
  const mixed = domains.flatMap(({ is }, i) => (is === 'mixed' ? [i] : []));
  if (what === 'types') return { gaps: [], overlaps: [], gapsCut: false, overlapsCut: false, mixed, unread };
  const gaps = findGaps(rules, domains, allowed, unread.length > 0);
  const overlaps = findOverlaps(rules, domains, allowed);
  return { gaps: gaps.found, gapsCut: gaps.cut, overlaps: overlaps.found, overlapsCut: overlaps.cut, mixed, unread };
}

function read(table: DecisionTable, names: KnownNames) {
  const nodes = new Map<string, Node>();
  const nodeOf = (text: string) => {
    let node = nodes.get(text);
    if (!node) nodes.set(text, (node = readCell(text, names)));
    return node;
  };
  const columns = table.inputs.map((input, i) => {
    const texts = new Set(table.rules.map(({ tests }) => (tests[i] ?? '').trim()));
    if (input.allowed) texts.add(input.allowed.trim());
    const domain = domainOf([...texts].map((text) => ({ text, node: nodeOf(text) })));
    const reader = piecesReader(domain);
    const pieces = new Map([...texts].map((text) => [text, reader(nodeOf(text))]));
    const all: Pieces = [[0, domain.size - 1]];
    return { domain, pieces, all, allowed: (input.allowed && pieces.get(input.allowed.trim())) || all };
  });
  const unread: number[] = [];
  const rules = table.rules.flatMap(({ tests }, number): Rule[] => {
    const own = columns.map(({ pieces }, i) => pieces.get((tests[i] ?? '').trim()) ?? null);
    if (own.includes(null)) {
      unread.push(number);
      return [];
    }
    const last = own.findLastIndex((pieces, i) => pieces !== null && !isWhole(pieces, columns[i]!.domain));
    return [{ number, columns: own as Pieces[], last }];
  });
  return {
    domains: columns.map(({ domain }) => domain),
    allowed: columns.map((column) => column.allowed),
    rules,
    unread,
  };
}

function readCell(text: string, names: KnownNames): Node {
  if (text === '' || text === '-') return { kind: 'tests', tests: [], not: false, from: 0, to: 0 };
  const { ast, problems } = parse(text, { names, top: 'tests' });
  return problems.length === 0 ? ast : { kind: 'missing', from: 0, to: text.length };
}

const isWhole = (pieces: Pieces, { size }: Domain): boolean =>
  pieces.length === 1 && pieces[0]![0] === 0 && pieces[0]![1] === size - 1;

class Enough extends Error {}

/** Column by column: where no rule is left, nothing applies whatever the columns behind say. */
function findGaps(
  rules: readonly Rule[],
  domains: readonly Domain[],
  allowed: readonly Pieces[],
  partly: boolean,
): { found: Told[][]; cut: boolean } {
  const found: Told[][] = [];
  let work = MOST_WORK;
  const way: Pieces[] = [];

  function look(left: readonly Rule[], column: number): void {
    if (left.length === 0) {
      if (found.length >= MOST_FINDINGS) throw new Enough();
      found.push(domains.map((domain, i) => tell(domain, way[i] ?? allowed[i]!)));
      return;
    }
    if (column === domains.length || left.some(({ last }) => last < column)) return;
    for (const [pieces, within] of cutBy(left, column, domains[column]!.size)) {
      if ((work -= within.length + 1) < 0) throw new Enough();
      const possible = common(pieces, allowed[column]!);
      if (possible.length === 0) continue;
      way[column] = possible;
      look(within, column + 1);
      way.length = column;
    }
  }

  try {
    // where some rules could not be read, nothing is sure to be left out
    if (!partly) look(rules, 0);
    return { found, cut: false };
  } catch (error) {
    if (error instanceof Enough) return { found, cut: true };
    throw error;
  }
}

/** The stretches of a column with the rules that accept them; those with the same rules are one. */
function* cutBy(rules: readonly Rule[], column: number, size: number): Generator<[Pieces, readonly Rule[]]> {
  const begins = new Map<number, Rule[]>();
  const ends = new Map<number, Rule[]>();
  const edges = new Set([0, size]);
  for (const rule of rules)
    for (const [first, last] of rule.columns[column]!) {
      put(begins, first, rule);
      put(ends, last + 1, rule);
      edges.add(first).add(last + 1);
    }
  const active = new Set<Rule>();
  const sorted = [...edges].toSorted((a, b) => a - b);
  const nowhere: [number, number][] = [];
  for (let i = 0; i < sorted.length - 1; i++) {
    const at = sorted[i]!;
    for (const rule of ends.get(at) ?? []) active.delete(rule);
    for (const rule of begins.get(at) ?? []) active.add(rule);
    const piece: [number, number] = [at, sorted[i + 1]! - 1];
    if (active.size === 0) nowhere.push(piece);
    else yield [[piece], [...active]];
  }
  if (nowhere.length > 0) yield [nowhere, []];
}

function put(map: Map<number, Rule[]>, at: number, rule: Rule): void {
  const list = map.get(at);
  if (list) list.push(rule);
  else map.set(at, [rule]);
}

interface Overlap {
  rules: readonly [number, number];
  where: Told[];
}

/** Along the column that tells most rules apart; those that meet there are held against each other in all others. */
function findOverlaps(
  rules: readonly Rule[],
  domains: readonly Domain[],
  allowed: readonly Pieces[],
): { found: Overlap[]; cut: boolean } {
  const found: Overlap[] = [];
  const seen = new Set<string>();
  const column = sharpest(rules, domains.length);
  const spans = rules
    .flatMap((rule) => (rule.columns[column] ?? [[0, 0]]).map(([first, last]) => ({ rule, first, last })))
    .toSorted((a, b) => a.first - b.first);
  let work = MOST_WORK;
  let active: typeof spans = [];
  for (const span of spans) {
    active = active.filter(({ last }) => last >= span.first);
    work -= active.length;
    if (work < 0) return { found, cut: true };
    for (const { rule } of active) {
      if (rule === span.rule) continue;
      const where = meeting(rule, span.rule, allowed);
      const numbers = [rule.number, span.rule.number].toSorted((a, b) => a - b) as [number, number];
      if (!where || seen.has(numbers.join())) continue;
      if (found.length >= MOST_FINDINGS) return { found, cut: true };
      seen.add(numbers.join());
      found.push({ rules: numbers, where: where.map((pieces, i) => tell(domains[i]!, pieces)) });
    }
    active.push(span);
  }
  return { found: found.toSorted((a, b) => a.rules[0] - b.rules[0] || a.rules[1] - b.rules[1]), cut: false };
}

function sharpest(rules: readonly Rule[], columns: number): number {
  let [best, most] = [0, -1];
  for (let column = 0; column < columns; column++) {
    const starts = new Set(rules.flatMap(({ columns: own }) => own[column]!.map(([first]) => first)));
    if (starts.size > most) [best, most] = [column, starts.size];
  }
  return best;
}

function meeting(a: Rule, b: Rule, allowed: readonly Pieces[]): Pieces[] | null {
  // told apart before anything is made
  for (let i = 0; i < a.columns.length; i++) if (!meet(a.columns[i]!, b.columns[i]!)) return null;
  const where = a.columns.map((pieces, i) => common(common(pieces, b.columns[i]!), allowed[i]!));
  return where.some((pieces) => pieces.length === 0) ? null : where;
}

function meet(a: Pieces, b: Pieces): boolean {
  for (const [first, last] of a) for (const [from, to] of b) if (first <= to && from <= last) return true;
  return false;
}
