import type { Ctx } from '../../../platform/context.ts';
import { invalid, refuse } from '../../../platform/errors.ts';
import { accountById, type Account } from './accounts.ts';
import { passwordFits } from './passwords.ts';
import { counterOf, forgetEntries, lookAt, rightEntry, takeEntry, wrongEntry } from '../sign-in/wrong-entries.ts';

/**
 * The account of the person who calls. What changes its security asks for the password again: a session left open must not be
 * enough. Wrong ones count like wrong sign-ins.
 */
export async function ownAccount(ctx: Ctx, password?: string, path = 'password'): Promise<Account> {
  const account = await accountById(ctx, ctx.user.id);
  if (!account) throw refuse('platform.not_signed_in');
  if (password === undefined) return account;
  const entry = await takeEntry(ctx, counterOf(account, ''));
  if (!(await lookAt(ctx, entry, () => passwordFits(ctx, account.password_hash, password)))) {
    throw await wrongEntry(
      ctx,
      entry,
      account,
      invalid('identity.password.wrong_current', [{ path, code: 'identity.password.wrong_current' }]),
    );
  }
  await rightEntry(ctx, entry);
  await forgetEntries(ctx, account.id);
  return account;
}
