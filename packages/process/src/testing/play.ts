import type { ProcessEdge, ProcessGraph, ProcessNode, Signing } from '@formwork/contract/workflow/graph.ts';
import { advance } from '../advance.ts';
import type { Command, Outcome, Question, World } from '../command.ts';
import { indexGraph, type GraphIndex } from '../graph-index.ts';
import { newApprove, startingGraph } from '../starting-graph.ts';
import { newState, type ProcessState } from '../state.ts';

/** A process played in memory: people are letters, everybody exists, the clock ticks a second a command. */
export interface Play {
  index: GraphIndex;
  state: ProcessState;
  decide: (edge: string) => boolean | null;
  reads?: World['reads'];
  clock: number;
  do(command: Command): Outcome;
  /** Submits a person's open task. */
  submit(by: string, node?: string): Outcome;
  back(by: string, to: string, mode?: 'again' | 'back'): Outcome;
  /** Open tasks as `node:people who may act`, in the order of opening. */
  open(): string[];
  task(by: string, node?: string): { task: string; version: number };
  /** Lets the clock run to the next timer and fires it; false when none waits. */
  tick(): boolean;
}

export function play(graph: ProcessGraph): Play {
  const index = indexGraph(graph);
  let ids = 0;
  const self: Play = {
    index,
    state: newState({ id: 'i', initiator: 'I', startedAt: time(0) }),
    decide: () => false,
    clock: 0,
    do(command) {
      const world: World = {
        now: time(++self.clock),
        newId: () => `x${++ids}`,
        people: everybody,
        decide: (edge) => self.decide(edge),
        ...(self.reads && { reads: self.reads }),
        members: () => [],
        after: ({ minutes }) => time(self.clock + minutes * 60),
        moment: () => null,
        isAdministrator: command.by === 'ADMIN',
      };
      const outcome = advance(index, self.state, command, world);
      if (outcome.kind === 'done' && outcome.asks.length === 0) self.state = outcome.state;
      return outcome;
    },
    submit: (by, node) => self.do({ kind: 'submit', by, ...self.task(by, node) }),
    back: (by, to, mode = 'again') =>
      self.do({ kind: 'return', by, ...self.task(by), node: to, mode, reason: 'because' }),
    open: () =>
      [...self.state.tasks.values()]
        .filter((task) => task.state === 'open')
        .map(
          (task) =>
            `${task.node}:${[...self.state.actors.values()]
              .filter((actor) => actor.task === task.id && actor.state === 'pending')
              .map((actor) => actor.person)
              .join('')}`,
        ),
    task(by, node) {
      for (const actor of self.state.actors.values()) {
        const task = self.state.tasks.get(actor.task)!;
        if (actor.person === by && actor.state === 'pending' && task.state === 'open' && (!node || task.node === node))
          return { task: task.id, version: task.version };
      }
      return { task: 'none', version: 1 };
    },
    tick() {
      const due = [...self.state.timers.values()]
        .filter((timer) => timer.state === 'waiting' && timer.due !== null)
        .toSorted((a, b) => (a.due! < b.due! ? -1 : 1))[0];
      if (!due) return false;
      self.clock = Math.max(self.clock, (Date.parse(due.due!) - Date.parse(time(0))) / 1000);
      self.do({ kind: 'fire', by: '', timer: due.id });
      return true;
    },
  };
  return self;
}

/** A graph in short: nodes as `id` or `id:people`, edges as `a>b`; the kind follows from the id's first letters. */
export function draw(nodes: string, edges: string, signing: Record<string, Signing> = {}): ProcessGraph {
  return {
    nodes: ['start', ...nodes.split(' ')].map((text) => drawNode(text, signing)),
    edges: edges.split(' ').map((text, index): ProcessEdge => {
      const [source = '', target = ''] = text.split('>');
      const otherwise = target.endsWith('*');
      const conditional = /^(if|or)/.test(source);
      return {
        id: `e${index}`,
        source,
        target: target.replace('*', ''),
        ...(otherwise ? { otherwise } : conditional ? { condition: 'true' } : {}),
      };
    }),
    settings: { starters: [], administrators: ['ADMIN'], urgeEveryMinutes: 30 },
  };
}

function drawNode(text: string, signing: Record<string, Signing>): ProcessNode {
  const [id = '', people = ''] = text.split(':');
  const base = { id, name: { zh: id }, x: 0, y: 0 };
  if (id === 'start') return { ...startingGraph().nodes[0]!, ...base, kind: 'start' } as ProcessNode;
  for (const [prefix, kind] of [
    ['if', 'condition'],
    ['or', 'inclusive'],
    ['par', 'parallel'],
    ['join', 'join'],
    ['end', 'end'],
  ] as const) {
    if (id.startsWith(prefix)) return { ...base, kind };
  }
  if (id.startsWith('wait'))
    return { ...base, kind: 'timer', wait: { by: 'span', span: { minutes: Number(people || '60'), working: false } } };
  if (id.startsWith('auto')) return { ...base, kind: 'automatic', does: { what: 'record', set: [] } };
  if (id.startsWith('sub')) return { ...base, kind: 'sub-process', form: 'other', set: [], wait: people === 'w' };
  const approve = newApprove(id, 0, 0);
  const rules: typeof approve.executors.rules =
    people === '?' ? [{ by: 'previous' }] : [{ by: 'persons', persons: [...people] }];
  return {
    ...approve,
    ...base,
    executors: { ...approve.executors, rules },
    signing: signing[id] ?? { way: 'any' },
    buttons: [...approve.buttons, 'interrupt', 'invalidate', 'removeSigner'],
  };
}

/** Knows every answer beforehand. */
class Everybody extends Map<string, { id: string; sortKey: string }[]> {
  override has(): boolean {
    return true;
  }
  override get(key: string): { id: string; sortKey: string }[] {
    let people = super.get(key);
    if (!people) this.set(key, (people = answer(JSON.parse(key) as Question)));
    return people;
  }
}

const everybody = new Everybody();

function answer(question: Question): { id: string; sortKey: string }[] {
  // Lower-case z stands for nobody: a person who has left.
  if (question.ask === 'persons') return question.ids.filter((id) => id !== 'z').map((id) => ({ id, sortKey: id }));
  if (question.ask === 'administrators') return [{ id: 'ADMIN', sortKey: 'ADMIN' }];
  return [];
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}
