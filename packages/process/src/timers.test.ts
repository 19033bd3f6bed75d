import { describe, expect, it } from 'vitest';
import type { Due, ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { draw, play, type Play } from './testing/play.ts';

function begin(graph: ProcessGraph): Play {
  const game = play(graph);
  expect(game.do({ kind: 'start', by: 'I' }).kind).toBe('done');
  return game;
}

function withDue(graph: ProcessGraph, node: string, due: Partial<Due>): ProcessGraph {
  const whole: Due = {
    within: { minutes: 60, working: false },
    remindBefore: 0,
    remindEvery: 0,
    overdue: 'wait',
    ...due,
  };
  return {
    ...graph,
    nodes: graph.nodes.map((one) => (one.id === node && one.kind === 'approve' ? { ...one, due: whole } : one)),
  };
}

const timers = (game: Play) => [...game.state.timers.values()].map((timer) => `${timer.kind}:${timer.state}`);
const kinds = (game: Play) => {
  const outcome = game.do({ kind: 'comment', by: 'I', comment: 'x' });
  return outcome.kind;
};

describe('timer nodes', () => {
  it('hold their branch until the time has passed', () => {
    const game = begin(draw('wait1:60 a:A end', 'start>wait1 wait1>a a>end'));
    expect(game.open()).toEqual([]);
    expect(game.state.instance.state).toBe('processing');
    expect(game.tick()).toBe(true);
    expect(game.open()).toEqual(['a:A']);
    expect(game.tick()).toBe(false);
  });

  it('fire once, whoever else has the same timer in hand', () => {
    const game = begin(draw('wait1 a:A end', 'start>wait1 wait1>a a>end'));
    const [timer] = [...game.state.timers.values()];
    game.tick();
    expect(game.do({ kind: 'fire', by: '', timer: timer!.id })).toMatchObject({
      kind: 'refused',
      code: 'workflow.timer.over',
    });
  });

  it('not before their time, and not while the process stands still', () => {
    const game = begin(draw('wait1 a:A end', 'start>wait1 wait1>a a>end'));
    const [timer] = [...game.state.timers.values()];
    expect(game.do({ kind: 'fire', by: '', timer: timer!.id })).toMatchObject({
      kind: 'refused',
      code: 'workflow.timer.over',
    });
    game.do({ kind: 'interrupt', by: 'ADMIN', reason: 'stop' });
    expect([...game.state.timers.values()][0]).toMatchObject({ state: 'paused', due: null });
    game.clock += 7200;
    expect(game.do({ kind: 'fire', by: '', timer: timer!.id })).toMatchObject({
      kind: 'refused',
      code: 'workflow.instance.not_processing',
    });
    game.do({ kind: 'recover', by: 'ADMIN', reason: 'on' });
    // An hour was left when it was stopped, whatever time went by since.
    expect(
      Date.parse([...game.state.timers.values()][0]!.due!) / 1000 - Date.UTC(2026, 0, 1) / 1000 - game.clock,
    ).toBeCloseTo(3599, -1);
    game.tick();
    expect(game.open()).toEqual(['a:A']);
  });

  it('are cancelled by a return that leads around them, and made anew', () => {
    const game = begin(
      draw('a:A par1 wait1:60 b:B join1 end', 'start>a a>par1 par1>wait1 par1>b wait1>join1 b>join1 join1>end'),
    );
    game.submit('A');
    expect(timers(game)).toEqual(['wait:waiting']);
    game.back('B', 'a');
    expect(timers(game)).toEqual(['wait:cancelled']);
    game.submit('A');
    expect(timers(game)).toEqual(['wait:cancelled', 'wait:waiting']);
    game.submit('B');
    game.tick();
    expect(game.state.instance.state).toBe('finished');
  });

  it('what led to a wait can be retrieved', () => {
    const game = begin(draw('a:A wait1:60 end', 'start>a a>wait1 wait1>end'));
    game.submit('A');
    const task = [...game.state.tasks.values()].find((one) => one.node === 'a')!;
    expect(game.do({ kind: 'retrieve', by: 'A', task: task.id }).kind).toBe('done');
    expect(game.open()).toEqual(['a:A']);
    expect(timers(game)).toEqual(['wait:cancelled']);
  });
});

describe('due times', () => {
  const graph = draw('a:A b:BC end', 'start>a a>b b>end', { b: { way: 'all' } });

  it('remind before and again and again after', () => {
    const game = begin(withDue(graph, 'a', { remindBefore: 10, remindEvery: 30 }));
    expect(timers(game)).toEqual(['due:waiting', 'remind:waiting']);
    game.tick();
    expect(timers(game)).toEqual(['due:waiting', 'remind:fired']);
    game.tick();
    game.tick();
    expect(timers(game)).toEqual(['due:fired', 'remind:fired', 'remind:fired', 'remind:waiting']);
    game.submit('A');
    expect(timers(game).filter((one) => one.endsWith('waiting'))).toEqual([]);
  });

  it('take it as agreed when told so', () => {
    const game = begin(withDue(graph, 'b', { overdue: 'pass' }));
    game.submit('A');
    game.submit('B');
    game.tick();
    expect(game.state.instance.state).toBe('finished');
    expect([...game.state.actors.values()].filter((actor) => actor.auto).map((actor) => actor.person)).toEqual(['C']);
  });

  it('say so to whoever comes after them', () => {
    const passed = begin(withDue(draw('a:A b:BC d:D end', 'start>a a>b b>d d>end'), 'b', { overdue: 'pass' }));
    passed.submit('A');
    const late = passed.task('C', 'b');
    passed.tick();
    expect(passed.do({ kind: 'submit', by: 'C', ...late })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.due_came',
      data: { by: null, kind: 'passed' },
    });

    const returned = begin(withDue(graph, 'b', { overdue: 'return' }));
    returned.submit('A');
    const back = returned.task('B', 'b');
    returned.tick();
    expect(returned.do({ kind: 'submit', by: 'B', ...back })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.due_came',
      data: { by: null, kind: 'returned' },
    });

    // the way back of one branch took the other with it
    const beside = begin(
      withDue(draw('a:A par1 b:B c:C join1 end', 'start>a a>par1 par1>b par1>c b>join1 c>join1 join1>end'), 'b', {
        overdue: 'return',
      }),
    );
    beside.submit('A');
    const other = beside.task('C', 'c');
    beside.tick();
    expect(beside.open()).toEqual(['a:A']);
    expect(beside.do({ kind: 'submit', by: 'C', ...other })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.clock_came',
      data: { by: null, kind: 'cancelled' },
    });
  });

  it('send it back to the step before when told so', () => {
    const game = begin(withDue(graph, 'b', { overdue: 'return' }));
    game.submit('A');
    game.tick();
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['b:BC']);
  });

  it('end with their task', () => {
    const game = begin(withDue(graph, 'a', { overdue: 'pass' }));
    game.submit('A');
    expect(timers(game)).toEqual(['due:cancelled']);
    expect(kinds(game)).toBe('done');
  });
});

describe('work without people', () => {
  it('is done after the step, and goes on by itself', () => {
    const game = begin(draw('auto1 a:A end', 'start>auto1 auto1>a a>end'));
    expect(timers(game)).toEqual(['job:waiting']);
    game.tick();
    expect(game.open()).toEqual(['a:A']);
  });

  it('that fails for good waits for an administrator', () => {
    const game = begin(draw('auto1 a:A end', 'start>auto1 auto1>a a>end'));
    const [timer] = [...game.state.timers.values()];
    game.do({ kind: 'fail', by: '', timer: timer!.id, reason: 'no answer' });
    expect(game.tick()).toBe(false);
    expect(game.do({ kind: 'retry', by: 'A', node: 'auto1' }).kind).toBe('refused');
    game.do({ kind: 'retry', by: 'ADMIN', node: 'auto1' });
    game.tick();
    expect(game.open()).toEqual(['a:A']);
  });

  it('another process is waited for when told so', () => {
    const loose = begin(draw('sub1 a:A end', 'start>sub1 sub1>a a>end'));
    loose.tick();
    expect(loose.open()).toEqual(['a:A']);
    const game = begin(draw('sub1:w a:A end', 'start>sub1 sub1>a a>end'));
    game.tick();
    expect(game.open()).toEqual([]);
    const child = [...game.state.timers.values()].find((timer) => timer.kind === 'child')!;
    expect(child.due).toBeNull();
    // Its end sets the time.
    game.state.timers.set(child.id, { ...child, due: child.due ?? '2026-01-01T00:00:00.000Z' });
    game.tick();
    expect(game.open()).toEqual(['a:A']);
  });
});

describe('entrusting', () => {
  const graph = draw('a:AB b:D end', 'start>a a>b b>end', { a: { way: 'all' } });

  it('another acts in my place, and the work goes on with it', () => {
    const game = begin(graph);
    game.do({ kind: 'entrust', by: 'A', ...game.task('A'), person: 'X' });
    expect(game.open()).toEqual(['a:BX']);
    game.do({ kind: 'acceptEntrusted', by: 'X', ...game.task('X') });
    expect(game.do({ kind: 'refuseEntrusted', by: 'X', ...game.task('X'), reason: 'no' })).toMatchObject({
      code: 'workflow.task.not_entrusted',
    });
    game.submit('X');
    game.submit('B');
    expect(game.open()).toEqual(['b:D']);
  });

  it('refused or cancelled it is mine again', () => {
    const game = begin(graph);
    game.do({ kind: 'entrust', by: 'A', ...game.task('A'), person: 'X' });
    game.do({ kind: 'refuseEntrusted', by: 'X', ...game.task('X'), reason: 'no' });
    expect(game.open()).toEqual(['a:AB']);
    game.do({ kind: 'entrust', by: 'A', ...game.task('A'), person: 'X' });
    game.do({ kind: 'entrust', by: 'X', ...game.task('X'), person: 'Y' });
    game.do({ kind: 'cancelEntrusted', by: 'A', task: game.task('B').task });
    expect(game.open()).toEqual(['a:AB']);
    game.submit('A');
    expect(game.open()).toEqual(['a:B']);
  });

  it('what has been done in my place cannot be taken back by cancelling', () => {
    const game = begin(graph);
    game.do({ kind: 'entrust', by: 'A', ...game.task('A'), person: 'X' });
    const { task } = game.task('X');
    game.submit('X');
    expect(game.do({ kind: 'cancelEntrusted', by: 'A', task })).toMatchObject({
      kind: 'refused',
      code: 'workflow.task.stale',
      data: { by: 'X' },
    });
  });
});

describe('removing signers', () => {
  it('takes away who has not acted, and goes on when the rest is enough', () => {
    const game = begin(draw('a:ABCD b:E end', 'start>a a>b b>end', { a: { way: 'ratio', percent: 50 } }));
    game.submit('A');
    expect(game.do({ kind: 'removeSigners', by: 'B', ...game.task('B'), persons: ['A'] })).toMatchObject({
      code: 'workflow.task.not_a_signer',
    });
    game.do({ kind: 'removeSigners', by: 'B', ...game.task('B'), persons: ['C', 'D'] });
    expect(game.open()).toEqual(['b:E']);
  });
});

describe('the next-node chooser', () => {
  it('lets the executor choose whatever the conditions say', () => {
    const graph = draw('a:A if b:B c:C end', 'start>a a>if if>b if>c* b>end c>end');
    const game = begin({
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.id === 'a' && node.kind === 'approve' ? { ...node, chooseNext: true } : node,
      ),
    });
    game.decide = () => true;
    expect(game.submit('A')).toMatchObject({ kind: 'done', asks: [{ kind: 'edges', node: 'if' }] });
    game.do({ kind: 'submit', by: 'A', ...game.task('A'), choices: { edges: { if: ['e3'] } } });
    expect(game.open()).toEqual(['c:C']);
  });
});
