import { hash } from 'node:crypto';
import type { VisitorCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db.ts';
import { refuse, type AppError } from '../../platform/errors.ts';
import { record } from '../../platform/events.ts';
import { countFailure, endWait, everyWait, forgetFailures, waitOf, type Limit } from '../../platform/rate-limit.ts';
import type { Platform } from '../../platform/platform.ts';
import { operatorSpace } from './memberships.ts';
import { recordOperation } from './operations.ts';

const lockSeconds = 60;
const ofAccount: Limit = { name: 'identity.entry.account', most: 3, seconds: 86_400, waitSeconds: lockSeconds };
/** Whose it is does not matter: one address that tries a password on many accounts waits too. An installation where a whole plant shares an address lets it wait later. */
const ofAddress = ({ platform }: VisitorCtx): Limit => ({ name: 'identity.entry.address', most: platform.config.wrongEntriesPerAddress, seconds: 600, waitSeconds: lockSeconds });

/** Whose wrong entries are counted together. Names without an account count like accounts, or the wait would tell which there are. */
export function counterOf(account: { id: string } | undefined, name: string): string {
  return account?.id ?? `name ${hash('sha256', name.trim().toLowerCase(), 'base64url')}`;
}

/** Refuses while the account or the address waits. */
export async function requireNoWait(ctx: VisitorCtx, counter: string): Promise<void> {
  const address = await waitOf(ctx.platform, ofAddress(ctx), ctx.ip);
  const account = await waitOf(ctx.platform, ofAccount, counter);
  const refusal = waits({ address, account });
  if (refusal) throw refusal;
}

/** Counts a wrong password or code and answers the refusal: `otherwise`, or after the last one allowed the wait. */
export async function wrongEntry(ctx: VisitorCtx, counter: string, account: { id: string; home_space: string } | undefined, otherwise: AppError, given = ''): Promise<AppError> {
  const address = await countFailure(ctx.platform, ofAddress(ctx), ctx.ip);
  const ofName = await countFailure(ctx.platform, ofAccount, counter);
  await tell(ctx, account, { locked: ofName !== undefined, addressLocked: address !== undefined, ...(account ? {} : { name: maskedName(given) }) });
  return waits({ address, account: ofName }) ?? otherwise;
}

/** Begins counting anew, of the account and of the address, unless other tries have begun a wait meanwhile: then the right entry is refused as well. */
export async function rightEntry(ctx: VisitorCtx, counter: string): Promise<void> {
  const account = await forgetFailures(ctx.platform, ofAccount, counter);
  const address = await forgetFailures(ctx.platform, ofAddress(ctx), ctx.ip);
  const refusal = waits({ address, account });
  if (refusal) throw refusal;
}

/** Somebody in charge gave a new password: the wait for the old one is over. */
export function unlock(platform: Platform, accountId: string): Promise<void> {
  return endWait(platform, ofAccount, accountId);
}

/** The accounts that wait now, and for how many seconds. */
export function waitingAccounts(platform: Platform): Promise<Map<string, number>> {
  return everyWait(platform, ofAccount);
}

/** What the account waits for is said first: it is what most people did. */
function waits({ account, address }: { account: number | undefined; address: number | undefined }): AppError | undefined {
  if (account !== undefined) return refuse('identity.session.locked', { secondsLeft: account });
  return address === undefined ? undefined : refuse('identity.session.address_locked', { secondsLeft: address });
}

/** Into the audit trail of the account's space. Of names without an account the operator learns, by their first letter: it may be a password in the wrong place. */
async function tell(ctx: VisitorCtx, account: { id: string; home_space: string } | undefined, data: Record<string, unknown>): Promise<void> {
  const { control } = ctx.platform;
  if (account) {
    await inControl(control, account.home_space, (tx) => recordOperation({ ...ctx, tx }, account, data.locked === true ? 'locked' : 'refused', data));
    return;
  }
  const operator = await operatorSpace(ctx.platform);
  if (operator) await inControl(control, operator, (tx) => record({ ...ctx, tx, spaceId: operator }, 'identity.session.refused', { unknown: true, ...data }));
}

/** One letter and a fixed number of stars: neither the rest nor the length is told. */
function maskedName(name: string): string {
  const [first = ''] = name.trim();
  return first === '' ? '' : `${first}***`;
}
