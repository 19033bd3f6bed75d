import type { TxCtx } from '../../platform/context.ts';
import { enterSpace } from '../../platform/db/db.ts';
import { record } from '../../platform/events/events.ts';

/** What the operator does to enterprises and their people stands in the operator's log and in each enterprise's own trail. The transaction ends up in the operator's space. */
export async function recordInAll(
  ctx: TxCtx,
  spaceIds: readonly string[],
  type: string,
  data: Record<string, unknown> & { id: string },
): Promise<void> {
  for (const spaceId of spaceIds.filter((id) => id !== ctx.spaceId)) {
    await enterSpace(ctx.tx, spaceId);
    await record({ ...ctx, spaceId }, type, data);
  }
  await enterSpace(ctx.tx, ctx.spaceId);
  await record(ctx, type, data);
}
