import type { ProcessEdge, ProcessGraph, ProcessNode, Signing } from '@formwork/contract/workflow/graph.ts';
import { advance } from '../advance.ts';
import { questionKey, type Command, type Outcome, type Question, type World } from '../command.ts';
import { indexGraph, type GraphIndex } from '../graph-index.ts';
import { newApprove, startingGraph } from '../starting-graph.ts';
import { newState, type ProcessState } from '../state.ts';

/** A process played in memory: people are letters, everybody exists, the clock ticks a second a command. */
export interface Play {
  index: GraphIndex;
  state: ProcessState;
  decide: (edge: string) => boolean | null;
  clock: number;
  do(command: Command): Outcome;
  /** Submits a person's open task. */
  submit(by: string, node?: string): Outcome;
  back(by: string, to: string, mode?: 'again' | 'back'): Outcome;
  /** Open tasks as `node:people who may act`, in the order of opening. */
  open(): string[];
  task(by: string, node?: string): { task: string; version: number };
}

export function play(graph: ProcessGraph): Play {
  const index = indexGraph(graph);
  let ids = 0;
  const self: Play = {
    index,
    state: newState({ id: 'i', initiator: 'I', startedAt: time(0) }),
    decide: () => null,
    clock: 0,
    do(command) {
      const world: World = {
        now: time(++self.clock),
        newId: () => `x${++ids}`,
        people: new Map(),
        decide: (edge) => self.decide(edge),
        members: () => [],
        isAdministrator: command.by === 'ADMIN',
      };
      for (;;) {
        const outcome = advance(index, self.state, command, world);
        if (outcome.kind === 'needs') {
          for (const question of outcome.questions) world.people.set(questionKey(question), answer(question));
          continue;
        }
        if (outcome.kind === 'done' && outcome.asks.length === 0) self.state = outcome.state;
        return outcome;
      }
    },
    submit: (by, node) => self.do({ kind: 'submit', by, ...self.task(by, node) }),
    back: (by, to, mode = 'again') => self.do({ kind: 'return', by, ...self.task(by), node: to, mode, reason: 'because' }),
    open: () =>
      [...self.state.tasks.values()]
        .filter((task) => task.state === 'open')
        .map((task) => `${task.node}:${[...self.state.actors.values()].filter((actor) => actor.task === task.id && actor.state === 'pending').map((actor) => actor.person).join('')}`),
    task(by, node) {
      for (const actor of self.state.actors.values()) {
        const task = self.state.tasks.get(actor.task)!;
        if (actor.person === by && actor.state === 'pending' && task.state === 'open' && (!node || task.node === node)) return { task: task.id, version: task.version };
      }
      return { task: 'none', version: 1 };
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
      return { id: `e${index}`, source, target: target.replace('*', ''), ...(otherwise ? { otherwise } : conditional ? { condition: 'true' } : {}) };
    }),
    settings: { starters: [], administrators: ['ADMIN'], urgeEveryMinutes: 30 },
  };
}

function drawNode(text: string, signing: Record<string, Signing>): ProcessNode {
  const [id = '', people = ''] = text.split(':');
  const base = { id, name: { zh: id }, x: 0, y: 0 };
  if (id === 'start') return { ...startingGraph().nodes[0]!, ...base, kind: 'start' } as ProcessNode;
  for (const [prefix, kind] of [['if', 'condition'], ['or', 'inclusive'], ['par', 'parallel'], ['join', 'join'], ['end', 'end']] as const) {
    if (id.startsWith(prefix)) return { ...base, kind };
  }
  const approve = newApprove(id, 0, 0);
  const rules: typeof approve.executors.rules = people === '?' ? [{ by: 'previous' }] : [{ by: 'persons', persons: [...people] }];
  return { ...approve, ...base, executors: { ...approve.executors, rules }, signing: signing[id] ?? { way: 'any' }, buttons: [...approve.buttons, 'interrupt', 'invalidate'] };
}

function answer(question: Question): { id: string; sortKey: string }[] {
  // Lower-case z stands for nobody: a person who has left.
  if (question.ask === 'persons') return question.ids.filter((id) => id !== 'z').map((id) => ({ id, sortKey: id }));
  if (question.ask === 'administrators') return [{ id: 'ADMIN', sortKey: 'ADMIN' }];
  return [];
}

function time(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}
