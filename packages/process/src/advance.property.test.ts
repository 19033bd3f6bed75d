import type { ProcessGraph, Signing } from '@formwork/contract/workflow/graph.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnTargets } from './history.ts';
import { problems, type FormFacts } from './problems.ts';
import { draw, play, type Play } from './testing/play.ts';

/**
 * Random graphs and random commands. Whatever people do, a running process has somebody who can act, and an ended one
 * has nothing open.
 */
const runs = Number(process.env.FORMWORK_PROPERTY_RUNS ?? 5_000);

describe('random graphs, random commands', () => {
  it('never strand a process and leave nothing open behind its end', () => {
    let ended = 0;
    fc.assert(
      fc.property(
        fc.oneof(blockGraph(), wildGraph()),
        fc.array(move(), { minLength: 1, maxLength: 16 }),
        fc.infiniteStream(fc.constantFrom(true, true, false, false, null)),
        (graph, moves, truth) => {
          const game = play(graph);
          const answers = truth[Symbol.iterator]();
          game.decide = () => answers.next().value;
          const begun = game.do({ kind: 'start', by: 'I', choices: choicesFor(game, 0) });
          // Only a process that can come to nobody twice in one go may be refused.
          if (begun.kind === 'refused') return expect(begun.code).toBe('workflow.graph.endless');
          check(game);
          for (const one of moves) {
            carryOut(game, one);
            check(game);
          }
          // Left to willing people it comes to an end, unless the conditions send it round.
          for (let step = 0; step < 60 && game.state.instance.state === 'processing'; step++) {
            submitSomething(game, step);
            check(game);
          }
          if (game.state.instance.state === 'finished') ended++;
        },
      ),
      { numRuns: runs },
    );
    expect(ended).toBeGreaterThan(runs / 4);
  });
});

/** Plain comparisons: they are made some hundred thousand times. */
function check(game: Play): void {
  const { instance, tasks, actors, executions, arrivals, timers } = game.state;
  const open = [...tasks.values()].filter((task) => task.state === 'open');
  const waiting = [...timers.values()].filter((timer) => timer.state === 'waiting' || timer.state === 'paused');
  const still = waiting.filter((timer) => timer.task === null);
  const pending = [...actors.values()].filter((actor) => actor.state === 'pending' || actor.state === 'waiting');
  if (instance.state === 'processing' || instance.state === 'interrupted') {
    hold(open.length + still.length > 0, 'a running process has a task or a timer');
  } else {
    hold(open.length === 0, 'no task after the end');
    hold(waiting.length === 0, 'no timer after the end');
    hold(pending.length === 0, 'nobody has to act after the end');
    hold(
      ![...executions.values()].some(
        (one) => one.state === 'active' || one.state === 'arrived' || one.state === 'split',
      ),
      'no token after the end',
    );
  }
  hold(
    instance.state !== 'interrupted' || waiting.every((timer) => timer.state === 'paused'),
    'timers pause with their process',
  );
  const turns = new Set([...actors.values()].filter((actor) => actor.state === 'pending').map((actor) => actor.task));
  const standing = new Map<string, number>();
  for (const one of [...open, ...still]) standing.set(one.execution, (standing.get(one.execution) ?? 0) + 1);
  const arrived = new Map<string, number>();
  for (const one of arrivals.values())
    if (one.state === 'waiting') arrived.set(one.execution, (arrived.get(one.execution) ?? 0) + 1);
  for (const task of open) {
    hold(turns.has(task.id), 'somebody can act in every open task');
    const token = executions.get(task.execution)!;
    hold(token.state === 'active' && token.node === task.node, 'the token stands where its task is');
  }
  for (const timer of waiting) {
    hold(
      timer.task === null
        ? executions.get(timer.execution)!.state === 'active' && executions.get(timer.execution)!.node === timer.node
        : tasks.get(timer.task)!.state === 'open',
      'a timer goes with what it watches',
    );
  }
  for (const actor of pending) hold(tasks.get(actor.task)!.state === 'open', 'parts are open in open tasks alone');
  for (const actor of actors.values()) {
    if (actor.state !== 'entrusted' || tasks.get(actor.task)!.state !== 'open') continue;
    hold(
      [...actors.values()].some(
        (one) => one.lender === actor.id && one.state !== 'refused' && one.state !== 'withdrawn',
      ),
      'what was entrusted is with somebody',
    );
  }
  for (const task of tasks.values()) {
    const node = game.index.nodes.get(task.node)!;
    if (node.kind !== 'condition' && node.kind !== 'inclusive') continue;
    hold(
      [...actors.values()].some((actor) => actor.task === task.id && actor.origin === 'administrator'),
      'at a gateway that cannot be decided stand its administrators',
    );
  }
  for (const token of executions.values()) {
    if (token.state === 'active') hold(standing.get(token.id) === 1, 'a token has one task or one timer');
    if (token.state === 'arrived') hold(arrived.get(token.id) === 1, 'a token at a join has arrived once');
    if (token.state !== 'active' && token.state !== 'arrived') continue;
    for (let scope = token.parent; scope !== null; scope = executions.get(scope)!.parent)
      hold(executions.get(scope)!.state === 'split', 'scopes around a living token are open');
  }
}

function hold(holds: boolean, what: string): void {
  if (!holds) throw new Error(`not so: ${what}`);
}

type Move = { kind: string; pick: number; other: number };

function move(): fc.Arbitrary<Move> {
  const kinds = [
    'submit',
    'submit',
    'submit',
    'submit',
    'return',
    'back',
    'retrieve',
    'transfer',
    'before',
    'after',
    'beside',
    'entrust',
    'accept',
    'refuse',
    'cancel',
    'remove',
    'tick',
    'tick',
    'interrupt',
    'recover',
    'invalidate',
    'stale',
  ];
  return fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(1000), other: fc.nat(1000) });
}

function carryOut(game: Play, { kind, pick, other }: Move): void {
  const before = game.state;
  const turns = [...before.actors.values()].filter(
    (actor) => actor.state === 'pending' && before.tasks.get(actor.task)!.state === 'open',
  );
  const actor = turns[pick % Math.max(1, turns.length)];
  const task = actor && before.tasks.get(actor.task)!;
  const on = actor && task ? { by: actor.person, task: task.id, version: task.version } : undefined;
  const person = 'PQRSTUVW'[other % 8]!;
  if (kind === 'interrupt' || kind === 'recover') game.do({ kind, by: 'ADMIN', reason: kind });
  else if (kind === 'invalidate') {
    if (other % 10 === 0) game.do({ kind, by: 'ADMIN', reason: kind });
  } else if (kind === 'retrieve') {
    const acts = [...before.actors.values()].filter((one) => one.state === 'done' && !one.auto);
    const act = acts[pick % Math.max(1, acts.length)];
    if (act) game.do({ kind, by: act.person, task: act.task });
  } else if (kind === 'tick') game.tick();
  else if (kind === 'cancel') {
    const lent = [...before.actors.values()].find((one) => one.state === 'entrusted');
    if (lent) game.do({ kind: 'cancelEntrusted', by: lent.person, task: lent.task });
  } else if (!on || !task) return;
  else if (kind === 'submit') game.do({ kind, ...on, choices: choicesFor(game, other) });
  else if (kind === 'stale') expect(game.do({ kind: 'submit', ...on, version: on.version + 1 }).kind).toBe('refused');
  else if (kind === 'return' || kind === 'back') {
    const targets = returnTargets(game.index, before.tasks.values(), before.actors.values(), task);
    const node = targets[other % Math.max(1, targets.length)];
    if (node) game.do({ kind: 'return', ...on, node, mode: kind === 'back' ? 'back' : 'again', reason: 'because' });
  } else if (kind === 'transfer') game.do({ kind, ...on, person });
  else if (kind === 'entrust') game.do({ kind, ...on, person });
  else if (kind === 'accept') game.do({ kind: 'acceptEntrusted', ...on });
  else if (kind === 'refuse') game.do({ kind: 'refuseEntrusted', ...on, reason: 'because' });
  else if (kind === 'remove') {
    const others = [...before.actors.values()].filter(
      (one) =>
        one.task === task.id && one.person !== actor.person && (one.state === 'pending' || one.state === 'waiting'),
    );
    if (others.length > 0) game.do({ kind: 'removeSigners', ...on, persons: [others[other % others.length]!.person] });
  } else game.do({ kind: 'addSigners', ...on, persons: [person], place: kind as 'before' | 'after' | 'beside' });
}

function submitSomething(game: Play, step: number): void {
  const before = game.state;
  carryOut(game, { kind: 'submit', pick: step, other: step });
  if (game.state === before) game.tick();
}

/** An answer for every node at which the engine may ask. */
function choicesFor(game: Play, pick: number) {
  const edges = Object.fromEntries(
    game.index.graph.nodes
      .filter((node) => node.kind === 'condition' || node.kind === 'inclusive')
      .map((node) => {
        const out = game.index.outgoing.get(node.id) ?? [];
        return [node.id, [out[pick % Math.max(1, out.length)]?.id ?? 'none']];
      }),
  );
  return { edges, executors: Object.fromEntries(game.index.graph.nodes.map((node) => [node.id, ['P', 'Q']])) };
}

const signings: Signing[] = [
  { way: 'any' },
  { way: 'all' },
  { way: 'ratio', percent: 60 },
  { way: 'serial', order: 'chosen' },
  { way: 'serial', order: 'pinyin' },
];

/** Well-nested graphs: sequences of tasks, splits with their join, choices and loops. */
function blockGraph(): fc.Arbitrary<ProcessGraph> {
  return fc
    .record({
      choices: fc.array(fc.nat(1000), { minLength: 4, maxLength: 40 }),
      signing: fc.array(fc.constantFrom(...signings), { minLength: 1, maxLength: 8 }),
    })
    .map(({ choices, signing }) => {
      const nodes: string[] = [];
      const edges: string[] = [];
      let next = 0;
      const take = () => choices[next++ % choices.length]!;
      let ids = 0;
      const people = () => ['A', 'AB', 'BC', 'ABC', 'CD', 'z', 'I', '?'][take() % 8]!;
      /** Draws a block between two nodes. */
      const block = (from: string, to: string, depth: number): void => {
        const kind = depth <= 0 ? 0 : take() % 6;
        const id = ++ids;
        if (kind === 1 && take() % 3 === 0) {
          const still = ['wait', 'auto', 'sub'][take() % 3]!;
          nodes.push(`${still}${id}`);
          edges.push(`${from}>${still}${id}`, `${still}${id}>${to}`);
        } else if (kind <= 1) {
          nodes.push(`t${id}:${people()}`);
          edges.push(`${from}>t${id}`, `t${id}>${to}`);
        } else if (kind === 2) {
          nodes.push(`t${id}:${people()}`);
          edges.push(`${from}>t${id}`);
          block(`t${id}`, to, depth - 1);
        } else {
          const split = `${['par', 'or', 'if'][kind - 3]}${id}`;
          const join = `join${id}`;
          nodes.push(split, join);
          edges.push(`${from}>${split}`);
          for (let branch = 0; branch < 2 + (take() % 2); branch++) block(split, join, depth - 1);
          edges.push(`${join}>${to}`);
        }
      };
      block('start', 'end', 4);
      return withGateways(
        withDues(draw([...nodes, 'end'].join(' '), edges.join(' '), signingOf(nodes, signing)), choices[0]!),
        choices[1]!,
      );
    });
}

/** Graphs nobody would draw: any edges at all, kept when validation finds nothing wrong with them. */
function wildGraph(): fc.Arbitrary<ProcessGraph> {
  const kinds = ['t', 't', 't', 'par', 'or', 'if', 'join', 'wait'];
  return fc
    .record({
      kinds: fc.array(fc.constantFrom(...kinds), { minLength: 2, maxLength: 9 }),
      targets: fc.array(fc.array(fc.nat(1000), { minLength: 2, maxLength: 3 }), { minLength: 9, maxLength: 9 }),
      people: fc.array(fc.constantFrom('A', 'AB', 'BC', 'C', 'z', '?'), { minLength: 9, maxLength: 9 }),
      signing: fc.array(fc.constantFrom(...signings), { minLength: 1, maxLength: 5 }),
    })
    .map((seed) => {
      const names = seed.kinds.map((kind, index) => `${kind}${index}`);
      const nodes = names.map((name, index) => (name.startsWith('t') ? `${name}:${seed.people[index]!}` : name));
      const all = [...names, 'end'];
      const edges = names.flatMap((name, index) => {
        const count = /^[tjw]/.test(name) ? 1 : seed.targets[index]!.length;
        // Mostly forward, so that many graphs can come to an end.
        return seed.targets[index]!.slice(0, count).map(
          (pick) => `${name}>${pick % 5 === 0 ? all[pick % all.length]! : (all[index + 1 + (pick % 3)] ?? 'end')}`,
        );
      });
      return draw(
        [...nodes, 'end'].join(' '),
        [`start>${names[0]!}`, ...edges].join(' '),
        signingOf(nodes, seed.signing),
      );
    })
    .filter((graph) => problems(graph, anyForm).length === 0);
}

/** Some nodes have a due time, with all that can follow from it. */
function withDues(graph: ProcessGraph, seed: number): ProcessGraph {
  const ends = ['wait', 'pass', 'return'] as const;
  const nodes = graph.nodes.map((node, at) => {
    const pick = seed + at;
    if (node.kind !== 'approve' || pick % 4 !== 0) return node;
    return {
      ...node,
      due: {
        within: { minutes: 60, working: false },
        remindBefore: pick % 3 === 0 ? 30 : 0,
        remindEvery: pick % 5 === 0 ? 10 : 0,
        overdue: ends[pick % 3]!,
      },
    };
  });
  return { ...graph, nodes };
}

/** Some gateways have another way, and some take it where a condition cannot be decided. */
function withGateways(graph: ProcessGraph, seed: number): ProcessGraph {
  const nodes = graph.nodes.map((node, at) =>
    node.kind === 'condition' || node.kind === 'inclusive' ? { ...node, emptyOtherwise: (seed + at) % 3 === 0 } : node,
  );
  const others = new Set(
    nodes.flatMap((node, at) =>
      (seed + at) % 2 === 0
        ? (graph.edges.findLast((edge) => edge.source === node.id && edge.condition !== undefined)?.id ?? [])
        : [],
    ),
  );
  const edges = graph.edges.map((edge) =>
    others.has(edge.id) ? { id: edge.id, source: edge.source, target: edge.target, otherwise: true } : edge,
  );
  return { ...graph, nodes, edges };
}

function signingOf(nodes: string[], signing: Signing[]): Record<string, Signing> {
  return Object.fromEntries(nodes.map((node, index) => [node.split(':')[0]!, signing[index % signing.length]!]));
}

const anyForm: FormFacts = { fields: new Map(), tables: new Map(), conditionErrors: () => [] };
