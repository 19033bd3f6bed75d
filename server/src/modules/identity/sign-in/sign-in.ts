import { setTimeout as wait } from 'node:timers/promises';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import { PasswordRules } from '@formwork/contract/identity/policy.ts';
import type { SignInAnswer, signInApi } from '@formwork/contract/identity/sign-in.ts';
import type { FastifyReply } from 'fastify';
import type { VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/errors.ts';
import { accountById, findAccount, findByPhone, type Account } from '../account/accounts.ts';
import { requireUnbreached } from '../account/breached-passwords.ts';
import { requireOpenHome } from '../account/closure.ts';
import { codeFits, masked, sendCode, wrongCode } from './codes.ts';
import {
  inTurn,
  passwordFitsNow,
  requireGoodPassword,
  requireNewPassword,
  writePassword,
} from '../account/passwords.ts';
import { policyOf, requireAllowedAddress } from '../policy/policies.ts';
import { recordOperation } from '../account/operations.ts';
import { secondWays } from './second-ways.ts';
import { endSessions, startSession } from './sessions.ts';
import { dropSession } from './session-cache.ts';
import { issueTicket, readTicket, spendTicket, type Proved } from './sign-in-tickets.ts';
import { beginTotp } from './two-step.ts';
import { counterOf, forgetEntries, rightEntry, takeEntry, wrongEntry } from './wrong-entries.ts';

type Input<Name extends keyof typeof signInApi> = InputOf<(typeof signInApi)[Name]>;

const answerAfterMs = 300;

/** An unknown name costs what a known one costs, counts like one, and is refused with the same words. */
export async function signIn(ctx: VisitorCtx, { body }: Input<'signIn'>, reply: FastifyReply): Promise<SignInAnswer> {
  const { account, entry, fits } = await inTurn(ctx, async () => {
    const found = await findAccount(ctx, body.login);
    const taken = await takeEntry(ctx, counterOf(found, body.login));
    const right = await passwordFitsNow(ctx, found?.password_hash, body.password);
    // in its turn, so that many right ones at once do not make the account wait
    if (right) await rightEntry(ctx, taken);
    return { account: found, entry: taken, fits: right };
  });
  if (!account || !fits)
    throw await wrongEntry(ctx, entry, account, refuse('identity.session.wrong_password'), body.login);
  return goOn(ctx, account, { first: 'password', second: false }, reply);
}

export async function sendSignInCode(ctx: VisitorCtx, { body }: Input<'sendCode'>): Promise<{ secondsToNext: number }> {
  // a phone that somebody has bound takes longer, by a message: nobody is answered before both would be done
  const [sent] = await Promise.all([sendIfBound(ctx, body.phone), wait(answerAfterMs)]);
  return sent;
}

async function sendIfBound(ctx: VisitorCtx, phone: string): Promise<{ secondsToNext: number }> {
  const account = await findByPhone(ctx, phone);
  return sendCode(ctx, { purpose: 'sign_in', target: phone, spaceId: account?.home_space });
}

export async function signInByCode(
  ctx: VisitorCtx,
  { body }: Input<'signInByCode'>,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const account = await findByPhone(ctx, body.phone);
  const entry = await takeEntry(ctx, counterOf(account, body.phone));
  const fits = await codeFits(ctx, { purpose: 'sign_in', target: body.phone }, body.code);
  if (!account || !fits) throw await wrongEntry(ctx, entry, account, wrongCode(), body.phone);
  await rightEntry(ctx, entry);
  return goOn(ctx, account, { first: 'sms', second: false }, reply);
}

/** For a password that has expired, or that somebody else gave. */
export async function replacePassword(
  ctx: VisitorCtx,
  { body }: Input<'newPassword'>,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const { account, proved } = await readTicket(ctx, body.ticket, 'new_password');
  const policy = await policyOf(ctx, account.home_space);
  requireGoodPassword(body.next, 'next', policy, [account.login, account.phone]);
  await requireUnbreached(ctx.platform.config, body.next, 'next');
  await requireNewPassword(ctx, account, body.next, 'next', policy);
  await spendTicket(ctx, body.ticket);
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    await writePassword(tx, account.id, body.next, { given: false });
    await endSessions(tx, { accountId: account.id });
    await recordOperation({ ...ctx, tx }, account, 'password_changed');
  });
  dropSession(ctx.platform, { accountId: account.id });
  return goOn(ctx, (await accountById(ctx, account.id))!, proved, reply);
}

/** The next thing to prove or to do; with nothing left, the session. */
export async function goOn(
  ctx: VisitorCtx,
  account: Account,
  proved: Proved,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  if (account.disabled) throw refuse('identity.account.disabled');
  await requireOpenHome(ctx.platform, account.home_space);
  const policy = await policyOf(ctx, account.home_space);
  requireAllowedAddress(policy, ctx.ip);
  if (!proved.second) {
    if (account.two_step !== null) {
      const ticket = await issueTicket(ctx, account.id, 'second_step', proved);
      return {
        next: 'second_step',
        ticket,
        ways: secondWays(account, proved.first),
        phone: account.phone && masked(account.phone),
      };
    }
    if (policy.twoStep)
      return {
        next: 'set_up',
        ticket: await issueTicket(ctx, account.id, 'set_up', proved),
        ...(await beginTotp(ctx, account)),
      };
  }
  const reason = proved.first === 'password' ? whyNewPassword(account, policy) : undefined;
  if (reason)
    return {
      next: 'new_password',
      ticket: await issueTicket(ctx, account.id, 'new_password', proved),
      reason,
      rules: PasswordRules.parse(policy),
    };
  await forgetEntries(ctx, account.id);
  return startSession(ctx, account, policy, reply);
}

function whyNewPassword(account: Account, policy: SecurityPolicy): 'expired' | 'given' | undefined {
  if (account.password_once || (policy.changeGiven && account.password_given)) return 'given';
  const expiresAt = passwordExpiry(account, policy);
  return expiresAt !== undefined && expiresAt < new Date() ? 'expired' : undefined;
}

export function passwordExpiry(
  { password_set_at }: Pick<Account, 'password_set_at'>,
  { expiryDays }: SecurityPolicy,
): Date | undefined {
  return expiryDays === 0 ? undefined : new Date(password_set_at.getTime() + expiryDays * 86_400_000);
}
