import type { RunStep } from '@formwork/contract/runs/run.ts';

/** One pass of a node, placed in time. */
export interface Bar {
  seq: number;
  startMs: number;
  endMs: number;
  failed: boolean;
  attempt: number;
}

export interface Lane {
  node: string;
  bars: Bar[];
}

export interface Timeline {
  /** In the order in which nodes were first reached. */
  lanes: Lane[];
  /** From the first step on. */
  spanMs: number;
}

/** Steps by their nodes along the time the run took; lines of a log have none and are left out. */
export function timelineOf(steps: readonly RunStep[]): Timeline {
  const timed = steps.filter(({ node }) => node !== undefined);
  const first = Math.min(...timed.map(({ at }) => Date.parse(at)));
  const lanes = new Map<string, Lane>();
  let spanMs = 1;
  for (const { seq, node, at, ms = 0, error, attempt = 1 } of timed) {
    const lane = lanes.get(node!) ?? { node: node!, bars: [] };
    lanes.set(node!, lane);
    const startMs = Date.parse(at) - first;
    const endMs = startMs + ms;
    spanMs = Math.max(spanMs, endMs);
    lane.bars.push({ seq, startMs, endMs, failed: error !== undefined, attempt });
  }
  return { lanes: [...lanes.values()], spanMs };
}
