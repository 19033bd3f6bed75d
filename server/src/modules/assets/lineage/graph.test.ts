import { edgeKinds, type EdgeKind } from '@formwork/contract/assets/asset.ts';
import { describe, expect, test } from 'vitest';
import { buildGraph, pathBetween, walk, type Graph } from './graph.ts';

type Short = [from: number, fromColumn: number, to: number, toColumn: number, kind?: EdgeKind];

const drawn = (...edges: Short[]): Graph =>
  buildGraph(
    edges.map(([from, fromColumn, to, toColumn, kind = 'value']) => ({
      from,
      fromColumn,
      to,
      toColumn,
      kind: edgeKinds.indexOf(kind),
    })),
  );

function reached(graph: Graph, column: number, direction: 'up' | 'down' = 'down', from = 1): number[] {
  const start = graph.nodeOf.get(from)!;
  const { depths } = walk(graph, start, { direction, depth: 100, column, kinds: 0xff, most: 1_000 });
  depths.delete(start);
  return [...depths.keys()].map((node) => graph.ids[node]!).toSorted((a, b) => a - b);
}

describe('a walk', () => {
  test('from a column leaves out who takes others', () => {
    const graph = drawn([1, 0, 2, 0], [1, 5, 2, 1], [1, 0, 3, 0], [2, 0, 4, 0]);
    expect(reached(graph, 5)).toEqual([2, 3, 4]);
    // 2 says which columns it takes, 3 does not
    expect(reached(graph, 6)).toEqual([3]);
    expect(reached(graph, 0)).toEqual([2, 3, 4]);
  });

  test('from a column goes over what somebody drew by hand', () => {
    expect(reached(drawn([1, 0, 2, 0, 'manual'], [1, 5, 2, 1]), 6)).toEqual([2]);
  });

  test('up from a column meets what weighs on the whole', () => {
    const graph = drawn([2, 0, 1, 0], [2, 7, 1, 1], [3, 4, 1, 0, 'filter']);
    expect(reached(graph, 1, 'up')).toEqual([2, 3]);
    expect(reached(graph, 9, 'up')).toEqual([3]);
  });

  test('counts neighbours beyond, not edges', () => {
    const graph = drawn([1, 0, 2, 0], [2, 0, 3, 0], [2, 1, 3, 1], [2, 2, 3, 2], [2, 0, 4, 0]);
    const { more } = walk(graph, graph.nodeOf.get(1)!, {
      direction: 'down',
      depth: 1,
      column: 0,
      kinds: 0xff,
      most: 9,
    });
    expect([...more]).toEqual([[graph.nodeOf.get(2)!, 2]]);
  });
});

test('a way between columns leaves out whole edges where columns are told', () => {
  const graph = drawn([1, 0, 2, 0], [1, 5, 2, 1]);
  const at = (column: number) => ({ node: graph.nodeOf.get(1)!, column });
  const end = { node: graph.nodeOf.get(2)!, column: 0 };
  expect(pathBetween(graph, at(5), end)).toHaveLength(1);
  expect(pathBetween(graph, at(6), end)).toBeUndefined();
});
