import { describe, expect, it } from 'vitest';
import type { ProcessGraph, ProcessNode } from '@formwork/contract/workflow/graph.ts';
import { importBpmn } from './bpmn/import.ts';
import { problems } from './problems.ts';
import { draw, play, type Play } from './testing/play.ts';

/**
 * The first twenty workflow patterns (van der Aalst, ter Hofstede, Kiepuszewski and Barros, 2003) as far as BPMN can say
 * them: each runs as the literature has it, or is refused by the name of the element that would say it. Number 18, the
 * milestone, has no notation in BPMN.
 */
function begin(
  nodes: string,
  edges: string,
  decide: (edge: string) => boolean | null = () => true,
  signing = {},
): Play {
  const game = play(draw(nodes, edges, signing));
  game.decide = decide;
  expect(game.do({ kind: 'start', by: 'I' }).kind).toBe('done');
  return game;
}

const ended = (game: Play) => game.state.instance.state === 'finished';
/** How often people came to a node. */
const rounds = (game: Play, node: string) => [...game.state.tasks.values()].filter((task) => task.node === node).length;

/** What is refused of a model with this inside its process. */
async function refusedIn(inside: string): Promise<string[]> {
  const flows = '<b:startEvent id="s"/><b:endEvent id="e"/>';
  const { graph, foreign } = await importBpmn(
    `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" targetNamespace="t"><b:process id="p">${flows}${inside}</b:process></b:definitions>`,
  );
  const whole: ProcessGraph = { ...graph, imported: { source: '0'.repeat(64), foreign } };
  return problems(whole, { fields: new Map(), tables: new Map(), conditionErrors: () => [] })
    .filter(({ code }) => code === 'workflow.problem.not_executable')
    .map(({ data }) => `${String(data!.type)} ${String(data!.name)}`);
}

describe('basic control flow', () => {
  it('1 sequence: the next begins when the one before is done', () => {
    const game = begin('a:A b:B end', 'start>a a>b b>end');
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['b:B']);
    game.submit('B');
    expect(ended(game)).toBe(true);
  });

  it('2 parallel split: both branches begin at once', () => {
    expect(begin('par1 a:A b:B join1 end', 'start>par1 par1>a par1>b a>join1 b>join1 join1>end').open()).toEqual([
      'a:A',
      'b:B',
    ]);
  });

  it('3 synchronization: goes on once, when both branches are done', () => {
    const game = begin('par1 a:A b:B join1 c:C end', 'start>par1 par1>a par1>b a>join1 b>join1 join1>c c>end');
    game.submit('B');
    expect(game.open()).toEqual(['a:A']);
    game.submit('A');
    expect(game.open()).toEqual(['c:C']);
    expect(rounds(game, 'c')).toBe(1);
  });

  it('4 exclusive choice: exactly one branch', () => {
    expect(begin('if1 a:A b:B end', 'start>if1 if1>a if1>b* a>end b>end', () => true).open()).toEqual(['a:A']);
    expect(begin('if1 a:A b:B end', 'start>if1 if1>a if1>b* a>end b>end', () => false).open()).toEqual(['b:B']);
  });

  it('5 simple merge: branches of which one was taken come together without waiting', () => {
    const game = begin('if1 a:A b:B if2 c:C end', 'start>if1 if1>a if1>b* a>if2 b>if2 if2>c* c>end');
    game.submit('A');
    expect(game.open()).toEqual(['c:C']);
  });
});

describe('advanced branching and synchronization', () => {
  it('6 multi-choice: every branch whose condition holds', () => {
    const edges = 'start>or1 or1>a or1>b or1>c* a>join1 b>join1 c>join1 join1>end';
    expect(begin('or1 a:A b:B c:C join1 end', edges).open()).toEqual(['a:A', 'b:B']);
    expect(begin('or1 a:A b:B c:C join1 end', edges, (edge) => edge === 'e2').open()).toEqual(['b:B']);
    expect(begin('or1 a:A b:B c:C join1 end', edges, () => false).open()).toEqual(['c:C']);
  });

  it('7 synchronizing merge: waits for the branches that were taken, and for no other', () => {
    const game = begin(
      'or1 a:A b:B c:C join1 d:D end',
      'start>or1 or1>a or1>b or1>c a>join1 b>join1 c>join1 join1>d d>end',
      (edge) => edge !== 'e3',
    );
    game.submit('A');
    expect(game.open()).toEqual(['b:B']);
    game.submit('B');
    expect(game.open()).toEqual(['d:D']);
    expect(rounds(game, 'd')).toBe(1);
  });

  it('8 multi-merge: what follows runs once for every branch that comes', () => {
    const game = begin('par1 a:A b:B c:C end', 'start>par1 par1>a par1>b a>c b>c c>end');
    game.submit('A');
    game.submit('B');
    expect(game.open()).toEqual(['c:C', 'c:C']);
    game.submit('C');
    expect(ended(game)).toBe(false);
    game.submit('C');
    expect(ended(game)).toBe(true);
  });

  it('9 discriminator: refused by name, since BPMN says it with a complex gateway', async () => {
    expect(await refusedIn('<b:complexGateway id="g" name="谁先到"/>')).toEqual(['bpmn:ComplexGateway 谁先到']);
  });
});

describe('structural patterns', () => {
  it('10 arbitrary cycles: entered and left at more than one point', () => {
    // Between a and b round and round, into the middle of it by another way, and out of it at two places.
    let again = 2;
    const game = begin(
      'if0 a:A if1 b:B if2 end',
      'start>if0 if0>a if0>b* a>if1 if1>b if1>end* b>if2 if2>a if2>end*',
      (edge) => (edge === 'e7' ? again-- > 0 : true),
    );
    for (const who of ['A', 'B', 'A', 'B', 'A']) {
      expect(ended(game)).toBe(false);
      expect(game.submit(who).kind).toBe('done');
    }
    game.submit('B');
    expect(ended(game)).toBe(true);
    expect([rounds(game, 'a'), rounds(game, 'b')]).toEqual([3, 3]);
  });

  it('11 implicit termination: it ends when nothing is left to do, at whichever end', () => {
    const game = begin('par1 a:A b:B end1 end2', 'start>par1 par1>a par1>b a>end1 b>end2');
    game.submit('A');
    expect(ended(game)).toBe(false);
    game.submit('B');
    expect(ended(game)).toBe(true);
  });
});

describe('multiple instances', () => {
  it('12 without synchronization: others are started and nobody waits for them', () => {
    const game = begin('sub1 a:A end', 'start>sub1 sub1>a a>end');
    game.tick();
    expect(game.open()).toEqual(['a:A']);
  });

  it('13 known at design time: as many as people are named, and on when all have acted', () => {
    const game = begin('a:ABC b:D end', 'start>a a>b b>end', () => true, { a: { way: 'all' } });
    for (const who of ['C', 'A']) game.submit(who);
    expect(game.open()).toEqual(['a:B']);
    game.submit('B');
    expect(game.open()).toEqual(['b:D']);
  });

  it('14 known at run time: as many as are found when it begins', () => {
    const graph = draw('a:? b:D end', 'start>a a>b b>end', { a: { way: 'all' } });
    const game = play(graph);
    game.do({ kind: 'start', by: 'I', choices: { executors: { a: ['P', 'Q', 'R'] } } });
    expect(game.open()).toEqual(['a:PQR']);
    for (const who of ['P', 'Q', 'R']) game.submit(who);
    expect(game.open()).toEqual(['b:D']);
  });

  it('15 not known before: more come while it runs, and it waits for them too', () => {
    const game = begin('a:AB b:D end', 'start>a a>b b>end', () => true, { a: { way: 'all' } });
    game.submit('A');
    game.do({ kind: 'addSigners', by: 'B', ...game.task('B'), persons: ['X', 'Y'], place: 'beside' });
    game.submit('B');
    expect(game.open()).toEqual(['a:XY']);
    game.submit('X');
    game.submit('Y');
    expect(game.open()).toEqual(['b:D']);
  });

  it('12 to 15 as BPMN draws them: a loop marker is refused by the name of its task', async () => {
    expect(
      await refusedIn('<b:userTask id="t" name="逐台检查"><b:multiInstanceLoopCharacteristics/></b:userTask>'),
    ).toEqual(['bpmn:MultiInstanceLoopCharacteristics 逐台检查']);
  });
});

describe('state-based patterns', () => {
  it('16 deferred choice: refused by name, since BPMN says it with a gateway for events', async () => {
    expect(await refusedIn('<b:eventBasedGateway id="g" name="等哪个"/>')).toEqual(['bpmn:EventBasedGateway 等哪个']);
  });

  it('17 interleaved parallel routing: each once, one after the other, in an order chosen when it runs', () => {
    const game = play(draw('a:? end', 'start>a a>end', { a: { way: 'serial', order: 'chosen' } }));
    game.do({ kind: 'start', by: 'I', choices: { executors: { a: ['R', 'P', 'Q'] } } });
    for (const who of ['R', 'P', 'Q']) {
      expect(game.open()).toEqual([`a:${who}`]);
      game.submit(who);
    }
    expect(ended(game)).toBe(true);
  });

  it('17 as BPMN draws it: an ad-hoc sub-process is refused by name, with what is in it', async () => {
    expect(
      await refusedIn(
        '<b:adHocSubProcess id="h" name="随意次序" ordering="Sequential"><b:task id="x" name="测量"/></b:adHocSubProcess>',
      ),
    ).toEqual(['bpmn:AdHocSubProcess 随意次序', 'bpmn:Task 测量']);
  });
});

describe('cancellation', () => {
  it('19 cancel activity: a task that began is taken back, and the rest goes on', () => {
    const game = begin('par1 a:A b:B c:C join1 end', 'start>par1 par1>a par1>b a>c c>join1 b>join1 join1>end');
    game.submit('A');
    game.back('C', 'a');
    expect(game.open()).toEqual(['b:B', 'a:A']);
    expect([...game.state.tasks.values()].find((task) => task.node === 'c')!.state).toBe('returned');
  });

  it('19 as BPMN draws it: an event at the border of a task is refused by name', async () => {
    expect(
      await refusedIn(
        '<b:task id="t"/><b:boundaryEvent id="x" name="撤销" attachedToRef="t"><b:messageEventDefinition/></b:boundaryEvent>',
      ),
    ).toEqual(['bpmn:BoundaryEvent/MessageEventDefinition 撤销']);
  });

  it('20 cancel case: everything that is open ends, wherever it is', () => {
    const game = begin(
      'par1 a:A wait1 b:B join1 end',
      'start>par1 par1>a par1>wait1 a>join1 wait1>b b>join1 join1>end',
    );
    game.do({ kind: 'invalidate', by: 'ADMIN', reason: 'over' });
    expect(game.state.instance.state).toBe('invalid');
    expect(game.open()).toEqual([]);
    expect([...game.state.timers.values()].map((timer) => timer.state)).toEqual(['cancelled']);
  });

  it('20 as BPMN draws it: a terminating end is refused by name', async () => {
    expect(await refusedIn('<b:endEvent id="x" name="全部终止"><b:terminateEventDefinition/></b:endEvent>')).toEqual([
      'bpmn:EndEvent/TerminateEventDefinition 全部终止',
    ]);
  });
});

describe('as models of other tools', () => {
  const ofKind = (nodes: ProcessNode[], kind: ProcessNode['kind']) => nodes.filter((node) => node.kind === kind).length;

  it('the gateways of patterns 2 to 7 are read as what they do', async () => {
    const gate = (type: string, id: string, into: number, out: number) =>
      `<b:${type} id="${id}">${'<b:incoming>x</b:incoming>'.repeat(into)}${'<b:outgoing>x</b:outgoing>'.repeat(out)}</b:${type}>`;
    const flow = (from: string, to: string) =>
      `<b:sequenceFlow id="f_${from}_${to}" sourceRef="${from}" targetRef="${to}"/>`;
    const xml = `<b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><b:process id="p"><b:startEvent id="s"/><b:task id="a" name="a"/><b:task id="b" name="b"/><b:endEvent id="e"/>
      ${gate('parallelGateway', 'split', 0, 0)}${gate('parallelGateway', 'join', 0, 0)}${gate('inclusiveGateway', 'some', 0, 0)}${gate('exclusiveGateway', 'merge', 0, 0)}
      ${[
        ['s', 'split'],
        ['split', 'a'],
        ['split', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'some'],
        ['some', 'merge'],
        ['merge', 'e'],
      ]
        .map(([from, to]) => flow(from!, to!))
        .join('')}</b:process></b:definitions>`;
    const { graph } = await importBpmn(xml);
    expect([
      ofKind(graph.nodes, 'parallel'),
      ofKind(graph.nodes, 'join'),
      ofKind(graph.nodes, 'inclusive'),
      ofKind(graph.nodes, 'condition'),
    ]).toEqual([1, 1, 1, 1]);
  });
});
