import type { ApproveNode, Due, ExecutorRule } from '@formwork/contract/workflow/graph.ts';
import type { CommandOf } from './command.ts';
import { nodeOf, refusal, tell, type Draft } from './draft.ts';
import { findPeople, watchers, type Mover } from './executors.ts';
import { lastCompleted, returnTargets } from './history.ts';
import { sendBack } from './returning.ts';
import type { Execution, Task, Timer } from './state.ts';
import { closeTask } from './tasks.ts';
import { addTimer, later } from './timer-rows.ts';
import { leaveFor } from './walk.ts';

/** What happens by the clock and not by a person: nobody acted, so nobody counts as having agreed before. */
const nobody: Mover = { person: '', acted: [] };

/**
 * A timer has run out. Whoever fires it has locked the instance; a timer that was fired, cancelled or paused meanwhile is
 * over, so two workers with the same one do its work once.
 */
export function fire(draft: Draft, command: CommandOf<'fire'>): void {
  const timer = draft.timers.get(command.timer);
  if (timer?.state !== 'waiting' || timer.due === null || timer.due > draft.world.now)
    throw refusal('workflow.timer.over');
  draft.timers.edit(timer.id).state = 'fired';
  switch (timer.kind) {
    case 'due':
      return overdue(draft, draft.tasks.get(timer.task!)!);
    case 'remind':
      return remind(draft, draft.tasks.get(timer.task!)!);
    case 'wait':
      tell(draft, 'waited', { node: timer.node });
      return leaveFor(draft, timer.execution, nobody);
    case 'job':
      return doneByItself(draft, timer, command.note);
    case 'child':
      tell(draft, 'childEnded', { node: timer.node, comment: command.note });
      return leaveFor(draft, timer.execution, nobody);
  }
}

/** What was tried and failed again and again waits for an administrator. */
export function fail(draft: Draft, command: CommandOf<'fail'>): void {
  const timer = draft.timers.get(command.timer);
  if (timer?.state !== 'waiting') throw refusal('workflow.timer.over');
  draft.timers.edit(timer.id).state = 'failed';
  tell(draft, 'failed', { node: timer.node, comment: command.reason, persons: watchers(draft).map(({ id }) => id) });
}

export function retry(draft: Draft, command: CommandOf<'retry'>): void {
  if (!draft.world.isAdministrator) throw refusal('workflow.task.action_not_offered');
  const failed = draft.timers.all().filter((timer) => timer.state === 'failed' && timer.node === command.node);
  if (failed.length === 0) throw refusal('workflow.timer.over');
  for (const { id } of failed) Object.assign(draft.timers.edit(id), { state: 'waiting', due: draft.world.now });
  tell(draft, 'retried', { node: command.node });
}

function doneByItself(draft: Draft, timer: Timer, note: string | undefined): void {
  const node = nodeOf(draft, timer.node);
  if (node.kind !== 'sub-process') {
    if (node.kind === 'automatic' && node.does.what === 'message') copyTo(draft, node.id, node.does);
    tell(draft, 'automated', { node: node.id, comment: note });
    return leaveFor(draft, timer.execution, nobody);
  }
  tell(draft, 'childStarted', { node: node.id, comment: note });
  if (!node.wait) return leaveFor(draft, timer.execution, nobody);
  // Without a time: the end of the other process sets it.
  addTimer(draft, draft.executions.get(timer.execution)!, 'child', null);
}

function copyTo(draft: Draft, node: string, { rules, message }: { rules: ExecutorRule[]; message: string }): void {
  const persons = findPeople(draft, rules);
  for (const person of persons)
    draft.copies.push({ id: draft.world.newId(), node, person, from: null, message, at: draft.world.now });
  tell(draft, 'copied', { node, persons, comment: message });
}

function overdue(draft: Draft, task: Task): void {
  const due = dueOf(draft, task);
  tell(draft, 'overdue', { task, persons: holders(draft, task) });
  if (due?.overdue === 'pass') {
    for (const actor of draft.actors.all()) {
      if (actor.task === task.id && (actor.state === 'pending' || actor.state === 'waiting'))
        Object.assign(draft.actors.edit(actor.id), { state: 'done', auto: true, actedAt: draft.world.now });
    }
    closeTask(draft, task.id, 'completed', 'passed');
    tell(draft, 'passed', { task });
    draft.executions.edit(task.execution).causes = [task.id];
    return leaveFor(draft, task.execution, nobody);
  }
  if (due?.overdue === 'return')
    return sendBack(draft, task, stepBefore(draft, task), 'again', { by: null, reason: null });
  if (due && due.remindEvery > 0) again(draft, task, due);
}

function remind(draft: Draft, task: Task): void {
  tell(draft, 'reminded', { task, persons: holders(draft, task) });
  const due = dueOf(draft, task);
  if (due && due.remindEvery > 0 && task.dueAt !== null && task.dueAt <= draft.world.now) again(draft, task, due);
}

function again(draft: Draft, task: Task, due: Due): void {
  addTimer(
    draft,
    draft.executions.get(task.execution)! satisfies Execution,
    'remind',
    later(draft.world.now, due.remindEvery),
    task.id,
  );
}

function dueOf(draft: Draft, task: Task): Due | undefined {
  return (nodeOf(draft, task.node) as Partial<ApproveNode>).due;
}

function holders(draft: Draft, task: Task): string[] {
  return draft.actors
    .all()
    .filter((actor) => actor.task === task.id && actor.state === 'pending')
    .map((actor) => actor.person);
}

/** The node whose completion led here, where it can be returned to; else the start. */
function stepBefore(draft: Draft, task: Task): string {
  const targets = returnTargets(draft.graph, draft.tasks.all(), draft.actors.all(), task);
  const before = task.causes
    .map((id) => draft.tasks.get(id)?.node)
    .find((node) => node !== undefined && targets.includes(node) && lastCompleted(draft, node));
  return before ?? draft.graph.start.id;
}
