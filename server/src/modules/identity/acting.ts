import { nobody } from '@formwork/contract/nobody.ts';
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

/** Somebody acts without being there, with the rights they have now. Refused for who is disabled, or no member any more. */
export async function asPerson(
  { platform, spaceId, requestId = '', ip = '' }: Pick<Ctx, 'platform' | 'spaceId'> & Partial<Ctx>,
  personId: string,
  reason: string,
): Promise<Ctx> {
  const member = await inControl(platform.facts, spaceId, (tx) =>
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
