import type { ErrorCode } from '@formwork/contract/errors.ts';
import type { VisitorCtx } from '../context.ts';
import { inControl } from '../db/db.ts';
import { record } from '../events/events.ts';

type Refused = Pick<VisitorCtx, 'platform' | 'requestId' | 'ip' | 'spaceId'> & { user?: { id: string } | undefined };

/** Somebody known was refused for want of rights: told to the audit in a transaction of its own, as the call's own is taken back. */
export async function recordRefusal(
  ctx: Refused,
  what: { method?: string; path: string; code: ErrorCode },
): Promise<void> {
  const { platform, spaceId, user } = ctx;
  if (!user || spaceId === undefined) return;
  await inControl(platform.control, spaceId, (tx) =>
    record({ ...ctx, spaceId, user, tx }, 'platform.access.refused', what),
  );
}
