import { describe, expect, it } from 'vitest';
import { draw, play, type Play } from './testing/play.ts';

function begin(nodes: string, edges: string, signing = {}): Play {
  const game = play(draw(nodes, edges, signing));
  expect(game.do({ kind: 'start', by: 'I' }).kind).toBe('done');
  return game;
}

describe('ways to sign', () => {
  it('any: the first one decides, the second is told who was quicker', () => {
    const game = begin('a:AB end', 'start>a a>end', {});
    const mine = game.task('B');
    expect(game.submit('A').kind).toBe('done');
    expect(game.state.instance.state).toBe('finished');
    const late = game.do({ kind: 'submit', by: 'B', ...mine });
    expect(late).toMatchObject({ kind: 'refused', code: 'workflow.instance.not_processing' });
  });

  it('all: goes on with the last signature', () => {
    const game = begin('a:ABC b:D end', 'start>a a>b b>end', { a: { way: 'all' } });
    game.submit('A');
    game.submit('C');
    expect(game.open()).toEqual(['a:B']);
    game.submit('B');
    expect(game.open()).toEqual(['b:D']);
  });

  it('ratio: goes on when enough have agreed', () => {
    const game = begin('a:ABC b:D end', 'start>a a>b b>end', { a: { way: 'ratio', percent: 60 } });
    game.submit('A');
    expect(game.open()).toEqual(['a:BC']);
    game.submit('B');
    expect(game.open()).toEqual(['b:D']);
  });

  it('ratio: votes weigh what the node gives them, one where it gives nothing', () => {
    const signing = { a: { way: 'ratio' as const, percent: 60, weights: { A: 3 } } };
    const heavy = begin('a:ABC b:D end', 'start>a a>b b>end', signing);
    heavy.submit('A');
    expect(heavy.open()).toEqual(['b:D']);
    const light = begin('a:ABC b:D end', 'start>a a>b b>end', signing);
    light.submit('B');
    light.submit('C');
    expect(light.open()).toEqual(['a:A']);
  });

  it('serial: one after the other, by choice or by name', () => {
    const game = begin('a:CAB end', 'start>a a>end', { a: { way: 'serial', order: 'chosen' } });
    expect(game.open()).toEqual(['a:C']);
    game.submit('C');
    expect(game.open()).toEqual(['a:A']);
    const named = begin('a:CAB end', 'start>a a>end', { a: { way: 'serial', order: 'pinyin' } });
    expect(named.open()).toEqual(['a:A']);
  });

  it('tells who was quicker when the other one decided', () => {
    const game = begin('a:AB b:C end', 'start>a a>b b>end');
    const mine = game.task('B');
    game.submit('A');
    expect(game.do({ kind: 'submit', by: 'B', ...mine })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.stale',
      data: { by: 'A', kind: 'submitted' },
    });
  });
});

describe('branches', () => {
  it('takes the first edge that holds, else the other one', () => {
    const graph = 'if a:A b:B c:C end';
    const edges = 'start>if if>a if>b if>c* a>end b>end c>end';
    const game = play(draw(graph, edges));
    game.decide = (edge) => edge === 'e2';
    game.do({ kind: 'start', by: 'I' });
    expect(game.open()).toEqual(['b:B']);
    const other = play(draw(graph, edges));
    other.do({ kind: 'start', by: 'I' });
    expect(other.open()).toEqual(['c:C']);
  });

  it('asks when the next step cannot be decided, and follows the answer', () => {
    const game = play(draw('if a:A b:B end', 'start>if if>a if>b a>end b>end'));
    expect(game.do({ kind: 'start', by: 'I' })).toMatchObject({
      kind: 'done',
      asks: [{ kind: 'edges', node: 'if', edges: ['e1', 'e2'], many: false }],
    });
    game.do({ kind: 'start', by: 'I', choices: { edges: { if: ['e2'] } } });
    expect(game.open()).toEqual(['b:B']);
  });

  it('asks for executors the submitter chooses', () => {
    const game = begin('a:A b:? end', 'start>a a>b b>end');
    expect(game.submit('A')).toMatchObject({ kind: 'done', asks: [{ kind: 'executors', node: 'b' }] });
    game.do({ kind: 'submit', by: 'A', ...game.task('A'), choices: { executors: { b: ['X', 'Y'] } } });
    expect(game.open()).toEqual(['b:XY']);
  });

  it('joins when every branch has arrived', () => {
    const game = begin('par a:A b:B join c:C end', 'start>par par>a par>b a>join b>join join>c c>end');
    expect(game.open()).toEqual(['a:A', 'b:B']);
    game.submit('A');
    expect(game.open()).toEqual(['b:B']);
    game.submit('B');
    expect(game.open()).toEqual(['c:C']);
    game.submit('C');
    expect(game.state.instance.state).toBe('finished');
  });

  it('does not take two arrivals on one edge for two branches', () => {
    // Both ways of the inner split meet on the one edge m>join; b still works.
    const game = begin(
      'par par2 a:A b:B c:C m:M join d:D end',
      'start>par par>par2 par>b par2>a par2>c a>m c>m m>join b>join join>d d>end',
    );
    game.submit('A');
    game.submit('C');
    game.submit('M');
    game.submit('M');
    expect(game.open()).toEqual(['b:B']);
    game.submit('B');
    expect(game.open().filter((one) => one === 'd:D').length).toBeGreaterThan(0);
  });

  it('does not wait for a branch that was not taken', () => {
    const game = play(
      draw('or a:A b:B c:C join d:D end', 'start>or or>a or>b or>c* a>join b>join c>join join>d d>end'),
    );
    game.decide = (edge) => edge === 'e1' || edge === 'e2';
    game.do({ kind: 'start', by: 'I' });
    expect(game.open()).toEqual(['a:A', 'b:B']);
    game.submit('A');
    game.submit('B');
    expect(game.open()).toEqual(['d:D']);
  });
});

describe('return', () => {
  const nested = 'par a:A b:B par2 c:C d:D join2 e:E join f:F end';
  const ways = 'start>par par>a par>b a>par2 par2>c par2>d c>join2 d>join2 join2>e e>join b>join join>f f>end';

  it('goes back inside a nested branch and leaves the other branch alone', () => {
    const game = begin(nested, ways);
    game.submit('A');
    game.submit('C');
    expect(game.open()).toEqual(['b:B', 'd:D']);
    expect(game.back('D', 'a').kind).toBe('done');
    // c's arrival at the inner join is cleared with the scope, b goes on.
    expect(game.open()).toEqual(['b:B', 'a:A']);
    game.submit('B');
    game.submit('A');
    expect(game.open()).toEqual(['c:C', 'd:D']);
    game.submit('C');
    expect(game.open()).toEqual(['d:D']);
    game.submit('D');
    game.submit('E');
    expect(game.open()).toEqual(['f:F']);
    game.submit('F');
    expect(game.state.instance.state).toBe('finished');
  });

  it('goes back from behind a join into one branch without stranding the join', () => {
    const game = begin(nested, ways);
    for (const who of ['A', 'B', 'C', 'D', 'E']) game.submit(who);
    expect(game.open()).toEqual(['f:F']);
    game.back('F', 'd');
    expect(game.open()).toEqual(['d:D']);
    game.submit('D');
    expect(game.open()).toEqual(['e:E']);
    game.submit('E');
    expect(game.open()).toEqual(['f:F']);
    game.submit('F');
    expect(game.state.instance.state).toBe('finished');
  });

  it('to the initiator cancels everything; resubmitting goes through again', () => {
    const game = begin(nested, ways);
    game.submit('A');
    game.back('C', 'start');
    expect(game.open()).toEqual(['start:I']);
    game.submit('I');
    expect(game.open()).toEqual(['a:A', 'b:B']);
  });

  it('straight back keeps what others signed', () => {
    const game = begin('a:A b:BC c:D end', 'start>a a>b b>c c>end', { b: { way: 'all' } });
    game.submit('A');
    game.submit('B');
    game.back('C', 'a', 'back');
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['b:C']);
    game.submit('C');
    expect(game.open()).toEqual(['c:D']);
  });

  it('is refused to a sibling branch', () => {
    const game = begin(nested, ways);
    game.submit('A');
    expect(game.back('B', 'a')).toMatchObject({ kind: 'refused', code: 'workflow.task.not_returnable' });
  });
});

describe('retrieve', () => {
  it('takes back what nobody has acted on', () => {
    const game = begin('a:A b:B end', 'start>a a>b b>end');
    const mine = game.task('A');
    game.submit('A');
    expect(game.do({ kind: 'retrieve', by: 'A', task: mine.task }).kind).toBe('done');
    expect(game.open()).toEqual(['a:A']);
  });

  it('is refused once the next one acted, and says who', () => {
    const game = begin('a:A b:B c:C end', 'start>a a>b b>c c>end');
    const mine = game.task('A');
    game.submit('A');
    game.submit('B');
    expect(game.do({ kind: 'retrieve', by: 'A', task: mine.task })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.not_retrievable',
      data: { by: 'B' },
    });
  });

  it('keeps the signatures of the others', () => {
    const game = begin('a:AB b:C end', 'start>a a>b b>end', { a: { way: 'all' } });
    const mine = game.task('B');
    game.submit('A');
    game.submit('B');
    game.do({ kind: 'retrieve', by: 'B', task: mine.task });
    expect(game.open()).toEqual(['a:B']);
    game.submit('B');
    expect(game.open()).toEqual(['b:C']);
  });

  it('takes back one signature of a node that is still open', () => {
    const game = begin('a:AB b:C end', 'start>a a>b b>end', { a: { way: 'serial', order: 'chosen' } });
    const mine = game.task('A');
    game.submit('A');
    expect(game.open()).toEqual(['a:B']);
    game.do({ kind: 'retrieve', by: 'A', task: mine.task });
    expect(game.open()).toEqual(['a:A']);
  });

  it('out of a join that had gone on with it', () => {
    const game = begin('par a:A b:B join c:C end', 'start>par par>a par>b a>join b>join join>c c>end');
    game.submit('A');
    const mine = game.task('B');
    game.submit('B');
    game.do({ kind: 'retrieve', by: 'B', task: mine.task });
    expect(game.open()).toEqual(['b:B']);
    game.submit('B');
    expect(game.open()).toEqual(['c:C']);
  });
});

describe('signers', () => {
  it('before: they act first; after: once I have; beside: at the same time', () => {
    const game = begin('a:A b:B end', 'start>a a>b b>end');
    game.do({ kind: 'addSigners', by: 'A', ...game.task('A'), persons: ['X'], place: 'before' });
    expect(game.open()).toEqual(['a:X']);
    game.submit('X');
    expect(game.open()).toEqual(['a:A']);
    game.do({ kind: 'addSigners', by: 'A', ...game.task('A'), persons: ['Y', 'Z'], place: 'after' });
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['a:YZ']);
    game.submit('Y');
    game.submit('Z');
    expect(game.open()).toEqual(['b:B']);
  });

  it('transfer hands the part on and refuses whoever has one', () => {
    const game = begin('a:AB b:C end', 'start>a a>b b>end', { a: { way: 'all' } });
    expect(game.do({ kind: 'transfer', by: 'A', ...game.task('A'), person: 'B' })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.already_signer',
    });
    game.do({ kind: 'transfer', by: 'A', ...game.task('A'), person: 'X' });
    expect(game.open()).toEqual(['a:BX']);
  });

  it('whoever leaves hands on a part whose turn has not come, in its place', () => {
    const game = begin('a:ABC b:D end', 'start>a a>b b>end', { a: { way: 'serial', order: 'chosen' } });
    const task = game.task('A');
    expect(game.do({ kind: 'transfer', by: 'B', ...task, person: 'X' })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.not_your_turn',
    });
    game.do({ kind: 'transfer', by: 'B', ...task, person: 'X', leaving: true });
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['a:X']);
    game.submit('X');
    expect(game.open()).toEqual(['a:C']);
  });
});

describe('settings', () => {
  it('nobody: skip, administrators or refusal', () => {
    const graph = draw('a:z b:B end', 'start>a a>b b>end');
    const node = graph.nodes.find((one) => one.id === 'a');
    if (node?.kind !== 'approve') throw new Error('unexpected');
    for (const [nobody, open] of [
      ['skip', ['b:B']],
      ['administrator', ['a:ADMIN']],
    ] as const) {
      node.executors.nobody = nobody;
      const game = play(structuredClone(graph));
      game.do({ kind: 'start', by: 'I' });
      expect(game.open()).toEqual(open);
    }
    node.executors.nobody = 'refuse';
    expect(play(graph).do({ kind: 'start', by: 'I' })).toMatchObject({
      kind: 'refused',
      code: 'workflow.executor.nobody',
    });
  });

  it('same person twice in a row passes where told so', () => {
    const graph = draw('a:A b:A c:C end', 'start>a a>b b>c c>end');
    const node = graph.nodes.find((one) => one.id === 'b');
    if (node?.kind === 'approve') node.executors.sameAsPrevious = 'pass';
    const game = play(graph);
    game.do({ kind: 'start', by: 'I' });
    expect(game.submit('A')).toMatchObject({ skipped: [{ node: 'b', why: 'same' }] });
    expect(game.open()).toEqual(['c:C']);
  });

  it('interrupt stops all acts until recovery; invalid ends it', () => {
    const game = begin('a:A b:B end', 'start>a a>b b>end');
    game.do({ kind: 'interrupt', by: 'ADMIN', reason: 'stop' });
    expect(game.submit('A')).toMatchObject({ kind: 'refused', code: 'workflow.instance.not_processing' });
    game.do({ kind: 'recover', by: 'ADMIN', reason: 'go' });
    game.submit('A');
    expect(game.do({ kind: 'invalidate', by: 'A', reason: 'no' })).toMatchObject({ kind: 'refused' });
    game.do({ kind: 'invalidate', by: 'ADMIN', reason: 'no' });
    expect(game.open()).toEqual([]);
    expect(game.state.instance.state).toBe('invalid');
  });

  it('urges at most once in the set time', () => {
    const game = begin('a:A end', 'start>a a>end');
    expect(game.do({ kind: 'urge', by: 'I', lastAt: null })).toMatchObject({ kind: 'done' });
    expect(game.do({ kind: 'urge', by: 'I', lastAt: '2026-01-01T00:00:00.000Z' })).toMatchObject({
      kind: 'refused',
      code: 'workflow.urge.too_soon',
      data: { minutes: 30 },
    });
  });
});
