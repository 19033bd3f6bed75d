import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { accountApi } from '@formwork/contract/identity/account-security.ts';
import { sql } from 'kysely';
import type { Ctx, TxCtx, VisitorCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { conflict } from '../../../platform/errors.ts';
import { seal, unseal } from '../../../platform/secrets.ts';
import type { Account } from '../account/accounts.ts';
import { wrongCode } from './codes.ts';
import { recordOperation } from '../account/operations.ts';
import { endOpenSignIns } from './open-sign-ins.ts';
import { ownAccount } from '../account/own-account.ts';
import { policyOf } from '../policy/policies.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';
import { newTotpSecret, totpStepOf, totpUri } from './totp.ts';
import { counterOf, rightEntry, takeEntry, wrongEntry } from './wrong-entries.ts';

type Input<Name extends keyof typeof accountApi> = InputOf<(typeof accountApi)[Name]>;
type Who = Pick<Account, 'id' | 'login' | 'home_space'>;

export const sealedAt = (accountId: string) => `identity.account.totp_secret:${accountId}`;

/** A secret that holds once a code of it was given; it is asked for again when the page was left. */
export async function beginTotp(ctx: VisitorCtx, account: Who): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  await ctx.platform.control
    .updateTable('identity.account')
    .set({ totp_pending: seal(ctx.platform.config, sealedAt(account.id), secret) })
    .where('id', '=', account.id)
    .execute();
  return { secret, uri: totpUri(secret, account.login) };
}

export async function beginOwnTotp(ctx: Ctx, { body }: Input<'beginTotp'>): Promise<{ secret: string; uri: string }> {
  return beginTotp(ctx, await ownAccount(ctx, body.password));
}

export async function confirmOwnTotp(ctx: Ctx, { body }: Input<'confirmTotp'>): Promise<{ recoveryCodes: string[] }> {
  const account = await ownAccount(ctx);
  const entry = await takeEntry(ctx, counterOf(account, ''));
  const recoveryCodes = await confirmPending(ctx, account, body.code);
  if (!recoveryCodes) throw await wrongEntry(ctx, entry, account, wrongCode());
  await rightEntry(ctx, entry);
  return { recoveryCodes };
}

/** Turns the second step by app on; undefined when the code is not of the pending secret. */
export async function confirmPending(ctx: VisitorCtx, account: Who, code: string): Promise<string[] | undefined> {
  const { platform } = ctx;
  const row = await platform.control
    .selectFrom('identity.account')
    .select('totp_pending')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  if (row.totp_pending === null) throw conflict('identity.two_step.not_begun');
  const step = totpStepOf(unseal(platform.config, sealedAt(account.id), row.totp_pending), code.trim());
  if (step === undefined) return undefined;
  return inControl(platform.control, account.home_space, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('identity.account')
      .set({ two_step: 'totp', totp_secret: row.totp_pending, totp_pending: null, totp_step: step })
      .where('id', '=', account.id)
      .where('totp_pending', '=', row.totp_pending)
      .executeTakeFirst();
    // of two who confirm at the same time one was quicker
    if (numUpdatedRows === 0n) throw conflict('identity.two_step.not_begun');
    await endOpenSignIns(tx, account.id);
    await recordOperation({ ...ctx, tx }, account, 'two_step_on', { way: 'totp' });
    return makeRecoveryCodes(ctx, tx, account.id);
  });
}

/** A code is good once: its step must come after the last one used. */
export async function totpFits(ctx: VisitorCtx, account: Pick<Account, 'id'>, code: string): Promise<boolean> {
  const { control } = ctx.platform;
  const row = await control
    .selectFrom('identity.account')
    .select('totp_secret')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();
  const step =
    row.totp_secret === null
      ? undefined
      : totpStepOf(unseal(ctx.platform.config, sealedAt(account.id), row.totp_secret), code);
  if (step === undefined) return false;
  const used = await control
    .updateTable('identity.account')
    .set({ totp_step: step })
    .where('id', '=', account.id)
    .where('totp_step', '<', step)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function turnOnSms(ctx: Ctx, { body }: Input<'turnOnSms'>): Promise<{ recoveryCodes: string[] }> {
  const account = await ownAccount(ctx, body.password);
  if (account.phone === null) throw conflict('identity.phone.none');
  return inControl(ctx.platform.control, account.home_space, async (tx) => {
    await tx
      .updateTable('identity.account')
      .set({ two_step: 'sms', totp_secret: null, totp_pending: null })
      .where('id', '=', account.id)
      .execute();
    await endOpenSignIns(tx, account.id);
    await recordOperation({ ...ctx, tx }, account, 'two_step_on', { way: 'sms' });
    return { recoveryCodes: await makeRecoveryCodes(ctx, tx, account.id) };
  });
}

export async function renewRecoveryCodes(
  ctx: Ctx,
  { body }: Input<'renewRecoveryCodes'>,
): Promise<{ recoveryCodes: string[] }> {
  const account = await ownAccount(ctx, body.password);
  if (account.two_step === null) throw conflict('identity.two_step.not_begun');
  return inControl(ctx.platform.control, account.home_space, async (tx) => {
    await endOpenSignIns(tx, account.id);
    await recordOperation({ ...ctx, tx }, account, 'recovery_codes_made');
    return { recoveryCodes: await makeRecoveryCodes(ctx, tx, account.id) };
  });
}

export async function endTwoStep(ctx: Ctx, { body }: Input<'endTwoStep'>): Promise<null> {
  const account = await ownAccount(ctx, body.password);
  if ((await policyOf(ctx, account.home_space)).twoStep) throw conflict('identity.two_step.required');
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    await forgetTwoStep(tx, account.id);
    await recordOperation({ ...ctx, tx }, account, 'two_step_off');
  });
  return null;
}

/** By an administrator, of somebody who has lost all of it: answers whether there was one. Their sessions end too. */
export async function endTwoStepOf(ctx: TxCtx, accountId: string): Promise<boolean> {
  if (!(await forgetTwoStep(ctx.tx, accountId))) return false;
  await endSessions(ctx.tx, { accountId });
  await recordOperation(ctx, { id: accountId, home_space: ctx.spaceId }, 'two_step_ended');
  return true;
}

async function forgetTwoStep(tx: ControlTx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity.account')
    .set({ two_step: null, totp_secret: null, totp_pending: null, totp_step: sql<number>`0` })
    .where('id', '=', accountId)
    .where('two_step', 'is not', null)
    .executeTakeFirstOrThrow();
  await endOpenSignIns(tx, accountId);
  await tx.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
  return numUpdatedRows > 0n;
}
