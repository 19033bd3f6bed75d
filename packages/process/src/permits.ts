import type { NodeButton } from '@formwork/contract/workflow/graph.ts';
import type { GraphIndex } from './graph-index.ts';
import { actingAt } from './graph-index.ts';
import type { Actor, Instance, Task } from './state.ts';

export type Action = 'cc' | 'urge' | 'interrupt' | 'recover' | 'invalidate';

interface Seen {
  instance: Instance;
  tasks: Task[];
  actors: Actor[];
}

/** Who may do what to a process as a whole. The engine refuses by it, and pages show their buttons by it. */
export function may(graph: GraphIndex, seen: Seen, person: string, isAdministrator: boolean, action: Action): boolean {
  const { instance } = seen;
  const processing = instance.state === 'processing';
  const initiator = instance.initiator === person;
  const offered = (button: NodeButton) => holdsTaskWith(graph, seen, person, button);
  switch (action) {
    case 'cc':
      return instance.state !== 'invalid' && (initiator || isAdministrator || offered('cc'));
    case 'urge':
      return (
        processing &&
        waitsForOthers(seen, person) &&
        (initiator || isAdministrator || hasActed(seen, person) || offered('urge'))
      );
    case 'interrupt':
      return processing && (isAdministrator || offered('interrupt'));
    case 'recover':
      return instance.state === 'interrupted' && (isAdministrator || instance.stoppedBy === person);
    case 'invalidate':
      return (
        (processing || (instance.state === 'interrupted' && isAdministrator)) &&
        (isAdministrator || offered('invalidate'))
      );
  }
}

function holdsTaskWith(graph: GraphIndex, seen: Seen, person: string, button: NodeButton): boolean {
  return seen.actors.some((actor) => {
    if (actor.person !== person || actor.state !== 'pending') return false;
    const task = seen.tasks.find((one) => one.id === actor.task);
    return task?.state === 'open' && actingAt(graph.nodes.get(task.node))?.buttons.includes(button) === true;
  });
}

function hasActed(seen: Seen, person: string): boolean {
  return seen.actors.some((actor) => actor.person === person && actor.actedAt !== null && !actor.auto);
}

function waitsForOthers(seen: Seen, person: string): boolean {
  return seen.actors.some((actor) => actor.state === 'pending' && actor.person !== person);
}
