import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { accountApi } from '@formwork/contract/identity/account-security.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { findByEmail, findByPhone, type Account } from './accounts.ts';
import { codeFits, sendCode, wrongCode } from '../sign-in/codes.ts';
import { recordOperation } from './operations.ts';
import { endOpenSignIns } from '../sign-in/open-sign-ins.ts';
import { ownAccount } from './own-account.ts';
import { dropSession } from '../sign-in/session-cache.ts';
import { counterOf, rightEntry, takeEntry, wrongEntry } from '../sign-in/wrong-entries.ts';

type Input<Name extends keyof typeof accountApi> = InputOf<(typeof accountApi)[Name]>;

/** A phone that is bound already is refused before a code goes to it: to the person who knows the password of their own account. */
export async function sendPhoneCode(ctx: Ctx, { body }: Input<'sendPhoneCode'>): Promise<{ secondsToNext: number }> {
  const account = await ownAccount(ctx, body.password);
  requireFree('phone', await findByPhone(ctx, body.phone));
  return sendCode(ctx, { purpose: 'bind_phone', holder: account.id, target: body.phone, spaceId: account.home_space });
}

export async function sendEmailCode(ctx: Ctx, { body }: Input<'sendEmailCode'>): Promise<{ secondsToNext: number }> {
  const account = await ownAccount(ctx, body.password);
  requireFree('email', await findByEmail(ctx, body.email));
  return sendCode(ctx, { purpose: 'bind_email', holder: account.id, target: body.email, spaceId: account.home_space });
}

export async function bindPhone(ctx: Ctx, { body }: Input<'bindPhone'>): Promise<null> {
  return bind(ctx, 'phone', body.phone, body.code);
}

export async function bindEmail(ctx: Ctx, { body }: Input<'bindEmail'>): Promise<null> {
  return bind(ctx, 'email', body.email, body.code);
}

/** Not while codes of the second step go to it. */
export async function unbindPhone(ctx: Ctx, { body }: Input<'unbindPhone'>): Promise<null> {
  const account = await ownAccount(ctx, body.password);
  if (account.phone === null) throw conflict('identity.phone.not_bound');
  if (account.two_step === 'sms') throw conflict('identity.phone.second_step');
  return write(ctx, account, 'phone', null);
}

export async function unbindEmail(ctx: Ctx, { body }: Input<'unbindEmail'>): Promise<null> {
  const account = await ownAccount(ctx, body.password);
  if (account.email === null) throw conflict('identity.email.not_bound');
  return write(ctx, account, 'email', null);
}

/** One who was quicker is found by the unique index. */
async function bind(ctx: Ctx, kind: 'phone' | 'email', target: string, code: string): Promise<null> {
  const account = await ownAccount(ctx);
  const entry = await takeEntry(ctx, counterOf(account, ''));
  if (!(await codeFits(ctx, { purpose: `bind_${kind}`, holder: account.id, target }, code)))
    throw await wrongEntry(ctx, entry, account, wrongCode());
  await rightEntry(ctx, entry);
  return write(ctx, account, kind, target);
}

async function write(ctx: Ctx, account: Account, kind: 'phone' | 'email', value: string | null): Promise<null> {
  await inControl(ctx.platform.control, account.home_space, async (tx) => {
    await tx
      .updateTable('identity.account')
      .set({ [kind]: value })
      .where('id', '=', account.id)
      .execute();
    await endOpenSignIns(tx, account.id);
    await recordOperation({ ...ctx, tx }, account, `${kind}_${value === null ? 'unbound' : 'bound'}`);
  });
  // a session knows the end of the phone
  if (kind === 'phone') dropSession(ctx.platform, { accountId: account.id });
  return null;
}

/** Refused at its field, as the unique index would refuse it in the end. */
function requireFree(kind: 'phone' | 'email', holder: Account | undefined): void {
  const code = `identity.${kind}.bound` as const;
  if (holder) throw invalid(code, [{ path: kind, code }]);
}
