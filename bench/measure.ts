import { writeFileSync } from 'node:fs';
import { connections } from './load.ts';

/** One figure of a benchmark; `peers` did the same work in the same run. */
export interface Figure {
  name: string;
  unit: string;
  ours: number;
  /** What the machine does at best, measured in the same run; or the most that is allowed. */
  limit?: number;
  peers?: Record<string, number>;
  better: 'higher' | 'lower';
}

/** What the machine does without a server: `work` on as many lanes as there are connections, for so many seconds. */
export async function rawRatePerSecond(seconds: number, work: (lane: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      while (performance.now() < until) {
        await work(lane);
        done++;
      }
    }),
  );
  return done / ((performance.now() - began) / 1_000);
}

export function print(figures: Figure[]): void {
  for (const { name, unit, ours, limit, peers = {}, better } of figures) {
    const ratio = (other: number) => `${round(better === 'higher' ? ours / other : other / ours)}x`;
    const beside = Object.entries(peers).map(([peer, value]) => `${peer} ${round(value)} (${ratio(value)})`);
    const share = limit === undefined ? [] : [`limit ${round(limit)} (${Math.round((100 * ours) / limit)} %)`];
    console.log([`${name}: ${round(ours)} ${unit}`, ...share, ...beside].join(' | '));
  }
}

export function save(file: string, figures: Figure[]): void {
  writeFileSync(
    file,
    `${JSON.stringify(
      figures.map((figure) => ({ ...figure, ours: round(figure.ours) })),
      null,
      2,
    )}\n`,
  );
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function round(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
