import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { identityApi } from '@formwork/contract/identity/api.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { invalid, refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { hashPassword, passwordFits, requireGoodPassword } from './passwords.ts';
import { dropSession } from './session-cache.ts';
import { countWrongEntry, endSessions, findAccount } from './sessions.ts';

/** Wrong current passwords count like wrong sign-ins: the third makes the account wait. Every other session ends. */
export async function changePassword(ctx: Ctx, { body }: InputOf<typeof identityApi.changePassword>): Promise<null> {
  const account = await findAccount(ctx, { id: ctx.user.id });
  if (!account) throw refuse('platform.not_signed_in');
  if (account.seconds_left !== null) throw refuse('identity.session.locked', { secondsLeft: account.seconds_left });
  if (!(await passwordFits(account.password_hash, body.current))) {
    const secondsLeft = await countWrongEntry(ctx, account, 'identity.password.refused');
    if (secondsLeft !== undefined) throw refuse('identity.session.locked', { secondsLeft });
    throw invalid('identity.password.wrong_current', [{ path: 'current', code: 'identity.password.wrong_current' }]);
  }
  requireGoodPassword(body.next, 'next');
  if (body.next === body.current) throw invalid('identity.password.same_as_old', [{ path: 'next', code: 'identity.password.same_as_old' }]);
  const passwordHash = await hashPassword(body.next);
  await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    await tx
      .updateTable('identity.account')
      .set({ password_hash: passwordHash, failed_entries: 0, locked_until: null, password_set_at: sql<Date>`now()` })
      .where('id', '=', ctx.user.id)
      .execute();
    await endSessions(tx, { accountId: ctx.user.id, except: ctx.user.sessionId });
    await record({ ...ctx, tx }, 'identity.password.changed', { id: ctx.user.id });
  });
  dropSession(ctx.platform, { accountId: ctx.user.id });
  return null;
}
