import type { EventKind, TaskState } from '@formwork/contract/workflow/process.ts';
import { active, type Found } from './executors.ts';
import { nodeOf, tell, type Draft } from './draft.ts';
import { actingAt } from './graph-index.ts';
import { addDue, cancelTimers } from './timer-rows.ts';
import { giveTurns, signingOf } from './signing.ts';
import type { Actor, Execution, Task } from './state.ts';

interface Arriving {
  returnedBy?: string | undefined;
  returnReason?: string | undefined;
}

/** Opens a round of the token's node for these people; parts taken as agreed are done at once. */
export function openTask(draft: Draft, token: Execution, executors: Found[], arriving: Arriving = {}): Task {
  const task = addTask(draft, token, arriving);
  const signing = signingOf(draft, task);
  const weights = signing.way === 'ratio' ? (signing.weights ?? {}) : {};
  const ordered = signing.way === 'serial' && signing.order === 'pinyin' ? inPinyinOrder(draft, executors) : executors;
  for (const [order, found] of ordered.entries()) {
    const id = draft.world.newId();
    draft.actors.add({
      ...blankActor(id, task.id, found.person),
      order,
      origin: found.origin,
      weight: weights[found.person] ?? 1,
      ...(found.passes && { state: 'done', auto: true, receivedAt: draft.world.now, actedAt: draft.world.now }),
    });
  }
  giveTurns(draft, task);
  tell(draft, 'opened', { task, actor: null, persons: ordered.map((found) => found.person) });
  return task;
}

/**
 * Opens a node again for the people who had it; undefined when none of them is left. With `keepDone` what others signed
 * stays signed: the round goes on where it was, which is what straight back and retrieve mean. `again` must act anew.
 */
export function reopenTask(
  draft: Draft,
  token: Execution,
  last: Task,
  keepDone: boolean,
  arriving: Arriving & { again?: string } = {},
): Task | undefined {
  const any = signingOf(draft, last).way === 'any';
  const old = draft.actors.all().filter((actor) => {
    if (actor.task !== last.id || !had.has(actor.state)) return false;
    if (keepDone) return true;
    return any ? actor.state === 'done' && !actor.auto : actor.origin !== 'added';
  });
  const here = new Set(
    active(
      draft,
      old.map((actor) => actor.person),
    ).map((person) => person.id),
  );
  const again = old.filter((actor) => here.has(actor.person)).toSorted((a, b) => a.order - b.order || a.step - b.step);
  if (again.length === 0) return undefined;

  const task = addTask(draft, token, arriving);
  const slots = new Map<string, string>();
  for (const actor of again) {
    const id = draft.world.newId();
    if (!slots.has(actor.slot)) slots.set(actor.slot, id);
    const kept = keepDone && actor.state === 'done' && actor.person !== arriving.again;
    const { slot: _slot, state: _state, receivedAt: _receivedAt, ...asBefore } = actor;
    const anew = { auto: false, actedAt: null, comment: null, signature: null };
    const own = { lender: null, accepted: actor.accepted === null ? null : true };
    draft.actors.add({
      ...asBefore,
      id,
      task: task.id,
      slot: slots.get(actor.slot)!,
      state: kept ? 'done' : 'waiting',
      receivedAt: kept ? actor.receivedAt : null,
      ...own,
      ...(!kept && anew),
    });
  }
  giveTurns(draft, task);
  tell(draft, 'opened', { task, actor: null, persons: again.map((actor) => actor.person) });
  return task;
}

/** Ends a task; whoever has not acted is closed out. */
export function closeTask(draft: Draft, id: string, state: Exclude<TaskState, 'open'>, how: EventKind): Task {
  const task = draft.tasks.edit(id);
  task.state = state;
  task.closedAt = draft.world.now;
  task.closedIn = draft.instance.version;
  changed(draft, task, how);
  cancelTimers(draft, (timer) => timer.task === id);
  for (const actor of draft.actors.all()) {
    if (actor.task === id && (actor.state === 'pending' || actor.state === 'waiting'))
      draft.actors.edit(actor.id).state = 'closed';
  }
  return task;
}

export function changed(draft: Draft, task: Task, how: EventKind): void {
  task.changedBy = draft.by || null;
  task.changedAt = draft.world.now;
  task.changedHow = how;
}

export function openTaskOf(draft: Draft, token: string): Task | undefined {
  return draft.tasks.all().find((task) => task.execution === token && task.state === 'open');
}

export function blankActor(id: string, task: string, person: string): Actor {
  return {
    id,
    task,
    person,
    state: 'waiting',
    origin: 'direct',
    slot: id,
    order: 0,
    step: 0,
    weight: 1,
    auto: false,
    receivedAt: null,
    actedAt: null,
    comment: null,
    signature: null,
    lender: null,
    accepted: null,
  };
}

/** The part of somebody else, or of a new try, in the place that a part of the same task has. */
export function inPlaceOf({ task, slot, order, step, weight, origin }: Actor, id: string, person: string): Actor {
  return { ...blankActor(id, task, person), slot, order, step, weight, origin };
}

/** Parts that a further round gives again; what was transferred or taken back has another row in its place. */
const had = new Set<Actor['state']>(['done', 'closed', 'pending', 'waiting', 'returned']);

function addTask(draft: Draft, token: Execution, arriving: Arriving): Task {
  const node = actingAt(nodeOf(draft, token.node));
  if (!node) throw new Error(`nobody acts at ${token.node}`);
  const rounds = draft.tasks.all().filter((task) => task.node === node.id).length;
  const now = draft.world.now;
  const task = draft.tasks.add({
    id: draft.world.newId(),
    execution: token.id,
    node: node.id,
    round: rounds + 1,
    state: 'open',
    version: 1,
    openedIn: draft.instance.version,
    closedIn: null,
    openedAt: now,
    closedAt: null,
    back: [...token.back],
    causes: [...token.causes],
    returnedBy: arriving.returnedBy ?? null,
    returnReason: arriving.returnReason ?? null,
    changedBy: draft.by || null,
    changedAt: now,
    changedHow: 'opened',
    dueAt: null,
  });
  if ('due' in node && node.due) addDue(draft, token, task, node.due);
  return task;
}

function inPinyinOrder(draft: Draft, executors: Found[]): Found[] {
  const keys = new Map(
    active(
      draft,
      executors.map((found) => found.person),
    ).map((person) => [person.id, person.sortKey]),
  );
  return executors.toSorted((a, b) => {
    const [x, y] = [keys.get(a.person) ?? '', keys.get(b.person) ?? ''];
    return x < y ? -1 : x > y ? 1 : 0;
  });
}
