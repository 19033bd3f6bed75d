import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Ctx, VisitorCtx } from '../../platform/context.ts';
import { asAccount, inControl } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { Platform } from '../../platform/platform.ts';
import { identifyAs, isMeant, onAllSessionsEnded, sessionOfAccount, type Session } from '../identity/public.ts';

/** Lets people and scanners of secrets see what it is. */
export const tokenPrefix = 'fwt_';
const shape = /^Bearer (fwt_[A-Za-z0-9_-]{43})$/i;

/** What an authorization says of its token while there is none. */
export const noToken = { token_hash: null, token_end: null, token_issued_at: null, token_used_at: null };

interface Known {
  spaceId: string;
  session: Session;
  /** From then on it is refused. */
  until: number;
  readAt: number;
}

/** Read again after this long, so that what a process did not hear of holds soon all the same; also how exact 'last used' is. */
const freshMs = 30_000;
const mostKnown = 10_000;
const caches = new WeakMap<Platform, Map<string, Known>>();

export function hashOfToken(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** Whose token a request shows: the person, in the one space where it was approved. A header that is no token of ours is refused, not overlooked. */
export async function identifyByToken(visitor: VisitorCtx, authorization: string): Promise<VisitorCtx> {
  const token = shape.exec(authorization)?.[1];
  const known = token === undefined ? undefined : await knownToken(visitor.platform, hashOfToken(token));
  if (!known) throw refuse('developer.token_wrong');
  if (known.until <= Date.now()) throw refuse('developer.token_expired');
  if (visitor.spaceId !== undefined && visitor.spaceId !== known.spaceId) throw refuse('identity.space.not_a_member');
  const caller = await identifyAs({ ...visitor, spaceId: known.spaceId }, known.session);
  // on the very object: what is known of the person hangs on it
  if (caller.user) caller.user.byToken = true;
  return caller;
}

/** Tokens of this person no longer hold, on every process. */
export function forgetTokens(platform: Platform, spaceId: string, accountId: string): void {
  forget(cacheOf(platform), accountId);
  platform.bus.publish({ kind: changed, spaceId, accountId });
}

/** Once per process: the tokens of an account end with all its sessions. */
export function startDeveloper(platform: Platform): void {
  onAllSessionsEnded(platform, endTokens);
}

async function endTokens(ctx: Ctx, accountId: string): Promise<number> {
  const { control } = ctx.platform;
  const held = await asAccount(control, accountId, (tx) =>
    tx
      .selectFrom('developer.authorization')
      .select('space_id')
      .where('account_id', '=', accountId)
      .where('token_hash', 'is not', null)
      .execute(),
  );
  for (const { space_id: spaceId } of held) {
    await inControl(control, spaceId, async (tx) => {
      await tx.updateTable('developer.authorization').set(noToken).where('account_id', '=', accountId).execute();
      await record({ ...ctx, spaceId, tx }, 'developer.token_ended', { id: accountId });
    });
    forgetTokens(ctx.platform, spaceId, accountId);
  }
  return held.length;
}

const changed = 'developer.token';

async function knownToken(platform: Platform, tokenHash: string): Promise<Known | undefined> {
  const cache = cacheOf(platform);
  const cached = cache.get(tokenHash);
  if (cached && Date.now() - cached.readAt < freshMs) return cached;
  cache.delete(tokenHash);
  const row = await platform.control.transaction().execute(async (tx) => {
    await sql`set local app.token_hash = ${sql.lit(tokenHash)}`.execute(tx);
    return tx
      .selectFrom('developer.authorization')
      .select(['space_id', 'account_id', 'token_expires_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
  });
  const session = row && (await sessionOfAccount(platform, row.account_id));
  if (!session) return undefined;
  const until = row.token_expires_at?.getTime() ?? 0;
  if (until > Date.now())
    await inControl(platform.control, row.space_id, (tx) =>
      tx
        .updateTable('developer.authorization')
        .set({ token_used_at: sql<Date>`now()` })
        .where('token_hash', '=', tokenHash)
        .execute(),
    );
  const known = { spaceId: row.space_id, session, until, readAt: Date.now() };
  if (cache.size >= mostKnown) cache.clear();
  cache.set(tokenHash, known);
  return known;
}

function cacheOf(platform: Platform): Map<string, Known> {
  let cache = caches.get(platform);
  if (!cache) {
    const made = new Map<string, Known>();
    cache = made;
    caches.set(platform, made);
    platform.bus.on(changed, ({ accountId }) => forget(made, accountId as string));
    // Whoever loses a role, or is shut out, loses it here too.
    platform.bus.on('identity.session', (which) => {
      for (const [tokenHash, { session }] of made) if (isMeant(session, which as never)) made.delete(tokenHash);
    });
    platform.bus.on('reconnected', () => made.clear());
  }
  return cache;
}

function forget(cache: Map<string, Known>, accountId: string): void {
  for (const [tokenHash, { session }] of cache) if (session.accountId === accountId) cache.delete(tokenHash);
}
