import { hash } from 'node:crypto';
import { networkOf } from '../../../platform/http/addresses.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { refuse, type AppError } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  countBefore,
  countFailure,
  endWait,
  everyWait,
  forgetFailures,
  takeBack,
  waitOf,
  type Limit,
} from '../../../platform/http/rate-limit.ts';
import { operatorSpace } from '../account/memberships.ts';
import { recordOperation } from '../account/operations.ts';

const accountCounter = { name: 'identity.entry.account', seconds: 86_400 };
const ofAccount = ({ config }: Pick<Platform, 'config'>): Limit => ({
  ...accountCounter,
  most: config.lockAfter,
  waitSeconds: config.lockMinutes * 60,
});
/** Codes that can be guessed are counted apart, and a right password forgets none of them: whoever knows it could otherwise go on guessing. */
const ofCodes: Limit = { name: 'identity.entry.code', most: 30, seconds: 86_400 };
/** Accounts, not entries: one address that tries a password on many accounts waits, one person who does not find theirs stops nobody else of a plant. */
const ofAddress = ({ platform }: VisitorCtx): Limit => ({
  name: 'identity.entry.address',
  most: platform.config.wrongEntriesPerAddress,
  seconds: 600,
  waitSeconds: platform.config.lockMinutes * 60,
});
/** An account counts once for its address, however often it fails. */
const ofBoth: Limit = { name: 'identity.entry.both', most: 1, seconds: 600 };

/** A password or code that was counted and may now be looked at. */
export interface Entry {
  counter: string;
  /** It is the last one of the account before it waits so long. */
  waits: number | undefined;
}

/** Whose wrong entries are counted together. Names without an account count like accounts, or the wait would tell which there are. */
export function counterOf(account: { id: string } | undefined, name: string): string {
  return account?.id ?? `name ${hash('sha256', name.trim().toLowerCase(), 'base64url')}`;
}

/** Counts an entry before it is looked at. Refuses it while the account waits, which leaves its address alone, or while the address waits and the account has failed before. */
export async function takeEntry(ctx: VisitorCtx, counter: string): Promise<Entry> {
  const limit = ofAccount(ctx.platform);
  const { tries, secondsLeft } = await countBefore(ctx.platform, limit, counter);
  if (tries > limit.most) throw refuse('identity.session.locked', { secondsLeft });
  if (tries > 1) {
    const address = await waitOf(ctx.platform, ofAddress(ctx), networkOf(ctx.ip));
    if (address !== undefined) {
      await takeBack(ctx.platform, limit, counter);
      throw refuse('identity.session.address_locked', { secondsLeft: address });
    }
  }
  return { counter, waits: tries === limit.most ? secondsLeft : undefined };
}

/** An entry that could not be looked at, because too many wait for it, was no failure. */
export async function lookAt(ctx: VisitorCtx, entry: Entry, look: () => Promise<boolean>): Promise<boolean> {
  try {
    return await look();
  } catch (error) {
    await rightEntry(ctx, entry);
    throw error;
  }
}

/** The entry was a wrong password or code. Answers the refusal: `otherwise`, or after the last one allowed the wait. */
export async function wrongEntry(
  ctx: VisitorCtx,
  { counter, waits }: Entry,
  account: { id: string; home_space: string } | undefined,
  otherwise: AppError,
  given = '',
): Promise<AppError> {
  const address = await countForAddress(ctx, counter);
  await tell(ctx, account, {
    locked: waits !== undefined,
    addressLocked: address !== undefined,
    ...(account ? {} : { name: maskedName(given) }),
  });
  // what the account waits for is said first: it is what most people did
  if (waits !== undefined) return refuse('identity.session.locked', { secondsLeft: waits });
  return address === undefined ? otherwise : refuse('identity.session.address_locked', { secondsLeft: address });
}

/** The entry was right. What failed before it stays counted until there is a session: there may be a second step. */
export async function rightEntry({ platform }: VisitorCtx, { counter }: Entry): Promise<void> {
  await takeBack(platform, ofAccount(platform), counter);
}

/** Whoever is let in begins counting anew; a wait that others have brought about meanwhile stays. */
export async function forgetEntries({ platform }: Pick<VisitorCtx, 'platform'>, accountId: string): Promise<void> {
  await forgetFailures(platform, ofAccount(platform), accountId);
}

/** Looks at a code that can be guessed, so many times a day for an account: counted before, taken back when it was right. */
export async function codeOfTheDay(
  { platform }: VisitorCtx,
  accountId: string,
  fits: () => Promise<boolean>,
): Promise<boolean> {
  const { tries, secondsLeft } = await countBefore(platform, ofCodes, accountId);
  if (tries > ofCodes.most) throw refuse('identity.two_step.too_many_codes', { secondsLeft });
  const right = await fits();
  if (right) await takeBack(platform, ofCodes, accountId);
  return right;
}

/** Somebody in charge gave a new password: the wait for the old one is over, and for codes beside it. */
export async function unlock(platform: Pick<Platform, 'control'>, accountId: string): Promise<void> {
  await endWait(platform, accountCounter, accountId);
  await endWait(platform, ofCodes, accountId);
}

/** The accounts that wait now, and for how many seconds. */
export function waitingAccounts(platform: Pick<Platform, 'control' | 'config'>): Promise<Map<string, number>> {
  return everyWait(platform, ofAccount(platform));
}

/** The seconds that the address waits, where this account was one too many. */
async function countForAddress(ctx: VisitorCtx, counter: string): Promise<number | undefined> {
  const network = networkOf(ctx.ip);
  const { tries } = await countBefore(ctx.platform, ofBoth, `${network} ${counter}`);
  return tries === 1 ? countFailure(ctx.platform, ofAddress(ctx), network) : undefined;
}

/** Into the audit trail of the account's space. Of names without an account the operator learns, by their first letter: it may be a password in the wrong place. */
async function tell(
  ctx: VisitorCtx,
  account: { id: string; home_space: string } | undefined,
  data: Record<string, unknown>,
): Promise<void> {
  const { control } = ctx.platform;
  if (account) {
    await inControl(control, account.home_space, (tx) =>
      recordOperation({ ...ctx, tx }, account, data.locked === true ? 'locked' : 'refused', data),
    );
    return;
  }
  const operator = await operatorSpace(ctx.platform);
  if (operator)
    await inControl(control, operator, (tx) =>
      record({ ...ctx, tx, spaceId: operator }, 'identity.session.refused', { unknown: true, ...data }),
    );
}

/** One letter and a fixed number of stars: neither the rest nor the length is told. */
function maskedName(name: string): string {
  const [first = ''] = name.trim();
  return first === '' ? '' : `${first}***`;
}
