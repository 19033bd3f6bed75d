import type { Draft } from './draft.ts';
import type { Actor, ProcessState, Task } from './state.ts';
import { isTaskNode, type GraphIndex } from './graph-index.ts';

type Rows = Pick<Draft, 'tasks' | 'actors'>;

/** The last round of a node which people completed; rounds passed by settings alone do not count. */
export function lastCompleted(rows: Rows, node: string): Task | undefined {
  return completedTasks(rows.tasks.all(), rows.actors.all())
    .filter((task) => task.node === node)
    .at(-1);
}

/** Who acted in the last completed round of a node. */
export function lastActed(rows: Rows, node: string): string[] {
  const task = lastCompleted(rows, node);
  if (!task) return [];
  return rows.actors
    .all()
    .filter((actor) => actor.task === task.id && actor.state === 'done' && !actor.auto)
    .map((actor) => actor.person);
}

/**
 * Where a task can be returned to: the start, and every node which people completed and from which the way leads here.
 * A node of a sibling branch is not among them: going there would skip the branch that returns.
 */
export function returnTargets(graph: GraphIndex, tasks: Iterable<Task>, actors: Iterable<Actor>, task: Task): string[] {
  const completed = new Set(completedTasks([...tasks], [...actors]).map((one) => one.node));
  return graph.graph.nodes
    .filter((node) => isTaskNode(node) && node.id !== task.node && (completed.has(node.id) || node.kind === 'start'))
    .filter((node) => graph.reaches(node.id, task.node))
    .map((node) => node.id);
}

/** A person's part that `retrieve` could take back: their last act in a process that goes on. */
export function lastActOf(state: ProcessState, person: string): Actor | undefined {
  return [...state.actors.values()]
    .filter((actor) => actor.person === person && actor.state === 'done' && !actor.auto)
    .filter((actor) => {
      const task = state.tasks.get(actor.task);
      return task?.state === 'open' || task?.state === 'completed';
    })
    .toSorted(
      (a, b) =>
        state.tasks.get(a.task)!.openedIn - state.tasks.get(b.task)!.openedIn || (a.actedAt! < b.actedAt! ? -1 : 1),
    )
    .at(-1);
}

function completedTasks(tasks: Task[], actors: Actor[]): Task[] {
  const acted = new Set(actors.filter((actor) => actor.state === 'done' && !actor.auto).map((actor) => actor.task));
  return tasks
    .filter((task) => task.state === 'completed' && acted.has(task.id))
    .toSorted((a, b) => a.closedIn! - b.closedIn! || a.round - b.round);
}
