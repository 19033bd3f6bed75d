import type { TxCtx } from '../../../platform/context.ts';
import { enterSpace } from '../../../platform/db/db.ts';
import { record } from '../../../platform/events/events.ts';
import { spaceNames } from '../../identity/public.ts';

interface Between {
  id: string;
  title: string;
  /** The other enterprise. */
  partner: string;
}

/**
 * What happens between two enterprises stands in the trail of both. The other one reads which enterprise did it, and neither
 * who there nor from where. The transaction ends up in the space of `ctx`.
 */
export async function recordInBoth(
  ctx: TxCtx,
  type: string,
  { id, title, partner }: Between,
  data: Record<string, unknown> = {},
): Promise<void> {
  const names = await spaceNames({ control: ctx.tx }, [partner, ctx.spaceId]);
  const nameOf = (spaceId: string): string => names.get(spaceId) ?? spaceId;
  await record(ctx, type, { ...data, id, name: title, partner: nameOf(partner) });
  await enterSpace(ctx.tx, partner);
  await record({ platform: ctx.platform, tx: ctx.tx, spaceId: partner, requestId: ctx.requestId, ip: '' }, type, {
    ...data,
    id,
    name: title,
    partner: nameOf(ctx.spaceId),
    theirs: true,
  });
  await enterSpace(ctx.tx, ctx.spaceId);
}
