import type { SpaceTx } from '../../../platform/db/space-data.ts';
import { prepared } from '../lists/rows.ts';

/** When a person urged an instance last, or null. */
export async function lastUrgeOf(tx: SpaceTx, instanceId: string, person: string): Promise<string | null> {
  const { rows } = await tx.query<{ at: Date | null }>({
    ...prepared(
      `select max(at) as at from ${tx.schema}.workflow_event where instance_id = $1 and kind = 'urged' and actor = $2`,
    ),
    values: [instanceId, person],
  });
  return rows[0]?.at?.toISOString() ?? null;
}
