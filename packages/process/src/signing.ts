import type { Signing } from '@formwork/contract/workflow/graph.ts';
import type { Draft } from './draft.ts';
import type { Actor, Task } from './state.ts';

/** How a task without a setting of its own is signed: the start node has one executor. */
const plain: Signing = { way: 'any' };

export function signingOf(draft: Draft, task: Task): Signing {
  const node = draft.graph.nodes.get(task.node);
  return node?.kind === 'approve' || node?.kind === 'fill-in' ? node.signing : plain;
}

/** A vote: those who stand for it, in the order in which they act. */
interface Slot {
  id: string;
  order: number;
  weight: number;
  actors: Actor[];
  done: boolean;
}

/** Those whose part counts: whoever handed it on, took it back or was closed out does not. */
const counts = new Set<Actor['state']>(['waiting', 'pending', 'done']);

function slotsOf(draft: Draft, task: string): Slot[] {
  const slots = new Map<string, Slot>();
  for (const actor of draft.actors.all()) {
    if (actor.task !== task || !counts.has(actor.state)) continue;
    let slot = slots.get(actor.slot);
    if (!slot)
      slots.set(
        actor.slot,
        (slot = { id: actor.slot, order: actor.order, weight: actor.weight, actors: [], done: true }),
      );
    slot.actors.push(actor);
    if (actor.state !== 'done') slot.done = false;
  }
  return [...slots.values()];
}

/** Whether the signatures given so far decide the task. Counted from the rows every time. */
export function isDecided(draft: Draft, task: Task): boolean {
  const slots = slotsOf(draft, task.id);
  const done = slots.filter((slot) => slot.done);
  const signing = signingOf(draft, task);
  switch (signing.way) {
    case 'any':
      return done.length > 0;
    case 'all':
    case 'serial':
      return done.length === slots.length;
    case 'ratio':
      return weightOf(done) * 100 >= weightOf(slots) * signing.percent;
  }
}

/** Lets those act whose turn it is, and only those. */
export function giveTurns(draft: Draft, task: Task): void {
  const open = slotsOf(draft, task.id).filter((slot) => !slot.done);
  const serial = signingOf(draft, task).way === 'serial';
  const first = Math.min(...open.map((slot) => slot.order));
  for (const slot of open) {
    const unfinished = slot.actors.filter((actor) => actor.state !== 'done');
    const step = Math.min(...unfinished.map((actor) => actor.step));
    for (const actor of unfinished) {
      const turn = (!serial || slot.order === first) && actor.step === step;
      const state = turn ? 'pending' : 'waiting';
      if (actor.state === state) continue;
      const row = draft.actors.edit(actor.id);
      row.state = state;
      row.receivedAt = turn ? (row.receivedAt ?? draft.world.now) : row.receivedAt;
    }
  }
}

function weightOf(slots: Slot[]): number {
  return slots.reduce((sum, slot) => sum + slot.weight, 0);
}
