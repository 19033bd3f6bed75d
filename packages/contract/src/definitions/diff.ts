import { isElements, isNode, valueAt, type Element, type Op } from './ops.ts';

/** The operations that make `after` of `before`: lists by the ids of their elements, everything else by property. */
export function diff(before: unknown, after: unknown): Op[] {
  const ops: Op[] = [];
  compare(before, after, [], ops);
  return ops;
}

/** Whether what an operation takes back is still as it was left: what somebody else changed since stays. */
export function stillHolds(body: unknown, op: Op): boolean {
  const value = valueAt(body, op.at);
  if (op.do === 'set') return same(value, op.was);
  if (!isElements(value)) return op.do === 'put' && value === undefined;
  const index = value.findIndex(({ id }) => id === op.id);
  if (op.do === 'put') return index < 0;
  if (index < 0) return false;
  return op.do === 'take' ? same(value[index], op.was) : (value[index - 1]?.id ?? null) === (op.was ?? null);
}

/** Equal as JSON, whatever the order of properties; one that is undefined is not there. */
export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => same(value, right[index]));
  if (!isNode(left) || !isNode(right)) return false;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => same(left[key], right[key]));
}

function compare(before: unknown, after: unknown, at: string[], ops: Op[]): void {
  if (before === after) return;
  if (isElements(before) && isElements(after) && before.length + after.length > 0)
    return compareElements(before, after, at, ops);
  if (isNode(before) && isNode(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[key], after[key], [...at, key], ops);
    return;
  }
  if (same(before, after)) return;
  ops.push({
    do: 'set',
    at,
    ...(after !== undefined && { value: after }),
    ...(before !== undefined && { was: before }),
  });
}

function compareElements(before: readonly Element[], after: readonly Element[], at: string[], ops: Op[]): void {
  const old = new Map(before.map((element, index) => [element.id, { element, index }]));
  const kept = new Set(after.map(({ id }) => id));
  for (const element of before) if (!kept.has(element.id)) ops.push({ do: 'take', at, id: element.id, was: element });
  const unmoved = longestInOrder(after.flatMap(({ id }) => old.get(id)?.index ?? []));
  // in their order, so that what one comes to stand behind is in its place
  for (const [index, element] of after.entries()) {
    const known = old.get(element.id);
    const place = after[index - 1]?.id ?? null;
    if (!known) ops.push({ do: 'put', at, id: element.id, after: place, value: element });
    else if (!unmoved.has(known.index))
      ops.push({ do: 'move', at, id: element.id, after: place, was: before[known.index - 1]?.id ?? null });
  }
  for (const element of after) {
    const known = old.get(element.id);
    if (known) compare(known.element, element, [...at, `#${element.id}`], ops);
  }
}

/** The longest part of the numbers that ascends: those elements need not be moved. */
function longestInOrder(numbers: readonly number[]): Set<number> {
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const number of numbers) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < number) low = middle + 1;
      else high = middle;
    }
    before.set(number, ends[low - 1]);
    ends[low] = number;
  }
  const found = new Set<number>();
  for (let at = ends.at(-1); at !== undefined; at = before.get(at)) found.add(at);
  return found;
}
