import { spaceQuery, spaceSchema } from '../db/space-data.ts';
import { queueAgain } from '../jobs/jobs-queue.ts';
import type { Platform } from '../platform.ts';

/**
 * What a run waits for has come. A burst that is under way just now is done again, so that it sees it too; a run that is over stays
 * as it is. Should the process end before the queue knows, the sweeper finds it.
 */
export async function wakeRun(platform: Platform, spaceId: string, id: string): Promise<boolean> {
  const { rows } = await spaceQuery<{ state: string; kind: string }>(platform, {
    text: `update ${spaceSchema(spaceId)}.run set at = $2, version = version + 1, state = case state when 'suspended' then 'waiting' else state end
      where id = $1 and state in ('waiting', 'running', 'suspended') returning state, kind`,
    values: [id, new Date()],
  });
  if (rows[0]?.state === 'waiting') await queueAgain(platform, { spaceId, id }, rows[0].kind);
  return rows.length > 0;
}
