import type { AccountSecurity } from '@formwork/contract/identity/account-security.ts';
import { PasswordRules } from '@formwork/contract/identity/policy.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { masked } from '../sign-in/codes.ts';
import { policyIn } from '../policy/policy-rows.ts';
import { configuredProviders } from '../providers/registry.ts';
import { passwordExpiry } from '../sign-in/sign-in.ts';
import { mailAvailable, smsAvailable } from '../sign-in/sign-in-ways.ts';

/** How the own account is secured, of which the page makes a picture. */
export async function accountSecurity({ tx, platform, user, spaceId }: TxCtx): Promise<AccountSecurity> {
  const account = await tx
    .selectFrom('identity.account')
    .select(['login', 'phone', 'email', 'two_step', 'password_grade', 'password_set_at'])
    .where('id', '=', user.id)
    .executeTakeFirst();
  if (!account) throw refuse('platform.not_signed_in');
  if (user.homeSpaceId !== spaceId) await sql`set local app.space_id = ${sql.lit(user.homeSpaceId)}`.execute(tx);
  const policy = await policyIn(tx, user.homeSpaceId);
  const bindings = await tx
    .selectFrom('identity.binding')
    .select(['provider', 'name'])
    .where('account_id', '=', user.id)
    .execute();
  const left = await tx
    .selectFrom('identity.recovery_code')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', user.id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    login: account.login,
    phone: account.phone && masked(account.phone),
    email: account.email && masked(account.email),
    grade: gradeOf(account),
    password: {
      grade: account.password_grade,
      setAt: account.password_set_at.toISOString(),
      expiresAt: passwordExpiry(account, policy)?.toISOString() ?? null,
      rules: PasswordRules.parse(policy),
    },
    twoStep: { way: account.two_step, required: policy.twoStep, recoveryCodesLeft: left.count },
    providers: configuredProviders(platform.config).map((provider) => ({
      ...provider,
      account: bindings.find((one) => one.provider === provider.id)?.name ?? null,
    })),
    sends: { sms: smsAvailable(platform), mail: mailAvailable(platform) },
  };
}

/** High with a second step and a password that is not low; low with a low password alone. */
function gradeOf({
  two_step,
  password_grade,
  phone,
  email,
}: {
  two_step: string | null;
  password_grade: string | null;
  phone: string | null;
  email: string | null;
}): AccountSecurity['grade'] {
  const points =
    (two_step === null ? 0 : 2) +
    (password_grade === 'high' ? 2 : password_grade === 'medium' ? 1 : 0) +
    ((phone ?? email) ? 1 : 0);
  return points >= 4 ? 'high' : points >= 2 ? 'medium' : 'low';
}
