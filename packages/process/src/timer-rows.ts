import type { Due } from '@formwork/contract/workflow/graph.ts';
import type { Draft } from './draft.ts';
import type { Execution, Task, Timer } from './state.ts';

/** Timers as rows: opened with what they watch, cancelled with it, paused while the process stands still. */

export function addTimer(
  draft: Draft,
  token: Execution,
  kind: Timer['kind'],
  due: string | null,
  task: string | null = null,
): Timer {
  return draft.timers.add({
    id: draft.world.newId(),
    execution: token.id,
    node: token.node,
    task,
    kind,
    state: 'waiting',
    due,
    left: null,
  });
}

/** The due time of a task that was just opened, with what reminds of it. */
export function addDue(draft: Draft, token: Execution, task: Task, due: Due): void {
  task.dueAt = draft.world.after(due.within);
  addTimer(draft, token, 'due', task.dueAt, task.id);
  if (due.remindBefore === 0) return;
  const remindAt = later(task.dueAt, -due.remindBefore);
  if (remindAt > draft.world.now) addTimer(draft, token, 'remind', remindAt, task.id);
}

export function cancelTimers(draft: Draft, which: (timer: Timer) => boolean): void {
  for (const timer of draft.timers.all())
    if (isOpen(timer) && which(timer)) draft.timers.edit(timer.id).state = 'cancelled';
}

/** Nothing runs out while nobody may act. */
export function pauseTimers(draft: Draft): void {
  for (const timer of draft.timers.all()) {
    if (timer.state !== 'waiting') continue;
    const row = draft.timers.edit(timer.id);
    row.state = 'paused';
    row.left = row.due === null ? null : Date.parse(row.due) - Date.parse(draft.world.now);
    row.due = null;
  }
}

export function resumeTimers(draft: Draft): void {
  for (const timer of draft.timers.all()) {
    if (timer.state !== 'paused') continue;
    const row = draft.timers.edit(timer.id);
    row.state = 'waiting';
    row.due = row.left === null ? null : new Date(Date.parse(draft.world.now) + row.left).toISOString();
    row.left = null;
    if (row.kind === 'due' && row.task !== null) draft.tasks.edit(row.task).dueAt = row.due;
  }
}

/** Whether a token stands still because of a timer, and not because of people. */
export function timerOf(draft: Draft, token: string): Timer | undefined {
  return draft.timers.all().find((timer) => timer.execution === token && timer.task === null && isOpen(timer));
}

export function isOpen(timer: Timer): boolean {
  return timer.state === 'waiting' || timer.state === 'paused' || timer.state === 'failed';
}

export function later(time: string, minutes: number): string {
  return new Date(Date.parse(time) + minutes * 60_000).toISOString();
}
