import { emptyFlow, settleFlow, type EtlFlow, type FlowEdge, type FlowNode } from '@formwork/contract/etl/flow.ts';
import { expect, test } from 'vitest';
import { compileDecision } from './decide.ts';
import { flowProblems } from './problems.ts';
import { daysBetween, daysCount, isOver, nextOf, unhandled, type NodeStanding } from './walk.ts';

const base = { title: '', x: 0, y: 0 };
const task = (id: string): FlowNode => ({
  ...base,
  id,
  kind: 'task',
  task: '019aa000-0000-7000-8000-000000000000',
  retries: 0,
  timeout: null,
});
const decide = (id: string, expression = 'written > 0'): FlowNode => ({ ...base, id, kind: 'decide', expression });

/** Edges as `a>b`, `a!b` after failure, `a*b` in any case, `a+b` and `a-b` after yes and no. */
function flow(nodes: FlowNode[], ...edges: string[]): EtlFlow {
  const turns = { '>': 'success', '!': 'failure', '*': 'always', '+': 'yes', '-': 'no' } as const;
  return settleFlow({
    ...emptyFlow(),
    nodes,
    edges: edges.map((text, at): FlowEdge => ({
      id: `e${at}`,
      source: text[0]!,
      target: text[2]!,
      when: turns[text[1] as keyof typeof turns],
    })),
  });
}
const ids = (nodes: FlowNode[]) => nodes.map(({ id }) => id).join('');
const said = (of: EtlFlow, standings: Record<string, NodeStanding>) => {
  const { begin, skip } = nextOf(of, standings);
  return `${ids(begin)}/${ids(skip)}`;
};
const done: NodeStanding = { state: 'done' };
const failed: NodeStanding = { state: 'failed' };
const skipped: NodeStanding = { state: 'skipped' };

test('one after the other, all that can at once', () => {
  const two = flow([task('a'), task('b'), task('c')], 'a>c', 'b>c');
  expect(said(two, {})).toBe('ab/');
  expect(said(two, { a: done, b: { state: 'running' } })).toBe('/');
  expect(said(two, { a: done, b: done })).toBe('c/');
  expect(said(two, { a: done, b: failed })).toBe('/c');
});

test('after a failure another way leads on', () => {
  const alarm = flow([task('a'), task('b'), task('c')], 'a>b', 'a!c');
  expect(said(alarm, { a: failed })).toBe('c/b');
  expect(said(alarm, { a: done })).toBe('b/c');
  expect(unhandled(alarm, { a: failed })).toEqual([]);
  expect(ids(unhandled(alarm, { a: done, b: failed }))).toBe('b');
  const any = flow([task('a'), task('b'), task('c')], 'a!c', 'b!c');
  expect(said(any, { a: done, b: failed })).toBe('c/');
});

test('a switch leads the way of its answer, or the one for everything else', () => {
  const ways = ['b', 'c'].map((id) => ({ id: `w${id}`, name: id, expression: 'written > 0' }));
  const fork: FlowNode = { ...base, id: 's', kind: 'switch', ways };
  // drawn without a word they take its ways in turn, and then what is left
  const drawn = flow([fork, task('b'), task('c'), task('d')], 's>b', 's>c', 's>d');
  expect(drawn.edges.map(({ when, way }) => way ?? when)).toEqual(['wb', 'wc', 'otherwise']);
  expect(said(drawn, { s: { state: 'done', answer: 'wc' } })).toBe('c/bd');
  expect(said(drawn, { s: { state: 'done', answer: '' } })).toBe('d/bc');
  // a way that is gone is no way any more
  const less = settleFlow({ ...drawn, nodes: [{ ...fork, ways: ways.slice(0, 1) }, ...drawn.nodes.slice(1)] });
  expect(less.edges.map(({ when, way }) => way ?? when)).toEqual(['wb', 'otherwise', 'otherwise']);
  expect(settleFlow(less)).toBe(less);
});

test('what is wrong with a switch is said of its way', () => {
  const ways = [
    { id: 'w1', name: 'much', expression: 'written >' },
    { id: 'w2', name: 'some', expression: 'written > 0' },
  ];
  const codes = (of: EtlFlow) => flowProblems(of).map(({ code, at }) => `${code} ${at?.join('/') ?? ''}`);
  expect(codes(flow([{ ...base, id: 's', kind: 'switch', ways }]))).toEqual([
    'etl.problem.flow_expression ways/#w1',
    'etl.problem.flow_way_open ways/#w2',
  ]);
  expect(codes(flow([{ ...base, id: 's', kind: 'switch', ways: [] }]))).toEqual(['etl.problem.flow_blank ']);
});

test('a decision leads one way, and both ways meet again', () => {
  const fork = flow([decide('d'), task('x'), task('y'), task('z')], 'd+x', 'd-y', 'x>z', 'y>z');
  expect(said(fork, { d: { state: 'done', answer: true } })).toBe('x/y');
  expect(said(fork, { d: { state: 'done', answer: true }, x: done, y: skipped })).toBe('z/');
  expect(isOver(fork, { d: done, x: done, y: skipped, z: done })).toBe(true);
  const straight = flow([decide('d'), task('x'), task('z')], 'd+x', 'x>z', 'd-z');
  expect(said(straight, { d: { state: 'done', answer: true }, x: done })).toBe('z/');
});

test('circles and turns that do not fit are settled', () => {
  const odd = flow([task('a'), decide('d')], 'a+d', 'd>a');
  expect(odd.edges.map(({ when }) => when)).toEqual(['success']);
  expect(settleFlow(odd)).toBe(odd);
});

test('a decision is judged and worked out', () => {
  expect(flowProblems(flow([decide('d', 'written >')])).map(({ code }) => code)).toEqual([
    'etl.problem.flow_expression',
  ]);
  expect(flowProblems(flow([decide('d', 'written + 1')])).map(({ code }) => code)).toEqual([
    'etl.problem.flow_expression',
  ]);
  const compiled = compileDecision('written > limit and not(failed)', [{ name: 'limit', type: 'number' }]);
  expect(compiled.ok && compiled.run({ written: 5, limit: 3, failed: false }).value).toBe(true);
});

test('days of a backfill', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
  // none is left out without a word
  expect(daysBetween('2024-01-01', '2026-01-01')).toHaveLength(732);
  expect(daysBetween('0001-01-01', '9999-12-31', 3)).toEqual(['0001-01-01', '0001-01-02', '0001-01-03']);
  expect(daysCount('2024-01-01', '2026-01-01')).toBe(732);
  expect(daysCount('2026-03-02', '2026-02-01')).toBe(0);
});
