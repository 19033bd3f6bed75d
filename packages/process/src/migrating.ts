import type { GraphIndex } from './graph-index.ts';
import { isTaskNode } from './graph-index.ts';
import { isLive } from './tokens.ts';
import { isOpen } from './timer-rows.ts';
import type { Arrival, Changes, Execution, ProcessState, Task, Timer } from './state.ts';

/** Why a running process cannot go on in another graph, at one of its nodes. */
export interface Hindrance {
  node: string;
  why: 'gone' | 'other_kind' | 'join';
}

export interface Moving {
  /** Where nodes of the old graph are in the new one; a node that is not named keeps its id. */
  map: Readonly<Record<string, string>>;
  by: string;
  now: string;
  newId(): string;
  /** For the history. */
  note: string;
}

export type Moved = { ok: true; state: ProcessState; changes: Changes } | { ok: false; hindrances: Hindrance[] };

/**
 * Carries a process over to another graph. What is alive must have a place there: tokens at nodes of the same kind,
 * arrivals on an edge into the same join. What is over keeps what it was called.
 */
export function moveProcess(from: GraphIndex, to: GraphIndex, state: ProcessState, moving: Moving): Moved {
  const hindrances: Hindrance[] = [];
  const place = (node: string) => moving.map[node] ?? node;
  const edgeOf = (arrival: Arrival): string | undefined => {
    const old = from.edges.get(arrival.edge);
    const into = to.incoming.get(place(arrival.node)) ?? [];
    return (
      into.find((edge) => edge.id === arrival.edge) ??
      into.find((edge) => old !== undefined && edge.source === place(old.source))
    )?.id;
  };
  const check = (node: string) => {
    const [was, will] = [from.nodes.get(node), to.nodes.get(place(node))];
    if (!will) hindrances.push({ node, why: 'gone' });
    else if (
      was &&
      was.kind !== will.kind &&
      !(isTaskNode(was) && isTaskNode(will) && was.kind !== 'start' && will.kind !== 'start')
    )
      hindrances.push({ node, why: 'other_kind' });
  };

  const executions = [...state.executions.values()].filter(isLive);
  for (const token of executions) [token.node, ...token.back].forEach(check);
  const arrivals = [...state.arrivals.values()].filter((arrival) => arrival.state === 'waiting');
  for (const arrival of arrivals)
    if (edgeOf(arrival) === undefined) hindrances.push({ node: arrival.node, why: 'join' });
  if (hindrances.length > 0) return { ok: false, hindrances: unique(hindrances) };

  const known = (node: string) => (to.nodes.has(place(node)) ? place(node) : node);
  const moved = {
    // Scopes and what has ended move along where they can: the picture of the process is drawn from them.
    executions: [...state.executions.values()].map((one): Execution => ({
      ...one,
      node: known(one.node),
      back: one.back.map(known),
    })),
    arrivals: [...state.arrivals.values()].map((one): Arrival => ({
      ...one,
      node: known(one.node),
      edge: one.state === 'waiting' ? edgeOf(one)! : one.edge,
    })),
    tasks: renumbered([...state.tasks.values()].map((one): Task => ({ ...one, node: known(one.node) }))),
    timers: [...state.timers.values()].map((one): Timer => ({
      ...one,
      node: isOpen(one) ? place(one.node) : known(one.node),
    })),
  };
  const instance = { ...state.instance, version: state.instance.version + 1 };
  const event = {
    id: moving.newId(),
    at: moving.now,
    kind: 'migrated' as const,
    actor: moving.by,
    node: null,
    task: null,
    round: null,
    comment: moving.note,
    target: null,
    persons: [],
    took: null,
  };
  const changes: Changes = {
    instance,
    executions: changed(state.executions, moved.executions),
    arrivals: changed(state.arrivals, moved.arrivals),
    tasks: changed(state.tasks, moved.tasks),
    timers: changed(state.timers, moved.timers),
    actors: [],
    copies: [],
    events: [event],
  };
  return {
    ok: true,
    state: {
      instance,
      actors: state.actors,
      executions: byId(moved.executions),
      arrivals: byId(moved.arrivals),
      tasks: byId(moved.tasks),
      timers: byId(moved.timers),
    },
    changes,
  };
}

/** Two nodes that become one: their rounds follow on each other. */
function renumbered(tasks: Task[]): Task[] {
  const rounds = new Map<string, number>();
  return tasks
    .toSorted((a, b) => a.openedIn - b.openedIn || a.round - b.round)
    .map((task) => {
      const round = (rounds.get(task.node) ?? 0) + 1;
      rounds.set(task.node, round);
      return { ...task, round };
    });
}

function changed<Row extends { id: string }>(before: Map<string, Row>, after: Row[]): Row[] {
  return after.filter((row) => JSON.stringify(row) !== JSON.stringify(before.get(row.id)));
}

function byId<Row extends { id: string }>(rows: Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function unique(hindrances: Hindrance[]): Hindrance[] {
  return [...new Map(hindrances.map((one) => [`${one.node} ${one.why}`, one])).values()];
}
