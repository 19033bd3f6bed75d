import type { Num } from './number.ts';
import type { FeelType } from './types.ts';

/** Positions count UTF-16 units of the text, the end is behind the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface NameNode extends Span {
  readonly kind: 'name';
  /** Normalized: single spaces, also around signs. */
  readonly name: string;
}

export interface PathNode extends Span {
  readonly kind: 'path';
  readonly of: Node;
  readonly name: string;
  readonly nameSpan: Span;
}

export interface CallNode extends Span {
  readonly kind: 'call';
  readonly callee: Node;
  readonly args: readonly Argument[];
  /** Positional when false. */
  readonly named: boolean;
}

export interface Argument {
  readonly name?: string;
  readonly value: Node;
}

export interface Iterator {
  readonly name: string;
  readonly span: Span;
  readonly over: Node;
  /** Set in `for i in 1..10`. */
  readonly upTo?: Node;
}

export interface Entry {
  readonly key: string;
  readonly span: Span;
  readonly value: Node;
}

export interface Parameter {
  readonly name: string;
  readonly span: Span;
  readonly type?: FeelType;
}

export type HitPolicy = 'unique' | 'any' | 'priority' | 'first' | 'output order' | 'rule order' | 'collect';
export type Aggregation = 'sum' | 'min' | 'max' | 'count';

/** A decision table. Rules have one cell for each input and each output; `-` is a cell of tests without any. */
export interface TableNode extends Span {
  readonly kind: 'table';
  readonly hitPolicy: HitPolicy;
  /** Only with `collect`. */
  readonly aggregation?: Aggregation;
  readonly inputs: readonly TableInput[];
  readonly outputs: readonly TableOutput[];
  readonly rules: readonly TableRule[];
}

export interface TableInput {
  readonly value: Node;
  /** Tests of which one must pass; the table has no result otherwise. */
  readonly allowed?: Node;
}

export interface TableOutput {
  /** Several outputs are the entries of a context. */
  readonly name: string;
  /** Worth most first: what priority and output order go by. */
  readonly values: readonly Node[];
  readonly otherwise?: Node;
}

export interface TableRule {
  readonly tests: readonly Node[];
  readonly outputs: readonly Node[];
}

export type ArithmeticOp = '+' | '-' | '*' | '/' | '**';
export type CompareOp = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Node =
  | (Span & { readonly kind: 'number'; readonly value: Num })
  | (Span & { readonly kind: 'string'; readonly value: string })
  | (Span & { readonly kind: 'boolean'; readonly value: boolean })
  | (Span & { readonly kind: 'null' })
  /** `@"2026-01-31"` */
  | (Span & { readonly kind: 'at'; readonly text: string })
  /** `?`, the value that a unary test looks at. */
  | (Span & { readonly kind: 'input' })
  | NameNode
  | PathNode
  | CallNode
  | (Span & Boxed & { readonly kind: 'filter'; readonly of: Node; readonly by: Node })
  | (Span & { readonly kind: 'negate'; readonly value: Node })
  | (Span & { readonly kind: 'arithmetic'; readonly op: ArithmeticOp; readonly left: Node; readonly right: Node })
  | (Span & { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Node; readonly right: Node })
  | (Span & { readonly kind: 'and' | 'or'; readonly left: Node; readonly right: Node })
  | (Span & { readonly kind: 'between'; readonly value: Node; readonly low: Node; readonly high: Node })
  | (Span & { readonly kind: 'in'; readonly value: Node; readonly tests: readonly Node[] })
  /** `> 5` standing alone: a test in `in`, elsewhere a range open at one end. */
  | (Span & { readonly kind: 'test'; readonly op: CompareOp; readonly value: Node })
  | (Span & {
      readonly kind: 'range';
      readonly low: Node;
      readonly high: Node;
      readonly lowIn: boolean;
      readonly highIn: boolean;
    })
  | (Span & Boxed & { readonly kind: 'if'; readonly condition: Node; readonly then: Node; readonly otherwise: Node })
  | (Span & { readonly kind: 'for'; readonly iterators: readonly Iterator[]; readonly body: Node })
  | (Span &
      Boxed & {
        readonly kind: 'quantified';
        readonly every: boolean;
        readonly iterators: readonly Iterator[];
        readonly body: Node;
      })
  | (Span & { readonly kind: 'list'; readonly items: readonly Node[] })
  /** With a result, as boxed contexts have it, the entries are only names for what it is worked out from. */
  | (Span & { readonly kind: 'context'; readonly entries: readonly Entry[]; readonly result?: Node })
  | (Span & {
      readonly kind: 'function';
      readonly params: readonly Parameter[];
      readonly body: Node;
      readonly external: boolean;
    })
  | (Span & { readonly kind: 'instance'; readonly value: Node; readonly type: FeelType; readonly typeText: string })
  /** A unary test list: `-`, `1, > 5` or `not(...)`; no tests means that anything passes. */
  | (Span & { readonly kind: 'tests'; readonly tests: readonly Node[]; readonly not: boolean })
  /** A value that must be of a type, as variables of decision models declare it: coerced to it, or null. */
  | (Span & { readonly kind: 'typed'; readonly value: Node; readonly type: FeelType })
  | TableNode
  /** What the parser could not read; a problem names the place. */
  | (Span & { readonly kind: 'missing' });

/** Boxed conditions must be true or false; in texts anything else counts as not true. */
interface Boxed {
  readonly boxed?: boolean;
}

export type NodeOf<K extends Node['kind']> = Extract<Node, { kind: K }>;

/** The parts of a node in the order they stand in the text. */
export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'path':
      return [node.of];
    case 'call':
      return [node.callee, ...node.args.map((arg) => arg.value)];
    case 'filter':
      return [node.of, node.by];
    case 'negate':
    case 'test':
    case 'instance':
      return [node.value];
    case 'arithmetic':
    case 'compare':
    case 'and':
    case 'or':
      return [node.left, node.right];
    case 'between':
      return [node.value, node.low, node.high];
    case 'in':
      return [node.value, ...node.tests];
    case 'tests':
      return node.tests;
    case 'range':
      return [node.low, node.high];
    case 'if':
      return [node.condition, node.then, node.otherwise];
    case 'for':
    case 'quantified':
      return [...node.iterators.flatMap((it) => (it.upTo ? [it.over, it.upTo] : [it.over])), node.body];
    case 'list':
      return node.items;
    case 'context':
      return [...node.entries.map((entry) => entry.value), ...(node.result ? [node.result] : [])];
    case 'typed':
      return [node.value];
    case 'table':
      return partsOfTable(node);
    case 'function':
      return [node.body];
    default:
      return [];
  }
}

const partsOfTable = ({ inputs, outputs, rules }: TableNode): readonly Node[] => [
  ...inputs.flatMap(({ value, allowed }) => (allowed ? [value, allowed] : [value])),
  ...rules.flatMap(({ tests, outputs: results }) => [...tests, ...results]),
  ...outputs.flatMap(({ values, otherwise }) => (otherwise ? [...values, otherwise] : values)),
];
