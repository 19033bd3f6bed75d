import type { CommandOf } from './command.ts';
import { refusal, tell, type Draft } from './draft.ts';
import { needSigned } from './holding.ts';
import { closeTask, openTask } from './tasks.ts';
import { startToken } from './tokens.ts';
import { moveOn } from './walk.ts';

/** The initiator's own step is a task like any other: completed at once, and there to be returned to. */
export function start(draft: Draft, command: CommandOf<'start'>): void {
  if (draft.executions.all().length > 0) throw refusal('workflow.instance.already_running');
  if (!command.above) needSigned(draft, draft.graph.start.id, command);
  const token = startToken(draft, null, draft.graph.start.id);
  tell(draft, 'started', { node: token.node, comment: command.comment });
  const task = openTask(draft, token, [{ person: draft.by, origin: 'direct' }]);
  const actor = draft.actors.all().find((one) => one.task === task.id)!;
  Object.assign(actor, {
    state: 'done',
    actedAt: draft.world.now,
    comment: command.comment ?? null,
    signature: command.signature ?? null,
  });
  // The opening of what is submitted in the same moment tells nobody anything.
  draft.events = draft.events.filter((event) => event.kind !== 'opened');
  closeTask(draft, task.id, 'completed', 'submitted');
  moveOn(draft, task, { person: draft.by, node: task.node, acted: [draft.by] });
}
