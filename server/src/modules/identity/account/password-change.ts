import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { identityApi } from '@formwork/contract/identity/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { requireUnbreached } from './breached-passwords.ts';
import { recordOperation } from './operations.ts';
import { ownAccount } from './own-account.ts';
import { requireGoodPassword, requireNewPassword, writePassword } from './passwords.ts';
import { policyOf } from '../policy/policies.ts';
import { dropSession } from '../sign-in/session-cache.ts';
import { endSessions } from '../sign-in/sessions.ts';

/** Wrong current passwords count like wrong sign-ins: the third makes the account wait. Every other session ends. */
export async function changePassword(ctx: Ctx, { body }: InputOf<typeof identityApi.changePassword>): Promise<null> {
  const account = await ownAccount(ctx, body.current, 'current');
  const policy = await policyOf(ctx, account.home_space);
  requireGoodPassword(body.next, 'next', policy, [account.login, account.phone]);
  await requireUnbreached(ctx.platform.config, body.next, 'next');
  await requireNewPassword(ctx, account, body.next, 'next', policy);
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    await writePassword(tx, account.id, body.next, { given: false });
    await endSessions(tx, { accountId: account.id, except: ctx.user.sessionId });
    await recordOperation({ ...ctx, tx }, account, 'password_changed');
  });
  dropSession(ctx.platform, { accountId: account.id });
  return null;
}
