import { readdirSync, readFileSync } from 'node:fs';

/** What a process and those that it started hold together, databases left out; `end` answers how much more that was than before. */
export function watchTree(pid: number): { end(): number } {
  const before = held(pid);
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, held(pid))), 200);
  return {
    end() {
      clearInterval(looking);
      return most - before;
    },
  };
}

function held(root: number): number {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (/^Name:\s+postgres/m.test(status)) continue;
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]));
      sizes.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024);
    } catch {
      // it ended meanwhile
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid)!));
  return [...sizes].reduce((sum, [pid, size]) => (isBelow(pid) ? sum + size : sum), 0);
}
