import { describe, expect, test } from 'vitest';
import {
  besideOthers,
  canJoin,
  clipOf,
  insertedAfter,
  insertedOnEdge,
  readClip,
  wayBetween,
  withMoves,
  withoutItems,
  type CanvasGraph,
} from './graph.ts';
import { keptRoutes, routesOf } from './drawing.ts';
import { laidOut } from './layout.ts';
import { boxOf, distanceToRoute, pathOf, routeEdge } from './route.ts';

const graph: CanvasGraph = {
  nodes: [
    { id: 'a', type: 'start', x: 0, y: 0, title: 'A' },
    { id: 'b', type: 'approve', x: 0, y: 120, title: 'B' },
    { id: 'c', type: 'end', x: 0, y: 240, title: 'C' },
  ],
  edges: [
    { id: 'ab', source: 'a', target: 'b', label: 'x > 1' },
    { id: 'bc', source: 'b', target: 'c' },
  ],
};
const fresh = { id: 'n', type: 'cc', x: 9, y: 9, title: 'N' };

describe('graph', () => {
  test('a removed node takes its edges with it', () => {
    expect(withoutItems(graph, new Set(['b']))).toEqual({ nodes: [graph.nodes[0], graph.nodes[2]], edges: [] });
  });
  test('two chosen nodes are joined from the first, or as they may be', () => {
    const may = ({ source, target }: { source: string; target: string }) => canJoin(graph, source, target);
    expect(wayBetween(graph, ['c', 'bc', 'a'], may)).toEqual({ source: 'c', target: 'a' });
    expect(wayBetween(graph, ['a', 'b'], may)).toEqual({ source: 'b', target: 'a' });
    expect(wayBetween(graph, ['a'], may)).toBeUndefined();
    expect(wayBetween(graph, ['a', 'b', 'c'], may)).toBeUndefined();
  });
  test('a move to the same place is no change', () => {
    expect(withMoves(graph, new Map([['a', { x: 0, y: 0 }]]))).toBe(graph);
    expect(withMoves(graph, new Map([['a', { x: 5, y: 0 }]])).nodes[0]).toMatchObject({ x: 5 });
  });
  test('inserting on an edge keeps its condition and makes room below', () => {
    const next = insertedOnEdge(graph, 'ab', fresh);
    expect(next.edges.map((edge) => [edge.source, edge.target, edge.label])).toEqual([
      ['b', 'c', undefined],
      ['a', 'n', 'x > 1'],
      ['n', 'b', undefined],
    ]);
    expect(next.nodes.map((node) => [node.id, node.y])).toEqual([
      ['a', 0],
      ['b', 240],
      ['c', 360],
      ['n', 120],
    ]);
  });
  test('after a branch the node stands beside the others', () => {
    const branched: CanvasGraph = {
      ...graph,
      edges: [
        { id: '1', source: 'a', target: 'b' },
        { id: '2', source: 'a', target: 'c' },
      ],
    };
    const next = insertedAfter(branched, 'a', fresh);
    expect(next.nodes.at(-1)).toMatchObject({ x: 240, y: 120 });
    expect(next.edges.at(-1)).toMatchObject({ source: 'a', target: 'n' });
  });
  test('what nothing may follow goes between no two: it stands beside the successor that is there', () => {
    const next = insertedAfter(graph, 'a', fresh, true);
    expect(next.nodes.at(-1)).toMatchObject({ x: 240, y: 120 });
    expect(next.edges.map(({ source, target }) => `${source}${target}`)).toEqual(['ab', 'bc', 'an']);
  });
  test('none is put on another: it stands to the right of those that are there', () => {
    const row = { ...graph, nodes: [...graph.nodes, { ...graph.nodes[0]!, id: 'd', x: 230 }] };
    expect(besideOthers(row, { ...fresh, x: 4, y: -3 })).toMatchObject({ x: 470, y: -3 });
    expect(besideOthers(row, { ...fresh, x: 0, y: 400 })).toMatchObject({ x: 0, y: 400 });
  });
  test('no loops onto oneself, no double edges', () => {
    expect([canJoin(graph, 'a', 'a'), canJoin(graph, 'a', 'b'), canJoin(graph, 'a', 'c')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('clipboard', () => {
  const text = clipOf(graph, new Set(['a', 'b']), 'flow')!;
  test('what is pasted has ids of its own and keeps inner edges', () => {
    const part = readClip(text, 'flow', () => true)!;
    expect(part.nodes).toHaveLength(2);
    expect(part.nodes.some((node) => node.id === 'a')).toBe(false);
    expect(part.edges).toMatchObject([{ source: part.nodes[0]!.id, target: part.nodes[1]!.id, label: 'x > 1' }]);
  });
  test('other kinds, refused types and other text', () => {
    expect(readClip(text, 'etl', () => true)).toBeUndefined();
    expect(readClip(text, 'flow', (type) => type !== 'start')!.edges).toEqual([]);
    expect(readClip('hello', 'flow', () => true)).toBeUndefined();
    expect(readClip('{"formworkCanvas":1,"kind":"flow"}', 'flow', () => true)).toBeUndefined();
    expect(clipOf(graph, new Set(), 'flow')).toBeUndefined();
  });
});

describe('routes', () => {
  const boxes = {
    top: boxOf({ x: 0, y: 0 }),
    below: boxOf({ x: 0, y: 120 }),
    far: boxOf({ x: 0, y: 240 }),
    beside: boxOf({ x: 300, y: 120 }),
  };
  test('straight down is one line', () => {
    expect(routeEdge(boxes.top, boxes.below, []).points).toEqual([
      { x: 100, y: 56 },
      { x: 100, y: 120 },
    ]);
  });
  test('beside bends twice', () => {
    expect(routeEdge(boxes.top, boxes.beside, [boxes.below]).points).toHaveLength(4);
  });
  test('a node in between is passed at its side', () => {
    const { points } = routeEdge(boxes.top, boxes.far, [boxes.below]);
    expect(points).toHaveLength(6);
    expect(points[2]!.x < 0 || points[2]!.x > 200).toBe(true);
  });
  test('going back runs beside everything', () => {
    const { points } = routeEdge(boxes.far, boxes.top, [boxes.below]);
    expect(distanceToRoute({ x: 100, y: 148 }, points)).toBeGreaterThan(100);
  });
  test('paths round their corners', () => {
    expect(
      pathOf([
        { x: 0, y: 0 },
        { x: 0, y: 20 },
        { x: 20, y: 20 },
      ]),
    ).toBe('M0,0L0,14Q0,20 6,20L20,20');
  });
});

test('layout puts successors below, keeps the first node and separates siblings', () => {
  const next = laidOut({
    nodes: graph.nodes.map((node) => ({ ...node, x: 50, y: 50 })),
    edges: [
      { id: '1', source: 'a', target: 'b' },
      { id: '2', source: 'a', target: 'c' },
    ],
  });
  const [a, b, c] = next.nodes;
  expect([a!.x, a!.y]).toEqual([50, 50]);
  expect(b!.y).toBeGreaterThan(a!.y);
  expect(Math.abs(b!.x - c!.x)).toBeGreaterThanOrEqual(240);
});

test('words of edges that meet stand apart', () => {
  const join: CanvasGraph = {
    nodes: [
      { id: 'a', type: 't', x: 0, y: 0, title: 'A' },
      { id: 'b', type: 't', x: 240, y: 0, title: 'B' },
      { id: 'j', type: 't', x: 0, y: 120, title: 'J' },
    ],
    edges: [
      { id: 'aj', source: 'a', target: 'j', label: '60' },
      { id: 'bj', source: 'b', target: 'j', label: '100,000' },
    ],
  };
  const nodes = join.nodes.map(({ id, x, y }) => ({ id, position: { x, y }, data: {} }));
  const routes = routesOf(join, nodes as never);
  expect([routes.get('aj')!.label, routes.get('bj')!.label]).toEqual([
    { x: 100, y: 70 },
    { x: 340, y: 70 },
  ]);
  const alone = { ...join, edges: [{ id: 'aj', source: 'a', target: 'j' }, join.edges[1]!] };
  expect(routesOf(alone, nodes as never).get('bj')!.label).toEqual({ x: 340, y: 70 });
});

test('ways that stay are the same objects, so that they are not drawn again', () => {
  const at = (x: number) =>
    routesOf(
      graph,
      graph.nodes.map((node) => ({ id: node.id, position: { x: node.id === 'c' ? x : 0, y: node.y } })) as never,
    );
  const before = at(0);
  const after = keptRoutes(at(50), before);
  expect(after.get('ab')).toBe(before.get('ab'));
  expect(after.get('bc')).not.toBe(before.get('bc'));
});
