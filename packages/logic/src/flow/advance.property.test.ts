import { usualLimits, Flow, type FlowEdge, type FlowNode } from '@formwork/contract/rules/flow.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flowWorld, playFlow, type FlowPlay } from '../testing/flows.ts';
import { advance } from './advance.ts';
import { compileFlow } from './compile.ts';
import { newFlowState } from './state.ts';

/** Blocks within blocks: what a flow is drawn of. */
type Block =
  | { is: 'call'; retry: boolean; caught: boolean }
  | { is: 'set' }
  | { is: 'switch'; ways: Block[][]; condition: string }
  | { is: 'parallel'; ways: Block[][]; need: 'all' | number; joined: boolean }
  | { is: 'loop'; body: Block[] }
  | { is: 'iterate'; body: Block[]; atOnce: number };

const block: fc.Arbitrary<Block> = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  blocks: fc.array(tie('block'), { maxLength: 3, depthIdentifier: 'b' }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'b' },
    fc.record({ is: fc.constant('call' as const), retry: fc.boolean(), caught: fc.boolean() }),
    fc.constant({ is: 'set' as const }),
    fc.record({
      is: fc.constant('switch' as const),
      ways: fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
      condition: fc.constantFrom('true', 'false', 'n > 2', 'nothing'),
    }),
    fc.record({
      is: fc.constant('parallel' as const),
      ways: fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
      need: fc.constantFrom('all' as const, 1, 2),
      joined: fc.boolean(),
    }),
    fc.record({ is: fc.constant('loop' as const), body: tie('blocks') }),
    fc.record({ is: fc.constant('iterate' as const), body: tie('blocks'), atOnce: fc.integer({ min: 1, max: 3 }) }),
  ),
})).block;

function drawn(blocks: readonly Block[]): Flow {
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  type Loose<T> = T extends unknown ? Omit<T, 'id' | 'x' | 'y' | 'name'> : never;
  const add = (node: Loose<FlowNode>): string => {
    const id = `n${nodes.length}`;
    nodes.push({ id, name: id, x: 0, y: 0, ...node });
    return id;
  };
  const edge = (from: string, to: string, change: Partial<FlowEdge> = {}) =>
    edges.push({ id: `e${edges.length}`, from, to, ...change });
  type Ends = { from: string; change?: Partial<FlowEdge> }[];
  const link = (ends: Ends, to: string) => {
    for (const { from, change } of ends) edge(from, to, change);
  };
  const chain = (list: readonly Block[], begin: Ends): Ends => list.reduce((ends, one) => put(one, ends), begin);
  const put = (one: Block, ends: Ends): Ends => {
    switch (one.is) {
      case 'call': {
        const id = add({
          kind: 'call',
          action: 'x.y',
          input: [{ name: 'n', value: 'n' }],
          as: 'got',
          ...(one.retry && { retry: { times: 1, first: 1, factor: 1, most: 1 } }),
        });
        link(ends, id);
        if (!one.caught) return [{ from: id }];
        const mend = add({ kind: 'expression', values: [] });
        edge(id, mend, { way: 'error' });
        return [{ from: id }, { from: mend }];
      }
      case 'set': {
        const id = add({ kind: 'expression', values: [{ name: 'n', value: 'n + 1' }] });
        link(ends, id);
        return [{ from: id }];
      }
      case 'switch': {
        const id = add({ kind: 'switch' });
        link(ends, id);
        return one.ways.flatMap((way, i) =>
          chain(way, [{ from: id, change: i === 0 ? {} : { condition: one.condition } }]),
        );
      }
      case 'parallel': {
        const id = add({ kind: 'parallel' });
        link(ends, id);
        const all = one.ways.flatMap((way) => chain(way, [{ from: id }]));
        if (!one.joined) return [];
        const join = add({ kind: 'join', need: one.need });
        link(all, join);
        return [{ from: join }];
      }
      default: {
        const id =
          one.is === 'loop'
            ? add({ kind: 'loop', condition: 'n < 3' })
            : add({ kind: 'iterate', list: '[1, 2, 3]', item: 'one', atOnce: one.atOnce });
        link(ends, id);
        // every turn comes nearer to the end
        chain([{ is: 'set' }, ...one.body], [{ from: id, change: { way: 'body' } }]);
        return [{ from: id }];
      }
    }
  };
  const start = add({ kind: 'start' });
  chain(blocks, [{ from: start }]);
  return {
    inputs: [
      { name: 'n', type: 'number' },
      { name: 'nothing', type: 'boolean' },
    ],
    outputs: [{ name: 'n', value: 'n' }],
    starts: [],
    runsAs: 'system',
    limits: usualLimits,
    nodes,
    edges,
  };
}

const moves = fc.array(
  fc.record({
    what: fc.constantFrom('answer', 'answer', 'answer', 'fail', 'final', 'again', 'pause', 'late', 'cancel', 'rerun'),
    pick: fc.nat(20),
  }),
  { maxLength: 40 },
);

describe('random flows, random answers', () => {
  it('never stand without anybody to answer, leave nothing open behind their end, and come to the same again', () => {
    let finished = 0;
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), moves, (blocks, steps) => {
        const flow = drawn(blocks);
        expect(Flow.safeParse(flow).error).toBeUndefined();
        const run = playFlow(flow, { n: 0 });
        hold(run);
        for (const { what, pick } of steps) {
          carryOut(run, what, pick);
          hold(run);
        }
        if (run.state.paused) run.do({ kind: 'resume' });
        for (let i = 0; i < 3_000 && run.state.state === 'running'; i++) {
          carryOut(run, 'answer', i);
          hold(run);
        }
        if (run.state.state === 'finished') finished++;
        expect(run.state.state).not.toBe('running');
        // told the same again, it comes to the same
        const compiled = compileFlow(flow);
        if (!compiled.ok) throw new Error('not compiled');
        let state = newFlowState();
        for (const command of run.commands) state = advance(compiled.compiled, state, command, flowWorld).state;
        expect(state).toEqual(run.state);
      }),
      { numRuns: 1_500 },
    );
    expect(finished).toBeGreaterThan(100);
  });
});

function carryOut(run: FlowPlay, what: string, pick: number): void {
  const keys = [...run.open.keys()];
  const key = keys[pick % Math.max(1, keys.length)];
  if (what === 'pause') return run.do({ kind: run.state.paused ? 'resume' : 'pause' });
  if (what === 'late') return run.answer('n1:999');
  if (what === 'cancel') return pick === 0 ? run.do({ kind: 'cancel' }) : undefined;
  if (what === 'rerun') return run.do({ kind: 'rerun' });
  if (key === undefined) return;
  if (run.open.get(key)!.kind === 'retry') return run.do({ kind: 'again', key });
  if (what === 'fail' || what === 'final') return run.fail(key, { final: what === 'final' });
  run.answer(key, { n: pick });
}

function hold({ state, open }: FlowPlay): void {
  const tokens = Object.values(state.tokens);
  const must = (so: boolean, what: string) => {
    if (!so) throw new Error(`not so: ${what}: ${JSON.stringify(state)}`);
  };
  if (state.state === 'running') {
    must(state.paused || open.size > 0, 'somebody has to answer');
    must(
      tokens.some((token) => token.state === 'asked' || state.paused),
      'a token waits for it',
    );
    for (const token of tokens) must(state.paused || token.state !== 'ready', 'nobody is ready and stands');
  } else must(open.size === 0, 'nobody has to answer any more');
  if (state.state === 'finished' || state.state === 'cancelled') must(tokens.length === 0, 'no token after the end');
  for (const token of tokens) {
    must(state.scopes[token.scope] !== undefined, 'the scope of a token is there');
    if (token.state === 'asked')
      must(state.state !== 'running' || open.has(token.key ?? ''), 'what a token waits for is open');
  }
  for (const scope of Object.values(state.scopes))
    if (scope.around !== null) {
      must(state.tokens[scope.around]?.state === 'around', 'a token waits around a scope');
      must(
        tokens.some((token) => token.scope === scope.id),
        'a scope has tokens',
      );
    }
}
