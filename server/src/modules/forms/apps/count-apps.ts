import { sql } from 'kysely';
import type { ControlTx } from '../../../platform/db/db.ts';

/** How many applications the space of the transaction has. */
export async function countApps(tx: ControlTx, spaceId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('forms.app')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('space_id', '=', spaceId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
