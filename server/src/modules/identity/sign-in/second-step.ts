import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { SignInAnswer, signInApi } from '@formwork/contract/identity/sign-in.ts';
import type { FastifyReply } from 'fastify';
import type { VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/errors.ts';
import type { Account } from '../account/accounts.ts';
import { codeFits, sendCode, wrongCode } from './codes.ts';
import { recordOperation } from '../account/operations.ts';
import { passwordFits } from '../account/passwords.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { goOn } from './sign-in.ts';
import { secondWays, type SecondWay } from './second-ways.ts';
import { issueTicket, readTicket, spendTicket } from './sign-in-tickets.ts';
import { confirmPending, totpFits } from './two-step.ts';
import { codeOfTheDay, counterOf, lookAt, rightEntry, takeEntry, wrongEntry } from './wrong-entries.ts';

type Input<Name extends keyof typeof signInApi> = InputOf<(typeof signInApi)[Name]>;
export async function sendSecondCode(
  ctx: VisitorCtx,
  { body }: Input<'sendSecondCode'>,
): Promise<{ secondsToNext: number }> {
  const { account, proved } = await readTicket(ctx, body.ticket, 'second_step');
  if (account.phone === null || !secondWays(account, proved.first).includes('sms')) throw refuse('identity.phone.none');
  return sendCode(ctx, { purpose: 'second_step', target: account.phone, spaceId: account.home_space });
}

/** Wrong codes count like wrong passwords: the third makes the account wait. Those that can be guessed are counted by the day as well. */
export async function proveSecondStep(
  ctx: VisitorCtx,
  { body }: Input<'secondStep'>,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const { account, proved } = await readTicket(ctx, body.ticket, 'second_step');
  const entry = await takeEntry(ctx, counterOf(account, ''));
  const fits =
    secondWays(account, proved.first).includes(body.way) &&
    (await lookAt(ctx, entry, () => fitsBy[body.way](ctx, account, body.code.trim())));
  if (!fits) throw await wrongEntry(ctx, entry, account, wrongCode());
  await rightEntry(ctx, entry);
  await spendTicket(ctx, body.ticket);
  return goOn(ctx, account, { ...proved, second: true }, reply);
}

/** The enterprise asks for a second step and the person has none: the app is confirmed on the way in. */
export async function setUpSecondStep(
  ctx: VisitorCtx,
  { body }: Input<'setUpSecondStep'>,
): Promise<{ recoveryCodes: string[]; ticket: string }> {
  const { account, proved } = await readTicket(ctx, body.ticket, 'set_up');
  const entry = await takeEntry(ctx, counterOf(account, ''));
  const recoveryCodes = await confirmPending(ctx, account, body.code);
  if (!recoveryCodes) throw await wrongEntry(ctx, entry, account, wrongCode());
  await rightEntry(ctx, entry);
  // the ticket went with the change of the second step
  return { recoveryCodes, ticket: await issueTicket(ctx, account.id, 'after_set_up', { ...proved, second: true }) };
}

export async function finishSetUp(
  ctx: VisitorCtx,
  { body }: Input<'finish'>,
  reply: FastifyReply,
): Promise<SignInAnswer> {
  const { account, proved } = await readTicket(ctx, body.ticket, 'after_set_up');
  await spendTicket(ctx, body.ticket);
  return goOn(ctx, account, proved, reply);
}

const fitsBy: Record<SecondWay, (ctx: VisitorCtx, account: Account, code: string) => Promise<boolean>> = {
  totp: (ctx, account, code) => codeOfTheDay(ctx, account.id, () => totpFits(ctx, account, code)),
  sms: (ctx, account, code) =>
    codeOfTheDay(
      ctx,
      account.id,
      async () =>
        account.phone !== null && (await codeFits(ctx, { purpose: 'second_step', target: account.phone }, code)),
    ),
  password: (ctx, account, code) => passwordFits(ctx, account.password_hash, code),
  recovery: async (ctx, account, code) => {
    const used = await useRecoveryCode(ctx, account.id, code);
    if (used)
      await inControl(ctx.platform.control, account.home_space, (tx) =>
        recordOperation({ ...ctx, tx }, account, 'recovery_code_used'),
      );
    return used;
  },
};
