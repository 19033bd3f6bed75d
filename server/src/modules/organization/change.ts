import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { directoryOf, forgetDirectory, type Directory } from './directory.ts';
import { joined, type Touched } from './touched.ts';

export interface OrganizationTx extends TxCtx {
  /** Says whom or which departments the change touches; posts, groups and the like when it says nothing. */
  touch(what: Touched): void;
  /** What was remembered of this transaction and is not so when it fails. */
  undo(forget: () => void): void;
}

/**
 * A change of the organization: a transaction, then the directory in memory is brought up to date everywhere. Answers with the
 * directory as it is afterwards. `before` is a picture for rules which the database cannot hold; the database has the last word.
 */
export async function changeOrganization<T>(ctx: Ctx, work: (tx: OrganizationTx, before: Directory) => Promise<T>): Promise<{ result: T; directory: Directory }> {
  const before = await directoryOf(ctx.platform, ctx.spaceId);
  let touched: Touched | undefined;
  const touch = (what: Touched) => { touched = joined(touched, what); };
  const undone: (() => void)[] = [];
  const result = await inControl(ctx.platform.control, ctx.spaceId, (tx) => work({ ...ctx, tx, touch, undo: (forget) => undone.push(forget) }, before)).catch((error: unknown) => {
    for (const forget of undone) forget();
    throw error;
  });
  forgetDirectory(ctx.platform, ctx.spaceId, touched ?? { rest: true });
  return { result, directory: await directoryOf(ctx.platform, ctx.spaceId) };
}
