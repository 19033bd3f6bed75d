import { diff, same } from './diff.ts';
import { apply, isElements, valueAt, type Op } from './ops.ts';

/** What both sides changed, each to something else. An absent value is undefined. */
export interface MergeConflict {
  at: string[];
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge<Body> {
  conflicts: MergeConflict[];
  /** How many places the other side changed and this one did not. */
  taken: number;
  /** How many places this side changed: they stay. */
  kept: number;
  /** The document with these conflicts, by `placeOf`, decided for the other side; for all others this side stays. */
  decided(forTheirs: ReadonlySet<string>): Body;
}

/** A three-way merge by property and by the ids of elements: what one side alone changed is taken, the rest is asked. */
export function merge<Body>(base: unknown, mine: Body, theirs: unknown): Merge<Body> {
  const own = diff(base, mine);
  const others = diff(base, theirs);
  const free: Op[] = [];
  const asked = new Map<string, MergeConflict>();
  for (const op of others) {
    const rival = own.find((one) => meets(one, op));
    if (!rival) {
      free.push(op);
      continue;
    }
    const [left, right] = [placeFor(rival), placeFor(op)];
    const at = left.length <= right.length ? left : right;
    const conflict = { at, base: valueAt(base, at), mine: valueAt(mine, at), theirs: valueAt(theirs, at) };
    if (same(conflict.mine, conflict.theirs) && rival.do === op.do) continue;
    asked.set(placeOf(at), conflict);
  }
  const conflicts = [...asked.values()].filter(
    ({ at }) => !at.some((_, length) => length < at.length && asked.has(placeOf(at.slice(0, length)))),
  );
  return {
    conflicts,
    taken: free.length,
    kept: own.length,
    decided(forTheirs) {
      // operations inside of a place that is asked for belong to it
      const outside = free.filter(
        (op) => !conflicts.some(({ at }) => leadsInto(at, placeFor(op)) && forTheirs.has(placeOf(at))),
      );
      let body: unknown = apply(mine, outside).body;
      for (const { at, theirs: value } of conflicts)
        if (forTheirs.has(placeOf(at))) body = withValue(body, at, value, theirs);
      return body as Body;
    },
  };
}

/** A place as a key. */
export function placeOf(at: readonly string[]): string {
  return JSON.stringify(at);
}

function placeFor(op: Op): string[] {
  return op.do === 'set' ? op.at : [...op.at, `#${op.id}`];
}

/** Where an element stands and what it says are two things. */
function meets(one: Op, other: Op): boolean {
  if (one.do === 'move' || other.do === 'move') {
    const [move, op] = one.do === 'move' ? [one, other] : [other, one];
    if (op.do === 'set') return leadsInto(op.at, placeFor(move));
    return op.do !== 'put' && placeOf(placeFor(move)) === placeOf(placeFor(op)) && !same(one, other);
  }
  const [left, right] = [placeFor(one), placeFor(other)];
  return leadsInto(left, right) || leadsInto(right, left);
}

function leadsInto(outer: readonly string[], inner: readonly string[]): boolean {
  return outer.length <= inner.length && outer.every((step, index) => step === inner[index]);
}

/** The value of the other side at a place: a property, or an element that it has, lost or moved. */
function withValue(body: unknown, at: readonly string[], value: unknown, theirs: unknown): unknown {
  const last = at.at(-1);
  if (last === undefined) return value;
  const list = at.slice(0, -1);
  const siblings = valueAt(theirs, list);
  if (!last.startsWith('#') || !isElements(siblings ?? []))
    return apply(body, [{ do: 'set', at: [...at], value }]).body;
  const id = last.slice(1);
  if (value === undefined) return apply(body, [{ do: 'take', at: list, id }]).body;
  const index = isElements(siblings) ? siblings.findIndex((one) => one.id === id) : -1;
  const after = index > 0 ? (siblings as { id: string }[])[index - 1]!.id : null;
  return apply(body, [{ do: 'put', at: list, id, after, value }]).body;
}
