import { availableParallelism } from 'node:os';
import { refuse, type AppError } from '../../../platform/errors.ts';

const secondsToWait = 5;

interface Waiting {
  begin: () => void;
  drop: (refusal: AppError) => void;
}

/**
 * Hashing takes a core and 19 MiB for a moment: of many at once a few run, the others wait here. Addresses take turns, and of one
 * address the newest goes first: whoever floods us waits behind those who come after, and behind everybody else.
 */
export function hashQueue({ atOnce, mostOfOne, most }: { atOnce: number; mostOfOne: number; most: number }) {
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  /** The newest of the address whose turn it is; the address goes to the end. */
  function next(): Waiting | undefined {
    const [from, line] = lines.entries().next().value ?? [];
    if (from === undefined || line === undefined) return undefined;
    const one = line.pop();
    lines.delete(from);
    if (line.length > 0) lines.set(from, line);
    waiting--;
    return one;
  }

  /** The place goes straight to whoever is next, unless more run than should. */
  function leave(): void {
    const one = running > atOnce ? undefined : next();
    if (one) one.begin();
    else running--;
  }

  function dropOldest(line: Waiting[]): void {
    waiting--;
    line.shift()?.drop(refuse('platform.too_many_requests', { secondsLeft: secondsToWait }));
  }

  function join(from: string, one: Waiting): void {
    const line = lines.get(from) ?? [];
    line.push(one);
    waiting++;
    lines.set(from, line);
    if (line.length > mostOfOne) dropOldest(line);
    else if (waiting > most)
      dropOldest([...lines.values()].reduce((longest, each) => (each.length > longest.length ? each : longest)));
    for (const [key, each] of lines) if (each.length === 0) lines.delete(key);
  }

  return {
    /** Runs the work when it is the turn of `from`; refuses it when too many wait. */
    async run<T>(from: string, work: () => Promise<T>): Promise<T> {
      if (running >= atOnce)
        await new Promise<void>((resolve, reject) => {
          join(from, { begin: resolve, drop: reject });
        });
      else running++;
      try {
        return await work();
      } finally {
        leave();
      }
    },
    /** Work that has passed its own limits, often with a transaction open: it does not wait behind strangers. */
    async runNow<T>(work: () => Promise<T>): Promise<T> {
      running++;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** One core is left for everything else, and a thread of Node's four for files and names. */
export const hashing = hashQueue({
  atOnce: Math.min(Math.max(availableParallelism() - 1, 1), 3),
  mostOfOne: 200,
  most: 1_000,
});
