import { bodiesOf, type Statement } from '@formwork/contract/rules/rule.ts';

/**
 * Gives statements that were read from a text the ids of those they come from, and answers which id became which: those that say the
 * same in the same order first, then those of the same kind between them, then those that were moved elsewhere.
 */
export function keepIds(before: readonly Statement[], after: readonly Statement[]): Map<string, string> {
  const ids = new Map<string, string>();
  const used = new Set<string>();
  const pair = (old: Statement, made: Statement): void => {
    used.add(old.id);
    ids.set(made.id, old.id);
    made.id = old.id;
  };
  const left: { old: Statement[]; made: Statement[] } = { old: [], made: [] };
  pairBodies(before, after, pair, left);
  for (const made of left.made) {
    const old = left.old.find((one) => !used.has(one.id) && content(one) === content(made));
    if (old) {
      pair(old, made);
      continue;
    }
    // a new statement must not bear the name of one that is gone
    let id = made.id;
    while (used.has(id) || left.old.some((one) => one.id === id)) id = `${id}x`;
    used.add(id);
    ids.set(made.id, id);
    made.id = id;
  }
  return ids;
}

type Pair = (old: Statement, made: Statement) => void;

function pairBodies(
  before: readonly Statement[],
  after: readonly Statement[],
  pair: Pair,
  left: { old: Statement[]; made: Statement[] },
): void {
  let [i, j] = [0, 0];
  const matches = [...common(before, after), [before.length, after.length] as const];
  for (const [x, y] of matches) {
    pairBetween(before.slice(i, x), after.slice(j, y), pair, left);
    if (x < before.length) pairWhole(before[x]!, after[y]!, pair, left);
    [i, j] = [x + 1, y + 1];
  }
}

function pairBetween(
  before: readonly Statement[],
  after: readonly Statement[],
  pair: Pair,
  left: { old: Statement[]; made: Statement[] },
): void {
  const rest = [...before];
  for (const made of after) {
    const at = rest.findIndex(({ kind }) => kind === made.kind);
    if (at >= 0) {
      left.old.push(...rest.splice(0, at).flatMap(whole));
      pairWhole(rest.shift()!, made, pair, left);
    } else left.made.push(...whole(made));
  }
  left.old.push(...rest.flatMap(whole));
}

function pairWhole(old: Statement, made: Statement, pair: Pair, left: { old: Statement[]; made: Statement[] }): void {
  const [was, is] = [bodiesOf(old), bodiesOf(made)];
  pair(old, made);
  for (let i = 0; i < Math.max(was.length, is.length); i++) pairBodies(was[i] ?? [], is[i] ?? [], pair, left);
}

const whole = (statement: Statement): Statement[] => [statement, ...bodiesOf(statement).flat().flatMap(whole)];

/** The longest common run of statements that say the same. */
function common(before: readonly Statement[], after: readonly Statement[]): (readonly [number, number])[] {
  const [a, b] = [before.map(content), after.map(content)];
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i++;
    else j++;
  }
  return pairs;
}

/** What a statement says, without ids, whatever order its parts were put in. */
function content(statement: Statement): string {
  return JSON.stringify(statement, (key, value: unknown) => {
    if (key === 'id') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
