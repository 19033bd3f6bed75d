import { took, renew } from './acts.ts';
import type { CommandOf } from './command.ts';
import { refusal, tell, type Draft } from './draft.ts';
import { held, needButton, stale } from './holding.ts';
import { lastCompleted, returnTargets } from './history.ts';
import { giveTurns, signingOf } from './signing.ts';
import type { Actor, Execution, Task } from './state.ts';
import { closeTask, inPlaceOf, reopenTask } from './tasks.ts';
import { cancelToken, chainOf, commonScope, continueIn, emptyToken, isLive, liveIn, positionOf } from './tokens.ts';
import { timerOf } from './timer-rows.ts';
import { moveTo, settle } from './walk.ts';

/**
 * Back to an earlier node. What can be reached from there within the smallest common scope is cancelled, with its
 * arrivals, and a new round opens; branches that cannot be reached go on, and what was completed stays as history.
 */
export function returnTask(draft: Draft, command: CommandOf<'return'>): void {
  const { task, actor } = held(draft, command);
  needButton(draft, task, 'return');
  if (!returnTargets(draft.graph, draft.tasks.all(), draft.actors.all(), task).includes(command.node))
    throw refusal('workflow.task.not_returnable');

  const row = draft.actors.edit(actor.id);
  row.state = 'returned';
  row.actedAt = draft.world.now;
  row.comment = command.reason;
  sendBack(draft, task, command.node, command.mode, { by: draft.by, reason: command.reason, took: took(draft, actor) });
}

/** The work of a task goes back to a node, by a person or because its time is over. */
export function sendBack(
  draft: Draft,
  task: Task,
  node: string,
  mode: 'again' | 'back',
  how: { by: string | null; reason: string | null; took?: number | null },
): void {
  closeTask(draft, task.id, 'returned', 'returned');
  tell(draft, 'returned', { task, comment: how.reason ?? undefined, target: node, took: how.took ?? null });
  const before = lastCompleted(draft, node);
  const token = mode === 'back' ? detour(draft, task, node) : rewind(draft, task.execution, before?.execution, node);
  openAgain(draft, token, before, how.by === null ? {} : { returnedBy: how.by, returnReason: how.reason ?? '' });
}

/** Takes back what the person submitted last, while nobody downstream has acted. */
export function retrieve(draft: Draft, command: CommandOf<'retrieve'>): void {
  const task = draft.tasks.get(command.task);
  const mine = draft.actors.all().filter((actor) => actor.task === command.task && actor.person === draft.by);
  if (!task || mine.length === 0) throw refusal('workflow.task.not_found');
  needButton(draft, task, 'retrieve');
  const actor = mine.find((one) => one.state === 'done' && !one.auto);
  if (!actor) throw stale(draft, task, mine);
  if (task.state === 'open') return takeBackMyPart(draft, task, actor);
  const gone = draft.executions.get(task.execution)!.state === 'cancelled';
  if (task.state !== 'completed' || gone) throw goneOn(draft);

  const scope = livingScope(draft, task.execution);
  const tokens = reachable(draft, scope, task.node);
  refuseIfGoneOn(draft, task, scope, tokens, command.begun);
  for (const token of tokens) {
    if (token.id === scope) emptyToken(draft, token.id);
    else cancelToken(draft, token.id);
  }
  const token = continueIn(draft, scope, task.node);
  token.back = task.back;
  token.causes = task.causes;

  const closed = closeTask(draft, task.id, 'cancelled', 'retrieved');
  tell(draft, 'retrieved', { task: closed });
  if (!reopenTask(draft, token, closed, true, { again: draft.by })) throw refusal('workflow.person.not_found');
  draft.actors.edit(actor.id).state = 'retrieved';
}

/** Only what my submission led to may be undone, and only while nobody has worked on it. */
function refuseIfGoneOn(
  draft: Draft,
  task: Task,
  scope: string | null,
  tokens: Execution[],
  begun: CommandOf<'retrieve'>['begun'],
): void {
  const mine = draft.tasks.all().filter((one) => one.causes.includes(task.id));
  for (const one of mine) {
    const acted = draft.actors
      .all()
      .find((actor) => actor.task === one.id && moved.has(actor.state) && !actor.auto && !wasKept(draft, actor, one));
    if (acted) throw refusal('workflow.task.not_retrievable', { by: acted.person, at: acted.actedAt });
  }
  // In a process that was started there and is waited for, somebody may have acted too.
  const below = tokens.map((token) => begun?.get(timerOf(draft, token.id)?.id ?? '')).find((act) => act !== undefined);
  if (below) throw refusal('workflow.task.not_retrievable', below);
  const others = tokens.some(
    (token) =>
      token.state === 'active' &&
      !mine.some((one) => one.execution === token.id && one.state === 'open') &&
      !waitsFor(draft, token, task),
  );
  const elsewhere =
    scope !== null && isLive(draft.executions.get(scope)!) && !tokens.some((token) => token.id === scope);
  if (others || elsewhere) throw goneOn(draft);
}

/** My submission led to a wait that nothing has come of yet: for a time, or for a process that is about to start or in which nobody acted. */
function waitsFor(draft: Draft, token: Execution, task: Task): boolean {
  const timer = timerOf(draft, token.id);
  if (!timer || !token.causes.includes(task.id)) return false;
  return timer.kind === 'wait' || timer.kind === 'child' || draft.graph.nodes.get(timer.node)?.kind === 'sub-process';
}

/** The node is not decided yet: only my signature goes, and whoever had their turn because of it waits again. */
function takeBackMyPart(draft: Draft, task: Task, actor: Actor): void {
  const later = draft.actors
    .all()
    .find((one) => one.task === task.id && one.state === 'done' && !one.auto && comesAfter(draft, task, one, actor));
  if (later) throw refusal('workflow.task.not_retrievable', { by: later.person, at: later.actedAt });
  draft.actors.edit(actor.id).state = 'retrieved';
  draft.actors.add(inPlaceOf(actor, draft.world.newId(), actor.person));
  renew(draft, task, 'retrieved');
  giveTurns(draft, draft.tasks.edit(task.id));
  tell(draft, 'retrieved', { task });
}

function comesAfter(draft: Draft, task: Task, one: Actor, actor: Actor): boolean {
  if (one.slot === actor.slot) return one.step > actor.step;
  return signingOf(draft, task).way === 'serial' && one.order > actor.order;
}

/** The token goes to the target and comes straight back: its scope and its siblings stay as they are. */
function detour(draft: Draft, task: Task, node: string): Execution {
  const token = draft.executions.edit(task.execution);
  token.back = [task.node, ...token.back];
  token.node = node;
  return token;
}

function rewind(draft: Draft, from: string, to: string | undefined, node: string): Execution {
  const scope = to === undefined ? null : commonScope(draft, [from, to]);
  for (const token of reachable(draft, scope, node))
    if (token.id !== scope && token.id !== from) cancelToken(draft, token.id);
  if (from === scope) return continueIn(draft, scope, node);
  cancelToken(draft, from);
  return continueIn(draft, scope, node);
}

/** Tokens in the scope which stand where the way from the node leads. */
function reachable(draft: Draft, scope: string | null, node: string): Execution[] {
  return liveIn(draft, scope).filter((token) => {
    if (token.state === 'active') return positionOf(token) === node || draft.graph.reaches(node, positionOf(token));
    const arrival = draft.arrivals.all().find((one) => one.execution === token.id && one.state === 'waiting');
    const source = arrival && draft.graph.edges.get(arrival.edge)?.source;
    return source !== undefined && (source === node || draft.graph.reaches(node, source));
  });
}

/** Reopens a node for those who completed it; when they are gone, as if it were reached for the first time. */
function openAgain(
  draft: Draft,
  token: Execution,
  before: Task | undefined,
  arriving: { returnedBy?: string; returnReason?: string },
): void {
  const mover = { person: draft.by, acted: [] };
  const task = before && reopenTask(draft, token, before, false, arriving);
  if (!task) {
    draft.passed.add(token.node);
    moveTo(draft, token.id, token.node, mover);
  }
  settle(draft, mover);
}

const moved = new Set<Actor['state']>(['done', 'returned', 'transferred']);

/** A signature carried over into a reopened round was given in an earlier one. */
function wasKept(draft: Draft, actor: Actor, task: Task): boolean {
  return draft.actors.all().some((one) => {
    const earlier = draft.tasks.get(one.task)!;
    return (
      earlier.node === task.node &&
      earlier.round < task.round &&
      one.person === actor.person &&
      one.actedAt === actor.actedAt
    );
  });
}

/** Too late, because of somebody else, or because the system has gone on from what the person did themselves. */
function goneOn(draft: Draft): Error {
  const last = draft.tasks.all().reduce((a, b) => (b.changedAt > a.changedAt ? b : a));
  if (last.changedBy === null || last.changedBy === draft.by) return refusal('workflow.task.gone_on');
  return refusal('workflow.task.not_retrievable', { by: last.changedBy, at: last.changedAt, kind: last.changedHow });
}

/** The innermost scope of an execution that still goes on: itself, while its token is alive or split. */
function livingScope(draft: Draft, execution: string): string | null {
  return (
    chainOf(draft, execution).find((id) => ['active', 'arrived', 'split'].includes(draft.executions.get(id)!.state)) ??
    null
  );
}
