import type { Ctx, TxCtx } from '../../platform/context.ts';
import { enterSpace } from '../../platform/db.ts';
import { record } from '../../platform/events.ts';

/** What the operator does to an enterprise stands in the operator's log and in the enterprise's own trail. The transaction ends up in the operator's space. */
export async function recordInBoth(ctx: Ctx & Pick<TxCtx, 'tx'>, spaceId: string, type: string, data: Record<string, unknown> & { id: string }): Promise<void> {
  await enterSpace(ctx.tx, spaceId);
  await record({ ...ctx, spaceId }, type, data);
  await enterSpace(ctx.tx, ctx.spaceId);
  await record(ctx, type, data);
}
