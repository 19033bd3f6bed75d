import type { Overview } from '@formwork/contract/operations/api.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../platform/context.ts';

/** Counts over all spaces, for the operator. */
export async function platformFigures({
  tx,
}: TxCtx): Promise<Pick<Overview, 'spaces' | 'accounts' | 'activeToday' | 'openSessions' | 'spacesNewest'>> {
  const count = sql<number>`count(*)::int`.as('count');
  const spaces = await tx.selectFrom('identity.space').select(count).executeTakeFirstOrThrow();
  const accounts = await tx
    .selectFrom('identity.account')
    .select(count)
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow();
  const sessions = await tx
    .selectFrom('identity.session')
    .select(count)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  const active = await tx
    .selectFrom('identity.session')
    .select(sql<number>`count(distinct account_id)::int`.as('count'))
    .where('last_seen_at', '>', sql<Date>`current_date`)
    .executeTakeFirstOrThrow();
  const newest = await tx
    .selectFrom('identity.space')
    .select(['id', 'name', 'created_at'])
    .orderBy('created_at', 'desc')
    .limit(10)
    .execute();
  return {
    spaces: spaces.count,
    accounts: accounts.count,
    activeToday: active.count,
    openSessions: sessions.count,
    spacesNewest: newest.map((space) => ({
      id: space.id,
      name: space.name,
      createdAt: space.created_at.toISOString(),
    })),
  };
}
