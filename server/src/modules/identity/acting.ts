import { nobody } from '@formwork/contract/nobody.ts';
import type { Role } from '@formwork/contract/roles.ts';
import type { Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { refuse } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import './tables.ts';

/**
 * The house itself acts in a space, for a reason that the trail keeps with everything it does. Access getters let it through within
 * the space. Engines alone make it: `tools/conventions/system-actor.ts` lists them.
 */
export function asSystem(platform: Platform, spaceId: string, reason: string): Ctx {
  return {
    platform,
    spaceId,
    requestId: '',
    ip: '',
    userAgent: '',
    locale: 'zh-CN',
    user: { id: nobody, name: '', login: '', role: 'admin', homeSpaceId: spaceId, sessionId: '', system: { reason } },
  };
}

type Where = Pick<Ctx, 'platform' | 'spaceId'> & Partial<Ctx>;

/** Somebody acts without being there, with the rights they have now. Refused for who is disabled, or no member any more. */
export async function asPerson(where: Where, personId: string, reason: string): Promise<Ctx> {
  return ctxOf(where, personId, reason, await memberOf(where, personId));
}

/** The same on hot paths: who they are is read once a second, whatever is called meanwhile. */
export async function asKnownPerson(where: Where, personId: string, reason: string): Promise<Ctx> {
  const known = knownOf(where.platform);
  const key = `${where.spaceId} ${personId}`;
  const kept = known.get(key);
  if (kept && Date.now() - kept.readAt < freshMs) return ctxOf(where, personId, reason, await kept.member);
  if (known.size >= mostKnown) known.clear();
  const member = memberOf(where, personId);
  known.set(key, { member, readAt: Date.now() });
  // what could not be read is asked again
  member.catch(() => known.delete(key));
  return ctxOf(where, personId, reason, await member);
}

interface Member {
  name: string;
  role: Role;
  login: string;
  home_space: string;
}

type Known = Map<string, { member: Promise<Member | undefined>; readAt: number }>;
const freshMs = 1_000;
const mostKnown = 10_000;
const caches = new WeakMap<Platform, Known>();

function knownOf(platform: Platform): Known {
  let known = caches.get(platform);
  if (!known) caches.set(platform, (known = new Map()));
  return known;
}

function memberOf({ platform, spaceId }: Where, personId: string): Promise<Member | undefined> {
  return inControl(platform.facts, spaceId, (tx) =>
    tx
      .selectFrom('identity.membership as m')
      .innerJoin('identity.account as a', 'a.id', 'm.account_id')
      .select(['m.name', 'm.role', 'a.login', 'a.home_space'])
      .where('m.account_id', '=', personId)
      .where('m.space_id', '=', spaceId)
      .where('m.disabled', '=', false)
      .where('a.disabled', '=', false)
      .executeTakeFirst(),
  );
}

function ctxOf(
  { platform, spaceId, requestId = '', ip = '' }: Where,
  personId: string,
  reason: string,
  member: Member | undefined,
): Ctx {
  if (!member) throw refuse('identity.account.disabled', { reason });
  const { name, role, login, home_space: homeSpaceId } = member;
  return {
    platform,
    spaceId,
    requestId: requestId || reason.slice(0, 60),
    ip,
    userAgent: '',
    locale: 'zh-CN',
    user: { id: personId, name, login, role, homeSpaceId, sessionId: '' },
  };
}
