import type { Ctx } from '../../platform/context.ts';
import { invalid, refuse } from '../../platform/errors.ts';
import { accountById, type Account } from './accounts.ts';
import { codeFits, masked, sendCode, wrongCode } from './codes.ts';
import { passwordFits } from './passwords.ts';
import { counterOf, requireNoWait, rightEntry, wrongEntry } from './wrong-entries.ts';

type Proof = { way: 'sms'; code: string } | { way: 'password'; password: string };

/** Before something that a person answers for: the one who really acts, an agent too, shows who they are. Wrong ones count like wrong sign-ins. */
export async function proveSelf(ctx: Ctx, proof: Proof): Promise<void> {
  const account = await realAccount(ctx);
  const counter = counterOf(account, '');
  await requireNoWait(ctx, counter);
  const fits = proof.way === 'password'
    ? await passwordFits(ctx.platform, account.password_hash, proof.password)
    : account.phone !== null && (await codeFits(ctx, { purpose: 'workflow', holder: account.id, target: account.phone }, proof.code));
  if (!fits) throw await wrongEntry(ctx, counter, account, proof.way === 'password' ? invalid('identity.proof.wrong_password', [{ path: 'verification.password', code: 'identity.proof.wrong_password' }]) : wrongCode());
  await rightEntry(ctx, counter);
}

/** A code to the bound phone; undefined where none is bound. */
export async function sendOwnCode(ctx: Ctx): Promise<{ secondsToNext: number; phone: string } | undefined> {
  const account = await realAccount(ctx);
  if (account.phone === null) return undefined;
  const { secondsToNext } = await sendCode(ctx, { purpose: 'workflow', holder: account.id, target: account.phone, spaceId: ctx.spaceId });
  return { secondsToNext, phone: masked(account.phone) };
}

async function realAccount(ctx: Ctx): Promise<Account> {
  const account = await accountById(ctx, ctx.user.deputy?.id ?? ctx.user.id);
  if (!account) throw refuse('platform.not_signed_in');
  return account;
}
