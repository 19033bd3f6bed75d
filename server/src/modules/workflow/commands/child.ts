import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import type { SpaceTx } from '../../../platform/db/space-data.ts';
import { apply } from './command.ts';
import type { Subject } from './subject.ts';

/** Starts the process of a record in a transaction that is open already, in the name of whoever started the one above. */
export async function startChild(tx: SpaceTx, ctx: Ctx, subject: Subject): Promise<void> {
  const result = await apply(tx, ctx, {
    commandId: subject.instanceId,
    subject,
    kind: 'start',
    starts: true,
    command: () => ({ kind: 'start', by: ctx.user.id, above: true }),
  });
  if (result.asks.length > 0) throw refuse('workflow.executor.choose', { asks: result.asks });
}
