import type { Role } from '@formwork/contract/roles.ts';
import { sql } from 'kysely';
import { inControl } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { closureOf } from './closure.ts';

/** A hosted account as its trustee acts in it: in one space, with the role it has there. */
export interface Hosted {
  accountId: string;
  spaceId: string;
  login: string;
  name: string;
  role: Role;
  endsAt: Date | null;
}

/** What a trustee may go on in; undefined when it was never entrusted to them, is over, or when the account is shut out itself. */
export function hostedIn(
  platform: Platform,
  { spaceId, accountId, trusteeId }: { spaceId: string; accountId: string; trusteeId: string },
): Promise<Hosted | undefined> {
  return inControl(platform.control, spaceId, async (tx) => {
    const row = await tx
      .selectFrom('identity.hosting as h')
      .innerJoin('identity.membership as m', (on) =>
        on.onRef('m.space_id', '=', 'h.space_id').onRef('m.account_id', '=', 'h.account_id'),
      )
      .innerJoin('identity.account as a', 'a.id', 'h.account_id')
      .innerJoin('identity.space as home', 'home.id', 'a.home_space')
      .select(['m.name', 'm.role', 'a.login', 'h.ends_at', 'home.suspended_at', 'home.expires_at'])
      .where('h.account_id', '=', accountId)
      .where('h.trustee_id', '=', trusteeId)
      .where((eb) => eb.or([eb('h.ends_at', 'is', null), eb('h.ends_at', '>', sql<Date>`now()`)]))
      .where('m.disabled', '=', false)
      .where('a.disabled', '=', false)
      .executeTakeFirst();
    return row && !closureOf(row)
      ? { accountId, spaceId, login: row.login, name: row.name, role: row.role, endsAt: row.ends_at }
      : undefined;
  });
}

/** Sessions are kept in memory for a while: the end of the time is looked at each time. */
export function stillHosted(hosted: Hosted | undefined): Hosted | undefined {
  return hosted && (hosted.endsAt === null || hosted.endsAt > new Date()) ? hosted : undefined;
}
