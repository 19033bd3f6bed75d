import type { SecurityPolicy } from '@formwork/contract/identity/policy.ts';
import type { Role } from '@formwork/contract/roles.ts';
import { sql } from 'kysely';
import { asAccount, enterSpace } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { closureOf, type Openness } from '../account/closure.ts';
import { hostedIn, type Hosted } from '../account/hosted.ts';
import { grantsOf } from '../operator-staff.ts';
import { policyIn } from '../policy/policy-rows.ts';
import { shownBy, type By } from './session-shown.ts';

export interface Session {
  id: string;
  accountId: string;
  login: string;
  phoneTail: string;
  homeSpaceId: string;
  /** Addresses from which its person may work, by the policy of their home; empty is from everywhere. */
  ipRanges: string[];
  /** Their enterprise may be shut at any moment, by somebody or by the clock. */
  home: Openness;
  memberships: Map<string, Membership>;
  /** The account whose trustee its person is, and in whose name they go on. */
  hosted?: Hosted | undefined;
}

export interface Membership {
  role: Role;
  name: string;
  spaceName: string;
  space: Openness;
  /** What operator roles give, for staff of the operator who are held to them. */
  grants?: readonly string[] | undefined;
}

interface Cached {
  session: Session | undefined;
  readAt: number;
}

/** A process looks again after this long, so an end that it did not hear of holds soon all the same. */
const freshMs = 30_000;
const mostCached = 50_000;
/** However much it is used, a session ends after so long: its person shows again who they are. */
const mostDays = 30;
const caches = new WeakMap<Platform, Map<string, Cached>>();

/** The session of a cookie: from memory on the hot path, where a query per request would cost a third of the rate. */
export function cachedSession(platform: Platform, tokenHash: string): Promise<Session | undefined> {
  return cached(platform, tokenHash, { tokenHash });
}

/** That of a cookie of an application's own host. */
export function sessionAtHost(platform: Platform, hostHash: string): Promise<Session | undefined> {
  return cached(platform, `host ${hostHash}`, { hostHash });
}

/** That which a ticket names. */
export function sessionById(platform: Platform, id: string): Promise<Session | undefined> {
  return cached(platform, `id ${id}`, { id });
}

async function cached(platform: Platform, key: string, by: By): Promise<Session | undefined> {
  const cache = cacheOf(platform);
  const known = cache.get(key);
  if (known && Date.now() - known.readAt < freshMs) return known.session;
  const session = await readSession(platform, by);
  if (cache.size >= mostCached) cache.clear();
  // Unknown cookies are not remembered: anybody can send as many as they like.
  if (session) cache.set(key, { session, readAt: Date.now() });
  else cache.delete(key);
  return session;
}

/** `spaceId`: everybody who is at home in the space or visits it. */
type Which = { sessionId: string } | { accountId: string } | { homeSpaceId: string } | { spaceId: string };

/** Forgets sessions on every process: ended, or the rights of their person or the policy of their home have changed. */
export function dropSession(platform: Platform, which: Which): void {
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

function forget(cache: Map<string, Cached>, which: Which): void {
  for (const [hash, { session }] of cache) {
    if (session && isMeant(session, which)) cache.delete(hash);
  }
}

/** Whether a message about sessions is about this one. */
export function isMeant(
  session: Pick<Session, 'id' | 'accountId' | 'homeSpaceId' | 'memberships' | 'hosted'>,
  which: Which,
): boolean {
  if ('sessionId' in which) return session.id === which.sessionId;
  if ('accountId' in which)
    return session.accountId === which.accountId || session.hosted?.accountId === which.accountId;
  if ('homeSpaceId' in which) return session.homeSpaceId === which.homeSpaceId;
  return session.homeSpaceId === which.spaceId || session.memberships.has(which.spaceId);
}

export function sessionSeconds(platform: Platform, { sessionHours }: Pick<SecurityPolicy, 'sessionHours'>): number {
  return (sessionHours ?? platform.config.sessionHours) * 3600;
}

/** Reading also lengthens the session's life: once in half a minute at most, thanks to the cache. */
async function readSession(platform: Platform, by: By): Promise<Session | undefined> {
  const row = await platform.control
    .selectFrom('identity.session as s')
    .innerJoin('identity.account as a', 'a.id', 's.account_id')
    .innerJoin('identity.space as h', 'h.id', 'a.home_space')
    .select([
      's.id',
      'a.id as accountId',
      'a.login',
      phoneTail,
      'a.home_space as homeSpaceId',
      'h.suspended_at',
      'h.expires_at',
      's.acting_for',
      's.acting_in',
    ])
    .where((is) => shownBy(is, by))
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.created_at', '>', sql<Date>`now() - make_interval(days => ${mostDays})`)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
  if (!row || closureOf(row)) return undefined;
  const { suspended_at, expires_at, acting_for, acting_in, ...person } = row;
  const belonging = await belongingOf(platform, person);
  if (!belonging) return undefined;
  const { policy, memberships } = belonging;
  const seconds = sessionSeconds(platform, policy);
  // a life that the policy has made shorter meanwhile may be over already
  const alive = await platform.control
    .updateTable('identity.session')
    .set({ last_seen_at: sql<Date>`now()`, expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', row.id)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .executeTakeFirst();
  if (alive.numUpdatedRows === 0n) return undefined;
  const hosted =
    acting_for !== null && acting_in !== null && memberships.has(acting_in)
      ? await hostedIn(platform, { spaceId: acting_in, accountId: acting_for, trusteeId: row.accountId })
      : undefined;
  return { ...person, ipRanges: policy.ipRanges, home: { suspended_at, expires_at }, memberships, hosted };
}

/** Belongs to no cookie: for programs that act for a person. Undefined for an account that is shut out. */
export async function sessionOfAccount(platform: Platform, accountId: string): Promise<Session | undefined> {
  const row = await platform.control
    .selectFrom('identity.account as a')
    .innerJoin('identity.space as h', 'h.id', 'a.home_space')
    .select(['a.login', phoneTail, 'a.home_space as homeSpaceId', 'h.suspended_at', 'h.expires_at'])
    .where('a.id', '=', accountId)
    .where('a.disabled', '=', false)
    .executeTakeFirst();
  if (!row) return undefined;
  const { login, phoneTail: tail, homeSpaceId, ...home } = row;
  const belonging = await belongingOf(platform, { accountId, homeSpaceId });
  return (
    belonging && {
      id: noSession,
      accountId,
      login,
      phoneTail: tail,
      homeSpaceId,
      ipRanges: belonging.policy.ipRanges,
      home,
      memberships: belonging.memberships,
    }
  );
}

const phoneTail = sql<string>`coalesce(right(a.phone, 4), '')`.as('phoneTail');
const noSession = '00000000-0000-0000-0000-000000000000';

/** The spaces of a person and the policy of their home. Undefined for somebody who belongs nowhere any more. */
function belongingOf(
  platform: Platform,
  { accountId, homeSpaceId }: { accountId: string; homeSpaceId: string },
): Promise<{ policy: SecurityPolicy; memberships: Session['memberships'] } | undefined> {
  return asAccount(platform.control, accountId, async (tx) => {
    await enterSpace(tx, homeSpaceId);
    const rows = await tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.space as sp', 'sp.id', 'm.space_id')
      .select(['m.space_id', 'm.role', 'm.name', 'sp.name as spaceName', 'sp.suspended_at', 'sp.expires_at'])
      .where('m.account_id', '=', accountId)
      .where('m.disabled', '=', false)
      .execute();
    if (rows.length === 0) return undefined;
    const policy = await policyIn(tx, homeSpaceId);
    const operator = rows.find(({ role }) => role === 'root')?.space_id;
    if (operator !== undefined) await enterSpace(tx, operator);
    const grants = operator === undefined ? undefined : await grantsOf(tx, accountId);
    return {
      policy,
      memberships: new Map(
        rows.map(({ space_id, role, name, spaceName, ...space }) => [
          space_id,
          { role, name, spaceName, space, ...(space_id === operator && { grants }) },
        ]),
      ),
    };
  });
}
