import type { FlowNodeOf } from '@formwork/contract/rules/flow.ts';
import { describe, expect, it } from 'vitest';
import { flowOf, playFlow } from '../testing/flows.ts';
import { compileFlow } from './compile.ts';

type Call = Omit<FlowNodeOf<'call'>, 'x' | 'y' | 'name'>;
const call = (id: string, change: Partial<Call> = {}): Call => ({
  kind: 'call',
  id,
  action: 'records.query',
  input: [],
  as: id,
  ...change,
});
const retry = { times: 2, first: 1, factor: 2, most: 60 };

describe('a flow', () => {
  it('asks one thing after the other and answers with its outputs', () => {
    const flow = flowOf(
      [
        call('a', { input: [{ name: 'n', value: 'n + 1' }] }),
        { kind: 'expression', id: 'sum', values: [{ name: 'total', value: 'a.n * 2' }] },
        { kind: 'end', id: 'end' },
      ],
      'start>a a>sum sum>end',
      { inputs: [{ name: 'n', type: 'number' }], outputs: [{ name: 'total', value: 'total' }] },
    );
    const run = playFlow(flow, { n: 1 });
    expect(run.asked).toMatchObject([{ key: 'a:1', kind: 'call', input: { n: 2 } }]);
    run.answer('a:1', { n: 21 });
    expect(run.state).toMatchObject({ state: 'finished', result: { total: 42 } });
  });

  it('takes the way whose condition holds, and tells what nobody can decide', () => {
    const flow = flowOf([{ kind: 'switch', id: 'if' }, call('a'), call('b')], 'start>if if>a?n_>_5 if>b', {
      inputs: [{ name: 'n', type: 'number' }],
    });
    expect([...playFlow(flow, { n: 9 }).open.keys()]).toEqual(['a:1']);
    expect([...playFlow(flow, { n: 1 }).open.keys()]).toEqual(['b:1']);
    expect(playFlow(flow, {}).state).toMatchObject({ state: 'failed', failure: { code: 'flows.undecided' } });
  });

  it.each([
    ['all' as const, ['a', 'b', 'c']],
    [2, ['a', 'c']],
    [1, ['b']],
  ])('meets again at a join: %s', (need, answered) => {
    const flow = flowOf(
      [
        { kind: 'parallel', id: 'par' },
        call('a'),
        call('b'),
        call('c'),
        { kind: 'join', id: 'join', need },
        call('after'),
      ],
      'start>par par>a par>b par>c a>join b>join c>join join>after',
    );
    const run = playFlow(flow);
    expect([...run.open.keys()]).toEqual(['a:1', 'b:1', 'c:1']);
    for (const id of answered) {
      expect(run.open.has('after:1')).toBe(false);
      run.answer(`${id}:1`);
    }
    expect([...run.open.keys()]).toEqual(['after:1']);
    run.answer('a:1');
    expect(run.trace.at(-1)).toBe('a ignored');
    run.answer('after:1');
    expect(run.state.state).toBe('finished');
  });

  it('goes on when one branch fails and is caught, and fails as a whole when it is not', () => {
    const nodes = [
      { kind: 'parallel' as const, id: 'par' },
      call('a'),
      call('b'),
      { kind: 'join' as const, id: 'join', need: 'all' as const },
      call('after'),
      call('mend'),
    ];
    const run = playFlow(flowOf(nodes, 'start>par par>a par>b a>join b>join join>after a>mend:error mend>join'));
    run.fail('a:1');
    run.answer('b:1');
    expect([...run.open.keys()]).toEqual(['mend:1']);
    run.answer('mend:1');
    expect([...run.open.keys()]).toEqual(['after:1']);
    const other = playFlow(flowOf(nodes, 'start>par par>a par>b a>join b>join join>after mend>after'));
    other.fail('a:1');
    expect(other.state).toMatchObject({ state: 'failed', failure: { node: 'a', code: 'test.failed' } });
    expect(other.open.size).toBe(0);
  });

  it('tries again with growing pauses and the same key', () => {
    const run = playFlow(flowOf([call('a', { retry })], 'start>a'));
    run.fail('a:1');
    expect(run.asked.at(-1)).toMatchObject({ kind: 'retry', key: 'a:1', after: 1 });
    run.do({ kind: 'again', key: 'a:1' });
    expect(run.asked.at(-1)).toMatchObject({ kind: 'call', key: 'a:1', attempt: 2 });
    run.fail('a:1', { after: 17 });
    expect(run.asked.at(-1)).toMatchObject({ kind: 'retry', after: 17 });
    run.do({ kind: 'again', key: 'a:1' });
    run.fail('a:1');
    expect(run.state.state).toBe('failed');
  });

  it('goes through a list, so many at once, each with its own', () => {
    const flow = flowOf(
      [
        { kind: 'iterate', id: 'each', list: 'items', item: 'one', atOnce: 2, result: 'got.n', as: 'all' },
        call('a', { as: 'got', input: [{ name: 'n', value: 'one' }] }),
      ],
      'start>each each>a:body',
      { inputs: [{ name: 'items', type: 'list<number>' }], outputs: [{ name: 'all', value: 'all' }] },
    );
    const run = playFlow(flow, { items: [1, 2, 3] });
    expect(run.asked.map(({ key, input }) => [key, input.n])).toEqual([
      ['a:1', 1],
      ['a:2', 2],
    ]);
    run.answer('a:2', { n: 20 });
    run.answer('a:1', { n: 10 });
    run.answer('a:3', { n: 30 });
    expect(run.state).toMatchObject({ state: 'finished', result: { all: [10, 20, 30] } });
    expect(playFlow(flow, { items: [] }).state.result).toEqual({ all: [] });
  });

  it('loops while it should, and no longer than it may', () => {
    const loop = (condition: string) =>
      flowOf(
        [
          { kind: 'loop', id: 'loop', condition },
          { kind: 'expression', id: 'more', values: [{ name: 'n', value: 'n + 1' }] },
        ],
        'start>loop loop>more:body',
        { inputs: [{ name: 'n', type: 'number' }], outputs: [{ name: 'n', value: 'n' }] },
      );
    expect(playFlow(loop('n < 5'), { n: 0 }).state).toMatchObject({ state: 'finished', result: { n: 5 } });
    expect(playFlow(loop('true'), { n: 0 }).state).toMatchObject({
      state: 'failed',
      failure: { code: 'flows.too_long' },
    });
  });

  it('waits for time, message, approval and callback', () => {
    const asking = { as: 'x' };
    const flow = flowOf(
      [
        { kind: 'wait', id: 'w', for: 'time', until: '60', working: true },
        { kind: 'message', id: 'm', message: 'paid', key: '"k" + "1"', ...asking },
        { kind: 'approval', id: 'p', input: [{ name: 'title', value: '"ok?"' }] },
        { kind: 'callback', id: 'c', timeout: 5 },
        { kind: 'flow', id: 'f', flow: 'other', input: [] },
      ],
      'start>w w>m m>p p>c c>f',
    );
    const run = playFlow(flow);
    for (const id of ['w', 'm', 'p', 'c', 'f']) run.answer(`${id}:1`, { outcome: 'yes' });
    expect(run.asked.map(({ kind, input, timeout }) => [kind, input, timeout])).toEqual([
      ['wait', { until: 60, working: true }, undefined],
      ['message', { key: 'k1' }, undefined],
      ['approval', { title: 'ok?' }, undefined],
      ['callback', {}, 5],
      ['flow', {}, undefined],
    ]);
    expect(run.state.state).toBe('finished');
  });

  it('takes back what was done, the last first, and goes on from where it failed', () => {
    const undo = (id: string) => ({ action: `undo.${id}`, input: [{ name: 'id', value: `${id}.id` }] });
    const run = playFlow(
      flowOf([call('a', { undo: undo('a') }), call('b', { undo: undo('b') }), call('c')], 'start>a a>b b>c'),
    );
    run.answer('a:1', { id: 1 });
    run.answer('b:1', { id: 2 });
    run.fail('c:1');
    expect(run.asked.filter(({ kind }) => kind === 'undo').map(({ action, input }) => [action, input])).toEqual([
      ['undo.b', { id: 2 }],
      ['undo.a', { id: 1 }],
    ]);
    run.do({ kind: 'rerun' });
    expect(run.asked.at(-1)).toMatchObject({ key: 'c:1', attempt: 1 });
    run.answer('c:1');
    expect(run.state.state).toBe('finished');
  });

  it('stands still when it is told to, and hears nothing after it was cancelled', () => {
    const run = playFlow(flowOf([call('a'), call('b')], 'start>a a>b'));
    run.do({ kind: 'pause' });
    run.answer('a:1');
    expect(run.open.size).toBe(0);
    run.do({ kind: 'resume' });
    expect([...run.open.keys()]).toEqual(['b:1']);
    run.do({ kind: 'cancel' });
    run.answer('b:1');
    expect(run.state.state).toBe('cancelled');
    expect(run.trace.at(-1)).toBe('b ignored');
  });

  it('has one way for failures that no node catches', () => {
    const run = playFlow(
      flowOf([call('a'), call('tell', { input: [{ name: 'code', value: 'failure.code' }] })], 'start>a', {
        catch: 'tell',
      }),
    );
    run.fail('a:1');
    expect(run.asked.at(-1)).toMatchObject({ key: 'tell:1', input: { code: 'test.failed' } });
    run.answer('tell:1');
    expect(run.state.state).toBe('finished');
  });

  it('is refused where its drawing cannot be walked', () => {
    const codes = (flow: ReturnType<typeof flowOf>) => {
      const compiled = compileFlow(flow);
      return compiled.ok ? [] : compiled.problems.map(({ code, at }) => [code, at]);
    };
    expect(codes(flowOf([call('a'), call('b'), call('c')], 'start>a a>b a>c'))).toEqual([
      ['flows.problem.too_many_ways', 'a'],
    ]);
    expect(codes(flowOf([{ kind: 'loop', id: 'l', condition: 'true' }], 'start>l'))).toEqual([
      ['flows.problem.body', 'l'],
    ]);
    expect(codes(flowOf([call('a')], 'start>z'))).toEqual([['flows.problem.edge_nowhere', 'e0']]);
  });
});
