import { z } from 'zod';

/** A step into a document: a property's name, or `#id` for the element of a list with that id. */
const Step = z
  .string()
  .max(200)
  .refine((step) => !['__proto__', 'constructor', 'prototype'].includes(step));
const Path = z.array(Step).max(50);
const Id = z.string().min(1).max(200);

/**
 * One change of a document. `at` leads to a property (`set`) or to a list of elements with ids; `after` is the element it comes
 * to stand behind, null for the first place. `was` is what stood there before, for whoever takes the change back.
 */
export const Op = z.discriminatedUnion('do', [
  z.object({ do: z.literal('set'), at: Path, value: z.unknown().optional(), was: z.unknown().optional() }),
  z.object({ do: z.literal('put'), at: Path, id: Id, after: Id.nullable(), value: z.unknown() }),
  z.object({ do: z.literal('take'), at: Path, id: Id, was: z.unknown().optional() }),
  z.object({ do: z.literal('move'), at: Path, id: Id, after: Id.nullable(), was: Id.nullable().optional() }),
]);
export type Op = z.infer<typeof Op>;

export interface Applied<Body> {
  body: Body;
  /** Operations that found no place, by their index: what they change is gone. */
  lost: number[];
}

export type Element = { id: string };
type Node = Record<string, unknown>;

/** The operations in their order. What is not touched stays the same object. */
export function apply<Body>(body: Body, ops: readonly Op[]): Applied<Body> {
  let at: unknown = body;
  const lost: number[] = [];
  for (const [index, op] of ops.entries()) {
    const next = change(at, op.at, (value) => carryOut(value, op));
    if (next === noPlace) lost.push(index);
    else at = next;
  }
  return { body: at as Body, lost };
}

/** What a path leads to; undefined where it leads nowhere. */
export function valueAt(body: unknown, path: readonly string[]): unknown {
  let at = body;
  for (const step of path) {
    if (Array.isArray(at)) at = step.startsWith('#') ? elementOf(at, step.slice(1)) : undefined;
    else at = isNode(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    if (at === undefined) return undefined;
  }
  return at;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list whose elements are told apart by their ids; an empty one may be. */
export function isElements(value: unknown): value is Element[] {
  if (!Array.isArray(value)) return false;
  const ids = new Set<unknown>(value.map((one: unknown) => (isNode(one) ? one.id : undefined)));
  return ids.size === value.length && [...ids].every((id) => typeof id === 'string' && id !== '');
}

const noPlace = Symbol('no place');
const removed = Symbol('removed');
type Change = (value: unknown) => unknown;

/** The document with what stands at the path changed; `noPlace` when the way does not lead there. */
function change(value: unknown, path: readonly string[], by: Change): unknown {
  const [step, ...rest] = path;
  if (step === undefined) {
    const next = by(value);
    return next === removed ? noPlace : next;
  }
  if (Array.isArray(value)) {
    const index = step.startsWith('#') ? value.findIndex((one) => idOf(one) === step.slice(1)) : -1;
    if (index < 0) return noPlace;
    const next = change(value[index], rest, by);
    return next === noPlace || next === removed ? noPlace : value.with(index, next);
  }
  if (!isNode(value)) return noPlace;
  const inside = Object.hasOwn(value, step) ? value[step] : undefined;
  const next = rest.length === 0 ? by(inside) : change(inside, rest, by);
  if (next === noPlace) return noPlace;
  if (next !== removed) return { ...value, [step]: next };
  const { [step]: _removed, ...others } = value;
  return others;
}

function carryOut(value: unknown, op: Op): unknown {
  if (op.do === 'set') return op.value === undefined ? removed : op.value;
  if (op.do === 'put' && idOf(op.value) !== op.id) return noPlace;
  if (op.do === 'put' && value === undefined) return [op.value];
  if (!isElements(value)) return noPlace;
  const others = value.filter(({ id }) => id !== op.id);
  const present = others.length < value.length;
  if (op.do === 'take') return present ? others : noPlace;
  if (op.do === 'move' && !present) return noPlace;
  const element = op.do === 'put' ? op.value : value.find(({ id }) => id === op.id);
  // behind one that is gone means at the end
  const behind = op.after === null ? 0 : others.findIndex(({ id }) => id === op.after) + 1 || others.length;
  return others.toSpliced(behind, 0, element as Element);
}

function elementOf(list: readonly unknown[], id: string): unknown {
  return list.find((one) => idOf(one) === id);
}

function idOf(value: unknown): unknown {
  return isNode(value) ? value.id : undefined;
}
