import type { Ctx } from '../../../platform/context.ts';
import { conflict, invalid, refuse } from '../../../platform/errors.ts';
import { isServiceDown } from '../../../platform/outbox/outbox.ts';
import { accountById, type Account } from './accounts.ts';
import { codeFits, masked, sendCode, wrongCode } from '../sign-in/codes.ts';
import { passwordFits } from './passwords.ts';
import { smsAvailable } from '../sign-in/sign-in-ways.ts';
import { counterOf, forgetEntries, lookAt, rightEntry, takeEntry, wrongEntry } from '../sign-in/wrong-entries.ts';

type Proof = { way: 'sms'; code: string } | { way: 'password'; password: string };

/** Before something that a person answers for: the one who really acts, an agent too, shows who they are. Wrong ones count like wrong sign-ins. */
export async function proveSelf(ctx: Ctx, proof: Proof): Promise<void> {
  const account = await realAccount(ctx);
  const entry = await takeEntry(ctx, counterOf(account, ''));
  const fits = await lookAt(ctx, entry, async () =>
    proof.way === 'password'
      ? passwordFits(ctx, account.password_hash, proof.password)
      : account.phone !== null &&
        codeFits(ctx, { purpose: 'workflow', holder: account.id, target: account.phone }, proof.code),
  );
  if (!fits)
    throw await wrongEntry(
      ctx,
      entry,
      account,
      proof.way === 'password'
        ? invalid('identity.proof.wrong_password', [
            { path: 'verification.password', code: 'identity.proof.wrong_password' },
          ])
        : wrongCode(),
    );
  await rightEntry(ctx, entry);
  if (proof.way === 'password') await forgetEntries(ctx, account.id);
}

/** A code to the bound phone; undefined where none is bound. `down`: it may be long in coming. */
export async function sendOwnCode(
  ctx: Ctx,
): Promise<{ secondsToNext: number; phone: string; down: boolean } | undefined> {
  const account = await realAccount(ctx);
  if (account.phone === null) return undefined;
  if (!smsAvailable(ctx.platform)) throw conflict('workflow.verification.no_sms');
  const { secondsToNext } = await sendCode(ctx, {
    purpose: 'workflow',
    holder: account.id,
    target: account.phone,
    spaceId: ctx.spaceId,
  });
  return { secondsToNext, phone: masked(account.phone), down: await isServiceDown(ctx, 'sms') };
}

async function realAccount(ctx: Ctx): Promise<Account> {
  const account = await accountById(ctx, ctx.user.deputy?.id ?? ctx.user.id);
  if (!account) throw refuse('platform.not_signed_in');
  return account;
}
