import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds of processor time that this process and all it has started have taken, those that have ended included. Only Linux tells. */
export function processorSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(pid));
  const ours = new Set([process.pid]);
  for (let before = 0; before < ours.size;) {
    before = ours.size;
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
  }
  return processes.filter(({ pid }) => ours.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

function statOf(pid: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // behind the name, which may hold anything
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15);
    return [{ pid: Number(pid), parent: fields[1]!, ticks: user! + system! + childrenUser! + childrenSystem! }];
  } catch {
    // it has ended meanwhile
    return [];
  }
}
