import { emptyFlow, settleFlow, type EtlFlow } from '@formwork/contract/etl/flow.ts';
import { emptyTask, settleTask, type EtlTask } from '@formwork/contract/etl/task.ts';
import { clipOf, readClip, type CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import { expect, test } from 'vitest';
import { flowGraph, withFlowGraph } from '../flows/graph.tsx';
import { graphOf, withGraph } from './graph.ts';
import { newNode } from './node-kinds.tsx';

const t = (key: string) => key;

/** The graph with all of it pasted once more. */
function pasted<D, E>(graph: CanvasGraph<D, E>): CanvasGraph<D, E> {
  const clip = clipOf(graph, new Set(graph.nodes.map(({ id }) => id)), 'kind')!;
  const part = readClip(clip, 'kind', () => true) as CanvasGraph<D, E>;
  return { nodes: [...graph.nodes, ...part.nodes], edges: [...graph.edges, ...part.edges] };
}

const ends = (edges: readonly { source: string; target: string }[]) =>
  edges.map(({ source, target }) => [source, target]);

test('what is pasted into a task has ways of its own', () => {
  const task: EtlTask = {
    ...emptyTask(),
    nodes: [
      { ...newNode('branch'), id: 'a' },
      { ...newNode('sample'), id: 'b' },
    ],
    edges: [{ id: 'e', source: 'a', target: 'b', port: 'no', other: false }],
  };
  const next = settleTask(withGraph(task, pasted(graphOf(task, new Map(), t))));
  const [a, b, c, d] = next.nodes.map(({ id }) => id);
  expect(ends(next.edges)).toEqual([
    [a, b],
    [c, d],
  ]);
  expect(next.edges.map(({ port }) => port)).toEqual(['no', 'no']);
});

test('what is pasted into a flow of tasks has ways of its own', () => {
  const node = { title: '', x: 0, y: 0 };
  const flow: EtlFlow = {
    ...emptyFlow(),
    nodes: [
      { ...node, id: 'a', kind: 'task', task: null, retries: 0, timeout: null },
      { ...node, id: 'b', kind: 'message', people: [], text: '', ways: ['message'] },
    ],
    edges: [{ id: 'e', source: 'a', target: 'b', when: 'failure' }],
  };
  const next = settleFlow(withFlowGraph(flow, pasted(flowGraph(flow, t))));
  const [a, b, c, d] = next.nodes.map(({ id }) => id);
  expect(ends(next.edges)).toEqual([
    [a, b],
    [c, d],
  ]);
  expect(next.edges.map(({ when }) => when)).toEqual(['failure', 'failure']);
});
