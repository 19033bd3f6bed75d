import type { NodeButton } from '@formwork/contract/workflow/graph.ts';
import type { ErrorCode } from '@formwork/contract/errors.ts';
import { nodeOf, refusal, refusalIn, type Draft } from './draft.ts';
import { actingAt } from './graph-index.ts';
import type { Actor, ProcessState, Task } from './state.ts';

interface Seen {
  by: string;
  tasks: { get(id: string): Task | undefined };
  actors: { all(): Actor[] };
}

interface OnTask {
  task: string;
  version: number;
  leaving?: true;
}

/**
 * The task and the part in it that the person acts on: still open, still theirs, still as they saw it. Whoever comes too
 * late is told who was quicker. Whoever leaves has a part as well whose turn has not come.
 */
export function held(draft: Seen, command: OnTask): { task: Task; actor: Actor } {
  const task = draft.tasks.get(command.task);
  const mine = draft.actors.all().filter((actor) => actor.task === command.task && actor.person === draft.by);
  if (!task || mine.length === 0) throw refusal('workflow.task.not_found');
  const actor = mine.find((one) => one.state === 'pending' || (command.leaving === true && one.state === 'waiting'));
  const waits = mine.some((one) => one.state === 'waiting');
  if (task.state === 'open' && !actor && waits && task.version === command.version)
    throw refusal('workflow.task.not_your_turn');
  if (task.state !== 'open' || !actor || task.version !== command.version) throw stale(draft, task, mine);
  return { task, actor };
}

export function stale(draft: Pick<Draft, 'by'>, task: Task, mine: Actor[]): Error {
  const own = mine.find((actor) => actor.actedAt !== null && !actor.auto);
  // In a task which is still open the person's own act is what they did not see.
  if (task.state === 'open' && own && task.changedBy !== draft.by) {
    return refusal('workflow.task.stale', { by: own.person, at: own.actedAt, kind: 'submitted' });
  }
  return overtaken(task);
}

/** By somebody else; or by nobody: the due time of this step, or what happened by the clock around it. */
export function overtaken({ changedBy: by, changedAt: at, changedHow: kind }: Task): Error {
  if (by !== null) return refusal('workflow.task.stale', { by, at, kind });
  return refusal(kind === 'passed' || kind === 'returned' ? 'workflow.task.due_came' : 'workflow.task.clock_came', {
    by,
    at,
    kind,
  });
}

/** Whether a person holds a task as they saw it, before anything else is looked at; the refusal when they do not. */
export function refusalToAct(
  state: ProcessState,
  by: string,
  command: OnTask,
): { code: ErrorCode; data?: Record<string, unknown> } | undefined {
  try {
    held({ by, tasks: state.tasks, actors: { all: () => [...state.actors.values()] } }, command);
    return undefined;
  } catch (error) {
    const refused = refusalIn(error);
    if (refused) return refused;
    throw error;
  }
}

export function needButton(draft: Draft, task: Task, button: NodeButton): void {
  if (!actingAt(nodeOf(draft, task.node))?.buttons.includes(button)) throw refusal('workflow.task.action_not_offered');
}

export function needSigned(
  draft: Draft,
  nodeId: string,
  given: { comment?: string | undefined; signature?: string | undefined },
): void {
  const node = actingAt(nodeOf(draft, nodeId));
  if (!node) return;
  if (node.commentRequired && !given.comment?.trim()) throw refusal('workflow.task.comment_required');
  if (node.signatureRequired && !given.signature) throw refusal('workflow.task.signature_required');
}
