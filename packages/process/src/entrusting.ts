import { needNewcomers, renew, took } from './acts.ts';
import type { CommandOf } from './command.ts';
import { refusal, tell, type Draft } from './draft.ts';
import { held, needButton, overtaken } from './holding.ts';
import type { Actor, Task } from './state.ts';
import { inPlaceOf } from './tasks.ts';

/** Asking one other person to act in one's place. What they do counts as the asker's vote, and the work goes on with it. */

export function entrust(draft: Draft, command: CommandOf<'entrust'>): void {
  const { task, actor } = held(draft, command);
  needButton(draft, task, 'entrust');
  const [to] = needNewcomers(draft, task, [command.person]);
  draft.actors.edit(actor.id).state = 'entrusted';
  draft.actors.add({
    ...inPlaceOf(actor, draft.world.newId(), to!),
    origin: 'entrusted',
    lender: actor.id,
    accepted: false,
  });
  renew(draft, task, 'entrusted');
  tell(draft, 'entrusted', { task, comment: command.reason, persons: [to!], took: took(draft, actor) });
}

/** Whoever was asked says yes; from then on they can no longer refuse. */
export function acceptEntrusted(draft: Draft, command: CommandOf<'acceptEntrusted'>): void {
  const { task, actor } = asked(draft, command);
  draft.actors.edit(actor.id).accepted = true;
  tell(draft, 'entrustAccepted', { task });
}

export function refuseEntrusted(draft: Draft, command: CommandOf<'refuseEntrusted'>): void {
  const { task, actor } = asked(draft, command);
  Object.assign(draft.actors.edit(actor.id), { state: 'refused', actedAt: draft.world.now, comment: command.reason });
  giveBack(draft, task, actor);
  const asker = draft.actors.get(actor.lender!)!.person;
  tell(draft, 'entrustRefused', { task, comment: command.reason, persons: [asker], took: took(draft, actor) });
}

/** The asker takes it back while nobody has acted; whoever was asked further on loses it too. */
export function cancelEntrusted(draft: Draft, command: CommandOf<'cancelEntrusted'>): void {
  const task = draft.tasks.get(command.task);
  const mine = draft.actors
    .all()
    .find((one) => one.task === command.task && one.person === draft.by && one.state === 'entrusted');
  if (!task || !mine) throw refusal('workflow.task.not_found');
  if (task.state !== 'open') throw overtaken(task);
  const gone: string[] = [];
  for (let lender: Actor | undefined = mine; lender;) {
    const holder: Actor | undefined = draft.actors
      .all()
      .find((one) => one.lender === lender!.id && ['waiting', 'pending', 'entrusted', 'done'].includes(one.state));
    if (holder?.state === 'done')
      throw refusal('workflow.task.stale', { by: holder.person, at: holder.actedAt, kind: 'submitted' });
    if (holder) {
      draft.actors.edit(holder.id).state = 'withdrawn';
      gone.push(holder.person);
    }
    lender = holder;
  }
  draft.actors.edit(mine.id).state = 'waiting';
  renew(draft, task, 'entrustCancelled');
  tell(draft, 'entrustCancelled', { task, persons: gone });
}

function asked(draft: Draft, command: { task: string; version: number }): { task: Task; actor: Actor } {
  const { task, actor } = held(draft, command);
  if (actor.lender === null || actor.accepted !== false) throw refusal('workflow.task.not_entrusted');
  return { task, actor };
}

function giveBack(draft: Draft, task: Task, actor: Actor): void {
  draft.actors.edit(actor.lender!).state = 'waiting';
  renew(draft, task, 'entrustRefused');
}
