import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { refuse, type AppError } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { countFailure, endWait, everyWait, forgetFailures, waitOf, type Limit } from '../../platform/rate-limit.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordOperation } from './operations.ts';

const lockSeconds = 60;
const ofAccount: Limit = { name: 'identity.entry.account', most: 3, seconds: 86_400, waitSeconds: lockSeconds };
/** Behind one address a whole factory may sit: it waits later than an account does. */
const ofAddress = ({ platform }: VisitorCtx): Limit => ({ name: 'identity.entry.address', most: platform.config.wrongEntriesPerAddress, seconds: 600, waitSeconds: lockSeconds });

/** Whose wrong entries are counted together. Names without an account count like accounts, or the wait would tell which there are. */
export function counterOf(account: { id: string } | undefined, name: string): string {
  return account?.id ?? `name ${hash('sha256', name.trim().toLowerCase(), 'base64url')}`;
}

/** Refuses while the account or the address waits. */
export async function requireNoWait(ctx: VisitorCtx, counter: string): Promise<void> {
  const address = await waitOf(ctx.platform, ofAddress(ctx), ctx.ip);
  if (address !== undefined) throw refuse('platform.too_many_requests', { secondsLeft: address });
  const account = await waitOf(ctx.platform, ofAccount, counter);
  if (account !== undefined) throw locked(account);
}

/** Counts a wrong password or code and answers the refusal: `otherwise`, or after the third in a row the wait. */
export async function wrongEntry(ctx: VisitorCtx, counter: string, account: { id: string; home_space: string } | undefined, otherwise: AppError): Promise<AppError> {
  await countFailure(ctx.platform, ofAddress(ctx), ctx.ip);
  const secondsLeft = await countFailure(ctx.platform, ofAccount, counter);
  await tell(ctx, account, secondsLeft !== undefined);
  return secondsLeft === undefined ? otherwise : locked(secondsLeft);
}

/** Begins counting anew, unless other tries have begun a wait meanwhile: then the right entry is refused as well. */
export async function rightEntry(ctx: VisitorCtx, counter: string): Promise<void> {
  const secondsLeft = await forgetFailures(ctx.platform, ofAccount, counter);
  if (secondsLeft !== undefined) throw locked(secondsLeft);
}

/** Somebody in charge gave a new password: the wait for the old one is over. */
export function unlock(platform: Platform, accountId: string): Promise<void> {
  return endWait(platform, ofAccount, accountId);
}

/** The accounts that wait now, and for how many seconds. */
export function waitingAccounts(platform: Platform): Promise<Map<string, number>> {
  return everyWait(platform, ofAccount);
}

function locked(secondsLeft: number): AppError {
  return refuse('identity.session.locked', { secondsLeft });
}

/** Into the audit trail of the account's space. Of names without an account the operator learns, but not the name: it may be a password in the wrong place. */
async function tell(ctx: VisitorCtx, account: { id: string; home_space: string } | undefined, isLocked: boolean): Promise<void> {
  const { control } = ctx.platform;
  if (account) {
    await inControl(control, account.home_space, (tx) => recordOperation({ ...ctx, tx }, account, isLocked ? 'locked' : 'refused', { locked: isLocked }));
    return;
  }
  const operator = await control.selectFrom('identity.space').select('id').where('is_operator', '=', sql<boolean>`true`).orderBy('created_at').limit(1).executeTakeFirst();
  if (operator) await inControl(control, operator.id, (tx) => record({ ...ctx, tx, spaceId: operator.id }, 'identity.session.refused', { unknown: true, locked: isLocked }));
}
