import type { Builtin } from './builtins/builtin.ts';
import { standardBuiltins, excelBuiltins, findBuiltin } from './builtins/table.ts';
import { contextOf, type ContextType, fieldKey, type FeelType, plainName } from './types.ts';

/** The name under which the value of a unary test is known. */
export const TESTED = '?';

/** Where the value of a name comes from. */
export type Binding =
  /** A value from outside; `owner` is the type of all inputs together. */
  | { readonly from: 'input'; readonly owner: ContextType; readonly key: string; readonly type: FeelType }
  | { readonly from: 'local'; readonly slot: number; readonly type: FeelType }
  /** A field of the element that a filter looks at, as `qty` in `items[qty > 3]`. */
  | {
      readonly from: 'member';
      readonly slot: number;
      readonly owner: ContextType;
      readonly key: string;
      readonly type: FeelType;
    }
  /** Perhaps a field of an element of unknown type; known only when it runs. */
  | {
      readonly from: 'perhaps';
      readonly slot: number;
      readonly name: string;
      readonly otherwise: Binding | null;
      readonly type: FeelType;
    }
  | { readonly from: 'builtin'; readonly builtin: Builtin; readonly type: FeelType };

export interface Scope {
  readonly outer: Scope | null;
  readonly names: ReadonlyMap<string, { readonly slot: number; readonly type: FeelType }>;
  /** The element of a filter, whose fields are names. */
  readonly item?: { readonly slot: number; readonly type: FeelType };
}

export interface InputSlot {
  readonly key: string;
  readonly slot: number;
  readonly type: FeelType;
}

/** Gives every name and every local variable its place in the slot array. */
export interface Slots {
  take(): number;
  /** Notes that the inputs behind a binding are read. */
  use(binding: Binding): void;
  readonly inputs: readonly InputSlot[];
  readonly size: () => number;
}

export function newSlots(): Slots {
  const inputs: InputSlot[] = [];
  const known = new Set<string>();
  let next = 0;
  const take = () => next++;
  return {
    inputs,
    size: () => next,
    take,
    use(binding) {
      if (binding.from === 'perhaps' && binding.otherwise) this.use(binding.otherwise);
      if (binding.from !== 'input' || known.has(binding.key)) return;
      known.add(binding.key);
      inputs.push({ key: binding.key, slot: take(), type: binding.type });
    },
  };
}

const roots = new WeakMap<object, ContextType>();

/** One context type for a set of inputs, so that lookups by name are prepared once. */
export function rootType(types: Readonly<Record<string, FeelType>>): ContextType {
  let root = roots.get(types);
  if (!root) roots.set(types, (root = contextOf(types)));
  return root;
}

/** The innermost meaning of a name: locals and fields of elements first, then inputs, then functions. */
export function resolve(name: string, scope: Scope | null, root: ContextType): Binding | null {
  for (let at = scope; at; at = at.outer) {
    const local = at.names.get(name);
    const own: Binding | null = local ? { from: 'local', ...local } : null;
    if (at.item) {
      // an element's own field comes even before `item`
      const { slot, type } = at.item;
      const key = type.kind === 'context' ? fieldKey(type, name) : undefined;
      if (type.kind === 'context' && key !== undefined)
        return { from: 'member', slot, owner: type, key, type: type.fields[key]! };
      if (type.kind === 'any' || (type.kind === 'context' && type.open)) {
        return { from: 'perhaps', slot, name, otherwise: own ?? resolve(name, at.outer, root), type: { kind: 'any' } };
      }
    }
    if (own) return own;
  }
  const key = fieldKey(root, name);
  if (key !== undefined) return { from: 'input', owner: root, key, type: root.fields[key]! };
  const builtin = findBuiltin(name);
  return builtin ? { from: 'builtin', builtin, type: { kind: 'function', params: [], result: { kind: 'any' } } } : null;
}

/** Every name that could be written here. */
export function visibleNames(scope: Scope | null, root: ContextType): string[] {
  const names = new Set<string>();
  for (let at = scope; at; at = at.outer) {
    for (const name of at.names.keys()) names.add(name);
    if (at.item?.type.kind === 'context') for (const key of Object.keys(at.item.type.fields)) names.add(plainName(key));
  }
  for (const key of Object.keys(root.fields)) names.add(plainName(key));
  return [...names];
}

export const functionNames = (): readonly string[] => [...standardBuiltins.keys(), ...excelBuiltins.keys()];

/** The nearest of some names to one that was probably mistyped, rather one in the same case; nothing when none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const wanted = name.toLowerCase();
  // a Chinese word has two characters, and one of them says enough
  const most = /^\p{Script=Han}{2,5}$/u.test(name) ? 1 : Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let least = most + 0.5;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const apart = distance(wanted, candidate.toLowerCase()) + (isUpper(candidate) === isUpper(name) ? 0 : 0.25);
    if (apart < least) [best, least] = [candidate, apart];
  }
  return best;
}

const isUpper = (name: string): boolean => name === name.toUpperCase();

/** Edits from one to the other; two letters in the wrong order are one. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
