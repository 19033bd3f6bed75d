import type { NodeDisplay } from '@formwork/contract/workflow/process.ts';
import type { NodeKind } from '@formwork/contract/workflow/graph.ts';
import { isTaskNode, type GraphIndex } from './graph-index.ts';
import { actorsOf, type ProcessState, type Task } from './state.ts';
import { isOpen } from './timer-rows.ts';

/** Open tasks of a process that still goes on. */
export function openTasks(state: ProcessState): Task[] {
  return [...state.tasks.values()].filter((task) => task.state === 'open');
}

/** Who may act in a task now. */
export function pendingPersons(state: ProcessState, task: string): string[] {
  return actorsOf(state, task)
    .filter((actor) => actor.state === 'pending')
    .map((actor) => actor.person);
}

/** Whose turn in a task comes later, in the order of their turns. */
export function laterPersons(state: ProcessState, task: string): string[] {
  return actorsOf(state, task)
    .filter((actor) => actor.state === 'waiting')
    .toSorted((a, b) => a.order - b.order || a.step - b.step)
    .map((actor) => actor.person);
}

/** How each node of the graph stands, for the process map. */
export function nodeDisplays(index: GraphIndex, state: ProcessState): Map<string, NodeDisplay> {
  const tasks = [...state.tasks.values()];
  const shown = new Map<string, NodeDisplay>();
  for (const node of index.graph.nodes) {
    const own = tasks.filter((task) => task.node === node.id);
    if (isTaskNode(node))
      shown.set(
        node.id,
        own.some((task) => task.state === 'open')
          ? 'current'
          : own.some((task) => task.state === 'completed')
            ? 'completed'
            : 'notStarted',
      );
  }
  const ended = new Set([...state.executions.values()].filter((one) => one.state === 'ended').map((one) => one.node));
  for (const node of index.graph.nodes)
    if (node.kind === 'end') shown.set(node.id, ended.has(node.id) ? 'completed' : 'notStarted');
  const timers = [...state.timers.values()].filter((timer) => timer.task === null);
  for (const node of index.graph.nodes) {
    if (!standsStill(node.kind)) continue;
    const own = timers.filter((timer) => timer.node === node.id);
    shown.set(
      node.id,
      own.some(isOpen) ? 'current' : own.some((timer) => timer.state === 'fired') ? 'completed' : 'notStarted',
    );
  }
  // Nothing is kept about the rest: what has something behind it that was reached was gone through itself.
  for (const node of index.graph.nodes) {
    // a gateway that could not be decided has people at it
    if (tasks.some((task) => task.node === node.id && task.state === 'open')) shown.set(node.id, 'current');
    else if (!shown.has(node.id)) shown.set(node.id, isBetween(index, shown, node.id) ? 'completed' : 'notStarted');
  }
  return shown;
}

function standsStill(kind: NodeKind | undefined): boolean {
  return kind === 'timer' || kind === 'automatic' || kind === 'sub-process';
}

/** Nodes at which a process waits for no person. */
export function waitingNodes(state: ProcessState): string[] {
  return [
    ...new Set(
      [...state.timers.values()].filter((timer) => timer.task === null && isOpen(timer)).map((timer) => timer.node),
    ),
  ];
}

/** Nodes at which the system failed for good. */
export function failedNodes(state: ProcessState): string[] {
  return [
    ...new Set([...state.timers.values()].filter((timer) => timer.state === 'failed').map((timer) => timer.node)),
  ];
}

function isBetween(index: GraphIndex, shown: Map<string, NodeDisplay>, node: string): boolean {
  const reached = (id: string) => shown.get(id) === 'current' || shown.get(id) === 'completed';
  return (
    leadsTo(index, node, 'outgoing', reached) && leadsTo(index, node, 'incoming', (id) => shown.get(id) === 'completed')
  );
}

/** Whether a way through gateways alone comes to a node that fits. */
function leadsTo(
  index: GraphIndex,
  from: string,
  side: 'outgoing' | 'incoming',
  fits: (id: string) => boolean,
): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const edge of index[side].get(at) ?? []) {
      const next = side === 'outgoing' ? edge.target : edge.source;
      const kind = index.nodes.get(next)?.kind;
      if (isTaskNode(index.nodes.get(next)) || kind === 'end' || standsStill(kind)) {
        if (fits(next)) return true;
      } else if (!seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return false;
}
