import { addSigners, removeSigners, submit, transfer } from './acts.ts';
import type { Command, Outcome, World } from './command.ts';
import { comment, copy, interrupt, invalidate, recover, urge } from './control.ts';
import { changesOf, openDraft, refusal, refusalIn, stateOf, type Draft } from './draft.ts';
import { acceptEntrusted, cancelEntrusted, entrust, refuseEntrusted } from './entrusting.ts';
import { questionsIn } from './executors.ts';
import type { GraphIndex } from './graph-index.ts';
import { retrieve, returnTask } from './returning.ts';
import { start } from './starting.ts';
import type { ProcessState } from './state.ts';
import { fail, fire, retry } from './timers.ts';

/**
 * The engine: a command on a process gives the changed state and its changes, a refusal, or questions about the
 * organization. Pure: same input, same answer; the given state is never changed.
 */
export function advance(graph: GraphIndex, state: ProcessState, command: Command, world: World): Outcome {
  const draft = openDraft(graph, state, command, world);
  try {
    const standing = state.instance.state;
    // One that stands still is recovered or ended for good.
    const stands = standing === 'processing' || (standing === 'interrupted' && command.kind === 'invalidate');
    if (command.kind !== 'recover' && command.kind !== 'comment' && command.kind !== 'cc' && !stands)
      throw refusal('workflow.instance.not_processing', { state: standing });
    carryOut(draft, command);
  } catch (error) {
    const questions = questionsIn(error);
    if (questions) return { kind: 'needs', questions };
    const refused = refusalIn(error);
    if (refused) return { kind: 'refused', ...refused };
    throw error;
  }
  return {
    kind: 'done',
    state: stateOf(draft),
    changes: changesOf(draft),
    asks: draft.asks,
    answered: draft.answered,
    skipped: draft.skipped,
    trace: draft.trace,
  };
}

function carryOut(draft: Draft, command: Command): void {
  switch (command.kind) {
    case 'start':
      return start(draft, command);
    case 'submit':
      return submit(draft, command);
    case 'return':
      return returnTask(draft, command);
    case 'transfer':
      return transfer(draft, command);
    case 'addSigners':
      return addSigners(draft, command);
    case 'removeSigners':
      return removeSigners(draft, command);
    case 'entrust':
      return entrust(draft, command);
    case 'acceptEntrusted':
      return acceptEntrusted(draft, command);
    case 'refuseEntrusted':
      return refuseEntrusted(draft, command);
    case 'cancelEntrusted':
      return cancelEntrusted(draft, command);
    case 'retrieve':
      return retrieve(draft, command);
    case 'cc':
      return copy(draft, command);
    case 'comment':
      return comment(draft, command);
    case 'urge':
      return urge(draft, command);
    case 'interrupt':
      return interrupt(draft, command);
    case 'recover':
      return recover(draft, command);
    case 'invalidate':
      return invalidate(draft, command);
    case 'fire':
      return fire(draft, command);
    case 'fail':
      return fail(draft, command);
    case 'retry':
      return retry(draft, command);
  }
}
