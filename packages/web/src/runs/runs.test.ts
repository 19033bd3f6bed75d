import type { RunStep } from '@formwork/contract/runs/run.ts';
import { expect, it } from 'vitest';
import { runGraph } from './run-graph.ts';
import { timelineOf } from './timeline.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 8, 0, second)).toISOString();
const steps: RunStep[] = [
  { seq: 1, node: 'read', at: at(0), ms: 2_000 },
  { seq: 2, at: at(1), out: 'a line of the log' },
  { seq: 3, node: 'write', at: at(2), ms: 500, error: { code: 'x.y' } },
  { seq: 4, node: 'write', at: at(4), ms: 1_000, attempt: 2 },
];
const graph = {
  nodes: ['read', 'write', 'tell'].map((id) => ({ id, type: 'step', x: 0, y: 0, title: id })),
  edges: [
    { id: 'a', source: 'read', target: 'write' },
    { id: 'b', source: 'write', target: 'tell' },
  ],
};

it('places steps along the time from the first one', () => {
  const { lanes, spanMs } = timelineOf(steps);
  expect(spanMs).toBe(5_000);
  expect(lanes.map(({ node, bars }) => [node, bars.map((bar) => [bar.startMs, bar.endMs, bar.failed])])).toEqual([
    ['read', [[0, 2_000, false]]],
    [
      'write',
      [
        [2_000, 2_500, true],
        [4_000, 5_000, false],
      ],
    ],
  ]);
  expect(timelineOf([])).toEqual({ lanes: [], spanMs: 1 });
});

it('says on the picture what was passed, what failed last, and where a run stands', () => {
  const running = runGraph(graph, steps.slice(0, 3), 'running');
  expect(running.nodes.map(({ state, tone }) => [state, tone])).toEqual([
    ['completed', undefined],
    ['current', 'error'],
    ['pending', undefined],
  ]);
  const over = runGraph(graph, steps, 'finished');
  expect(over.nodes.map(({ state, badge }) => [state, badge])).toEqual([
    ['completed', undefined],
    ['completed', '×2'],
    ['pending', undefined],
  ]);
  expect(over.edges.map(({ state }) => state)).toEqual(['completed', 'pending']);
});
