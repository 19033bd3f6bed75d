import type { Draft } from './draft.ts';
import { tell } from './draft.ts';
import { closeTask, openTaskOf } from './tasks.ts';
import type { Execution } from './state.ts';
import { cancelTimers } from './timer-rows.ts';

/** The tree of scopes: which tokens are alive, which scope holds two of them, and how a scope becomes one token again. */

export function isLive(token: Execution): boolean {
  return token.state === 'active' || token.state === 'arrived';
}

export function liveTokens(draft: Draft): Execution[] {
  return draft.executions.all().filter(isLive);
}

/** A token and the scopes around it, from the inside out. */
export function chainOf(draft: Draft, id: string): string[] {
  const chain: string[] = [];
  for (let at: string | null = id; at !== null; at = draft.executions.get(at)?.parent ?? null) chain.push(at);
  return chain;
}

/** The smallest scope around all of them; null is the whole process. */
export function commonScope(draft: Draft, ids: string[]): string | null {
  const chains = ids.map((id) => chainOf(draft, id));
  return chains[0]?.find((candidate) => chains.every((chain) => chain.includes(candidate))) ?? null;
}

/** Tokens alive in a scope; a token is its own scope. */
export function liveIn(draft: Draft, scope: string | null): Execution[] {
  return liveTokens(draft).filter((token) => scope === null || chainOf(draft, token.id).includes(scope));
}

/** Where a token counts as standing: on a straight-back detour that is the node it goes back to. */
export function positionOf(token: Execution): string {
  return token.back.at(-1) ?? token.node;
}

export function startToken(draft: Draft, parent: string | null, node: string, causes: string[] = []): Execution {
  return draft.executions.add({ id: draft.world.newId(), parent, node, state: 'active', back: [], causes });
}

/** One token of the scope goes on at a node: the scope itself when nothing else is alive in it, else a new branch of it. */
export function continueIn(draft: Draft, scope: string | null, node: string): Execution {
  if (scope === null) return startToken(draft, null, node);
  const holder = draft.executions.get(scope)!;
  if (liveIn(draft, scope).some((token) => token.id !== scope)) return startToken(draft, scope, node);
  if (holder.state !== 'split' && holder.state !== 'active' && holder.state !== 'arrived')
    return startToken(draft, holder.parent, node);
  const token = draft.executions.edit(scope);
  token.state = 'active';
  token.node = node;
  token.back = [];
  token.causes = [];
  return token;
}

/** Takes a token off the graph with its task and its arrival. */
export function cancelToken(draft: Draft, id: string): void {
  emptyToken(draft, id);
  draft.executions.edit(id).state = 'cancelled';
}

/** Cancels what a token has open; the token itself stays, to go on elsewhere. */
export function emptyToken(draft: Draft, id: string): void {
  const task = openTaskOf(draft, id);
  if (task) {
    const persons = draft.actors
      .all()
      .filter((actor) => actor.task === task.id && actor.state === 'pending')
      .map((actor) => actor.person);
    closeTask(draft, task.id, 'cancelled', 'cancelled');
    tell(draft, 'cancelled', { task, persons });
  }
  cancelTimers(draft, (timer) => timer.execution === id);
  for (const arrival of draft.arrivals.all()) {
    if (arrival.execution === id && arrival.state === 'waiting') draft.arrivals.edit(arrival.id).state = 'cleared';
  }
}

/** Scopes in which nothing is alive any more are over. */
export function endEmptyScopes(draft: Draft): void {
  const needed = new Set(liveTokens(draft).flatMap((token) => chainOf(draft, token.id)));
  for (const execution of draft.executions.all()) {
    if (execution.state === 'split' && !needed.has(execution.id)) draft.executions.edit(execution.id).state = 'ended';
  }
}
