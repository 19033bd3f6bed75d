import { sql } from 'kysely';
import type { ControlTx } from '../../platform/db/db.ts';

/** What the files of the space of the transaction take. */
export async function storedBytes(tx: ControlTx, spaceId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('files.file')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('bytes'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return bytes;
}
