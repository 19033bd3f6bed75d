import type { DelegatedPart } from '@formwork/contract/delegated.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { directoryOf, forgetDirectory, type Directory } from './directory/directory.ts';
import { administeredIn, cutTo, type Administered } from './delegated/administered.ts';
import { joined, type Touched } from './departments/touched.ts';

export interface OrganizationTx extends TxCtx {
  /** Says whom or which departments the change touches; posts, groups and the like when it says nothing. */
  touch(what: Touched): void;
  /** Who changes it, and how much of it they look after: `before` is that much. */
  care: Administered;
  /** What was remembered of this transaction and is not so when it fails. */
  undo(forget: () => void): void;
}

/**
 * A change of the organization: a transaction, then the directory in memory is brought up to date everywhere. Answers with the
 * directory as it is afterwards. Of a part that can be looked after by others than administrators they meet their departments alone, before and after. `before` is a picture for rules which the database cannot hold; the database has the last word.
 */
export async function changeOrganization<T>(
  ctx: Ctx,
  work: (tx: OrganizationTx, before: Directory) => Promise<T>,
  part?: DelegatedPart,
): Promise<{ result: T; directory: Directory }> {
  const whole = await directoryOf(ctx.platform, ctx.spaceId);
  const care = part === undefined ? ofAll(whole) : administeredIn(whole, ctx, [part]);
  let touched: Touched | undefined;
  const touch = (what: Touched) => {
    touched = joined(touched, what);
  };
  const undone: (() => void)[] = [];
  const result = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    work({ ...ctx, tx, touch, care, undo: (forget) => undone.push(forget) }, care.part),
  ).catch((error: unknown) => {
    for (const forget of undone) forget();
    throw error;
  });
  forgetDirectory(ctx.platform, ctx.spaceId, touched ?? { rest: true });
  const after = await directoryOf(ctx.platform, ctx.spaceId);
  return { result, directory: care.delegate ? cutTo(after, care.tops) : after };
}

/** Of what nobody but administrators changes, or everybody for themselves. */
function ofAll(whole: Directory): Administered {
  return { whole, part: whole, delegate: undefined, tops: new Set() };
}
