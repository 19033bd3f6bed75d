import type { Role } from '@formwork/contract/roles.ts';
import { sql } from 'kysely';
import { asAccount } from '../../platform/db.ts';
import type { Platform } from '../../platform/platform.ts';

export interface Session {
  id: string;
  accountId: string;
  login: string;
  homeSpaceId: string;
  memberships: Map<string, { role: Role; name: string; spaceName: string }>;
}

interface Cached {
  session: Session | undefined;
  readAt: number;
}

/** A process looks again after this long, so an end that it did not hear of holds soon all the same. */
const freshMs = 30_000;
const mostCached = 50_000;
const caches = new WeakMap<Platform, Map<string, Cached>>();

/** The session of a cookie: from memory on the hot path, where a query per request would cost a third of the rate. */
export async function cachedSession(platform: Platform, tokenHash: string): Promise<Session | undefined> {
  const cache = cacheOf(platform);
  const cached = cache.get(tokenHash);
  if (cached && Date.now() - cached.readAt < freshMs) return cached.session;
  const session = await readSession(platform, tokenHash);
  if (cache.size >= mostCached) cache.clear();
  // Unknown cookies are not remembered: anybody can send as many as they like.
  if (session) cache.set(tokenHash, { session, readAt: Date.now() });
  else cache.delete(tokenHash);
  return session;
}

/** Forgets sessions on every process: ended, or their person's rights have changed. */
export function dropSession(platform: Platform, which: { sessionId: string } | { accountId: string }): void {
  forget(cacheOf(platform), which);
  platform.bus.publish({ kind: 'identity.session', ...which });
}

function cacheOf(platform: Platform): Map<string, Cached> {
  let cache = caches.get(platform);
  if (!cache) {
    const made = new Map<string, Cached>();
    cache = made;
    caches.set(platform, made);
    platform.bus.on('identity.session', (which) => forget(made, which as never));
    platform.bus.on('reconnected', () => made.clear());
  }
  return cache;
}

function forget(cache: Map<string, Cached>, which: { sessionId: string } | { accountId: string }): void {
  for (const [hash, { session }] of cache) {
    const meant = 'sessionId' in which ? session?.id === which.sessionId : session?.accountId === which.accountId;
    if (meant) cache.delete(hash);
  }
}

/** Reading also lengthens the session's life: once in half a minute at most, thanks to the cache. */
async function readSession(platform: Platform, tokenHash: string): Promise<Session | undefined> {
  const row = await platform.control
    .updateTable('identity.session as s')
    .from('identity.account as a')
    .set({ last_seen_at: sql<Date>`now()`, expires_at: sql<Date>`now() + make_interval(secs => ${platform.config.sessionHours * 3600})` })
    .whereRef('a.id', '=', 's.account_id')
    .where('s.token_hash', '=', tokenHash)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('a.disabled', '=', false)
    .returning(['s.id', 'a.id as accountId', 'a.login', 'a.home_space as homeSpaceId'])
    .executeTakeFirst();
  if (!row) return undefined;
  const memberships = await asAccount(platform.control, row.accountId, (tx) =>
    tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.space as sp', 'sp.id', 'm.space_id')
      .select(['m.space_id', 'm.role', 'm.name', 'sp.name as spaceName'])
      .where('m.account_id', '=', row.accountId)
      .where('m.disabled', '=', false)
      .execute());
  if (memberships.length === 0) return undefined;
  return {
    id: row.id,
    accountId: row.accountId,
    login: row.login,
    homeSpaceId: row.homeSpaceId,
    memberships: new Map(memberships.map((m) => [m.space_id, { role: m.role, name: m.name, spaceName: m.spaceName }])),
  };
}
