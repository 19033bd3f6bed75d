import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { EventKind } from '@formwork/contract/workflow/process.ts';
import type { ProcessNode } from '@formwork/contract/workflow/graph.ts';
import type { Choices, Command, EngineAsk, Question, Skipped, TraceStep, World } from './command.ts';
import type { GraphIndex } from './graph-index.ts';
import type {
  Actor,
  Arrival,
  BranchDetail,
  Changes,
  Copy,
  Execution,
  Instance,
  ProcessEvent,
  ProcessState,
  Task,
  Timer,
} from './state.ts';

/** A command in the making: a copy of the state to change freely, and what was touched. */
export interface Draft {
  graph: GraphIndex;
  world: World;
  by: string;
  choices: Choices;
  instance: Instance;
  executions: Rows<Execution>;
  arrivals: Rows<Arrival>;
  tasks: Rows<Task>;
  actors: Rows<Actor>;
  timers: Rows<Timer>;
  copies: Copy[];
  events: ProcessEvent[];
  asks: EngineAsk[];
  /** What would be asked, had the person not said it already. */
  answered: EngineAsk[];
  skipped: Skipped[];
  questions: Question[];
  /** The way the command took, with reasons; only a simulation looks at it. */
  trace: TraceStep[];
  /** Nodes passed without a task in this command: a second pass would go round for ever. */
  passed: Set<string>;
}

/** Rows by id: the old ones are never changed, `edit` gives a copy of its own. */
export interface Rows<Row extends { id: string }> {
  all(): Row[];
  get(id: string): Row | undefined;
  edit(id: string): Row;
  add(row: Row): Row;
  touched(): Row[];
}

export function openDraft(graph: GraphIndex, state: ProcessState, command: Command, world: World): Draft {
  return {
    graph,
    world,
    by: command.by,
    choices: ('choices' in command && command.choices) || {},
    instance: { ...state.instance, version: state.instance.version + 1 },
    executions: rowsOver(state.executions),
    arrivals: rowsOver(state.arrivals),
    tasks: rowsOver(state.tasks),
    actors: rowsOver(state.actors),
    timers: rowsOver(state.timers),
    trace: [],
    copies: [],
    events: [],
    asks: [],
    answered: [],
    skipped: [],
    questions: [],
    passed: new Set(),
  };
}

export function changesOf(draft: Draft): Changes {
  return {
    instance: draft.instance,
    executions: draft.executions.touched(),
    arrivals: draft.arrivals.touched(),
    tasks: draft.tasks.touched(),
    actors: draft.actors.touched(),
    timers: draft.timers.touched(),
    copies: draft.copies,
    events: draft.events,
  };
}

export function stateOf(draft: Draft): ProcessState {
  return {
    instance: draft.instance,
    executions: byId(draft.executions.all()),
    arrivals: byId(draft.arrivals.all()),
    tasks: byId(draft.tasks.all()),
    actors: byId(draft.actors.all()),
    timers: byId(draft.timers.all()),
  };
}

/** Ends the command without any effect. */
export function refusal(code: ErrorCode, data?: Record<string, unknown>): Error {
  return Object.assign(new Error(code), { refusal: { code, data } });
}

export function refusalIn(error: unknown): { code: ErrorCode; data?: Record<string, unknown> } | undefined {
  return (error as { refusal?: { code: ErrorCode; data?: Record<string, unknown> } } | null)?.refusal;
}

export function nodeOf(draft: Draft, id: string): ProcessNode {
  const node = draft.graph.nodes.get(id);
  if (!node) throw new Error(`the release has no node ${id}`);
  return node;
}

export function tell(
  draft: Draft,
  kind: EventKind,
  about: {
    task?: Task;
    node?: string;
    actor?: string | null;
    comment?: string | undefined;
    target?: string;
    persons?: string[];
    took?: number | null;
    detail?: BranchDetail;
  } = {},
): void {
  draft.events.push({
    id: draft.world.newId(),
    at: draft.world.now,
    kind,
    // What happens by the clock is nobody's act.
    actor: about.actor === undefined ? draft.by || null : about.actor,
    node: about.node ?? about.task?.node ?? null,
    task: about.task?.id ?? null,
    round: about.task?.round ?? null,
    comment: about.comment || null,
    target: about.target ?? null,
    persons: about.persons ?? [],
    took: about.took ?? null,
    ...(about.detail && { detail: about.detail }),
  });
}

function rowsOver<Row extends { id: string }>(old: Map<string, Row>): Rows<Row> {
  const own = new Map<string, Row>();
  // Asked for at every step, so it is kept as one list; an edit takes its row's place, an addition makes a new list.
  let list: Row[] | undefined;
  let places: Map<string, number> | undefined;
  return {
    all: () =>
      (list ??= [...old.values()]
        .map((row) => own.get(row.id) ?? row)
        .concat([...own.values()].filter((row) => !old.has(row.id)))),
    get: (id) => own.get(id) ?? old.get(id),
    edit(id) {
      let row = own.get(id);
      if (!row) {
        const before = old.get(id);
        if (!before) throw new Error(`no row ${id}`);
        own.set(id, (row = { ...before }));
        if (list) {
          places ??= new Map([...old.keys()].map((key, place) => [key, place]));
          list[places.get(id)!] = row;
        }
      }
      return row;
    },
    add(row) {
      own.set(row.id, row);
      if (list) list = [...list, row];
      return row;
    },
    touched: () => [...own.values()],
  };
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}
