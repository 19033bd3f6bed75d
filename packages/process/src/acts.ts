import type { EventKind } from '@formwork/contract/workflow/process.ts';
import { active } from './executors.ts';
import type { CommandOf } from './command.ts';
import { refusal, tell, type Draft } from './draft.ts';
import { held, needButton, needSigned } from './holding.ts';
import { giveTurns, isDecided } from './signing.ts';
import type { Actor, Task } from './state.ts';
import { blankActor, changed, closeTask, inPlaceOf } from './tasks.ts';
import { moveOn } from './walk.ts';

/** What an executor does with their own part of a task. */

export function submit(draft: Draft, command: CommandOf<'submit'>): void {
  const { task, actor } = held(draft, command);
  needSigned(draft, task.node, command);
  const row = draft.actors.edit(actor.id);
  row.state = 'done';
  row.actedAt = draft.world.now;
  row.comment = command.comment || null;
  row.signature = command.signature ?? null;
  const again = task.node === draft.graph.start.id;
  tell(draft, again ? 'resubmitted' : 'submitted', { task, comment: command.comment, took: took(draft, actor) });

  if (isDecided(draft, task)) goOn(draft, task);
  else giveTurns(draft, task);
}

function goOn(draft: Draft, task: Task): void {
  const acted = draft.actors.all().filter((one) => one.task === task.id && one.state === 'done' && !one.auto);
  closeTask(draft, task.id, 'completed', 'submitted');
  if (acted.length > 1) tell(draft, 'completed', { task, actor: null });
  moveOn(draft, task, { person: draft.by, node: task.node, acted: acted.map((one) => one.person) });
}

export function transfer(draft: Draft, command: CommandOf<'transfer'>): void {
  const { task, actor } = held(draft, command);
  if (!command.leaving) needButton(draft, task, 'transfer');
  if (command.leaving && signsToo(draft, task, command.person)) return leaveTo(draft, task, actor, command.person);
  const [to] = needNewcomers(draft, task, [command.person]);
  const row = draft.actors.edit(actor.id);
  row.state = 'transferred';
  row.actedAt = draft.world.now;
  row.comment = command.reason ?? null;
  draft.actors.add({ ...inPlaceOf(actor, draft.world.newId(), to!), origin: 'transferred' });
  renew(draft, task, 'transferred');
  tell(draft, 'transferred', { task, comment: command.reason, persons: [to!], took: took(draft, actor) });
}

/** Whoever takes over signs the task anyway: one signature of theirs is enough, and nothing waits for somebody who has left. */
function leaveTo(draft: Draft, task: Task, actor: Actor, person: string): void {
  Object.assign(draft.actors.edit(actor.id), { state: 'transferred', actedAt: draft.world.now });
  renew(draft, task, 'transferred');
  tell(draft, 'transferred', { task, persons: [person], took: took(draft, actor) });
  if (isDecided(draft, task)) goOn(draft, task);
}

function signsToo(draft: Draft, task: Task, person: string): boolean {
  const counts: Actor['state'][] = ['pending', 'waiting', 'done'];
  return (
    active(draft, [person]).length > 0 &&
    draft.actors.all().some((part) => part.task === task.id && part.person === person && counts.includes(part.state))
  );
}

export function addSigners(draft: Draft, command: CommandOf<'addSigners'>): void {
  const { task, actor } = held(draft, command);
  needButton(draft, task, 'addSigner');
  const persons = needNewcomers(draft, task, command.persons);
  if (command.place === 'beside') {
    // Votes of their own; in serial sign at the same turn as the one who asked.
    for (const person of persons)
      draft.actors.add({ ...blankActor(draft.world.newId(), task.id, person), order: actor.order, origin: 'added' });
  } else {
    const step = command.place === 'before' ? actor.step : actor.step + 1;
    for (const other of draft.actors.all()) {
      if (other.task === task.id && other.slot === actor.slot && other.step >= step && other.state !== 'done')
        draft.actors.edit(other.id).step++;
    }
    for (const person of persons) {
      draft.actors.add({
        ...blankActor(draft.world.newId(), task.id, person),
        slot: actor.slot,
        order: actor.order,
        weight: actor.weight,
        step,
        origin: 'added',
      });
    }
  }
  renew(draft, task, 'signersAdded');
  tell(draft, 'signersAdded', { task, comment: command.reason, persons });
}

export function took(draft: Draft, actor: Actor): number | null {
  return actor.receivedAt === null ? null : Date.parse(draft.world.now) - Date.parse(actor.receivedAt);
}

/** Who must act has changed: whoever still looks at the task as it was is told so. */
export function renew(draft: Draft, task: Task, how: EventKind): void {
  const row = draft.tasks.edit(task.id);
  row.version++;
  changed(draft, row, how);
  giveTurns(draft, row);
}

/** Takes signers away who have not acted; whoever does it stays one. */
export function removeSigners(draft: Draft, command: CommandOf<'removeSigners'>): void {
  const { task } = held(draft, command);
  needButton(draft, task, 'removeSigner');
  const persons = [...new Set(command.persons)];
  for (const person of persons) {
    const part = draft.actors
      .all()
      .find(
        (actor) =>
          actor.task === task.id && actor.person === person && (actor.state === 'pending' || actor.state === 'waiting'),
      );
    if (!part || person === draft.by) throw refusal('workflow.task.not_a_signer', { person });
    draft.actors.edit(part.id).state = 'removed';
  }
  renew(draft, task, 'signersRemoved');
  tell(draft, 'signersRemoved', { task, comment: command.reason, persons });
  // Fewer votes: those given may be enough now.
  if (isDecided(draft, task)) goOn(draft, task);
}

const handedOver = new Set<Actor['state']>(['transferred', 'retrieved', 'refused', 'withdrawn', 'removed']);

/** Active people who have no part in the task yet. */
export function needNewcomers(draft: Draft, task: Task, ids: string[]): string[] {
  const unique = [...new Set(ids)];
  const people = active(draft, unique).map((person) => person.id);
  if (people.length < unique.length) throw refusal('workflow.person.not_found');
  const parts = draft.actors.all().filter((actor) => actor.task === task.id && !handedOver.has(actor.state));
  const already = people.find((id) => parts.some((actor) => actor.person === id));
  if (already) throw refusal('workflow.task.already_signer', { person: already });
  return people;
}
