import type {
  ActorOrigin,
  ActorState,
  EventKind,
  InstanceState,
  TaskState,
} from '@formwork/contract/workflow/process.ts';

/**
 * The state of one running process, as rows: what the server loads, hands to `advance` and writes back. Times are ISO
 * texts; ids are made by the caller's world.
 */
export interface ProcessState {
  instance: Instance;
  executions: Map<string, Execution>;
  arrivals: Map<string, Arrival>;
  tasks: Map<string, Task>;
  actors: Map<string, Actor>;
  timers: Map<string, Timer>;
}

export interface Instance {
  id: string;
  state: InstanceState;
  /** Counts commands: every command that has an effect makes the next version. */
  version: number;
  initiator: string;
  startedAt: string;
  finishedAt: string | null;
  /** Who interrupted it; may also recover it. */
  stoppedBy: string | null;
}

/** A token on the graph, or the scope (`split`) that holds the tokens of parallel branches. */
export interface Execution {
  id: string;
  parent: string | null;
  node: string;
  state: 'active' | 'split' | 'arrived' | 'ended' | 'cancelled';
  /** Nodes to go straight back to after a return with mode `back`; the last one first. */
  back: string[];
  /** Tasks whose completion brought it here; a join brings several together. */
  causes: string[];
}

/** A token that waits at a join. */
export interface Arrival {
  id: string;
  node: string;
  edge: string;
  execution: string;
  round: number;
  state: 'waiting' | 'consumed' | 'cleared';
}

/** One round of a node at which people act. */
export interface Task {
  id: string;
  execution: string;
  node: string;
  round: number;
  state: TaskState;
  /** Changes when who must act changes; what a person saw must still be so when they act. */
  version: number;
  /** Instance versions of opening and closing: an order that clocks cannot give. */
  openedIn: number;
  closedIn: number | null;
  openedAt: string;
  closedAt: string | null;
  /** The token's `back` when the task opened, for taking it back. */
  back: string[];
  /** The token's `causes` when the task opened. */
  causes: string[];
  /** Set when the task came by a return. */
  returnedBy: string | null;
  returnReason: string | null;
  /** What last changed it, for whoever comes too late. */
  changedBy: string | null;
  changedAt: string;
  changedHow: EventKind;
  /** When it is to be done by; moves on while the process stands still. */
  dueAt: string | null;
}

/** A person's part in a task. */
export interface Actor {
  id: string;
  task: string;
  person: string;
  state: ActorState;
  origin: ActorOrigin;
  /** A vote: the id of the actor who stood for it first. Signers before and after belong to the vote they were added to. */
  slot: string;
  /** Order of the vote in serial sign. */
  order: number;
  /** Order inside the vote: lower ones act first. */
  step: number;
  weight: number;
  /** Taken as agreed by the node's settings, without the person. */
  auto: boolean;
  receivedAt: string | null;
  actedAt: string | null;
  comment: string | null;
  signature: string | null;
  /** The actor in whose place this one was asked to act. */
  lender: string | null;
  /** Of one who was asked: whether they agreed to it. */
  accepted: boolean | null;
}

/**
 * Something that happens without a person. `due` and `remind` watch a task; `wait` is a timer node, `job` work for the
 * system to do after the commit, `child` another process whose end sets the time.
 */
export interface Timer {
  id: string;
  execution: string;
  node: string;
  task: string | null;
  kind: 'due' | 'remind' | 'wait' | 'job' | 'child';
  state: 'waiting' | 'paused' | 'fired' | 'cancelled' | 'failed';
  /** Null while paused, and while nobody knows yet. */
  due: string | null;
  /** Milliseconds that were left when it was paused. */
  left: number | null;
}

/** Somebody was sent a copy. */
export interface Copy {
  id: string;
  node: string | null;
  person: string;
  from: string | null;
  message: string;
  at: string;
}

/** One line of the history. */
export interface ProcessEvent {
  id: string;
  at: string;
  kind: EventKind;
  actor: string | null;
  node: string | null;
  task: string | null;
  round: number | null;
  comment: string | null;
  target: string | null;
  persons: string[];
  /** Milliseconds the actor had the task. */
  took: number | null;
  /** Of gateways alone. */
  detail?: BranchDetail | undefined;
}

/** A way out of a gateway that was looked at. */
export interface TriedEdge extends Partial<EdgeReads> {
  edge: string;
  /** Null where it could not be decided. */
  holds: boolean | null;
}

/** What a condition read. */
export interface EdgeReads {
  /** By path, as `total` and `parts.amount`. */
  values: Readonly<Record<string, unknown>>;
  /** Those of the paths that were empty. */
  missing: string[];
  /** The code of what else was wrong. */
  reason?: string | undefined;
}

/** Which way a gateway took, and why; none where it is `undecided`, or where no condition held and there was no other way. */
export interface BranchDetail {
  why: 'condition' | 'otherwise' | 'chosen' | 'undecided' | 'none';
  taken: string[];
  tried: TriedEdge[];
}

/** What a command changed: whole rows, to be written over the old ones, and what is only ever appended. */
export interface Changes {
  instance: Instance;
  executions: Execution[];
  arrivals: Arrival[];
  tasks: Task[];
  actors: Actor[];
  timers: Timer[];
  copies: Copy[];
  events: ProcessEvent[];
}

export function newState(instance: Pick<Instance, 'id' | 'initiator' | 'startedAt'>): ProcessState {
  return {
    instance: { ...instance, state: 'processing', version: 0, finishedAt: null, stoppedBy: null },
    executions: new Map(),
    arrivals: new Map(),
    tasks: new Map(),
    actors: new Map(),
    timers: new Map(),
  };
}

export function actorsOf(state: ProcessState, task: string): Actor[] {
  return [...state.actors.values()].filter((actor) => actor.task === task);
}

/** Current tasks of a person. */
export function pendingTasks(state: ProcessState, person: string): Task[] {
  return [...state.actors.values()]
    .filter((actor) => actor.person === person && actor.state === 'pending')
    .map((actor) => state.tasks.get(actor.task)!)
    .filter((task) => task.state === 'open');
}
