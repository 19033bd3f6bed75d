import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { directoryOf, forgetDirectory, type Directory } from './directory.ts';

/**
 * A change of the organization: a transaction, then the directory in memory is dropped everywhere. Answers with the
 * directory as it is afterwards. `before` is a picture for rules which the database cannot hold; the database has the last word.
 */
export async function changeOrganization<T>(ctx: Ctx, work: (tx: TxCtx, before: Directory) => Promise<T>): Promise<{ result: T; directory: Directory }> {
  const before = await directoryOf(ctx.platform, ctx.spaceId);
  const result = await inControl(ctx.platform.control, ctx.spaceId, (tx) => work({ ...ctx, tx }, before));
  forgetDirectory(ctx.platform, ctx.spaceId);
  return { result, directory: await directoryOf(ctx.platform, ctx.spaceId) };
}
