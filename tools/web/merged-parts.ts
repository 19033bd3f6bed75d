/** Modules that the same pages use. */
export interface Part {
  modules: string[];
  /** Numbers of those that load it. */
  users: Set<number>;
  /** Of its code, as it was written. */
  size: number;
  /** The file of a page itself: nothing joins it. */
  fixed: boolean;
  needs: Set<Part>;
}

/** What a request is worth, in bytes of code as it was written: about eight kilobytes as they travel. */
const requestBytes = 40_000;

interface Pair {
  one: Part;
  other: Part;
  gain: number;
}

/**
 * Joins parts as long as the requests that are spared outweigh what is loaded without need, and as no circle arises. What a part needs counts with it: who
 * loads the one for a line in it loads all that the other stands on. `weights` says of each user how much it counts. Answers the parts that are no page's own.
 */
export function mergedParts(parts: readonly Part[], weights: readonly number[]): Part[] {
  const all = new Set(parts);
  const open = new Set(parts.filter(({ fixed }) => !fixed));
  let weighed = weighing(weights);
  const gaining = (one: Part, others: Iterable<Part>) =>
    [...others]
      .filter((other) => other !== one && [...one.users].some((user) => other.users.has(user)))
      .map((other) => ({ one, other, gain: weighed(one, other) }))
      .filter(({ gain }) => gain > 0);
  let pairs: Pair[] = [...open].flatMap((one, at) => gaining(one, [...open].slice(at + 1)));
  while (pairs.length > 0) {
    const best = pairs.reduce((most, pair) => (pair.gain > most.gain ? pair : most));
    const { one, other } = best;
    const gain = weighed(one, other);
    if (gain <= 0 || leadsTo(one, other) || leadsTo(other, one)) {
      pairs.splice(pairs.indexOf(best), 1);
      continue;
    }
    // others have been joined since it was weighed
    if (gain < best.gain) {
      best.gain = gain;
      continue;
    }
    join(one, other, all);
    open.delete(other);
    weighed = weighing(weights);
    pairs = [
      ...pairs.filter((pair) => ![pair.one, pair.other].some((part) => part === one || part === other)),
      ...gaining(one, open),
    ];
  }
  return [...open];
}

/** What joining two parts gains, as the parts are now. */
function weighing(weights: readonly number[]): (one: Part, other: Part) => number {
  const reached = new Map<Part, Part[]>();
  const costs = new Map<Part, Map<number, number>>();
  /** What a user of something else would load in addition with this part. */
  const costOf = (part: Part, user: number): number => {
    const known = costs.get(part) ?? new Map<number, number>();
    let cost = known.get(user);
    if (cost === undefined) {
      const parts = reached.get(part) ?? [...withNeeds(part)];
      reached.set(part, parts);
      cost = parts.reduce((sum, each) => (each.users.has(user) ? sum : sum + each.size), 0);
      costs.set(part, known.set(user, cost));
    }
    return cost;
  };
  return (one, other) => {
    let gain = 0;
    for (const user of one.users)
      gain += weights[user]! * (other.users.has(user) ? requestBytes : -costOf(other, user));
    for (const user of other.users) if (!one.users.has(user)) gain -= weights[user]! * costOf(one, user);
    return gain;
  };
}

function withNeeds(part: Part): Set<Part> {
  const seen = new Set([part]);
  for (const each of seen) for (const next of each.needs) seen.add(next);
  return seen;
}

/** Whether the one needs the other by way of a third. */
function leadsTo(one: Part, other: Part): boolean {
  const seen = new Set([...one.needs].filter((next) => next !== other));
  for (const part of seen) {
    if (part.needs.has(other)) return true;
    for (const next of part.needs) seen.add(next);
  }
  return false;
}

function join(one: Part, other: Part, all: Set<Part>): void {
  one.modules.push(...other.modules);
  one.size += other.size;
  for (const user of other.users) one.users.add(user);
  for (const need of other.needs) one.needs.add(need);
  all.delete(other);
  for (const part of all) if (part.needs.delete(other)) part.needs.add(one);
  one.needs.delete(one);
  // whoever loads it by now loads what it needs as well
  for (const part of withNeeds(one)) for (const user of one.users) part.users.add(user);
}
