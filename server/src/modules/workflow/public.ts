import type { Platform } from '../../platform/platform.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';

export { start as startProcess } from './commands/start.ts';
export { processSteps } from './design/released.ts';
export { releaseProcess } from './design/release-at-once.ts';

/** Steps of processes in a space whose time has come and which nobody has carried out yet. */
export async function stepsDue(
  platform: Platform,
  spaceId: string,
): Promise<{ count: number; since: Date } | undefined> {
  const { rows } = await spaceQuery<{ count: number; since: Date }>(platform, {
    text: `select count(*)::int as count, min(due) as since from ${spaceSchema(spaceId)}.workflow_timer where state = 'waiting' and due <= now()`,
  });
  return rows[0]!.count > 0 ? rows[0] : undefined;
}
