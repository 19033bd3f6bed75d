import type { ErrorCode } from '@formwork/contract/errors.ts';
import { advance } from './advance.ts';
import {
  questionKey,
  type Choices,
  type Command,
  type EngineAsk,
  type Person,
  type Question,
  type TraceStep,
  type World,
} from './command.ts';
import { openTasks, pendingPersons } from './current.ts';
import type { GraphIndex } from './graph-index.ts';
import { newState, type EdgeReads, type ProcessState } from './state.ts';

export interface SimulationInput {
  initiator: string;
  choices: Choices;
  now: string;
  people(questions: Question[]): Map<string, Person[]>;
  /** `by`: whoever submits, empty where time does. */
  world: Pick<World, 'members' | 'moment'> & {
    decide(edge: string, by: string): boolean | null;
    reads(edge: string, by: string): EdgeReads;
    after(now: string, span: Parameters<World['after']>[0]): string;
  };
}

/** Something that somebody, or the clock, does in a simulation, and the way the process takes from there. */
export interface SimulatedStep {
  node: string;
  /** Null where time did it. */
  by: string | null;
  at: string;
  trace: TraceStep[];
}

export interface Simulation {
  steps: SimulatedStep[];
  /** `asks`: somebody would have to choose; `endless`: it goes on for longer than anybody looks. */
  end: 'finished' | 'asks' | 'refused' | 'endless';
  asks: EngineAsk[];
  refusal: ErrorCode | null;
}

const mostSteps = 200;

/** Plays a process to its end: everybody who must act agrees, whatever waits is waited for. Nothing of it is kept anywhere. */
export function simulate(index: GraphIndex, input: SimulationInput): Simulation {
  let state = newState({ id: 'simulation', initiator: input.initiator, startedAt: input.now });
  let now = input.now;
  let ids = 0;
  const people = new Map<string, Person[]>();
  const steps: SimulatedStep[] = [];

  for (let next = firstStep(index, input); steps.length < mostSteps; next = nextStep(state, now)!) {
    now = next.at ?? now;
    const at = now;
    const outcome = run(next.command, at);
    if (outcome.kind === 'refused') return { steps, end: 'refused', asks: [], refusal: outcome.code };
    steps.push({ node: next.node, by: next.command.by || null, at, trace: outcome.trace });
    if (outcome.asks.length > 0) return { steps, end: 'asks', asks: outcome.asks, refusal: null };
    state = outcome.state;
    if (state.instance.state !== 'processing' || !nextStep(state, now))
      return { steps, end: 'finished', asks: [], refusal: null };
  }
  return { steps, end: 'endless', asks: [], refusal: null };

  function run(command: Command, at: string) {
    const world: World = {
      ...input.world,
      decide: (edge) => input.world.decide(edge, command.by),
      reads: (edge) => input.world.reads(edge, command.by),
      after: (span) => input.world.after(at, span),
      now: at,
      newId: () => `s${++ids}`,
      people,
      isAdministrator: false,
    };
    for (;;) {
      const outcome = advance(index, state, command, world);
      if (outcome.kind !== 'needs') return outcome;
      for (const [key, found] of input.people(outcome.questions)) people.set(key, found);
      for (const question of outcome.questions)
        if (!people.has(questionKey(question))) people.set(questionKey(question), []);
    }
  }

  function firstStep(graph: GraphIndex, { initiator, choices }: SimulationInput): Next {
    return { node: graph.start.id, command: { kind: 'start', by: initiator, choices, ...signed } };
  }

  function nextStep(at: ProcessState, time: string): Next | undefined {
    const [task] = openTasks(at);
    const [person] = task ? pendingPersons(at, task.id) : [];
    if (task && person)
      return {
        node: task.node,
        command: {
          kind: 'submit',
          by: person,
          task: task.id,
          version: task.version,
          choices: input.choices,
          ...signed,
        },
      };
    const waiting = [...at.timers.values()].filter((timer) => timer.state === 'waiting' && timer.task === null);
    // Another process ends when it ends; here that is at once.
    for (const timer of waiting) if (timer.due === null) at.timers.set(timer.id, { ...timer, due: time });
    const timer = waiting.map((one) => at.timers.get(one.id)!).toSorted((a, b) => (a.due! < b.due! ? -1 : 1))[0];
    return (
      timer && {
        node: timer.node,
        at: timer.due! > time ? timer.due! : time,
        command: { kind: 'fire', by: '', timer: timer.id },
      }
    );
  }
}

interface Next {
  node: string;
  at?: string;
  command: Command;
}

const signed = { comment: '-', signature: '-' };
