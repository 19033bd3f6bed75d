import { active } from './executors.ts';
import type { CommandOf } from './command.ts';
import { refusal, tell, type Draft } from './draft.ts';
import { may, type Action } from './permits.ts';
import { pauseTimers, resumeTimers } from './timer-rows.ts';
import { cancelToken, endEmptyScopes, liveTokens } from './tokens.ts';

/** What concerns the whole process rather than one's own task. */

export function interrupt(draft: Draft, command: CommandOf<'interrupt'>): void {
  need(draft, 'interrupt');
  draft.instance.state = 'interrupted';
  draft.instance.stoppedBy = draft.by;
  pauseTimers(draft);
  tell(draft, 'interrupted', { comment: command.reason, persons: currentExecutors(draft) });
}

export function recover(draft: Draft, command: CommandOf<'recover'>): void {
  if (draft.instance.state !== 'interrupted')
    throw refusal('workflow.instance.not_interrupted', { state: draft.instance.state });
  need(draft, 'recover');
  draft.instance.state = 'processing';
  draft.instance.stoppedBy = null;
  resumeTimers(draft);
  tell(draft, 'recovered', { comment: command.reason, persons: currentExecutors(draft) });
}

export function invalidate(draft: Draft, command: CommandOf<'invalidate'>): void {
  if (!command.above) need(draft, 'invalidate');
  const persons = currentExecutors(draft);
  for (const token of liveTokens(draft)) cancelToken(draft, token.id);
  endEmptyScopes(draft);
  draft.instance.state = 'invalid';
  draft.instance.finishedAt = draft.world.now;
  tell(draft, command.above ? 'endedFromAbove' : 'invalidated', { comment: command.reason, persons });
}

export function copy(draft: Draft, command: CommandOf<'cc'>): void {
  need(draft, 'cc');
  const persons = active(draft, command.persons).map((person) => person.id);
  if (persons.length < new Set(command.persons).size) throw refusal('workflow.person.not_found');
  for (const person of persons) {
    draft.copies.push({
      id: draft.world.newId(),
      node: null,
      person,
      from: draft.by,
      message: command.message ?? '',
      at: draft.world.now,
    });
  }
  tell(draft, 'copied', { comment: command.message, persons });
}

export function comment(draft: Draft, command: CommandOf<'comment'>): void {
  const mentions = command.mentions ?? [];
  const persons = active(draft, mentions).map((person) => person.id);
  if (persons.length < new Set(mentions).size) throw refusal('workflow.person.not_found');
  tell(draft, 'commented', { comment: command.comment, persons });
}

export function urge(draft: Draft, command: CommandOf<'urge'>): void {
  need(draft, 'urge');
  const every = draft.graph.graph.settings.urgeEveryMinutes * 60_000;
  const wait = command.lastAt === null ? 0 : Date.parse(command.lastAt) + every - Date.parse(draft.world.now);
  if (wait > 0) throw refusal('workflow.urge.too_soon', { minutes: Math.ceil(wait / 60_000) });
  tell(draft, 'urged', {
    comment: command.message,
    persons: currentExecutors(draft).filter((person) => person !== draft.by),
  });
}

function need(draft: Draft, action: Action): void {
  const state = { instance: draft.instance, tasks: draft.tasks.all(), actors: draft.actors.all() };
  if (!may(draft.graph, state, draft.by, draft.world.isAdministrator, action))
    throw refusal('workflow.task.action_not_offered');
}

function currentExecutors(draft: Draft): string[] {
  return [
    ...new Set(
      draft.actors
        .all()
        .filter((actor) => actor.state === 'pending')
        .map((actor) => actor.person),
    ),
  ];
}
